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
