import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { SearchField } from '#web/ui/forms/SearchField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import styles from './FilterBar.module.css';

interface Props {
  /** What is filtered, for screen readers. */
  label: string;
  search?: Pick<ComponentProps<typeof SearchField>, 'label' | 'placeholder' | 'value' | 'onChange'>;
  /** The filters. */
  children: ReactNode;
  /** How many of the filters are set, not counting the search. */
  chosen: number;
  /** Empties the search and the filters; absent where that is no more than one press away. */
  onReset?: () => void;
  /** Something is searched or filtered. */
  active?: boolean;
}

/** The search and the filters above a list. On a phone the filters fold, so that the list begins on the first screen. */
export function FilterBar({ label, search, children, chosen, onReset, active = chosen > 0 }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <search className={`flex flex-wrap items-center gap-1 no-print ${styles.bar}`} aria-label={label}>
      {search && (
        <div className={`grow ${styles.search} min-w-0`}>
          <SearchField {...search} hideLabel />
        </div>
      )}
      <Button
        look="outlined"
        className="hidden-from-sm"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {chosen > 0 ? `Filters (${chosen})` : 'Filters'}
      </Button>
      <div id={id} className={`grid gap-1 ${styles.filters}`} data-open={open || undefined}>
        {children}
      </div>
      {onReset && (
        <Button
          look="outlined"
          className={styles.reset}
          data-open={open || undefined}
          disabled={!active}
          onClick={onReset}
        >
          Reset
        </Button>
      )}
    </search>
  );
}
