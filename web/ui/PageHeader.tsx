import type { ReactNode } from 'react';
import styles from './PageHeader.module.css';

interface PageHeaderProps {
  title: string;
  /** A line below the title. */
  text?: ReactNode;
  /** Buttons at the right. */
  children?: ReactNode;
}

/** The header of a page of the member or admin area. */
export function PageHeader({ title, text, children }: PageHeaderProps) {
  return (
    <div className={`row gap-2 below-2 ${styles.header}`}>
      <div>
        <h1 className={`flush ${styles.title}`}>{title}</h1>
        {text && <p className={`muted ${styles.text}`}>{text}</p>}
      </div>
      {children && <div className={`wraps gap-1 ${styles.actions}`}>{children}</div>}
    </div>
  );
}
