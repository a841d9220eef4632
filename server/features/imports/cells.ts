import type { CellValue } from '#server/platform/spreadsheets/spreadsheet.ts';
import { typedDigits } from '#shared/typing.ts';

// How cells of a list are read: see docs/decisions/import.md. Nothing is guessed: a cell that a reader cannot
// interpret gets a message, and the row needs care.

/** A cell as stored with its row: a day of the sheet is marked as one. */
export type StoredCell = string | number | boolean | { day: string } | null;

/** In place of all cells of a row that has not the shape of its list: why, and its text. */
export interface UnreadCells {
  unread: string;
  text: string;
}
export type StoredCells = StoredCell[] | UnreadCells;

export const isUnread = (cells: StoredCells): cells is UnreadCells => !Array.isArray(cells);

export function storedCell(cell: CellValue): StoredCell {
  if (cell instanceof Date) return { day: cell.toISOString().slice(0, 10) };
  // NUL, which no text of the database can hold.
  return typeof cell === 'string' ? cell.replaceAll('\0', '').toWellFormed() : cell;
}

/** The value of a cell, or a message for the person who corrects it. */
export type Parsed<T = string> = { value: T } | { message: string };

/** A text for readers of numbers: ASCII digits, one kind of hyphen and blank, no sign that nobody sees. */
export const plainText = (text: string): string =>
  typedDigits(text.normalize('NFKC'))
    .replace(/\p{Pd}|\u2212/gu, '-')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .trim();

/** The text of a cell, without what makes spreadsheets keep it a text (an apostrophe, `="00123"`); '' when it is empty. */
export function cellText(cell: StoredCell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'object') return cell.day;
  if (typeof cell !== 'string') return String(cell);
  return cell
    .replace(/\u200b|\ufeff/g, '')
    .trim()
    .replace(/^="(.*)"$|^'/s, '$1')
    .trim();
}

/** The errors that spreadsheets show for failed formulas. */
const sheetError = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)$/i;
export const isSheetError = (text: string): boolean => sheetError.test(text);

/** A word for comparison: without case, blanks and signs. */
export const wordKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** Splits a list of spellings at semicolons and line ends. */
export const spellingsIn = (list: string): string[] =>
  list
    .split(/[;\n]/)
    .map((spelling) => spelling.trim())
    .filter((spelling) => spelling !== '');
