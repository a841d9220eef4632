import { type ReactNode, useState } from 'react';
import { useBlocker } from 'react-router';
import { t } from '#web/lib/languages/text.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/**
 * Asks before leaving a page, or a tab that is kept in the address, with unsaved input.
 * @returns the question, to be rendered anywhere on the page
 */
export function useLeaveQuestion(dirty: boolean): ReactNode {
  // The router supports one blocker at a time, so only a form with unsaved input may have one.
  return dirty ? <LeaveQuestion /> : null;
}

function LeaveQuestion() {
  const blocker = useBlocker(true);
  return (
    <DiscardQuestion
      open={blocker.state === 'blocked'}
      onDiscard={() => blocker.proceed?.()}
      onStay={() => blocker.reset?.()}
    />
  );
}

/**
 * Asks before closing a dialog with unsaved input.
 * @returns `close` for the dialog's `onClose`, and the question, to be rendered inside the dialog
 */
export function useDiscardQuestion(dirty: boolean, onClose: () => void): { close: () => void; question: ReactNode } {
  const [asking, setAsking] = useState(false);
  const close = () => {
    if (dirty) setAsking(true);
    else onClose();
  };
  const question = <DiscardQuestion open={asking} onDiscard={onClose} onStay={() => setAsking(false)} />;
  return { close, question };
}

interface Answers {
  open: boolean;
  onDiscard: () => void;
  onStay: () => void;
}

/** Asks before unsaved input is lost. */
export function DiscardQuestion({ open, onDiscard, onStay }: Answers) {
  return (
    <ConfirmDialog
      open={open}
      danger
      title={t('Discard what you typed?')}
      confirmLabel={t('Discard')}
      onConfirm={async () => onDiscard()}
      onClose={onStay}
    >
      {t('It has not been saved.')}
    </ConfirmDialog>
  );
}
