import type { ReactNode } from 'react';
import styles from './PageTitle.module.css';

/** The title band at the top of a public page. */
export function PageTitle({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <header className={styles.band}>
      <div className="wrap">
        <h1 className={`flush ${styles.title}`}>{title}</h1>
        {children && <div className={`muted text-18 measure above-2 ${styles.lead}`}>{children}</div>}
      </div>
    </header>
  );
}
