import type { ReactNode } from 'react';
import { showFailure } from '#web/lib/calls/failures.ts';
import { useSingleRun } from '#web/lib/calls/useSingleRun.ts';
import { t } from '#web/lib/languages/text.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { ModalDialog } from './ModalDialog.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** What will happen. */
  children: ReactNode;
  /** The button's text: the action itself, such as 'Delete'. */
  confirmLabel: string;
  /** For an action that cannot be undone. */
  danger?: boolean;
  /** The action; the dialog shows its progress, and why it failed, and then closes. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

/** Asks for confirmation before an important action. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, confirmLabel, danger, onConfirm, onClose } = props;
  const { busy, run } = useSingleRun();
  const confirm = () =>
    run(async () => {
      await onConfirm().catch(showFailure);
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
          <Button look="outlined" onClick={onClose} disabled={busy} autoFocus>
            {t('Cancel')}
          </Button>
          <Button danger={danger} onClick={() => void confirm()} busy={busy}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </ModalDialog>
  );
}
