import { formatNumber } from '#shared/money.ts';
import { BarTable, type Point } from './BarTable.tsx';
import styles from './OverviewCharts.module.css';
import type { Overview } from './WaitingNotes.tsx';

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11` as `Nov 2026`. */
function monthName(month: string): string {
  const [year, number] = month.split('-');
  return `${monthNames[Number(number) - 1]} ${year}`;
}

/** More than these are few members each. */
const mostStates = 10;

/** Registrations by month and members by state. */
export function OverviewCharts({ overview }: { overview: Overview }) {
  if (!overview.byMonth) return null;
  const months: Point[] = (overview.byMonth ?? []).map(({ month, count }) => ({ label: monthName(month), count }));
  const states: Point[] = (overview.byState ?? []).map(({ State, count }) => ({ label: State, count }));
  const [first, others] = [states.slice(0, mostStates), states.slice(mostStates)];
  const inOthers = others.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className={styles.charts}>
      <BarTable title="Registrations per month" labelHeader="Month" countHeader="Registrations" points={months} />
      <BarTable
        title="Members per state"
        labelHeader="State"
        countHeader="Members"
        points={first}
        note={
          others.length > 0 &&
          `In ${others.length} other ${others.length === 1 ? 'state' : 'states'}: ${formatNumber(inOthers)}`
        }
      />
    </div>
  );
}
