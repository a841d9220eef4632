import { Suspense, useEffect, useState } from 'react';
import { setConfirmationHandler } from '#web/lib/api.ts';
import { lazyPart } from '#web/lib/lazyPart.ts';

const ConfirmIdentityDialog = lazyPart(() => import('./ConfirmIdentityDialog.tsx'), 'ConfirmIdentityDialog');

/** Rendered on every page of the office; asks for the password when a call needs it, above all open dialogs. */
export function ConfirmationHost() {
  const [asked, setAsked] = useState<(confirmed: boolean) => void>();
  useEffect(() => {
    setConfirmationHandler(() => new Promise((resolve) => setAsked(() => resolve)));
    return () => setConfirmationHandler(undefined);
  }, []);
  if (!asked) return null;
  return (
    <Suspense>
      <ConfirmIdentityDialog
        onClose={(confirmed) => {
          asked(confirmed);
          setAsked(undefined);
        }}
      />
    </Suspense>
  );
}
