import { clock } from '#shared/clock.ts';
import type { CheckoffSettings } from '#shared/contracts/checkoff.ts';
import { plainDigits } from '#shared/digits.ts';
import { addMonths, daysOfFinancialYear, financialYearOf, monthOf, monthsLeftInYear } from '#shared/financial-year.ts';

// From which month a wish holds, and until when nobody is reminded. Days are YYYY-MM-DD in India, months YYYY-MM.

type Months = Pick<CheckoffSettings, 'optionMonth' | 'effectiveMonth'>;

/** The first month of what is asked for on a day. */
export function firstMonthOf({ optionMonth, effectiveMonth }: Months, day: string): string {
  const year = Number(day.slice(0, 4));
  const isLate = Number(day.slice(5, 7)) > optionMonth;
  const isNextYears = effectiveMonth <= optionMonth;
  return `${year + Number(isLate) + Number(isNextYears)}-${String(effectiveMonth).padStart(2, '0')}`;
}

/** The last month of an authorisation that is withdrawn on a day. */
export const lastMonthOf = (months: Months, day: string): string => addMonths(firstMonthOf(months, day), -1);

/** What is deducted each time, in whole rupees: the year's amount, or its part for each month that is left of the first year. */
export const deductionOf = (
  { deduction }: Pick<CheckoffSettings, 'deduction'>,
  yearly: number,
  from: string,
): number => (deduction === 'yearly' ? yearly : Math.ceil(yearly / monthsLeftInYear(from)));

/** Days after a schedule is due, or after somebody has asked, on which nobody is reminded. */
const sparedDays = 60;
const dayMs = 24 * 60 * 60 * 1_000;
const laterBy = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** The day on which the schedule of a month is due. */
export const dueDayOf = ({ dueDay }: Pick<CheckoffSettings, 'dueDay'>, month: string): string =>
  `${addMonths(month, 1)}-${String(dueDay).padStart(2, '0')}`;

/** Until when somebody who has asked is not reminded. */
export const sparedAfterAsking = (day: string): string => laterBy(day, sparedDays);

/** Until when somebody whose first month this is is not reminded. */
export const sparedUntil = (settings: Pick<CheckoffSettings, 'dueDay'>, month: string): string =>
  laterBy(dueDayOf(settings, month), sparedDays);

/** Until when nobody with a confirmed authorisation is reminded in the running financial year. */
export function sparedThisYear(settings: Pick<CheckoffSettings, 'dueDay' | 'effectiveMonth'>): string {
  const { first } = daysOfFinancialYear(financialYearOf(clock.today()));
  const offset = (settings.effectiveMonth + 8) % 12;
  return sparedUntil(settings, addMonths(monthOf(first), offset));
}

/** A number as it is compared: letters and digits in upper case. */
export const keyOf = (text: string): string =>
  plainDigits(text.normalize('NFKC'))
    .toUpperCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** The same without zeros in front, which spreadsheets lose. */
export const withoutZeros = (key: string): string => key.replace(/^0+(?=.)/, '');
