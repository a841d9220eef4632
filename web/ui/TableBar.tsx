import type { ReactNode } from 'react';
import styles from './TableBar.module.css';

/** Search and filters over a table. */
export function TableBar({ children }: { children: ReactNode }) {
  return <search className={styles.bar}>{children}</search>;
}
