import { startOfIndianDay } from '#shared/clock.ts';
import type { SubscriptionSettings } from '#shared/contracts/subscription.ts';
import { daysOfFinancialYear, financialYearOf, firstDayOfMonth, nextFinancialYear } from '#shared/financial-year.ts';

// What the settings of the annual subscription mean on a day. Days are YYYY-MM-DD in India.

type Asking = Pick<SubscriptionSettings, 'enabled' | 'firstYear'>;

/** The financial year whose subscription is asked for on a day; null while none is. */
export function yearAskedFor({ enabled, firstYear }: Asking, today: string): string | null {
  const year = financialYearOf(today);
  return enabled && year >= firstYear ? year : null;
}

/** The year whose subscription may be paid before it begins; null while there is none. */
export function yearPayableEarly(
  { enabled, firstYear, payableFrom }: Asking & Pick<SubscriptionSettings, 'payableFrom'>,
  today: string,
): string | null {
  const year = financialYearOf(today);
  const next = nextFinancialYear(year);
  if (!enabled || payableFrom === null || next < firstYear) return null;
  return today >= firstDayOfMonth(year, payableFrom) ? next : null;
}

/** Anyone who was approved before this moment owes the subscription of a year. */
export function owedBefore(year: string, freeFromMonth: number | null): Date {
  const next = nextFinancialYear(year);
  return startOfIndianDay(
    freeFromMonth === null ? daysOfFinancialYear(next).first : firstDayOfMonth(year, freeFromMonth),
  );
}

const dayMs = 24 * 60 * 60 * 1_000;

/** What is `days` old on a day: a payment of this period or an earlier one that was created before this moment. */
export function olderThan(days: number, today: string): { period: string; createdBefore: Date } {
  const start = startOfIndianDay(today).getTime();
  const last = new Date(start - days * dayMs);
  // Noon, so that the day in India is the one that is meant.
  const day = new Date(last.getTime() + dayMs / 2).toISOString().slice(0, 10);
  return { period: financialYearOf(day), createdBefore: new Date(last.getTime() + dayMs) };
}
