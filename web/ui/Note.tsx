import type { ReactNode } from 'react';
import styles from './Note.module.css';

interface NoteProps {
  tone: 'info' | 'warning';
  /** Screen readers announce an `alert` at once, and a `note` in its place in the text. */
  role?: 'alert' | 'note';
  /** A button beside the text. */
  action?: ReactNode;
  children: ReactNode;
}

/** An important remark. */
export function Note({ tone, role = 'alert', action, children }: NoteProps) {
  return (
    <div role={role} className={`card row ${styles.note}`} data-tone={tone}>
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
