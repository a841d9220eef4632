import { randomUUID } from 'node:crypto';
import { open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { FileAnswer } from '#shared/endpoint.ts';
import type { CellValue } from './spreadsheet.ts';

/** A text that a spreadsheet would take for a formula, after blanks as well. */
const looksLikeFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/**
 * One field of a CSV file: always quoted, quotation marks doubled. A text that would run as a formula gets a leading
 * apostrophe, which spreadsheets take as 'this is text'.
 */
export function csvField(text: string): string {
  const harmless = looksLikeFormula.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

/** Loaded with the first workbook: it takes 20 MB. */
const workbooks = () => import('hucre/xlsx');

export type TableFormat = 'csv' | 'xlsx';

const types: Record<TableFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The longest text that a cell of a workbook may hold. */
const cellLength = 32_767;

/** A value in a CSV file: numbers stay numbers, a text is never a formula. */
function csvValue(value: CellValue): string {
  if (value === null) return '""';
  if (value instanceof Date) return `"${value.toISOString().slice(0, 10)}"`;
  return typeof value === 'number' ? String(value) : csvField(String(value));
}

/** Text as a workbook can hold it: characters that XML forbids are left out, and what Excel would decode is escaped. */
function workbookText(text: string): string {
  return (
    text
      .toWellFormed()
      // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these may not stand in XML
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
      .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
      .slice(0, cellLength)
      .toWellFormed()
  );
}

/** CSV that Excel opens without an import dialog: a byte order mark for UTF-8, and CRLF. */
async function* csvBytes(rows: AsyncIterable<CellValue[]>): AsyncGenerator<Uint8Array> {
  let text = '\uFEFF';
  for await (const row of rows) {
    text += `${row.map(csvValue).join(',')}\r\n`;
    if (text.length > 60_000) {
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text);
}

async function* workbookRows(rows: AsyncIterable<CellValue[]>): AsyncGenerator<CellValue[]> {
  for await (const row of rows) yield row.map((cell) => (typeof cell === 'string' ? workbookText(cell) : cell));
}

/** The rows above the table's own that stay in sight, its head among them; the widths of its columns in characters. */
export interface SheetLook {
  frozen: number;
  widths: readonly number[];
}

async function* workbookBytes(
  title: string,
  rows: AsyncIterable<CellValue[]>,
  { frozen, widths }: SheetLook = { frozen: 1, widths: [] },
): AsyncGenerator<Uint8Array> {
  const { writeXlsxStream } = await workbooks();
  const columns = widths.map((width) => ({ width }));
  yield* writeXlsxStream(workbookRows(rows), { name: title, freezePane: { rows: frozen }, columns });
}

/**
 * A table as a file, written while its rows are read, in constant memory. Text never becomes a formula; a `Date` is its day
 * in UTC.
 * @param rows the head row first
 */
export function tableBytes(
  format: TableFormat,
  title: string,
  rows: AsyncIterable<CellValue[]>,
  sheet?: SheetLook,
): AsyncIterable<Uint8Array> {
  if (format === 'csv') return csvBytes(rows);
  return workbookBytes(title, rows, sheet);
}

/**
 * The same as the answer of a call.
 * @param name of the file, without its extension
 * @param sheet how a workbook's sheet looks
 * @param onBreak called when the rows could not be read to their end; the client gets a truncated file
 */
export function tableAnswer(
  format: TableFormat,
  name: string,
  title: string,
  rows: AsyncIterable<CellValue[]>,
  onBreak: (error: Error) => void,
  sheet?: SheetLook,
): FileAnswer & { body: Readable } {
  const body = Readable.from(tableBytes(format, title, rows, sheet), { objectMode: false });
  body.on('error', onBreak);
  return { body, type: types[format], attachment: `${name}.${format}`, cacheControl: 'no-store' };
}

/** As wide as the longest text of each column, within reason. */
const widthsOf = (rows: CellValue[][]) =>
  Array.from({ length: Math.max(0, ...rows.map(({ length }) => length)) }, (_, column) => {
    const lengths = rows.map((row) => (row[column] instanceof Date ? 10 : String(row[column] ?? '').length));
    return Math.min(60, Math.max(8, ...lengths) + 2);
  });

/** Small tables as the sheets of one workbook. @param name of the file, without its extension */
export async function workbookAnswer(
  name: string,
  sheets: readonly { name: string; rows: CellValue[][] }[],
): Promise<FileAnswer> {
  const { writeXlsx } = await workbooks();
  const body = await writeXlsx({
    sheets: sheets.map(({ name: title, rows }) => ({
      name: title,
      rows: rows.map((row) => row.map((cell) => (typeof cell === 'string' ? workbookText(cell) : cell))),
      columns: widthsOf(rows).map((width) => ({ width })),
      freezePane: { rows: 1 },
    })),
  });
  return { body, type: types.xlsx, attachment: `${name}.xlsx`, cacheControl: 'no-store' };
}

/**
 * Writes bytes to a file before the first of them is sent, so that what they are read from is not held open for a slow client. The file
 * has no name, and is gone when the stream or the process ends.
 * @param folder where there is room for it
 */
export async function bufferToFile(folder: string, bytes: AsyncIterable<Uint8Array>): Promise<Readable> {
  const path = join(folder, `.written-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await unlink(path);
    for await (const part of bytes) await file.writeFile(part);
    return file.createReadStream({ start: 0 });
  } catch (error) {
    await file.close();
    throw error;
  }
}
