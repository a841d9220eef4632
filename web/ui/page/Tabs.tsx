import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import styles from './Tabs.module.css';

interface TabsProps<T extends string> {
  /** The tabs' name for screen readers. */
  label: string;
  tabs: readonly { value: T; label: ReactNode }[];
  value: T;
  onChange: (tab: T) => void;
  /** The id of the panel, which is labelled by `tab-` and the value. */
  panel: string;
  className?: string | undefined;
}

/** Tabs; the arrow keys move between them, Enter or the space bar chooses. They scroll sideways where they do not fit. */
export function Tabs<T extends string>({ label, tabs, value, onChange, panel, className = '' }: TabsProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each choice
  useEffect(() => {
    const element = list.current;
    const tab = element?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!element || !tab) return;
    // `scrollIntoView` would scroll the page, too.
    if (tab.offsetLeft < element.scrollLeft) element.scrollLeft = tab.offsetLeft;
    const end = tab.offsetLeft + tab.offsetWidth - element.clientWidth;
    if (end > element.scrollLeft) element.scrollLeft = end;
  }, [value]);
  const onKeyDown = (event: KeyboardEvent) => {
    const all = [...(list.current?.children ?? [])] as HTMLElement[];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const goTo: Record<string, number> = {
      ArrowRight: (at + 1) % all.length,
      ArrowLeft: (at + all.length - 1) % all.length,
      Home: 0,
      End: all.length - 1,
    };
    const next = goTo[event.key];
    if (next === undefined) return;
    event.preventDefault();
    all[next]?.focus();
  };
  return (
    <div
      ref={list}
      role="tablist"
      aria-label={label}
      className={`flex items-center ${styles.tabs} relative border-b ${className}`}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`tab-${tab.value}`}
          aria-selected={tab.value === value}
          aria-controls={panel}
          tabIndex={tab.value === value ? 0 : -1}
          className={`bare tab ${styles.tab} flex-none`}
          onClick={() => {
            if (tab.value !== value) onChange(tab.value);
          }}
        >
          {tab.label}
        </button>
      ))}
    </div>
  );
}
