import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openSource, refusalOf } from '#server/spreadsheets/source.ts';
import type { Refusal, SpreadsheetLimits } from '#server/spreadsheets/spreadsheet.ts';
import type { ColumnMapping, MappingGiven } from '#shared/contracts/statements.ts';
import type { Credit, ReadTable } from './read-credits.ts';
import { linesOf, readTable } from './read-statement.ts';
import type { NewLine } from './statements.queries.ts';

// The thread that parses a bank statement: the file, its columns, and its narrations. Only credits leave it.

export interface Given {
  path: string;
  limits: SpreadsheetLimits;
  mapping: MappingGiven | undefined;
}

/** The table of a file without its credits. */
export type StatementTable = Omit<ReadTable, 'credits'> & {
  credits: { count: number; paise: number };
  /** Of the whole file. */
  fileHash: string;
};

export type Answer =
  | { kind: 'headings'; headings: string[] }
  | { kind: 'table'; table: StatementTable | null }
  | { kind: 'lines'; run: number; lines: NewLine[] | null };

/** First the stored mappings, then requests for the lines' batches; another run begins with the first batch. */
export type Request = { kept: ReadonlyMap<string, ColumnMapping> } | { run: number };

const { path, limits, mapping } = workerData as Given;
const say = (answer: Answer | ({ kind: 'refused' } & Refusal)) => parentPort!.postMessage(answer);

let credits: readonly Credit[] = [];
let parts = { run: 0, of: linesOf(credits) };
let heard: (kept: ReadonlyMap<string, ColumnMapping>) => void = () => {};
parentPort!.on('message', (request: Request) => {
  if ('kept' in request) return heard(request.kept);
  if (request.run !== parts.run) parts = { run: request.run, of: linesOf(credits) };
  say({ kind: 'lines', run: parts.run, lines: parts.of.next().value ?? null });
});

try {
  const source = await openSource(path, limits);
  const table = await readTable(source, mapping, (headings) => {
    const answer = new Promise<ReadonlyMap<string, ColumnMapping>>((resolve) => {
      heard = resolve;
    });
    say({ kind: 'headings', headings });
    return answer;
  });
  if (!table) say({ kind: 'table', table: null });
  else {
    const { credits: found, ...rest } = table;
    credits = found;
    const paise = credits.reduce((sum, credit) => sum + credit.paise, 0);
    const fileHash = createHash('sha256')
      .update(await readFile(path))
      .digest('base64url');
    say({ kind: 'table', table: { ...rest, credits: { count: credits.length, paise }, fileHash } });
  }
} catch (error) {
  say({ kind: 'refused', ...refusalOf(error) });
  parentPort!.close();
}
