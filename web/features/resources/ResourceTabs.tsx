import { type KeyboardEvent, useRef } from 'react';
import { paths } from '#shared/paths.ts';
import { msg, t } from '#web/lib/languages/text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import styles from './ResourceTabs.module.css';

const resourceTabs = [
  { id: 'resources', label: msg('Resources'), to: paths.resources },
  { id: 'information-centre', label: msg('Information centre'), to: `${paths.resources}?tab=information-centre` },
] as const;

export type ResourceTab = (typeof resourceTabs)[number]['id'];

/** Two tabs that are also links, so that they work without a script and can be shared. */
export function ResourceTabs({ current }: { current: ResourceTab }) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    const tabs = [...(list.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    const next = tabs.find((tab) => tab.getAttribute('aria-selected') === 'false');
    next?.focus();
    next?.click();
  };
  return (
    <div
      ref={list}
      className={`${styles.tabs} flex gap-3 border-b`}
      role="tablist"
      aria-label={t('Information')}
      onKeyDown={onKeyDown}
    >
      {resourceTabs.map(({ id, label, to }) => (
        <Link
          key={id}
          id={`tab-${id}`}
          role="tab"
          aria-selected={id === current}
          aria-controls={id === current ? `panel-${id}` : undefined}
          tabIndex={id === current ? 0 : -1}
          className={`tab inline-flex items-center ${styles.tab}`}
          to={to}
          preventScrollReset
        >
          {t(label)}
        </Link>
      ))}
    </div>
  );
}
