import { parseCsv } from 'hucre/csv';
import type { CellValue, SheetRow } from './spreadsheet.ts';

/** Separators of tables in text files. Others are not guessed. */
const separators = [',', ';', '\t'] as const;

/**
 * Decodes a text file: UTF-16 by its byte order mark, UTF-8 with or without one, else windows-1252, in which every byte
 * sequence is valid.
 * @returns null for a binary file
 */
export function decodeText(bytes: Uint8Array): string | null {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/**
 * The separator of a table in text: the one that gives most of its first lines the same number of columns, and among
 * equals the one with most columns. Text in quotation marks is ignored.
 */
export function separatorOf(text: string): string {
  const lines = text
    .slice(0, 50_000)
    .replace(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, 50);
  let best = { separator: ',', lines: 0, columns: 0 };
  for (const separator of separators) {
    const counts = new Map<number, number>();
    for (const line of lines) {
      const count = line.split(separator).length - 1;
      if (count > 0) counts.set(count, (counts.get(count) ?? 0) + 1);
    }
    // Agreement between lines counts more than the number of columns: a narration may be full of commas.
    for (const [columns, agreeing] of counts) {
      if (agreeing > best.lines || (agreeing === best.lines && columns > best.columns)) {
        best = { separator, lines: agreeing, columns };
      }
    }
  }
  return best.separator;
}

/** A cell may go over so many lines. */
const maxCellLines = 200;

/** A record by RFC 4180, and the beginning of one whose last cell is still open. */
function grammarOf(separator: string): { whole: RegExp; open: RegExp } {
  const quoted = '"[^"]*(?:""[^"]*)*"';
  const cell = `(?:${quoted}|[^"${separator}]*)`;
  return {
    whole: new RegExp(`^${cell}(?:${separator}${cell})*$`),
    open: new RegExp(`^(?:${cell}${separator})*"[^"]*(?:""[^"]*)*$`),
  };
}

/**
 * The rows of a text. A quotation mark that is no part of a quoted cell breaks its own line, and no other.
 * @param maxLength characters in one cell
 */
export function* textRows(text: string, separator: string, maxLength: number): Generator<SheetRow> {
  const { whole, open } = grammarOf(separator);
  // The notation that makes spreadsheets keep a text: ="0123".
  const formula = new RegExp(`(^|${separator})="([^"]*)"(?=${separator}|$)`, 'g');
  const lines = text.split(/\r\n|\r|\n/);
  const rowOf = (number: number, record: string): SheetRow => {
    if (!record.includes('"')) return wide(number, record.split(separator));
    if (!whole.test(record)) return { number, cells: [record], isBroken: true };
    return wide(number, parseCsv(record, { delimiter: separator, skipBom: false })[0] ?? []);
  };
  for (let at = 0, number = 1; at < lines.length; at += 1, number += 1) {
    const line = lines[at]!.replace(formula, '$1"$2"');
    let end = at;
    let record = line;
    if (line.includes('"') && open.test(line)) {
      do {
        end += 1;
        record += `\n${lines[end] ?? '"'}`;
      } while (
        end < lines.length &&
        (!lines[end]!.includes('"') || open.test(record)) &&
        end - at < maxCellLines &&
        record.length <= 2 * maxLength
      );
      if (end >= lines.length || !whole.test(record)) end = at;
    }
    if (end === at) yield rowOf(number, line);
    else {
      const parts = lines.slice(at, end + 1).map((part, index) => rowOf(number + index, part));
      yield { ...rowOf(number, record), lines: parts };
      at = end;
    }
  }
}

const wide = (number: number, cells: CellValue[]): SheetRow => ({ number, cells, width: cells.length });
