import type { ReactNode } from 'react';
import styles from './AnotherProof.module.css';

/** A form for another proof, collapsed at first: an open one would invite people to pay twice. */
export function AnotherProof({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className={styles.again}>
      <summary>{label}</summary>
      {children}
    </details>
  );
}
