import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { unzipSync } from 'fflate';
import { fromHtml } from 'hucre';
import { streamCsvRows } from 'hucre/csv';
import { readXls, readXlsx, streamXlsxRows } from 'hucre/xlsx';
import type { CellValue, ReaderAnswer, ReaderRequest, Refusal, SheetRow, SpreadsheetLimits } from './spreadsheet.ts';
import { decodeText, separatorOf } from './text-table.ts';

// A thread of its own: unpacking and parsing 200 MB keeps no visitor waiting, and a file that eats memory ends this
// thread, not the server.

interface Source {
  sheets: string[];
  rows(sheet: number, maxRows: number): AsyncIterable<SheetRow> | Iterable<SheetRow>;
}

class Refused extends Error {
  readonly refusal: Refusal;
  constructor(code: Refusal['code'], message: string) {
    super(message);
    this.refusal = { code, message };
  }
}

const { path, limits } = workerData as { path: string; limits: SpreadsheetLimits };
const batchRows = 500;
const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`;

const tooLarge = (what: string) => new Refused('TOO_LARGE', `This file is too large: ${what}. Please split it.`);
const unreadable = (why: string) => new Refused('UNSUPPORTED_FILE', why);
const noTable = () =>
  unreadable('This file is not a table that can be read. Please save it as CSV or as an Excel workbook (.xlsx).');

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, index) => bytes[index] === byte);
const latin1 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/**
 * Looks at the list of an archive's parts before anything is unpacked. The library unpacks no part further than the size
 * that this list gives it, so their sum bounds everything.
 */
function checkArchive(bytes: Uint8Array): void {
  let unpacked = 0;
  let isWorkbook = false;
  let hasMacros = false;
  let isLying = false;
  try {
    unzipSync(bytes, {
      filter: ({ name, originalSize, size }) => {
        unpacked += originalSize;
        isLying ||= originalSize === 0 && size > 2;
        isWorkbook ||= /^\/?xl\/workbook\w*\.xml$/i.test(name);
        hasMacros ||= /vbaProject|macrosheets\//i.test(name);
        return false;
      },
    });
  } catch {
    throw unreadable('This workbook is damaged. Please save it again and choose the new file.');
  }
  if (!isWorkbook || isLying) throw noTable();
  if (hasMacros) throw unreadable('This workbook holds macros. Please save it without them, as .xlsx.');
  if (unpacked > limits.unpackedBytes) throw tooLarge(`unpacked it has more than ${megabytes(limits.unpackedBytes)}`);
}

async function openWorkbook(bytes: Uint8Array): Promise<Source> {
  checkArchive(bytes);
  const sheets: string[] = [];
  await readXlsx(bytes, {
    sheets: ({ name }) => {
      sheets.push(name);
      return false;
    },
  });
  return {
    sheets,
    async *rows(sheet, maxRows) {
      for await (const { index, values } of streamXlsxRows(bytes, { sheet, maxRows })) {
        yield { number: index + 1, cells: values };
      }
    },
  };
}

/** The workbook format from before 2007, which some banks still give out. */
async function openOldWorkbook(bytes: Uint8Array): Promise<Source> {
  const text = latin1(bytes);
  // The names of the streams stand in UTF-16.
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

function openHtml(text: string): Source {
  const { rows } = fromHtml(text, { typeInference: false, classes: false });
  return {
    sheets: ['Table'],
    *rows(_sheet, maxRows) {
      for (const [index, cells] of rows.slice(0, maxRows || undefined).entries()) yield { number: index + 1, cells };
    },
  };
}

function openText(text: string): Source {
  const delimiter = separatorOf(text);
  return {
    sheets: ['Table'],
    *rows(_sheet, maxRows) {
      let number = 0;
      for (const cells of streamCsvRows(text, { delimiter, maxRows: maxRows || undefined })) {
        number += 1;
        yield { number, cells };
      }
    },
  };
}

async function open(): Promise<Source> {
  const bytes = new Uint8Array(await readFile(path));
  if (bytes.length > limits.fileBytes) throw tooLarge(`it has more than ${megabytes(limits.fileBytes)}`);
  if (startsWith(bytes, 0x50, 0x4b)) return openWorkbook(bytes);
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return openOldWorkbook(bytes);
  // Pictures and PDF files are often all text to a decoder that takes every byte.
  if (/^(%PDF|\x89PNG|\xff\xd8\xff|GIF8|RIFF|BM|\{\\rtf)/.test(latin1(bytes.subarray(0, 8)))) throw noTable();
  const text = decodeText(bytes);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these stand in no table
  if (text === null || /[\u0001-\u0008\u000e-\u001a\u001c-\u001f]/.test(text.slice(0, 100_000))) throw noTable();
  if (
    /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]{0,2000}?-->\s*)?(<!doctype html|<html|<table|<head|<meta|<style|<div|<body)/i.test(
      text,
    )
  ) {
    return openHtml(text);
  }
  return openText(text);
}

/** Checks a row against the limits and drops what is empty at its end; null for a row without any value. */
function usableRow({ number, cells }: SheetRow): SheetRow | null {
  let length = cells.length;
  while (length > 0 && isEmpty(cells[length - 1])) length -= 1;
  if (length === 0) return null;
  if (length > limits.columns) throw tooLarge(`row ${number} has more than ${limits.columns} columns`);
  const tooLong = cells.findIndex((cell) => typeof cell === 'string' && cell.length > limits.cellLength);
  if (tooLong >= 0) throw tooLarge(`a cell in row ${number} has more than ${limits.cellLength} characters`);
  return { number, cells: cells.slice(0, length).map((cell) => (isEmpty(cell) ? null : cell)) };
}

const isEmpty = (cell: CellValue | undefined): boolean =>
  cell === null || cell === undefined || (typeof cell === 'string' && cell.trim() === '');

const say = (answer: ReaderAnswer) => parentPort!.postMessage(answer);

async function send(source: Source, { id, sheet, maxRows }: ReaderRequest): Promise<void> {
  let batch: SheetRow[] = [];
  let count = 0;
  for await (const row of source.rows(sheet, maxRows)) {
    const usable = usableRow(row);
    if (!usable) continue;
    count += 1;
    if (count > limits.rows) throw tooLarge(`it has more than ${limits.rows.toLocaleString('en-IN')} rows`);
    batch.push(usable);
    if (batch.length === batchRows) {
      say({ kind: 'rows', id, rows: batch });
      batch = [];
    }
  }
  if (batch.length > 0) say({ kind: 'rows', id, rows: batch });
  say({ kind: 'end', id });
}

/** Whatever else the library throws is a file that is not what it says. */
function refuse(error: unknown): void {
  const { refusal } =
    error instanceof Refused
      ? error
      : unreadable('This file could not be read. Please save it again as CSV or as an Excel workbook (.xlsx).');
  say({ kind: 'refused', ...refusal });
  parentPort!.close();
}

try {
  const source = await open();
  if (source.sheets.length === 0) throw noTable();
  let work = Promise.resolve();
  parentPort!.on('message', (request: ReaderRequest) => {
    work = work.then(() => send(source, request)).catch(refuse);
  });
  say({ kind: 'opened', sheets: source.sheets });
} catch (error) {
  refuse(error);
}
