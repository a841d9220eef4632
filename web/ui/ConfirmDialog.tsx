import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { useSingleRun } from '#web/lib/useSingleRun.ts';
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
  const { busy, run } = useSingleRun();
  const confirm = () =>
    run(async () => {
      await onConfirm();
      onClose();
    });
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
