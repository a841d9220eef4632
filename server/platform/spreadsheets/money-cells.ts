import { calendarDay, monthNamed } from '#server/platform/calendar-day.ts';
import type { CellValue } from '#server/platform/spreadsheets/spreadsheet.ts';
import type { ColumnMapping } from '#shared/contracts/statements.ts';
import { limits } from '#shared/limits.ts';
import { excelDay, textOf } from './spreadsheet.ts';

// Cells of bank statements and lists of deductions: each is one day, one amount or one sign, and nothing else.

const byNumbers = /^(\d{1,2})[-/. ](\d{1,2})[-/., ]{1,3}(\d{4}|\d{2})$/;
const byName = /^(\d{1,2})(?:st|nd|rd|th)?[-/., ]{0,3}([a-z]{3,9})[-/., ']{0,3}(\d{4}|\d{2})$/i;
const byNameFirst = /^([a-z]{3,9})[-/. ]{0,3}(\d{1,2})(?:st|nd|rd|th)?[-/., ']{1,3}(\d{4}|\d{2})$/i;
const byDigits = /^(\d{2})(\d{2})(20\d\d)$/;
const byDigitsYearFirst = /^(20\d\d)(\d{2})(\d{2})$/;
const byYearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
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
  const text = textOf(cell).replace(timeBehind, '');
  const iso = byYearFirst.exec(text);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numbers = byNumbers.exec(text);
  if (numbers) {
    const [, first = '', second = '', year = ''] = numbers;
    const [day, month] = order === 'dayFirst' ? [first, second] : [second, first];
    return dayOf(yearOf(year), Number(month), Number(day));
  }
  const dayFirst = byName.exec(text);
  if (dayFirst) return dayOf(yearOf(dayFirst[3]!), monthNamed(dayFirst[2]!), Number(dayFirst[1]));
  const monthFirst = byNameFirst.exec(text);
  if (monthFirst) return dayOf(yearOf(monthFirst[3]!), monthNamed(monthFirst[1]!), Number(monthFirst[2]));
  return ofDigits(text, order);
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

/** A cell without letters and digits. */
export const isBlank = (cell: CellValue | undefined) => !/[\p{L}\p{N}]/u.test(textOf(cell));

export interface Amount {
  /** Paise, never negative; 0 for a cell that is empty or says so. */
  paise: number;
  /** The cell's own sign: `Cr`, a minus, brackets; null for a bare number. */
  sign: Sign | null;
}
export type Sign = 'credit' | 'debit';

/** `Cr`, `C`, `Credit`, `+`, `Deposit` and their opposites; null for anything else. */
export function parseSign(cell: CellValue | undefined): Sign | null {
  const text = textOf(cell)
    .toLowerCase()
    .replace(/[().\s]/g, '');
  if (/^(cr|c|credit|credited|\+|deposit)$/.test(text)) return 'credit';
  if (/^(dr|d|db|debit|debited|-|−|withdrawal)$/.test(text)) return 'debit';
  return null;
}

const maxPaise = 1e15;
const maxLength = 60;
const empty = /^(?:[-–—−]{1,3}|nil|na|n\/a)?$/i;
/** Without grouping, in threes, or in the Indian way; a comma is never a decimal point. */
const digits = /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d{2})*,\d{3})(?:\.\d{1,2})?$/;
/** What may stand before and behind the digits, from outside to inside, and the sign that it is. */
const marks: readonly [RegExp, Sign | null][] = [
  [/^(.*\d)\/[-=]$/, null],
  [/^(?:₹|rs\.?(?![a-z])|inr(?![a-z])) ?(.+)$/i, null],
  [/^(.*[\d)]) ?(?:₹|rs\.?|inr)$/i, null],
  [/^(.*[\d)./-]) ?\(?(?:cr|c|credit)\.?\)?$/i, 'credit'],
  [/^(.*[\d)./-]) ?\(?(?:dr|d|debit)\.?\)?$/i, 'debit'],
  [/^\(?cr\.?\)? ?(.*\d.*)$/i, 'credit'],
  [/^\(?dr\.?\)? ?(.*\d.*)$/i, 'debit'],
  [/^[-−] ?(.+)$/, 'debit'],
  [/^(.*\d) ?[-−]$/, 'debit'],
  [/^\((.+)\)$/, 'debit'],
];

/**
 * An amount as Indian banks write it: `1,00,000.00`, `₹ 500`, `INR500`, `Rs. 1,000.5`, `1,000.00 Cr`, `(1,000.00)`, `-500`, `500.00-`.
 * @param isSigned a column of debits and credits, in which a plus is a sign too
 * @returns null for anything else: another text, two signs that contradict each other, or an implausibly large amount
 */
export function parseAmount(cell: CellValue | undefined, isSigned = false): Amount | null {
  if (cell === null || cell === undefined) return { paise: 0, sign: null };
  if (typeof cell === 'number') {
    const paise = Math.abs(cell) * 100;
    return Math.abs(paise - Math.round(paise)) < 1e-4 ? amountOf(Math.abs(cell), cell < 0 ? 'debit' : null) : null;
  }
  if (typeof cell !== 'string') return null;
  let text = textOf(cell);
  if (empty.test(text)) return { paise: 0, sign: null };
  if (text.length > maxLength) return null;
  const signs = new Set<Sign>();
  if (isSigned && /^\+ ?\S/.test(text)) {
    signs.add('credit');
    text = text.slice(1).trim();
  }
  const left = new Set(marks);
  while (!digits.test(text)) {
    const found = [...left].find(([mark]) => mark.test(text));
    if (!found) return null;
    const [mark, sign] = found;
    text = mark.exec(text)![1]!.trim();
    if (sign) signs.add(sign);
    left.delete(found);
  }
  if (signs.size > 1) return null;
  return amountOf(Number(text.replaceAll(',', '')), [...signs][0] ?? null);
}

function amountOf(rupees: number, sign: Sign | null): Amount | null {
  const paise = Math.round(rupees * 100);
  return Number.isFinite(rupees) && paise <= maxPaise ? { paise, sign } : null;
}

/** Whether a cell is an amount of more than nothing. */
export const hasAmount = (cell: CellValue | undefined) => (parseAmount(cell, true)?.paise ?? 0) > 0;
