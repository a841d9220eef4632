import type { CellValue } from './spreadsheet.ts';

/** A cell as text in one line, with single blanks. */
export function textOf(cell: CellValue | undefined): string {
  if (cell === null || cell === undefined) return '';
  const text = cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
  return (
    text
      .toWellFormed()
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
