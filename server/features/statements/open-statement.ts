import { type ReadingThread, startReading } from '#server/spreadsheets/thread.ts';
import type { ColumnMapping, MappingGiven } from '#shared/contracts/statements.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { officeLimits } from '#shared/office-limits.ts';
import type { Answer, Given, Request, StatementTable } from './statement.worker.ts';
import type { NewLine } from './statements.queries.ts';

/** A statement that was read; `close` it when its lines are kept. */
export interface Statement {
  table: StatementTable;
  /** The credits as they are kept, in parts; from the first one whenever it is called. */
  lines(): AsyncGenerator<NewLine[]>;
  close(): Promise<void>;
}

const unreadable = (message: string) => new AppError('UNREADABLE_FILE', message);
const noTable = () =>
  unreadable(
    'No table of payments was found in this file. Please download the statement as CSV or Excel and try again.',
  );

/**
 * Reads the table of a statement out of a file, in a thread of its own.
 * @param given how the office has mapped the columns of this file
 * @param findKept mappings of earlier files by their headings
 * @param gone aborted when nobody waits for it any more
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

/** While one part is being written the next one is worked out. */
async function* linesFrom(thread: ReadingThread<Request, Answer>, run: number): AsyncGenerator<NewLine[]> {
  thread.ask({ run });
  for (;;) {
    const answer = await thread.next();
    // What is left of a run that was given up.
    if (answer.kind !== 'lines' || answer.run !== run) continue;
    if (!answer.lines) return;
    thread.ask({ run });
    yield answer.lines;
  }
}
