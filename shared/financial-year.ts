/** A month such as 2026-07 of a day, YYYY-MM-DD. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** The month so many months later; earlier if negative. */
export function addMonths(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  const at = year * 12 + number - 1 + count;
  return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}`;
}

const names = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const hindiNames = new Intl.DateTimeFormat('hi-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A month in words: `July 2026`. */
export const monthInWords = (month: string, language: 'en' | 'hi' = 'en'): string =>
  (language === 'en' ? names : hindiNames).format(new Date(`${month}-01T00:00:00Z`));

/** How many months of its financial year remain, this one included: 9 from July. */
export const monthsLeftInYear = (month: string): number => 12 - ((Number(month.slice(5)) + 8) % 12);

/**
 * The financial year of a day, 1 April to 31 March: `2026-27`.
 * @param day YYYY-MM-DD
 */
export function financialYearOf(day: string): string {
  const year = Number(day.slice(0, 4)) - (day.slice(5, 7) < '04' ? 1 : 0);
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
}

/** The first and the last day of a financial year, as YYYY-MM-DD. */
export function daysOfFinancialYear(year: string): { first: string; last: string } {
  const start = Number(year.slice(0, 4));
  return { first: `${start}-04-01`, last: `${start + 1}-03-31` };
}

/** Whether a text names a financial year: `2026-27` and `1999-00`, not `2026-28`. */
export function isFinancialYear(text: string): boolean {
  return /^(19|20)\d\d-\d\d$/.test(text) && Number(text.slice(5)) === (Number(text.slice(0, 4)) + 1) % 100;
}

/** The financial year after one: `2027-28` after `2026-27`. */
export function nextFinancialYear(year: string): string {
  return financialYearOf(`${Number(year.slice(0, 4)) + 1}-04-01`);
}

/**
 * The first day of a month of a financial year, as YYYY-MM-DD.
 * @param month 1 to 12; January to March are those of the next calendar year
 */
export function firstDayOfMonth(year: string, month: number): string {
  const calendarYear = Number(year.slice(0, 4)) + (month < 4 ? 1 : 0);
  return `${calendarYear}-${String(month).padStart(2, '0')}-01`;
}
