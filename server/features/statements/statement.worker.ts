import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import type { NewLines } from '#server/parts/bank-credits/credits.queries.ts';
import type { KnownMappings } from '#server/platform/spreadsheets/column-mappings.queries.ts';
import { openSource, refusalOf } from '#server/platform/spreadsheets/source.ts';
import type { SpreadsheetLimits } from '#server/platform/spreadsheets/spreadsheet.ts';
import type { MappingInput } from '#shared/contracts/statements.ts';
import { batchesOf, type ReadFile, readTable } from './read-statement.ts';

// The thread that parses a bank statement: the file, its columns, and its narrations. A file is asked for once and answered
// once; only credits leave the thread.

/** What it is asked. */
export interface ReadOrder {
  path: string;
  limits: SpreadsheetLimits;
  mapping: MappingInput | undefined;
  /** The mappings of earlier files, by their headings. */
  mappings: KnownMappings;
}

/** A parsed file. */
export interface StatementTable extends Omit<ReadFile, 'credits' | 'debitNumbers'> {
  credits: { count: number; paise: number };
  /** The credits as they are stored. */
  batches: NewLines[];
  /** Of the whole file. */
  fileHash: string;
}

/** What it answers. */
export interface Answer {
  kind: 'read';
  /** Null: the file has no table. */
  table: StatementTable | null;
}

async function read({ path, limits, mapping, mappings }: ReadOrder): Promise<StatementTable | null> {
  const table = await readTable(await openSource(path, limits), mapping, mappings);
  if (!table) return null;
  const { credits, debitNumbers, ...rest } = table;
  return {
    ...rest,
    credits: { count: credits.length, paise: credits.reduce((sum, { paise }) => sum + paise, 0) },
    batches: batchesOf(credits, debitNumbers),
    fileHash: createHash('sha256')
      .update(await readFile(path))
      .digest('base64url'),
  };
}

parentPort!.on('message', (order: ReadOrder) => {
  read(order).then(
    (table) => parentPort!.postMessage({ kind: 'read', table } satisfies Answer),
    (error) => {
      parentPort!.postMessage({ kind: 'refused', ...refusalOf(error) });
      parentPort!.close();
    },
  );
});
