import { sql } from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { lockUntilCommit, shareUntilCommit } from '#server/platform/database/locks.ts';
import { peopleOfTables } from '#server/platform/database/people.ts';
import { clock } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import { rehearsal } from './tables.ts';

export type RehearsalRow = typeof rehearsal.$inferSelect;

/** The rehearsal that is on or has been; undefined before one. */
export async function findRehearsal(db: Readable): Promise<RehearsalRow | undefined> {
  const [row] = await db.select().from(rehearsal);
  return row;
}

/** Whether a rehearsal is on, in which `email` gets no mail: it is neither an administrator's nor on the rehearsal's list. */
export async function findRehearsalFor(db: Readable, email: string): Promise<'none' | 'allowed' | 'withheld'> {
  const { rows } = await db.execute<{ allowed: boolean }>(sql`
    select ${email.toLowerCase()} = any(addresses) or exists (select from ${administrators} where lower(email) = ${email.toLowerCase()}) as allowed
    from ${rehearsal} where ended_at is null`);
  return rows[0] === undefined ? 'none' : rows[0].allowed ? 'allowed' : 'withheld';
}

/** Held until the commit by all that make people: none come while a rehearsal begins, or is being ended. */
export const shareRehearsal = (tx: Queryable): Promise<void> => shareUntilCommit(tx, 'rehearsal');

/** The rehearsal, for a change of it. */
export async function lockRehearsal(tx: Transaction): Promise<RehearsalRow | undefined> {
  await lockUntilCommit(tx, 'rehearsal');
  const [row] = await tx.select().from(rehearsal).for('update');
  return row;
}

export async function beginRehearsal(tx: Transaction, by: string): Promise<void> {
  await tx.insert(rehearsal).values({ begunAt: clock.now(), by });
}

export async function updateRehearsal(tx: Transaction, change: Partial<RehearsalRow>): Promise<void> {
  await tx.update(rehearsal).set(change);
}

/** Deletes all that goes, at once, and ends the rehearsal. */
export async function endRehearsal(tx: Transaction): Promise<void> {
  const named = (which: string) =>
    peopleOfTables().flatMap(({ table, rehearsal }) => (rehearsal === which ? [table] : []));
  await tx.execute(sql`set local statement_timeout = 0`);
  await tx.execute(
    sql`select end_rehearsal(${sql.param(named('goes'))}::text[], ${sql.param(named('people'))}::text[], ${clock.now().toISOString()}::timestamptz)`,
  );
}

/** People of any status, and guests. */
export async function countPeople(db: Readable): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select ((select count(*) from members) + (select count(*) from participations where member_id is null))::int as count`,
  );
  return rows[0]!.count;
}

/** The rows of each of these tables. */
export async function countRows(db: Readable, tables: readonly string[]): Promise<number[]> {
  const counts = sql.join(
    tables.map((table) => sql`(select count(*) from ${sql.identifier(table)})::int`),
    sql`, `,
  );
  const { rows } = await db.execute<{ counts: number[] }>(sql`select array[${counts}] as counts`);
  return rows[0]!.counts;
}

/** The first and the last registration, in milliseconds since 1970; null without any. */
export async function findRegistrationDays(db: Readable) {
  const { rows } = await db.execute<{ first: Date | null; last: Date | null }>(
    sql`select min(created_at) as first, max(created_at) as last from members`,
  );
  return rows[0]!;
}

export const notOn = () => new AppError('WRONG_STATE', 'No rehearsal is on.');

/** Strangers take no part in a rehearsal. @throws CLOSED for an e-mail that is neither an administrator's nor on its list */
export async function mustBeRehearsed(db: Readable, email: string): Promise<void> {
  if ((await findRehearsalFor(db, email)) === 'withheld')
    throw new AppError('CLOSED', 'Rehearsal: nothing here counts');
}

/** The conference that was made last. */
export async function findNewestConference(db: Readable): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`select id from conferences order by created_at desc limit 1`);
  return rows[0]!.id;
}
