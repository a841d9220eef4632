import Close from '@mui/icons-material/Close';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type FormEventHandler, type ReactNode, useId } from 'react';

interface ModalDialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the foot. */
  actions?: ReactNode;
  /** The dialog is a form: its fields and its buttons belong together. */
  onSubmit?: FormEventHandler<HTMLFormElement>;
  /** A call is on its way: the dialog stays until it is answered. */
  busy?: boolean;
  /** For two columns, as in a review. */
  wide?: boolean;
  /** For a question: as large as its text, on phones too. */
  small?: boolean;
}

/** A dialog of the member or admin area; fills the screen on phones. Escape closes it and gives the focus back. */
export function ModalDialog({
  open,
  title,
  onClose,
  children,
  actions,
  onSubmit,
  busy,
  wide,
  small,
}: ModalDialogProps) {
  const id = useId();
  const onPhone = useMediaQuery(useTheme().breakpoints.down('sm'));
  const close = busy ? undefined : onClose;
  const body = (
    <>
      <DialogTitle id={id} component="h2" sx={{ pr: 8 }}>
        {title}
      </DialogTitle>
      <IconButton aria-label="Close" onClick={close} disabled={busy} sx={{ position: 'absolute', top: 10, right: 12 }}>
        <Close />
      </IconButton>
      <DialogContent dividers>{children}</DialogContent>
      {actions && <DialogActions sx={{ p: 2, gap: 1, flexWrap: 'wrap' }}>{actions}</DialogActions>}
    </>
  );
  return (
    <Dialog
      open={open}
      onClose={close}
      aria-labelledby={id}
      fullScreen={onPhone && !small}
      fullWidth
      maxWidth={false}
      scroll="paper"
      slotProps={{ paper: { sx: { maxWidth: wide ? 1120 : small ? 520 : 720, mx: small ? 2 : undefined } } }}
    >
      {onSubmit ? (
        <form noValidate onSubmit={onSubmit} style={{ display: 'contents' }}>
          {body}
        </form>
      ) : (
        body
      )}
    </Dialog>
  );
}
