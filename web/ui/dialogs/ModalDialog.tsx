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
import { LayerContext, useOpenLayer } from '#web/lib/browser/shortcuts.ts';
import { t } from '#web/lib/languages/text.ts';
import { Dialog } from './Dialog.tsx';
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
  wide?: boolean | 'full' | undefined;
  /** Beside the title: the position in a list, and the buttons to the next and previous record. */
  head?: ReactNode;
  /** For a question: as large as its text, on phones too. */
  small?: boolean | undefined;
  /** At the left edge of a wide window, so that the content at the right stays visible. */
  beside?: boolean | undefined;
}

/** The browser's native modal dialog; fills the screen on phones. Escape closes it and returns the focus. */
export function ModalDialog({ open, ...rest }: ModalDialogProps) {
  return open ? <OpenDialog {...rest} /> : null;
}

function OpenDialog(props: Omit<ModalDialogProps, 'open'>) {
  const { title, onClose, children, actions, onSubmit, busy = false, wide, small, head, beside } = props;
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const layer = useOpenLayer(true, onSubmit !== undefined);
  // The content is rendered once the dialog is open, as only then it can take the focus.
  const [shown, setShown] = useState(false);
  // The pressed button lost the focus when it was disabled during the call; keys would no longer reach the dialog.
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!busy && !element?.contains(document.activeElement)) element?.focus({ preventScroll: true });
  }, [busy]);

  // The browser cannot give the focus back to what lies under another dialog, as under the question that discards this one.
  const opener = useRef<Element>(null);
  useLayoutEffect(
    () => () =>
      queueMicrotask(() => {
        if (document.activeElement === document.body && opener.current instanceof HTMLElement)
          opener.current.focus({ preventScroll: true });
      }),
    [],
  );

  const close = () => {
    if (!busy) onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    // Keeps Escape from the dialog below, and from the browser, which closes the dialog at the second Escape in any case.
    event.stopPropagation();
    event.preventDefault();
    close();
  };
  const body = shown && (
    <>
      {/* No header element: in a dialog over another it would count as the page's banner. */}
      <div className={`flex flex-wrap items-center ${styles.head} gap-4px-2`}>
        <h2 id={id} className="text-22 m-0">
          {title}
        </h2>
        {head && <LayerContext value={layer}>{head}</LayerContext>}
      </div>
      <button
        type="button"
        className={`touch-square bare text-muted rounded-full tints ${styles.close}`}
        aria-label={t('Close')}
        onClick={close}
        disabled={busy}
      >
        <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
          <path d="m5 5 14 14M19 5 5 19" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
        </svg>
      </button>
      {/* Focusable, so that a long text without fields or links can be scrolled by keyboard. */}
      <div className={`${styles.content} border-t`} tabIndex={onSubmit || small ? undefined : 0}>
        <LayerContext value={layer}>{children}</LayerContext>
      </div>
      {actions && (
        <div className={`flex flex-wrap gap-1 ${styles.actions} justify-end border-t p-2`}>
          <LayerContext value={layer}>{actions}</LayerContext>
        </div>
      )}
      {/* Repeats notices for screen readers, which ignore everything outside the open dialog; see Toasts. */}
      <p className="sr-only" role="status" data-notices />
    </>
  );
  return createPortal(
    <Dialog
      ref={dialog}
      className={`dialog ${styles.dialog} overflow-hidden`}
      onClose={onClose}
      busy={busy}
      show={(element) => {
        opener.current = document.activeElement;
        element.showModal();
        setShown(true);
      }}
      tabIndex={-1}
      aria-labelledby={id}
      data-size={wide === 'full' ? 'full' : wide ? 'wide' : small ? 'small' : undefined}
      data-beside={beside || undefined}
      onKeyDown={onKeyDown}
    >
      {onSubmit ? (
        <form noValidate onSubmit={onSubmit} className={`flex flex-col ${styles.form} relative`}>
          {body}
        </form>
      ) : (
        <div className={`flex flex-col ${styles.form} relative`}>{body}</div>
      )}
    </Dialog>,
    document.body,
  );
}
