import type { ReactNode } from 'react';
import styles from './AnotherProof.module.css';

/** Where a proof has been sent: another one. Closed at first: open, it would invite people to pay twice. */
export function AnotherProof({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className={styles.again}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}
