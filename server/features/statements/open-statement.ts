import { type ReadingThread, startReading } from '#server/spreadsheets/thread.ts';
import type { ColumnMapping, MappingGiven } from '#shared/contracts/statements.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { officeLimits } from '#shared/office-limits.ts';
import type { Answer, Given, Request, StatementTable } from './statement.worker.ts';
import type { NewLine } from './statements.queries.ts';

/** A parsed statement; `close` it once its lines are stored. */
export interface Statement {
  table: StatementTable;
  /** The credits as they are stored, in batches; each call begins with the first. */
  lines(): AsyncGenerator<NewLine[]>;
  close(): Promise<void>;
}

const unreadable = (message: string) => new AppError('UNREADABLE_FILE', message);
const noTable = () =>
  unreadable(
    'No table of payments was found in this file. Please download the statement as CSV or Excel and try again.',
  );

/**
 * Parses the table of a statement from a file, in a thread.
 * @param given the office's mapping of the columns
 * @param findKept finds mappings of earlier files by their headings
 * @param gone aborted when the client has disconnected
 * @throws UNREADABLE_FILE, TOO_LARGE
 */
export async function openStatement(
  path: string,
  given: MappingGiven | undefined,
  findKept: (headings: string[]) => Promise<ReadonlyMap<string, ColumnMapping>>,
  gone: AbortSignal,
): Promise<Statement> {
  const { rows, headRows, columns, cellLength, unpackedBytes } = officeLimits.statement;
  const bounds = { fileBytes: limits.fileBytes, unpackedBytes, rows, headRows, columns, cellLength };
  const asked: Given = { path, limits: bounds, mapping: given };
  const thread = startReading<Request, Answer>(new URL('./statement.worker.ts', import.meta.url), asked, gone);
  try {
    for (;;) {
      const answer = await thread.next();
      if (answer.kind === 'headings') thread.ask({ kept: await findKept(answer.headings) });
      if (answer.kind !== 'table') continue;
      const { table } = answer;
      if (!table) throw noTable();
      let runs = 0;
      return { table, lines: () => linesFrom(thread, ++runs), close: thread.close };
    }
  } catch (error) {
    await thread.close();
    if (error instanceof AppError && error.code === 'UNSUPPORTED_FILE') throw unreadable(error.message);
    throw error;
  }
}

/** While one batch is being written the next one is computed. */
async function* linesFrom(thread: ReadingThread<Request, Answer>, run: number): AsyncGenerator<NewLine[]> {
  thread.ask({ run });
  for (;;) {
    const answer = await thread.next();
    // Remaining answers of an aborted run.
    if (answer.kind !== 'lines' || answer.run !== run) continue;
    if (!answer.lines) return;
    thread.ask({ run });
    yield answer.lines;
  }
}
