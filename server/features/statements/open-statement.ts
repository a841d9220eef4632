import type { KnownMappings } from '#server/platform/spreadsheets/column-mappings.queries.ts';
import { startReading } from '#server/platform/spreadsheets/thread.ts';
import type { MappingInput } from '#shared/contracts/statements.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { Answer, ReadOrder, StatementTable } from './statement.worker.ts';

const unreadable = (message: string) => new AppError('UNREADABLE_FILE', message);
const noTable = () =>
  unreadable(
    'No table of payments was found in this file. Please download the statement as CSV or Excel and try again.',
  );

/**
 * Parses a statement from a file, in a thread.
 * @param mapping the office's mapping of the columns
 * @param mappings those of earlier files, by their headings
 * @param gone aborted when the client has disconnected
 * @throws UNREADABLE_FILE, TOO_LARGE
 */
export async function openStatement(
  path: string,
  mapping: MappingInput | undefined,
  mappings: KnownMappings,
  gone: AbortSignal,
): Promise<StatementTable> {
  const { rows, headRows, columns, cellLength, unpackedBytes } = limits.statement;
  const bounds = { fileBytes: limits.fileBytes, unpackedBytes, rows, headRows, columns, cellLength };
  const order: ReadOrder = { path, limits: bounds, mapping, mappings };
  const thread = startReading<never, Answer>(new URL('./statement.worker.ts', import.meta.url), order, gone);
  try {
    const { table } = await thread.next();
    if (!table) throw noTable();
    return table;
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNSUPPORTED_FILE') throw unreadable(error.message);
    throw error;
  } finally {
    await thread.close();
  }
}
