import type { ReactNode } from 'react';
import { useBlocker } from 'react-router';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/**
 * Asks before a page, or a tab that stands in the address, is left on which something has been typed.
 * @returns the question, to be put anywhere on the page
 */
export function useLeaveQuestion(dirty: boolean): ReactNode {
  // The router listens to one blocker: of several forms on a page only those that matter may have one.
  return dirty ? <LeaveQuestion /> : null;
}

function LeaveQuestion() {
  const blocker = useBlocker(true);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      danger
      title="Discard what you typed?"
      confirmLabel="Discard"
      onConfirm={async () => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      It has not been saved.
    </ConfirmDialog>
  );
}
