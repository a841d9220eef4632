import { plainDigits } from '#shared/digits.ts';

/** A cell as it is stored: a date is midnight UTC of the day written in the sheet; null is an empty cell. */
export type CellValue = string | number | boolean | Date | null;

export interface SheetRow {
  /** The number that a spreadsheet program shows beside the row, counting blank rows. */
  number: number;
  /** From column A on, without empty cells at the end. */
  cells: CellValue[];
  /** Of a text file: the number of its cells, empty ones at the end too. Cells of other files have addresses. */
  width?: number;
  /** A quotation mark in it does not pair, or stands inside a cell that is not quoted. */
  isBroken?: boolean;
  /** The lines of a row with a cell of several lines: rows of their own where it has not the cells of the table. */
  lines?: SheetRow[];
}

export interface SpreadsheetLimits {
  fileBytes: number;
  /** Of all parts of a workbook together, unpacked. */
  unpackedBytes: number;
  /** Rows of one sheet without blank ones. */
  rows: number;
  /** Further rows above them, which do not count. */
  headRows?: number;
  columns: number;
  /** Characters in one cell. */
  cellLength: number;
}

/** Why a file is refused; `message` is a sentence for people. */
export interface Refusal {
  code: 'TOO_LARGE' | 'UNSUPPORTED_FILE';
  message: string;
}

/** A request to the reading thread. */
export type ReaderRequest = { id: number; sheet: number; maxRows: number };

/** The reading thread's messages: `opened` once, then for each request its rows and `end`. */
export type ReaderAnswer =
  | { kind: 'opened'; sheets: string[] }
  | { kind: 'rows'; id: number; rows: SheetRow[] }
  | { kind: 'end'; id: number };

/** A cell as text in one line, with single blanks, and digits of any script as 0 to 9. */
export function textOf(cell: CellValue | undefined): string {
  if (cell === null || cell === undefined) return '';
  const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
  return (
    plainDigits(text.toWellFormed())
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim()
      // The notations that make spreadsheets keep a text.
      .replace(/^="(.*)"$|^'(?=[\p{L}\p{N}=+@{-])/u, '$1')
      .trim()
  );
}

/** The day of a workbook's number, `YYYY-MM-DD`: counted from the end of 1899, including a 29 February 1900 that did not exist. */
export const excelDay = (serial: number): string =>
  new Date(Date.UTC(1899, 11, 30 + Math.floor(serial))).toISOString().slice(0, 10);
