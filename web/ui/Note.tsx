import type { ReactNode } from 'react';
import styles from './Note.module.css';

interface NoteProps {
  tone: 'info' | 'warning';
  /** `alert` is read out at once, `note` in its place in the text. */
  role?: 'alert' | 'note';
  /** A button beside the text. */
  action?: ReactNode;
  children: ReactNode;
}

/** A remark that must not be overlooked. */
export function Note({ tone, role = 'alert', action, children }: NoteProps) {
  return (
    <div role={role} className={styles.note} data-tone={tone}>
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
