import { readFile } from 'node:fs/promises';
import { strFromU8, strToU8, Unzip, UnzipInflate, unzipSync, zipSync } from 'fflate';
import { readXls, readXlsx, streamXlsxRows } from 'hucre/xlsx';
import { htmlRows } from './html-table.ts';
import type { CellValue, Refusal, SheetRow, SpreadsheetLimits } from './spreadsheet.ts';
import { decodeText, separatorOf, textRows } from './text-table.ts';

// Reads a file within limits. For reading threads only: unpacking and parsing 200 MB would block the server.

/** The sheets of a file and their rows, as its format gives them. */
interface Sheets {
  sheets: string[];
  rows(sheet: number, maxRows: number): AsyncIterable<SheetRow> | Iterable<SheetRow>;
}

/** Why a file is not read. */
class Refused extends Error {
  readonly refusal: Refusal;
  constructor(code: Refusal['code'], message: string) {
    super(message);
    this.refusal = { code, message };
  }
}

/** An open file: its sheets, and their rows without blank ones. */
export interface Source {
  sheets: string[];
  /** @throws Refused */
  rows(sheet: number, maxRows: number): AsyncGenerator<SheetRow>;
}

/** The last row of a worksheet in any program. */
const lastRow = 1_048_576;
/** Between two tags of a workbook is a cell's text, in a tag a handful of attributes. */
const longestTag = 256 * 1024;

const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

const tooLarge = (what: string) => new Refused('TOO_LARGE', `This file is too large: ${what}. Please split it.`);
const unreadable = (why: string) => new Refused('UNSUPPORTED_FILE', why);
const damaged = () => unreadable('This workbook is damaged. Please save it again and choose the new file.');
const noTable = () =>
  unreadable('This file is not a table that can be read. Please save it as CSV or as an Excel workbook (.xlsx).');

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, index) => bytes[index] === byte);
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/**
 * Checks an archive's directory before anything is unpacked. The library unpacks no part beyond the size
 * in this directory, so their sum limits everything.
 */
function checkArchive(bytes: Uint8Array, limits: SpreadsheetLimits): void {
  let unpacked = 0;
  let isWorkbook = false;
  let hasMacros = false;
  let isLying = false;
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize, size }) => {
        unpacked += originalSize;
        isLying ||= originalSize === 0 && size > 2;
        isWorkbook ||= /^[\\/]?xl[\\/][^\\/]+\.xml$/i.test(name);
        hasMacros ||= /vbaProject|macrosheets[\\/]/i.test(name);
        return false;
      },
    });
  } catch {
    throw damaged();
  }
  if (!isWorkbook || isLying) throw noTable();
  if (hasMacros) throw unreadable('This workbook holds macros. Please save it without them, as .xlsx.');
  if (unpacked > limits.unpackedBytes) throw tooLarge(`unpacked it has more than ${megabytes(limits.unpackedBytes)}`);
}

/**
 * Refuses tags with implausibly many attributes: the library's parser takes time that grows with the square
 * of their number.
 */
