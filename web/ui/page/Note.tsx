import type { ReactNode } from 'react';
import { t } from '#web/lib/languages/text.ts';
import { Button } from './Button.tsx';
import { CloseIcon } from './icons.tsx';
import styles from './Note.module.css';

interface NoteProps {
  tone: 'info' | 'warning' | 'error' | 'success';
  /** Screen readers announce an `alert` at once, a `status` when they have finished, and a `note` in its place in the text. */
  role?: 'alert' | 'status' | 'note';
  className?: string | undefined;
  /** A button beside the text. */
  action?: ReactNode;
  /** Shows a button that closes it. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
}

/** An important remark. */
export function Note({ tone, role = 'alert', className = '', action, onClose, children }: NoteProps) {
  return (
    <div
      role={role}
      className={`card flex flex-wrap items-center ${styles.note} px-2 py-12px gap-1-2 ${className}`}
      data-tone={tone}
    >
      <div className={`${styles.text} min-w-0`}>{children}</div>
      {action}
      {onClose && (
        <Button look="icon" className={styles.close} aria-label={t('Close')} title={t('Close')} onClick={onClose}>
          <CloseIcon fontSize="small" />
        </Button>
      )}
    </div>
  );
}
