import type { Core } from '#server/core.ts';
import { findLoggedIn } from '#server/features/auth/auth.queries.ts';
import { forgetFacts } from '#server/features/members/membership-facts.ts';
import { removeRecords } from '#server/features/registrations/removal.ts';
import { notify, type Transaction } from '#server/platform/database/client.ts';
import type { DoStep, JobKind } from '#server/platform/jobs/jobs.ts';
import { clock } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import { emptyAgain } from './completing.ts';
import {
  countCommitted,
  countKinds,
  findNextToUndo,
  forgetCommitted,
  lockImport,
  type StoredRow,
  saveLeft,
  updateImport,
} from './imports.queries.ts';
import { findInUse, lockPeople } from './people.queries.ts';
import { type Cursor, endAs, endedAs, importNeeds } from './reading.ts';

export const undoKind = 'undoImport';
const rowsAtOnce = 100;

/** Deletes the records that rows have created, with their waiting mails. Those who have been used for something since stay, and are named. */
async function removePeople(
  tx: Transaction,
  { files }: Core,
  importId: string,
  rows: StoredRow[],
  by: string,
): Promise<void> {
  const ids = rows.map(({ memberId }) => memberId!);
  const people = await lockPeople(tx, ids);
  const inUse = await findInUse(tx, importId, ids);
  const free = people.filter(({ id }) => !inUse.has(id));
  const remove = async (savepoint: Transaction, which: typeof people) => {
    await removeRecords(savepoint, files, which, by, () => 'undid the import of the record', 'none');
    await forgetFacts(
      savepoint,
      which.map(({ id }) => id),
    );
  };
  try {
    await tx.transaction((savepoint) => remove(savepoint, free));
  } catch (error) {
    // One of them has an open payment: that one stays, and the others are deleted.
    if (!(error instanceof AppError)) throw error;
    for (const row of free) {
      await tx
        .transaction((savepoint) => remove(savepoint, [row]))
        .catch((refused: unknown) => {
          if (!(refused instanceof AppError)) throw refused;
          inUse.set(row.id, 'has an open payment');
        });
    }
  }
  const stay = rows.flatMap(({ row, memberId, values }) => {
    const use = inUse.get(memberId!);
    const problem = { field: 'name', value: String(values.name ?? ''), message: `Stays a member: ${use}` };
    return use === undefined ? [] : [{ row, problem }];
  });
  await saveLeft(tx, importId, stay);
}

async function emptyRecords(tx: Transaction, importId: string, rows: StoredRow[], by: string): Promise<void> {
  const ids = rows.map(({ memberId }) => memberId!);
  await lockPeople(tx, ids);
  const loggedIn = await findLoggedIn(tx, ids);
  for (const row of rows) {
    const { email, ...others } = row.completed!;
    // A member who has logged in with it meanwhile keeps the e-mail.
    const completed = email === undefined || loggedIn.has(row.memberId!) ? others : { ...others, email };
    await emptyAgain(tx, row.memberId!, completed, by, importId);
    await forgetCommitted(tx, importId, row.row);
  }
}

/** Undoes the next rows of a list. */
export function undoJob(core: Core): JobKind<Cursor> {
  const step: DoStep<Cursor> = async (tx, job) => {
    const { importId, after } = job.data;
    const record = await lockImport(tx, importId);
    if (record?.state !== 'undoing' || record.jobId !== job.id) return { done: 0, last: true };
    const rows = await findNextToUndo(tx, importId, after, rowsAtOnce);
    const created = rows.filter(({ completed }) => completed === null);
    // First the completed values, which may be in a record that an earlier row has created.
    await emptyRecords(
      tx,
      importId,
      rows.filter(({ completed }) => completed !== null),
      job.by,
    );
    await removePeople(tx, core, importId, created, job.by);
    await notify(tx, 'members');
    const last = rows.at(-1)?.row ?? after;
    const ended = (await findNextToUndo(tx, importId, last, 1)).length === 0;
    if (ended) {
      const left = await countCommitted(tx, importId);
      const result = { ...record.result, created: left.created, completed: left.all - left.created };
      const summary = await countKinds(tx, importId);
      await updateImport(tx, importId, {
        state: 'undone',
        result,
        summary,
        credentialsOpen: 0,
        changedAt: clock.now(),
      });
    }
    return { done: rows.length, data: { importId, after: last } satisfies Cursor, last: ended };
  };
  // What is left can be undone by somebody who may.
  return { needs: importNeeds('Undoing an import of members', endedAs('done')), step, onFailed: endAs('done') };
}
