/** A day and a time as they are typed: the digits of each part, '' if empty. */
export interface Parts {
  day: string;
  month: string;
  year: string;
  hour: string;
  minute: string;
  /** 'am' or 'pm' */
  half: string;
}

export const noParts: Parts = { day: '', month: '', year: '', hour: '', minute: '', half: '' };

/** @param value `YYYY-MM-DD` with or without `THH:mm` */
export function partsOf(value: string): Parts {
  const [, hours, minute] = /T(\d{2}):(\d{2})/.exec(value) ?? [];
  if (hours === undefined || minute === undefined) return { ...noParts, ...dayPartsOf(value) };
  const hour = String(Number(hours) % 12 || 12).padStart(2, '0');
  return { ...dayPartsOf(value), hour, minute, half: Number(hours) < 12 ? 'am' : 'pm' };
}

export function dayPartsOf(day: string): Pick<Parts, 'day' | 'month' | 'year'> {
  const [, year = '', month = '', date = ''] = /^(\d{4})-(\d{2})-(\d{2})/.exec(day) ?? [];
  return { day: date, month, year };
}

/** `YYYY-MM-DD`, with a time `YYYY-MM-DDTHH:mm`; '' for what is invalid or incomplete. */
export function writeParts(parts: Parts, withTime: boolean): string {
  const day = dayOf(parts);
  if (!withTime || day === '') return day;
  const { hour, minute, half } = parts;
  if (hour === '' || minute === '' || half === '') return '';
  if (Number(hour) < 1 || Number(hour) > 12 || Number(minute) > 59) return '';
  const hours = (Number(hour) % 12) + (half === 'pm' ? 12 : 0);
  return `${day}T${String(hours).padStart(2, '0')}:${minute.padStart(2, '0')}`;
}

/** What is wrong with parts that make no value: a day that no month has, or something missing; '' when all or none are there. */
export function whyNone(parts: Parts, withTime: boolean): '' | 'impossible' | 'incomplete' {
  const { day, month, year } = parts;
  if (Object.values(parts).join('') === '' || writeParts(parts, withTime) !== '') return '';
  return day !== '' && month !== '' && year.length === 4 && dayOf(parts) === '' ? 'impossible' : 'incomplete';
}

function dayOf({ day, month, year }: Parts): string {
  if (year.length !== 4 || day === '' || month === '') return '';
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isoOf(dateOf(text)) === text ? text : '';
}

/** Noon in UTC, so that no time zone or clock change shifts the day. */
const dateOf = (day: string) => new Date(`${day}T12:00:00Z`);

const isoOf = (date: Date) => (Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10));

/** Adds days or months; a day that the month does not have becomes its last one. */
export function moved(day: string, { days = 0, months = 0 }: { days?: number; months?: number }): string {
  const date = dateOf(day);
  if (months !== 0) {
    const day = date.getUTCDate();
    date.setUTCDate(1);
    date.setUTCMonth(date.getUTCMonth() + months);
    const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
    date.setUTCDate(Math.min(day, last));
  }
  date.setUTCDate(date.getUTCDate() + days);
  return isoOf(date);
}

/** The 42 days of the six weeks that show a month, starting on Monday. */
export function sixWeeks(day: string): string[] {
  const first = dateOf(`${day.slice(0, 7)}-01`);
  const before = (first.getUTCDay() + 6) % 7;
  return Array.from({ length: 42 }, (_, index) => moved(isoOf(first), { days: index - before }));
}
