import type { ReactNode } from 'react';
import { langOf } from '#web/lib/text.ts';
import styles from './PageHeader.module.css';

interface PageHeaderProps {
  title: string;
  /** The title is the site's, with a name in it: in the language of the page whatever the name's script is. */
  isOurs?: true;
  /** A line below the title. */
  text?: ReactNode;
  /** Buttons at the right. */
  children?: ReactNode;
}

/** The header of a page of the member or admin area. */
export function PageHeader({ title, isOurs, text, children }: PageHeaderProps) {
  return (
    <div className="row gap-2 below-2 apart">
      <div>
        <h1 className="flush text-28" lang={isOurs ? undefined : langOf(title)}>
          {title}
        </h1>
        {text && <p className="muted flush above-half">{text}</p>}
      </div>
      {children && <div className={`wraps gap-1 no-print ${styles.actions}`}>{children}</div>}
    </div>
  );
}
