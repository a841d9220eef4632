import { type ComponentProps, type RefObject, useLayoutEffect, useRef } from 'react';
import { useBackCloses } from '#web/lib/browser/open-dialogs.ts';

interface DialogProps extends Omit<ComponentProps<'dialog'>, 'onClose' | 'open'> {
  ref?: RefObject<HTMLDialogElement | null>;
  /** Escape, a phone's Back, or a press that begins and ends outside asks for it; the owner then no longer renders the dialog. */
  onClose: () => void;
  /** A call is in progress: the dialog stays open until it is answered. */
  busy?: boolean;
  /** Opens it otherwise than by itself alone. */
  show?: (dialog: HTMLDialogElement) => void;
}

/** The browser's native modal dialog, open as long as it is rendered. */
export function Dialog({ ref, onClose, busy = false, show = (dialog) => dialog.showModal(), ...rest }: DialogProps) {
  const ownRef = useRef<HTMLDialogElement>(null);
  const dialog = ref ?? ownRef;
  // A drag that selects text may end outside; only a press that also began there closes the dialog.
  const pressedOutside = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    show(element);
    // Closing returns the focus; removing the element would not.
    return () => element.close();
  }, []);

  const close = () => {
    if (!busy) onClose();
  };
  useBackCloses(true, close);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it
    <dialog
      ref={dialog}
      // It may be open before its script runs.
      suppressHydrationWarning
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
      onClose={(event) => {
        // A phone's back button, pressed twice, closes the dialog without a cancel event.
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
      {...rest}
    />
  );
}
