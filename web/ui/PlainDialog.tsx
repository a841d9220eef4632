import {
  type FormEventHandler,
  type KeyboardEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { LayerContext, useOpenLayer } from '#web/lib/shortcuts.ts';
import styles from './PlainDialog.module.css';

interface PlainDialogProps {
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
  /** For two columns. */
  wide?: boolean;
  /** For a question: as large as its text, on phones too. */
  small?: boolean;
}

/**
 * The browser's own modal dialog, for pages without the component library and for questions anywhere; fills the screen on
 * phones. Escape closes it and gives the focus back. Menus and calendars of the component library would lie under it:
 * a dialog with such fields is a ModalDialog.
 */
export function PlainDialog({ open, ...rest }: PlainDialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog(props: Omit<PlainDialogProps, 'open'>) {
  const { title, onClose, children, actions, onSubmit, busy = false, wide, small } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const layer = useOpenLayer(true, onSubmit !== undefined);
  // What is in it comes once it is open: only then can something in it take the focus.
  const [shown, setShown] = useState(false);
  // Text that is marked by dragging may end outside; only a press that began there as well is one on the curtain.
  const pressedOutside = useRef(false);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    setShown(true);
    // Closing gives the focus back; taking the element away would not.
    return () => element.close();
  }, []);
  // The pressed button was at rest during the call and has lost the focus; without it no key would reach the dialog.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!busy && !element?.contains(document.activeElement)) element?.focus({ preventScroll: true });
  }, [busy]);

  const close = () => {
    if (!busy) onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // Neither the dialog below nor the browser, which closes at the second Escape whatever the page says.
    event.stopPropagation();
    event.preventDefault();
    close();
  };
  const body = shown && (
    <>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <button type="button" className={styles.close} aria-label="Close" onClick={close} disabled={busy}>
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d="m5 5 14 14M19 5 5 19" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </svg>
      </button>
      {/* A long text without a field or a link is scrolled by keyboard only where it takes the focus itself. */}
      <div className={styles.content} tabIndex={onSubmit || small ? undefined : 0}>
        <LayerContext value={layer}>{children}</LayerContext>
      </div>
      {actions && (
        <div className={styles.actions}>
          <LayerContext value={layer}>{actions}</LayerContext>
        </div>
      )}
      {/* Notices lie outside of the dialog, where a screen reader does not look now; see Toasts. */}
      <p className="unseen" role="status" data-notices />
    </>
  );
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
      tabIndex={-1}
      aria-labelledby={id}
      data-size={wide ? 'wide' : small ? 'small' : undefined}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        close();
      }}
      onClose={(event) => {
        // The way back of a phone, pressed twice, does not ask.
        if (event.target !== event.currentTarget || dialog.current?.open) return;
        if (busy) dialog.current?.showModal();
        else onClose();
      }}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === dialog.current;
      }}
      onClick={(event) => {
        if (event.target === dialog.current && pressedOutside.current) close();
      }}
    >
      {onSubmit ? (
        <form noValidate onSubmit={onSubmit} className={styles.form}>
          {body}
        </form>
      ) : (
        <div className={styles.form}>{body}</div>
      )}
    </dialog>,
    document.body,
  );
}
