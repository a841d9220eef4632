const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
];

/** A day as `YYYY-MM-DD`; null if there is none such. */
export function calendarDay(year: number, month: number, day: number): string | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.toISOString().slice(0, 10) : null;
}

/** The month of an English name, whole or its first three letters or more: 1 to 12; 0 for another word. */
export function monthNamed(word: string): number {
  const name = word.toLowerCase();
  return name.length < 3 ? 0 : months.findIndex((month) => month.startsWith(name)) + 1;
}
