import Button from '@mui/material/Button';
import { type ReactNode, useRef, useState } from 'react';
import { ModalDialog } from './ModalDialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** What the button says: the deed itself, such as 'Delete'. */
  confirmLabel: string;
  /** For what cannot be taken back. */
  danger?: boolean;
  /** The deed; the dialog shows that it is under way and closes when it is done. It handles its own failures. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks before something is done that matters. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, danger, onConfirm, onClose } = props;
  const [busy, setBusy] = useState(false);
  // A second press comes before React has drawn the disabled button.
  const running = useRef(false);
  const confirm = async () => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      running.current = false;
      setBusy(false);
    }
    onClose();
  };
  return (
    <ModalDialog
      open={open}
      title={title}
      onClose={onClose}
      busy={busy}
      small
      actions={
        <>
          <Button variant="outlined" onClick={onClose} disabled={busy} autoFocus>
            Cancel
          </Button>
          <Button color={danger ? 'error' : 'primary'} onClick={() => void confirm()} loading={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </ModalDialog>
  );
}
