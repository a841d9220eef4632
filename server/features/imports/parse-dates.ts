import { calendarDay } from '#server/platform/calendar-day.ts';
import { dayParts } from '#server/platform/spreadsheets/day-cells.ts';
import { excelDay } from '#server/platform/spreadsheets/spreadsheet.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { type Parsed, plainText, type StoredCell } from './cells.ts';

const unclear = {
  message: 'Please write the date as day, month and year, for example 12/03/1975',
} as const;

/** A workbook's number of five digits. */
const dayOfSerial = (serial: number): Parsed =>
  serial >= 10_000 && serial < 100_000 ? { value: excelDay(serial) } : unclear;

/** Two separators, or a month before its day: such a date is not guessed. */
const isOdd = /^\p{L}|^\d+([/.-])\d+(?!\1)[/.-]/u;

/**
 * A day as `YYYY-MM-DD`: day first (`12/03/1975`, `12-3-75`, `12.03.1975`), ISO, with the month as a word, or Excel's number of five
 * digits. Month first is not supported.
 * @param latest `YYYY-MM-DD`; a year of two digits is the latest with which the day is not after it
 */
export function parseDate(cell: StoredCell, text: string, latest: string): Parsed {
  if (typeof cell === 'number') return dayOfSerial(cell);
  const plain = plainText(text).replace(/ ?([/.-]) ?/g, '$1');
  if (/^\d{5}$/.test(plain)) return dayOfSerial(Number(plain));
  const parts = isOdd.test(plain) ? null : dayParts(plain);
  if (!parts) return unclear;
  const years = parts.year.length === 4 ? [Number(parts.year)] : [2000, 1900].map((from) => from + Number(parts.year));
  const days = years.flatMap((year) => calendarDay(year, parts.month, parts.day) ?? []);
  const value = days.find((day) => day <= latest) ?? days.at(-1);
  if (value !== undefined) return { value };
  return parts.month >= 1 && parts.month <= 12 ? { message: messages.general.noDay } : unclear;
}

/** Whether somebody can have joined on this day. */
export const isPastDay = (day: string, today: string): boolean => day >= limits.firstDate && day <= today;
