import { isDeepStrictEqual } from 'node:util';
import type { Core } from '#server/core.ts';
import { bookReceived } from '#server/features/payments/bookings.ts';
import * as credits from '#server/parts/bank-credits/credits.queries.ts';
import { matchLines } from '#server/parts/bank-credits/matching.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { lockUntilCommit } from '#server/platform/database/locks.ts';
import type { JobKind, RunningJob } from '#server/platform/jobs/jobs.ts';
import { paths } from '#shared/paths.ts';
import { findReadingsOf, findStatement, type StatementRow } from './statements.queries.ts';

// The credits of a statement are stored batch by batch: those of a small file while it is read, those of a large one by a job.

export const storeKind = 'storeStatement';

/** Files with more batches are stored by a job. */
export const maxBatchesAtOnce = 2;

/** An item of the job: a batch, or what is done at the end. */
type Item = credits.NewLines | { end: 'withdraw' | 'book' };

export const itemsOf = (batches: readonly credits.NewLines[]): Item[] => [
  ...batches,
  { end: 'withdraw' },
  { end: 'book' },
];

const isOther = (statement: StatementRow) => (reading: StatementRow) =>
  reading.id !== statement.id && reading.mapping !== null && !isDeepStrictEqual(reading.mapping, statement.mapping);

/** Stores a part of a statement. One statement after the other: the same file from two windows is stored once. */
export async function storePart(tx: Transaction, statement: StatementRow, part: Item): Promise<void> {
  await lockUntilCommit(tx, 'statements');
  const others = (await findReadingsOf(tx, statement.fileHash)).filter(isOther(statement));
  // The office has sent the file again with another mapping, which has withdrawn what this one has stored.
  if (others.some(({ createdAt }) => createdAt > statement.createdAt)) return;
  const again = others.length > 0;
  if (!('end' in part)) await credits.insertLines(tx, statement.id, part, again);
  else if (again && part.end === 'withdraw') await credits.withdrawOthers(tx, statement);
}

/** Books the credits of a statement whose payments were received by hand. @returns those that it has booked */
export async function bookByHand({ database }: Pick<Core, 'database'>, statementId: string) {
  const rows = await credits.findOpenLinesOf(database, statementId);
  const { verdicts } = await matchLines(database, rows, credits.linesOfStatement(statementId));
  return bookReceived(database, verdicts, statementId);
}

export function storeJob(core: Pick<Core, 'database'>): JobKind<{ statementId: string }> {
  async function store(
    tx: Transaction,
    { data: { statementId }, items }: RunningJob<{ statementId: string }>,
    books: boolean,
  ) {
    const statement = await findStatement(tx, statementId);
    const [item] = (await items(1)) as Item[];
    if (!statement || !item) return { done: 0, last: true };
    if (!('end' in item && item.end === 'book')) await storePart(tx, statement, item);
    // In transactions of its own, as it locks payments first.
    else if (books) await bookByHand(core, statementId);
    return { done: 1 };
  }
  return {
    needs: {
      powers: () => ['money'],
      work: 'Booking of the credits of a statement',
      page: paths.admin.reconcile,
      // A statement is stored whole, and its credits wait for others.
      onStopped: (tx, job) => store(tx, job, false),
    },
    step: (tx, job) => store(tx, job, true),
    // What is stored stays, and is stored once when the file is sent again.
    onFailed: async () => {},
  };
}
