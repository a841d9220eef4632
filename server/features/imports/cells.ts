import type { CellValue } from '#server/spreadsheets/spreadsheet.ts';

// How cells of a list are read: see docs/decisions/import.md. Nothing is guessed: where a reader does not understand
// a cell it says so, and the row needs care.

/** A cell as it is kept with its row: a day of the sheet is marked as one. */
export type StoredCell = string | number | boolean | { day: string } | null;

export function storedCell(cell: CellValue): StoredCell {
  if (cell instanceof Date) return { day: cell.toISOString().slice(0, 10) };
  // What the database takes in no text.
  return typeof cell === 'string' ? cell.replaceAll('\0', '').toWellFormed() : cell;
}

/** What a reader has made of a cell, or the message for the person who corrects it. */
export type Understood<T = string> = { value: T } | { message: string };

const understoodDigits = /\p{Nd}/gu;

/** Digits of any script as those that programs count with. */
function plainDigits(text: string): string {
  return text.replace(understoodDigits, (sign) => {
    const code = sign.codePointAt(0)!;
    // The ten digits of a script follow each other, and begin where no digit is before them.
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(code - zero);
  });
}

/** A text for readers of figures: one kind of digits, hyphens and blanks. */
export const plainText = (text: string): string =>
  plainDigits(text.normalize('NFKC'))
    .replace(/\p{Pd}|\u2212/gu, '-')
    .replace(/[\p{Zs}\t]+/gu, ' ')
    .trim();

/** The text of a cell, without the apostrophe by which spreadsheets mark a text; '' when it is empty. */
export function cellText(cell: StoredCell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'object') return cell.day;
  if (typeof cell !== 'string') return String(cell);
  return cell
    .replace(/^\s*'/, '')
    .replace(/\u200b|\ufeff/g, '')
    .trim();
}

/** What spreadsheets show where a formula has failed. */
const sheetError = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!|SPILL!|CALC!|GETTING_DATA)$/i;
export const isSheetError = (text: string): boolean => sheetError.test(text);

/** Two spellings of one word: without case, blanks and signs. */
export const wordKey = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

/** A list of spellings, as it is written down: apart by semicolon or line. */
export const spellingsIn = (list: string): string[] =>
  list
    .split(/[;\n]/)
    .map((spelling) => spelling.trim())
    .filter((spelling) => spelling !== '');
