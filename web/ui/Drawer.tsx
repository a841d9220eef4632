import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useBackCloses } from '#web/lib/back-closes.ts';
import { Button } from './Button.tsx';
import styles from './Drawer.module.css';
import { CloseIcon } from './icons.tsx';

interface DrawerProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A menu over the left edge of a narrow window. Escape or a press beside it closes it. */
export function Drawer({ label, onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.showModal();
    // Closing returns the focus; removing the element would not.
    return () => element.close();
  }, []);
  useBackCloses(true, onClose);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it
    <dialog
      ref={dialog}
      aria-label={label}
      className={`dialog ${styles.drawer} flush white`}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <div className={`${styles.content} relative`}>
        <div className={styles.close}>
          <Button look="icon" aria-label="Close the menu" onClick={onClose}>
            <CloseIcon />
          </Button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
