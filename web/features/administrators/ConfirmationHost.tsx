import { Suspense, useEffect, useState } from 'react';
import { setConfirmationHandler } from '#web/lib/api.ts';
import { lazyPart } from '#web/lib/lazyPart.ts';

const ConfirmIdentityDialog = lazyPart(() => import('./ConfirmIdentityDialog.tsx'), 'ConfirmIdentityDialog');

/** Has a place on every page of the office; asks for the password when a call needs it, over whatever is open. */
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
