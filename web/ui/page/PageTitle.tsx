import type { ReactNode } from 'react';
import { langOf } from '#web/lib/languages/written-text.ts';
import styles from './PageTitle.module.css';

/** The title band at the top of a public page. */
export function PageTitle({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <header className={styles.band}>
      <div className="container">
        <h1 className={`m-0 ${styles.title}`} lang={typeof title === 'string' ? langOf(title) : undefined}>
          {title}
        </h1>
        {children && <div className={`text-muted text-18 measure mt-2 ${styles.lead}`}>{children}</div>}
      </div>
    </header>
  );
}
