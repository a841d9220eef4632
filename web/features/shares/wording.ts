import { clock } from '#shared/clock.ts';
import { daysOfFinancialYear, financialYearOf, isFinancialYear } from '#shared/financial-year.ts';
import { formatExactRupees } from '#shared/money.ts';

/** A signed amount with paise, the minus before `Rs`. */
export const formatBalance = (rupees: number) =>
  `${rupees < 0 ? '−' : ''}${formatExactRupees(Math.abs(rupees))}`.replace(' ', '\u00a0');

const months = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The periods of the list: this financial year and the one before, and the last twelve months. */
export function periods() {
  const today = clock.today();
  const [year, month] = [Number(today.slice(0, 4)), Number(today.slice(5, 7))];
  const years = [today, `${year - 1}${today.slice(4)}`].map((day) => financialYearOf(day));
  return [
    ...years.map((value) => ({ value, label: `Year ${value}` })),
    ...Array.from({ length: 12 }, (_, back) => {
      const first = new Date(Date.UTC(year, month - 1 - back, 1));
      return { value: first.toISOString().slice(0, 7), label: months.format(first) };
    }),
  ];
}

/** The query of a period: a month such as 2026-11, or a financial year such as 2026-27; 'all' is no limit. */
export const queryOf = (period: string) =>
  period === 'all' ? {} : isFinancialYear(period) ? { year: period } : { period };

/** The first and the last day of a period. */
export function daysOf(period: string): { from?: string; until?: string } {
  if (period === 'all') return {};
  if (isFinancialYear(period)) {
    const { first, last } = daysOfFinancialYear(period);
    return { from: first, until: last };
  }
  const [year, month] = period.split('-').map(Number) as [number, number];
  return { from: `${period}-01`, until: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
}

/** The last day of a period that is over. */
export function pastEndOf(period: string): string | undefined {
  const { until } = daysOf(period);
  return until !== undefined && until < clock.today() ? until : undefined;
}
