import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type FormEventHandler, type ReactNode, useEffect, useId, useRef } from 'react';
import { LayerContext, useOpenLayer } from '#web/lib/shortcuts.ts';
import { CloseIcon } from './icons.tsx';
import styles from './ModalDialog.module.css';

interface ModalDialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** The buttons at the bottom. */
  actions?: ReactNode;
  /** Makes the dialog a form. */
  onSubmit?: FormEventHandler<HTMLFormElement>;
  /** A call is in progress: the dialog stays open until it is answered. */
  busy?: boolean;
  /** Wide enough for two columns; `full`: as large as the window. */
  wide?: boolean | 'full';
  /** Beside the title: the position in a list, and the buttons to the next and previous record. */
  head?: ReactNode;
  /** For a question: as large as its text, on phones too. */
  small?: boolean;
  /** At the left edge of a wide window, so that the content at the right stays visible. */
  beside?: boolean;
}

/** A fixed height, so that nothing moves from one record to the next. */
const full = {
  maxWidth: 1560,
  m: { sm: 1.5 },
  width: { sm: 'calc(100% - 24px)' },
  height: { sm: 'calc(100% - 24px)' },
  maxHeight: { sm: 'none' },
};

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
  head,
  small,
  beside,
}: ModalDialogProps) {
  const id = useId();
  const layer = useOpenLayer(open, onSubmit !== undefined);
  const onPhone = useMediaQuery(useTheme().breakpoints.down('sm'));
  const close = busy ? undefined : onClose;
  const paper = useRef<HTMLDivElement>(null);
  // The pressed button lost the focus when it was disabled during the call; keys would no longer reach the dialog.
  useEffect(() => {
    if (open && !busy && document.activeElement === document.body) paper.current?.focus({ preventScroll: true });
  }, [open, busy]);
  const body = (
    <>
      {head ? (
        <header className={`row ${styles.head}`}>
          <DialogTitle id={id} component="h2" sx={{ p: 0 }}>
            {title}
          </DialogTitle>
          <LayerContext value={layer}>{head}</LayerContext>
        </header>
      ) : (
        <DialogTitle id={id} component="h2" sx={{ pr: 8 }}>
          {title}
        </DialogTitle>
      )}
      <IconButton aria-label="Close" onClick={close} disabled={busy} sx={{ position: 'absolute', top: 10, right: 12 }}>
        <CloseIcon />
      </IconButton>
      {/* Focusable, so that a long text without fields or links can be scrolled by keyboard. */}
      <DialogContent
        dividers
        tabIndex={onSubmit || small ? undefined : 0}
        sx={{ outlineOffset: '-3px', ...(wide === 'full' && { p: { xs: 2, md: 0 } }) }}
      >
        <LayerContext value={layer}>{children}</LayerContext>
      </DialogContent>
      {actions && (
        <DialogActions sx={{ p: wide === 'full' ? 1.5 : 2, gap: 1, flexWrap: 'wrap' }}>
          <LayerContext value={layer}>{actions}</LayerContext>
        </DialogActions>
      )}
    </>
  );
  return (
    <Dialog
      open={open}
      onClose={(event: Event) => {
        // Keeps the browser from closing, with the same Escape, a native dialog that has just been opened.
        event.preventDefault();
        close?.();
      }}
      aria-labelledby={id}
      fullScreen={onPhone && !small}
      fullWidth
      maxWidth={false}
      scroll="paper"
      slotProps={{
        ...(beside && { container: { sx: { justifyContent: { lg: 'flex-start' } } } }),
        paper: {
          ref: paper,
          tabIndex: -1,
          sx: {
            outline: 'none',
            ...(wide === 'full'
              ? full
              : { maxWidth: wide ? 1120 : small || beside ? 520 : 720, mx: small ? 2 : undefined }),
          },
        },
      }}
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
