import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';

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
      title="Discard what you typed?"
      confirmLabel="Discard"
      onConfirm={async () => onDiscard()}
      onClose={onStay}
    >
      It has not been saved.
    </ConfirmDialog>
  );
}
