import { Worker } from 'node:worker_threads';
import { AppError } from '#shared/errors.ts';
import type { ReaderAnswer, SheetRow, SpreadsheetLimits } from './spreadsheet.ts';

/** An open file; `close` it when it is no longer needed. */
export interface Spreadsheet {
  /** Names in the order of the file; a text file has one. */
  sheets: string[];
  /**
   * The rows of a sheet that hold a value, in batches; `maxRows` of the file's rows at most.
   * @throws TOO_LARGE, UNSUPPORTED_FILE
   */
  rows(sheet: number, maxRows?: number): AsyncGenerator<SheetRow[], void, undefined>;
  close(): Promise<void>;
}

/** Memory of the thread that reads, in megabytes. A workbook within the limits needs less than half of it. */
const readerMegabytes = 384;

const gaveUp = () =>
  new AppError('TOO_LARGE', 'This file needs too much memory to be read. Please split it into smaller ones.');

/**
 * Opens a table that somebody uploaded: CSV (comma, semicolon or tab; UTF-8, UTF-16 or windows-1252), XLSX, an Excel 97
 * workbook, or a table in HTML under any of these names. What it is, its content says, never its name. Formulas give their stored
 * result; nothing is calculated, and no link is followed.
 * @throws TOO_LARGE, UNSUPPORTED_FILE with a sentence for the person who chose the file
 */
export async function openSpreadsheet(path: string, limits: SpreadsheetLimits): Promise<Spreadsheet> {
  const worker = new Worker(new URL('./reader.worker.ts', import.meta.url), {
    workerData: { path, limits },
    resourceLimits: { maxOldGenerationSizeMb: readerMegabytes },
  });
  const answers: ReaderAnswer[] = [];
  let failure: AppError | undefined;
  let requests = 0;
  let wake = () => {};
  worker.on('message', (answer: ReaderAnswer) => {
    if (answer.kind === 'refused') failure = new AppError(answer.code, answer.message);
    else answers.push(answer);
    wake();
  });
  worker.on('error', () => {
    failure ??= gaveUp();
    wake();
  });
  worker.on('exit', () => {
    failure ??= gaveUp();
    wake();
  });

  async function next(): Promise<ReaderAnswer> {
    for (;;) {
      const answer = answers.shift();
      if (answer) return answer;
      if (failure) throw failure;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }

  const close = async () => {
    await worker.terminate();
  };
  try {
    const opened = await next();
    if (opened.kind !== 'opened') throw gaveUp();
    return {
      sheets: opened.sheets,
      async *rows(sheet, maxRows = 0) {
        requests += 1;
        const id = requests;
        worker.postMessage({ id, sheet, maxRows });
        for (;;) {
          const answer = await next();
          // What is left of an earlier sheet, of which the caller has seen enough.
          if (!('id' in answer) || answer.id !== id) continue;
          if (answer.kind === 'end') return;
          yield answer.rows;
        }
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
