import { calendarDay, monthNamed } from '#server/platform/calendar-day.ts';
import type { ColumnMapping } from '#shared/contracts/statements.ts';
import { limits } from '#shared/limits.ts';
import { type CellValue, excelDay, textOf } from './spreadsheet.ts';

// Days in cells of bank statements and lists of members: each cell is one day, and nothing else.

const byDayFirst = /^(?<day>\d{1,2})[-/. ](?<month>\d{1,2})[-/., ]{1,3}(?<year>\d{4}|\d{2})$/;
const byMonthFirst = /^(?<month>\d{1,2})[-/. ](?<day>\d{1,2})[-/., ]{1,3}(?<year>\d{4}|\d{2})$/;
const byName = /^(?<day>\d{1,2})(?:st|nd|rd|th)?[-/., ]{0,3}(?<month>[a-z]{3,9})[-/., ']{0,3}(?<year>\d{4}|\d{2})$/i;
const byNameFirst =
  /^(?<month>[a-z]{3,9})[-/. ]{0,3}(?<day>\d{1,2})(?:st|nd|rd|th)?[-/., ']{1,3}(?<year>\d{4}|\d{2})$/i;
const byDigits = /^(\d{2})(\d{2})(20\d\d)$/;
const byDigitsYearFirst = /^(20\d\d)(\d{2})(\d{2})$/;
const byYearFirst = /^(?<year>\d{4})[-/.](?<month>\d{1,2})[-/.](?<day>\d{1,2})$/;
const timeBehind =
  /[\sT,:-]+\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?\s*(?:z|ist|[+-]\d{2}:?\d{2})?$/i;

/** Serial numbers of days, counted from the end of 1899, that are accepted in place of a date. */
const firstSerial = 36_526;
const lastSerial = 73_050;

function dayOf(year: number, month: number, day: number): string | null {
  return inRange(calendarDay(year, month, day));
}
const inRange = (day: string | null) =>
  day !== null && day >= limits.firstPaymentDay && day <= limits.lastDate ? day : null;

export type DateOrder = NonNullable<ColumnMapping['dates']>;

/** A day as it is written: a year of four digits or two, the month 0 for a word that is none. */
interface DayParts {
  year: string;
  month: number;
  day: number;
}

/**
 * The day in a text, with or without a time behind it: in numbers or with an English month; the calendar may not have it.
 * @returns null for another text
 */
export function dayParts(text: string, order: DateOrder = 'dayFirst'): DayParts | null {
  const written = text.replace(timeBehind, '');
  const byNumber = order === 'dayFirst' ? byDayFirst : byMonthFirst;
  for (const form of [byYearFirst, byNumber, byName, byNameFirst]) {
    const { year = '', month = '', day } = form.exec(written)?.groups ?? {};
    if (day) return { year, month: Number(month) || monthNamed(month), day: Number(day) };
  }
  return null;
}

/**
 * The day in a cell, the day before the month as in India: `21/11/2026`, `21-11-26`, `21.11.2026`, `21-Nov-26`, `21 Nov 2026`,
 * `2026-11-21`, `20Nov2026`, `Nov 20, 2026`, `21112026`, each with or without a time after it, a date of a workbook or its number.
 * @param order how to read numeric dates
 * @returns YYYY-MM-DD; null if it is not a day from 2000 on
 */
export function parseDay(cell: CellValue | undefined, order: DateOrder = 'dayFirst'): string | null {
  if (cell instanceof Date) {
    return Number.isNaN(cell.getTime())
      ? null
      : dayOf(cell.getUTCFullYear(), cell.getUTCMonth() + 1, cell.getUTCDate());
  }
  if (typeof cell === 'number') {
    return cell >= firstSerial && cell <= lastSerial ? inRange(excelDay(cell)) : ofDigits(String(cell), order);
  }
  // Indian Overseas Bank writes the value date behind it in brackets.
  const [, first, second] = /^([^()]+) ?\(([^()]+)\)$/.exec(textOf(cell)) ?? [];
  const text = first && second && parseDay(second, order) ? first.trim() : textOf(cell);
  const parts = dayParts(text, order);
  return parts ? dayOf(yearOf(parts.year), parts.month, parts.day) : ofDigits(text.replace(timeBehind, ''), order);
}

const yearOf = (digits: string) => Number(digits) + (digits.length === 2 ? 2_000 : 0);

function ofDigits(text: string, order: DateOrder): string | null {
  const yearFirst = byDigitsYearFirst.exec(text);
  const day = yearFirst && dayOf(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]));
  if (day) return day;
  const [, first, second, year] = byDigits.exec(text) ?? [];
  if (!year) return null;
  return order === 'dayFirst'
    ? dayOf(Number(year), Number(second), Number(first))
    : dayOf(Number(year), Number(first), Number(second));
}

/** Whether a text begins as a date does, whatever follows. */
export const beginsAsDay = (cell: CellValue | undefined) =>
  /^\W*\d{1,4}[-/. ](?:\d{1,2}|[a-z]{3,9})[-/., ']{1,3}\d{2,4}/i.test(textOf(cell));

/** The only order in which a numeric date is valid; null where both are, or neither. */
export function onlyOrderOf(cell: CellValue | undefined): DateOrder | null {
  if (cell instanceof Date) return null;
  const [dayFirst, monthFirst] = [parseDay(cell), parseDay(cell, 'monthFirst')];
  return dayFirst === null ? (monthFirst === null ? null : 'monthFirst') : monthFirst === null ? 'dayFirst' : null;
}
