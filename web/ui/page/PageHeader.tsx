import type { ReactNode, Ref } from 'react';
import { langOf } from '#web/lib/languages/written-text.ts';
import styles from './PageHeader.module.css';

interface PageHeaderProps {
  title: string;
  /** For a page that moves the focus to its title. */
  titleRef?: Ref<HTMLHeadingElement>;
  /** The title is the site's, with a name in it: in the language of the page whatever the name's script is. */
  isOurs?: true;
  /** A line below the title. */
  text?: ReactNode;
  /** Buttons at the right. */
  children?: ReactNode;
}

/** The header of a page of the member or admin area. */
export function PageHeader({ title, titleRef, isOurs, text, children }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 mb-2 justify-between">
      <div>
        <h1
          ref={titleRef}
          tabIndex={titleRef ? -1 : undefined}
          className="m-0 text-28"
          lang={isOurs ? undefined : langOf(title)}
        >
          {title}
        </h1>
        {text && <p className="text-muted m-0 mt-4px">{text}</p>}
      </div>
      {children && <div className={`flex flex-wrap gap-1 no-print ${styles.actions}`}>{children}</div>}
    </div>
  );
}
