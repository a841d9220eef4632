import { calendarDay } from '#server/platform/calendar-day.ts';
import type { CellValue } from '#server/platform/spreadsheets/spreadsheet.ts';
import type { ColumnMapping } from '#shared/contracts/statements.ts';
import { limits } from '#shared/limits.ts';

// Parsers of cells in bank statements.

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const byNumbers = /^(\d{1,2})[-/. ](\d{1,2})[-/., ]{1,3}(\d{4}|\d{2})(?![\d/.-])/;
const byName = /^(\d{1,2})(?:st|nd|rd|th)?[-/., ]{0,3}([a-z]{3,9})[-/., ']{0,3}(\d{4}|\d{2})(?![\d/.-])/i;
const byNameFirst = /^([a-z]{3,9})[-/. ]{0,3}(\d{1,2})(?:st|nd|rd|th)?[-/., ']{1,3}(\d{4}|\d{2})(?![\d/.-])/i;
const byDigits = /^(\d{2})(\d{2})(20\d\d)$/;
const byDigitsYearFirst = /^(20\d\d)(\d{2})(\d{2})$/;
const byYearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;

/** The range of serial dates, counted from the end of 1899, that are accepted in place of a date. */
const firstSerial = 36_526;
const lastSerial = 73_050;
const dayMs = 24 * 60 * 60 * 1_000;

/** A cell as text, with single blanks. */
export function textOf(cell: CellValue | undefined): string {
  if (cell === null || cell === undefined) return '';
  const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
  return (
    text
      .toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      // The notation that makes spreadsheets keep a text.
      .replace(/^="(.*)"$/, '$1')
      .trim()
  );
}

function dayOf(year: number, month: number, day: number): string | null {
  const text = calendarDay(year, month, day) ?? '';
  return text >= limits.firstPaymentDay && text <= limits.lastDate ? text : null;
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
    if (!(cell >= firstSerial && cell <= lastSerial)) return ofDigits(String(cell), order);
    const date = new Date(Date.UTC(1899, 11, 30) + Math.floor(cell) * dayMs);
    return dayOf(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
  }
  const text = textOf(cell).replace(/^'/, '');
  const iso = byYearFirst.exec(text);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const numbers = byNumbers.exec(text);
  if (numbers) {
    const [, first = '', second = '', year = ''] = numbers;
    const [day, month] = order === 'dayFirst' ? [first, second] : [second, first];
    return dayOf(yearOf(year), Number(month), Number(day));
  }
  const dayFirst = byName.exec(text);
  if (dayFirst) return dayOf(yearOf(dayFirst[3]!), monthOf(dayFirst[2]!), Number(dayFirst[1]));
  const monthFirst = byNameFirst.exec(text);
  if (monthFirst) return dayOf(yearOf(monthFirst[3]!), monthOf(monthFirst[1]!), Number(monthFirst[2]));
  return ofDigits(text, order);
}

const monthOf = (name: string) => months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
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

/** The only order in which a numeric date is valid; null where both are, or neither. */
export function onlyOrderOf(cell: CellValue | undefined): DateOrder | null {
  if (cell instanceof Date) return null;
  const [dayFirst, monthFirst] = [parseDay(cell), parseDay(cell, 'monthFirst')];
  return dayFirst === null ? (monthFirst === null ? null : 'monthFirst') : monthFirst === null ? 'dayFirst' : null;
}

export type DateOrder = NonNullable<ColumnMapping['dates']>;

/** A cell without content: blank, or filled with signs. */
export const isBlank = (cell: CellValue | undefined) =>
  !/[\p{L}\p{N}]/u.test(textOf(cell).replace(/^(na|n\/a|nil)$/i, ''));

export interface Amount {
  /** Paise, never negative. */
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

const mostPaise = 1e15;

/**
 * An amount as Indian banks write it: `1,00,000.00`, `₹ 500`, `INR500`, `Rs. 1,000.5`, `1,000.00 Cr`, `(1,000.00)`, `-500`, `500.00-`.
 * @returns null for another text, or an implausibly large amount
 */
export function parseAmount(cell: CellValue | undefined): Amount | null {
  if (typeof cell === 'number') return amountOf(Math.abs(cell), cell < 0 ? 'debit' : null);
  if (typeof cell !== 'string') return null;
  let text = textOf(cell)
    .replace(/^'/, '')
    .replace(/₹|\brs\.?(?=\s|\d)|\binr(?![a-z])/gi, '')
    .replace(/\s/g, '')
    .replace(/\/[-=]$/, '');
  let sign: Sign | null = null;
  const marked = /^(.*?)\(?(cr|dr|credit|debit)\.?\)?$/i.exec(text) ?? /^\(?(cr|dr)\.?\)?(.*)$/i.exec(text);
  if (marked) {
    const [first = '', second = ''] = marked.slice(1);
    const isBehind = /^(cr|dr|credit|debit)$/i.test(second);
    sign = parseSign(isBehind ? second : first);
    text = isBehind ? first : second;
  }
  const signed = /^([+\-−])(.+)$/.exec(text) ?? /^(.+)([+\-−])$/.exec(text);
  if (signed) {
    const [, first = '', second = ''] = signed;
    const isFront = /^[+\-−]$/.test(first);
    sign ??= (isFront ? first : second) === '+' ? 'credit' : 'debit';
    text = isFront ? second : first;
  }
  const bracketed = /^\((.+)\)$/.exec(text);
  if (bracketed) {
    sign ??= 'debit';
    text = bracketed[1]!;
  }
  if (!/^\d[\d,]*(\.\d*)?$|^\.\d+$/.test(text)) return null;
  return amountOf(Number(text.replaceAll(',', '')), sign);
}

function amountOf(rupees: number, sign: Sign | null): Amount | null {
  const paise = Math.round(rupees * 100);
  return Number.isFinite(rupees) && paise <= mostPaise ? { paise, sign } : null;
}
