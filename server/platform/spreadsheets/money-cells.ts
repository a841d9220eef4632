import type { CellValue } from '#server/platform/spreadsheets/spreadsheet.ts';
import { textOf } from './spreadsheet.ts';

// Cells of bank statements and lists of deductions: each is one amount or one sign, and nothing else.

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

/** The largest whole rupees of the ledger's columns: more is another number, such as a telephone's. */
const maxPaise = 2_147_483_647_00;
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
