import type { ReactNode } from 'react';
import { formatNumber } from '#shared/money.ts';
import { Tabs } from '#web/ui/page/Tabs.tsx';
import styles from './CountedTabs.module.css';

interface CountedTabsProps<T extends string> {
  /** The tabs' name for screen readers. */
  label: string;
  tabs: readonly T[];
  names: Record<T, string>;
  /** The number of entries of each tab; undefined while unknown. */
  counts: Record<T, number> | undefined;
  value: T;
  onChange: (tab: T) => void;
  /** The id of the panel. */
  id: string;
  /** The chosen tab's content. */
  children: ReactNode;
}

/** A list under tabs that show their number of entries; three fit on a phone. */
export function CountedTabs<T extends string>(props: CountedTabsProps<T>) {
  const { label, tabs, names, counts, value, onChange, id, children } = props;
  return (
    <>
      <Tabs
        label={label}
        value={value}
        onChange={onChange}
        panel={id}
        className={styles.tabs}
        tabs={tabs.map((tab) => ({
          value: tab,
          label: (
            <span className={`gap-1 ${styles.label} inline-flex items-baseline`}>
              {names[tab]}{' '}
              {counts && <span className="text-muted text-14 tabular-nums">{formatNumber(counts[tab])}</span>}
            </span>
          ),
        }))}
      />
      <div id={id} role="tabpanel" aria-labelledby={`tab-${value}`} className="pt-2">
        {children}
      </div>
    </>
  );
}
