import { parentPort } from 'node:worker_threads';
import { openSource, refusalOf, type Source } from './source.ts';
import type { ReaderAnswer, ReaderRequest, Refusal, SheetRow, SpreadsheetLimits } from './spreadsheet.ts';

// The thread behind `openSpreadsheet`: rows in batches, as they are asked for.

/** The file, before anything is asked of it. */
interface ReaderFile {
  path: string;
  limits: SpreadsheetLimits;
}

const batchRows = 500;

const say = (answer: ReaderAnswer | ({ kind: 'refused' } & Refusal)) => parentPort!.postMessage(answer);

async function send(source: Source, { id, sheet, maxRows }: ReaderRequest): Promise<void> {
  let batch: SheetRow[] = [];
  for await (const row of source.rows(sheet, maxRows)) {
    batch.push(row);
    if (batch.length === batchRows) {
      say({ kind: 'rows', id, rows: batch });
      batch = [];
    }
  }
  if (batch.length > 0) say({ kind: 'rows', id, rows: batch });
  say({ kind: 'end', id });
}

function refuse(error: unknown): void {
  say({ kind: 'refused', ...refusalOf(error) });
  parentPort!.close();
}

let source: Source | undefined;
let work = Promise.resolve();

async function open({ path, limits }: ReaderFile): Promise<void> {
  source = await openSource(path, limits);
  say({ kind: 'opened', sheets: source.sheets });
}

parentPort!.on('message', (message: ReaderFile | ReaderRequest) => {
  work = work.then(() => ('path' in message ? open(message) : send(source!, message))).catch(refuse);
});
