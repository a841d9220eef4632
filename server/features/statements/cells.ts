import type { CellValue } from '#server/spreadsheets/spreadsheet.ts';
import { limits } from '#shared/limits.ts';

// What stands in a cell of a bank statement.

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const byDayFirst = /^(\d{1,2})[-/. ](\d{1,2}|[a-z]{3,9})[-/., ]+(\d{4}|\d{2})(?![\d/.-])/i;
const byYearFirst = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;

/** The days that a spreadsheet program counts from the end of 1899, where a date came as a plain number. */
const firstSerial = 36_526;
const lastSerial = 73_050;
const dayMs = 24 * 60 * 60 * 1_000;

/** A cell as text, with single blanks. */
export function textOf(cell: CellValue | undefined): string {
  if (cell === null || cell === undefined) return '';
  const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  const text = isReal ? date.toISOString().slice(0, 10) : '';
  return text >= limits.firstPaymentDay && text <= limits.lastDate ? text : null;
}

/**
 * The day in a cell, the day before the month as in India: `21/11/2026`, `21-11-26`, `21.11.2026`, `21-Nov-26`, `21 Nov 2026`,
 * `2026-11-21`, each with or without a time behind it, a date of a workbook or its number.
 * @returns YYYY-MM-DD; null for what is no day from 2000 on
 */
export function parseDay(cell: CellValue | undefined): string | null {
  if (cell instanceof Date) {
    return Number.isNaN(cell.getTime())
      ? null
      : dayOf(cell.getUTCFullYear(), cell.getUTCMonth() + 1, cell.getUTCDate());
  }
  if (typeof cell === 'number') {
    if (!(cell >= firstSerial && cell <= lastSerial)) return null;
    const date = new Date(Date.UTC(1899, 11, 30) + Math.floor(cell) * dayMs);
    return dayOf(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
  }
  const text = textOf(cell).replace(/^'/, '');
  const iso = byYearFirst.exec(text);
  if (iso) return dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const found = byDayFirst.exec(text);
  if (!found) return null;
  const [, day = '', monthText = '', yearText = ''] = found;
  const named = months.indexOf(monthText.slice(0, 3).toLowerCase()) + 1;
  const month = /^\d/.test(monthText) ? Number(monthText) : named;
  const year = Number(yearText) + (yearText.length === 2 ? 2_000 : 0);
  return dayOf(year, month, Number(day));
}

export interface Amount {
  /** Paise, never negative. */
  paise: number;
  /** What the cell itself says of it: `Cr`, a minus, brackets; null for a bare number. */
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
 * An amount as Indian banks write it: `1,00,000.00`, `₹ 500`, `Rs. 1,000.5`, `1,000.00 Cr`, `(1,000.00)`, `-500`, `500.00-`.
 * @returns null for what is no amount, or more than any bank moves
 */
export function parseAmount(cell: CellValue | undefined): Amount | null {
  if (typeof cell === 'number') return amountOf(Math.abs(cell), cell < 0 ? 'debit' : null);
  if (typeof cell !== 'string') return null;
  let text = textOf(cell)
    .replace(/^'/, '')
    .replace(/₹|\brs\.?(?=\s|\d)|\binr\b/gi, '')
    .replace(/\s/g, '');
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
