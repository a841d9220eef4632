import { startOfIndianDay } from '#shared/clock.ts';
import type { SubscriptionSettings } from '#shared/contracts/subscription.ts';
import type { SubscriptionAhead } from '#shared/contracts/tiers.ts';
import { daysOfFinancialYear, financialYearOf, firstDayOfMonth, nextFinancialYear } from '#shared/financial-year.ts';

// The rules of the annual subscription by day. Days are YYYY-MM-DD in India.

type Asking = Pick<SubscriptionSettings, 'enabled' | 'firstYear'>;

/** The financial year whose subscription is due on a day; null for none. */
export function yearAskedFor({ enabled, firstYear }: Asking, today: string): string | null {
  const year = financialYearOf(today);
  return enabled && year >= firstYear ? year : null;
}

/** The next year, if its subscription can be paid early; else null. */
export function yearPayableEarly(
  { enabled, firstYear, payableFrom }: Asking & Pick<SubscriptionSettings, 'payableFrom'>,
  today: string,
): string | null {
  const year = financialYearOf(today);
  const next = nextFinancialYear(year);
  if (!enabled || payableFrom === null || next < firstYear) return null;
  return today >= firstDayOfMonth(year, payableFrom) ? next : null;
}

type FirstYear = Pick<SubscriptionSettings, 'yearOfApproval' | 'freeFromMonth'>;

/** Members approved before this moment owe the subscription of a year. */
export function owedBefore(year: string, { yearOfApproval, freeFromMonth }: FirstYear): Date {
  if (yearOfApproval === 'included') return startOfIndianDay(daysOfFinancialYear(year).first);
  const next = nextFinancialYear(year);
  return startOfIndianDay(
    freeFromMonth === null ? daysOfFinancialYear(next).first : firstDayOfMonth(year, freeFromMonth),
  );
}

/** What somebody who is approved on a day owes beside the admission: with the approval, and every year from a later day on. */
export function subscriptionAhead(
  settings: Asking & FirstYear & Pick<SubscriptionSettings, 'amount'>,
  day: string,
): SubscriptionAhead {
  const year = yearAskedFor(settings, day);
  const isOwed = year !== null && startOfIndianDay(day) < owedBefore(year, settings);
  const next = nextFinancialYear(financialYearOf(day));
  const first = settings.firstYear > next ? settings.firstYear : next;
  const { amount } = settings;
  return { withApproval: isOwed ? year : null, from: daysOfFinancialYear(first).first, amount };
}

const dayMs = 24 * 60 * 60 * 1_000;

/** The limits of a payment that is `days` old on a day: its period or an earlier one, created before this moment. */
export function olderThan(days: number, today: string): { period: string; createdBefore: Date } {
  const start = startOfIndianDay(today).getTime();
  const last = new Date(start - days * dayMs);
  // Noon avoids a shift to another day.
  const day = new Date(last.getTime() + dayMs / 2).toISOString().slice(0, 10);
  return { period: financialYearOf(day), createdBefore: new Date(last.getTime() + dayMs) };
}
