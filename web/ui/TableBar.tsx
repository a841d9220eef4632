import type { ReactNode } from 'react';
import styles from './TableBar.module.css';

/** The search and the filters above a table. */
export function TableBar({ children }: { children: ReactNode }) {
  return <search className={`stack below-2 ${styles.bar}`}>{children}</search>;
}
