import type { BulkAction } from '#shared/contracts/bulk-decisions.ts';
import { formatNumber } from '#shared/money.ts';
import { Button } from '#web/ui/page/Button.tsx';
import styles from './BulkBar.module.css';
import { actionLabels } from './outcome.tsx';
import type { Ticks } from './useTicks.ts';

interface Props {
  ticks: Ticks;
  /** The number of registrations that match the filter. */
  total: number;
  onAction: (action: BulkAction) => void;
}

/** The actions on the ticked rows. */
export function BulkBar({ ticks, total, onAction }: Props) {
  const { items, all, setAll, clear } = ticks;
  if (items.length === 0 && !all) return null;
  const number = all ? total : items.length;
  return (
    <section className={`sticky-bottom ${styles.bar} mt-2 rounded bg-surface shadow`} aria-label="Ticked registrations">
      <span className="text-14 font-semibold" role="status">
        {all ? `All ${formatNumber(number)} that the filter finds` : `${formatNumber(number)} ticked`}
      </span>
      {!all && total > items.length && (
        <Button small look="text" onClick={() => setAll(true)}>
          Tick all {formatNumber(total)} that the filter finds
        </Button>
      )}
      <span className={`${styles.actions} ml-auto flex flex-wrap gap-1`}>
        <Button small onClick={() => onAction('approve')}>
          {actionLabels.approve}
        </Button>
        <Button small look="outlined" danger onClick={() => onAction('reject')}>
          {actionLabels.reject}
        </Button>
        <Button small look="outlined" onClick={() => onAction('askPayment')}>
          {actionLabels.askPayment}
        </Button>
        <Button small look="outlined" onClick={() => onAction('askCorrection')}>
          {actionLabels.askCorrection}
        </Button>
        <Button small look="text" onClick={clear}>
          Clear
        </Button>
      </span>
    </section>
  );
}
