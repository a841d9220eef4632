/** A cell as it is stored: a date is midnight UTC of the day written in the sheet; null is an empty cell. */
export type CellValue = string | number | boolean | Date | null;

export interface SheetRow {
  /** The number that a spreadsheet program shows beside the row; blank rows are counted. */
  number: number;
  /** From column A on, without empty cells at the end. */
  cells: CellValue[];
}

export interface SpreadsheetLimits {
  fileBytes: number;
  /** Of all parts of a workbook together, unpacked. */
  unpackedBytes: number;
  /** Rows that hold a value, in one sheet. */
  rows: number;
  /** Rows above them, which do not count. */
  headRows?: number;
  columns: number;
  /** Characters in one cell. */
  cellLength: number;
}

/** Why a file is not read; `message` is a sentence for people. */
export interface Refusal {
  code: 'TOO_LARGE' | 'UNSUPPORTED_FILE';
  message: string;
}

/** What the reading thread is asked for. */
export type ReaderRequest = { id: number; sheet: number; maxRows: number };

/** What the reading thread answers: once `opened`, then for each request its rows and `end`. */
export type ReaderAnswer =
  | { kind: 'opened'; sheets: string[] }
  | { kind: 'rows'; id: number; rows: SheetRow[] }
  | { kind: 'end'; id: number };