function checkTags(bytes: Uint8Array): void {
  let isTooLong = false;
  const unzip = new Unzip((file) => {
    // Other programs' own parts are not read.
    if (/^\/?customXml\//i.test(file.name)) return;
    let length = 0;
    let isXml: boolean | undefined;
    file.ondata = (error, chunk) => {
      isXml ??= chunk[0] === 0x3c || chunk[0] === 0xef;
      if (error || isTooLong || !isXml) return;
      let last = 0;
      for (let at = chunk.indexOf(0x3c); at >= 0; at = chunk.indexOf(0x3c, at + 1)) {
        isTooLong ||= length + at - last > longestTag;
        length = 0;
        last = at;
      }
      length += chunk.length - last;
      isTooLong ||= length > longestTag;
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    const step = 64 * 1024;
    for (let at = 0; at < bytes.length && !isTooLong; at += step) {
      unzip.push(bytes.subarray(at, at + step), at + step >= bytes.length);
    }
  } catch {
    throw damaged();
  }
  if (isTooLong) throw damaged();
}

async function sheetNames(bytes: Uint8Array): Promise<string[]> {
  const names: string[] = [];
  await readXlsx(bytes, {
    sheets: ({ name }) => {
      names.push(name);
      return false;
    },
  });
  return names;
}

/** The library knows parts by the names that Excel gives them; other programs write backslashes, other cases and prefixes. */
function withUsualNames(bytes: Uint8Array): Uint8Array {
  const parts: Record<string, Uint8Array> = {};
  const usual = (name: string) => name.replaceAll('\\', '/').toLowerCase();
  for (const [entryName, content] of Object.entries(unzipSync(bytes))) {
    const name = usual(entryName).replace(/^\//, '');
    if (name.endsWith('.rels')) {
      parts[name] = strToU8(
        strFromU8(content).replace(/ Target="[^"]*"/g, (target) => ` Target=${usual(target.slice(8))}`),
      );
    } else if (name === '[content_types].xml') {
      parts['[Content_Types].xml'] = strToU8(
        strFromU8(content).replace(/ PartName="[^"]*"/g, (part) => ` PartName=${usual(part.slice(10))}`),
      );
    } else parts[name] = /^xl\/[^/]+\.xml$/.test(name) ? withUsualPrefix(content) : content;
  }
  return zipSync(parts, { level: 0 });
}

/** Names a workbook's relationships `r:id`. */
function withUsualPrefix(content: Uint8Array): Uint8Array {
  const text = strFromU8(content);
  const prefix = /xmlns:([\w.-]+)="[^"]*\/officeDocument\/(?:2006\/)?relationships"/.exec(text)?.[1];
  if (!prefix || prefix === 'r') return content;
  return strToU8(text.replaceAll(` ${prefix}:id=`, ' r:id=').replace(`xmlns:${prefix}=`, 'xmlns:r='));
}

async function openWorkbook(bytes: Uint8Array, limits: SpreadsheetLimits): Promise<Sheets> {
  checkArchive(bytes, limits);
  checkTags(bytes);
  let readable = bytes;
  let sheets = await sheetNames(bytes).catch(() => []);
  if (sheets.length === 0) {
    readable = withUsualNames(bytes);
    sheets = await sheetNames(readable);
  }
  return {
    sheets,
    async *rows(sheet, maxRows) {
      for await (const { index, values } of streamXlsxRows(readable, { sheet, maxRows })) {
        yield { number: index + 1, cells: values };
      }
    },
  };
}

/** The workbook format from before 2007, which some banks still give out. */
async function openOldWorkbook(bytes: Uint8Array): Promise<Sheets> {
  const text = latin1(bytes);
  // The names of streams are in UTF-16.
  const names = (name: string) => text.includes([...name].join('\0'));
  if (names('EncryptedPackage')) throw unreadable('This workbook is protected by a password. Please remove it first.');
  if (names('_VBA_PROJECT')) throw unreadable('This workbook holds macros. Please save it without them, as .xlsx.');
  const workbook = await readXls(bytes);
  return {
    sheets: workbook.sheets.map(({ name }) => name),
    *rows(sheet, maxRows) {
      const rows = workbook.sheets[sheet]?.rows ?? [];
      for (const [index, cells] of rows.slice(0, maxRows || undefined).entries()) yield { number: index + 1, cells };
    },
  };
}

function openHtml(text: string, limits: SpreadsheetLimits): Sheets {
  const rows = htmlRows(text, limits.columns);
  if (rows === null) throw tooLarge(`a cell goes over more than ${limits.columns} columns`);
  if (rows.length === 0) {
    throw unreadable(
      'This file is a page without a table. Please save the table as CSV or as an Excel workbook (.xlsx).',
    );
  }
  return {
    sheets: ['Table'],
    rows: (_sheet, maxRows) => rows.slice(0, maxRows || undefined),
  };
}

function openText(text: string, limits: SpreadsheetLimits): Sheets {
  const separator = separatorOf(text);
  return {
    sheets: ['Table'],
    *rows(_sheet, maxRows) {
      let count = 0;
      for (const row of textRows(text, separator, limits.cellLength)) {
        yield row;
        count += 1;
        if (count === maxRows) return;
      }
    },
  };
}

async function openSheets(path: string, limits: SpreadsheetLimits): Promise<Sheets> {
  const bytes = new Uint8Array(await readFile(path));
  if (bytes.length > limits.fileBytes) throw tooLarge(`it has more than ${megabytes(limits.fileBytes)}`);
  if (startsWith(bytes, 0x50, 0x4b)) return openWorkbook(bytes, limits);
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return openOldWorkbook(bytes);
  // A decoder that accepts every byte takes many pictures and PDF files for text.
  if (/^(%PDF|\x89PNG|\xff\xd8\xff|GIF8|RIFF|BM|\{\\rtf)/.test(latin1(bytes.subarray(0, 8)))) throw noTable();
  const text = decodeText(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these stand in no table
  if (text === null || /[\u0001-\u0008\u000e-\u001a\u001c-\u001f]/.test(text.slice(0, 100_000))) throw noTable();
  if (
    /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]{0,2000}?-->\s*)?(<!doctype html|<html|<table|<head|<meta|<style|<div|<body)/i.test(
      text,
    )
  ) {
    return openHtml(text, limits);
  }
  return openText(text, limits);
}

/** Checks a row against the limits and trims empty cells at its end; null for a blank row. */
function usableRow(row: SheetRow, limits: SpreadsheetLimits): SheetRow | null {
  const { number, cells } = row;
  if (!(number <= lastRow)) throw damaged();
  let length = cells.length;
  while (length > 0 && isEmpty(cells[length - 1])) length -= 1;
  if (length === 0) return null;
  if (length > limits.columns) throw tooLarge(`row ${number} has more than ${limits.columns} columns`);
  const tooLong = cells.findIndex((cell) => typeof cell === 'string' && cell.length > limits.cellLength);
  if (tooLong >= 0) throw tooLarge(`a cell in row ${number} has more than ${limits.cellLength} characters`);
  const lines = row.lines?.flatMap((line) => usableRow(line, limits) ?? []);
  const trimmed = cells.slice(0, length).map((cell) => (isEmpty(cell) ? null : cell));
  return { ...row, cells: trimmed, ...(lines ? { lines } : {}) };
}

const isEmpty = (cell: CellValue | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

/** Opens a file within limits. @throws Refused */
export async function openSource(path: string, limits: SpreadsheetLimits): Promise<Source> {
  const { sheets, rows } = await openSheets(path, limits);
  if (sheets.length === 0) throw noTable();
  return {
    sheets,
    async *rows(sheet, maxRows) {
      let count = 0;
      for await (const row of rows(sheet, maxRows)) {
        const usable = usableRow(row, limits);
        if (!usable) continue;
        count += 1;
        if (count > limits.rows + (limits.headRows ?? 0)) {
          throw tooLarge(`it has more than ${limits.rows.toLocaleString('en-IN')} rows`);
        }
        yield usable;
      }
    },
  };
}

/** The refusal of a file that could not be read. Any error of the library means that the file is damaged. */
export const refusalOf = (error: unknown): Refusal =>
  error instanceof Refused
    ? error.refusal
    : unreadable('This file could not be read. Please save it again as CSV or as an Excel workbook (.xlsx).').refusal;
