import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/**
 * Asks before a dialog is closed in which something has been typed.
 * @returns `close` for the dialog's `onClose`, and the question, to be put inside the dialog
 */
export function useDiscardQuestion(dirty: boolean, onClose: () => void): { close: () => void; question: ReactNode } {
  const [asking, setAsking] = useState(false);
  const close = () => {
    if (dirty) setAsking(true);
    else onClose();
  };
  const question = (
    <ConfirmDialog
      open={asking}
      danger
      title="Discard what you typed?"
      confirmLabel="Discard"
      onConfirm={async () => onClose()}
      onClose={() => setAsking(false)}
    >
      It has not been saved.
    </ConfirmDialog>
  );
  return { close, question };
}
