import type { ReaderAnswer, ReaderRequest, SheetRow, SpreadsheetLimits } from './spreadsheet.ts';
import { startReading } from './thread.ts';

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

/**
 * Opens an uploaded table: CSV (comma, semicolon or tab; UTF-8, UTF-16 or windows-1252), XLSX, an Excel 97
 * workbook, or a table in HTML under any of these names. The format is told from the content, never from the name. Formulas give their stored
 * result; nothing is calculated, and no link is followed.
 * @param gone aborted when the client has disconnected
 * @throws TOO_LARGE, UNSUPPORTED_FILE with a sentence for the person who chose the file
 */
export async function openSpreadsheet(
  path: string,
  limits: SpreadsheetLimits,
  gone?: AbortSignal,
): Promise<Spreadsheet> {
  const module = new URL('./reader.worker.ts', import.meta.url);
  const thread = startReading<ReaderRequest, ReaderAnswer>(module, { path, limits }, gone);
  let requests = 0;
  try {
    const opened = await thread.next();
    return {
      sheets: opened.kind === 'opened' ? opened.sheets : [],
      async *rows(sheet, maxRows = 0) {
        requests += 1;
        const id = requests;
        thread.ask({ id, sheet, maxRows });
        for (;;) {
          const answer = await thread.next();
          // Remaining rows of an earlier sheet that the caller stopped reading.
          if (!('id' in answer) || answer.id !== id) continue;
          if (answer.kind === 'end') return;
          yield answer.rows;
        }
      },
      close: thread.close,
    };
  } catch (error) {
    await thread.close();
    throw error;
  }
}
