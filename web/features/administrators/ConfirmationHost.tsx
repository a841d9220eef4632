import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import { setConfirmationHandler } from '#web/lib/calls/api.ts';

const ConfirmIdentityDialog = lazyPart(() => import('./ConfirmIdentityDialog.tsx'), 'ConfirmIdentityDialog');

/** Rendered on every page of the office; asks for the password when a call needs it, above all open dialogs. */
export function ConfirmationHost() {
  const [answer, setAnswer] = useState<(confirmed: boolean) => void>();
  useEffect(() => {
    setConfirmationHandler(() => new Promise((resolve) => setAnswer(() => resolve)));
    return () => setConfirmationHandler(undefined);
  }, []);
  if (!answer) return null;
  return (
    <Suspense>
      <ConfirmIdentityDialog
        onClose={(confirmed) => {
          answer(confirmed);
          setAnswer(undefined);
        }}
      />
    </Suspense>
  );
}
