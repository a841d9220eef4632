import { and, asc, desc, eq, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { recipientsOf } from '#server/features/letters/recipients.queries.ts';
import { findNumbered, memberNumbered } from '#server/features/members/member-numbers.queries.ts';
import { members } from '#server/features/members/tables.ts';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { containsPattern, namePattern } from '#server/platform/database/searchable.ts';
import { clock } from '#shared/clock.ts';
import type { LetterFilter } from '#shared/contracts/letters.ts';
import { limits } from '#shared/limits.ts';
import { voteKeys, voteRoll, votes } from './tables.ts';

export type VoteRow = typeof votes.$inferSelect;
export type NewVote = typeof votes.$inferInsert;

const newest = [desc(votes.createdAt), asc(votes.id)];
const partOf = (page: number) => ({ limit: limits.pageSize, offset: (page - 1) * limits.pageSize });

export async function listAll(db: Readable, page: number) {
  const { limit, offset } = partOf(page);
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(votes)
      .orderBy(...newest)
      .limit(limit)
      .offset(offset),
    db.$count(votes),
  ]);
  return { rows, total };
}

/** Frozen votes, of which a member sees some; few, however many members there are. */
export const listFrozen = (db: Readable): Promise<VoteRow[]> =>
  db
    .select()
    .from(votes)
    .where(isNotNull(votes.frozenAt))
    .orderBy(...newest);

export async function findVote(db: Readable, id: string): Promise<VoteRow | undefined> {
  const [row] = await db.select().from(votes).where(eq(votes.id, id));
  return row;
}

export async function lockVote(tx: Transaction, id: string): Promise<VoteRow | undefined> {
  const [row] = await tx.select().from(votes).where(eq(votes.id, id)).for('update');
  return row;
}

/** Keeps the vote from being closed or changed until the transaction ends; others may share it. */
export async function shareVote(tx: Transaction, id: string): Promise<VoteRow | undefined> {
  const [row] = await tx.select().from(votes).where(eq(votes.id, id)).for('share');
  return row;
}

export async function insertVote(tx: Queryable, row: NewVote): Promise<string> {
  const [inserted] = await tx.insert(votes).values(row).returning({ id: votes.id });
  return inserted!.id;
}

/** An edit, which others must not overwrite unseen. */
export async function saveVote(tx: Transaction, id: string, change: Partial<NewVote>): Promise<void> {
  await tx
    .update(votes)
    .set({ ...change, version: sql`${votes.version} + 1` })
    .where(eq(votes.id, id));
}

/** What the clock does: nobody's edit is outdated by it. */
export async function moveVote(tx: Transaction, id: string, change: Partial<NewVote>): Promise<void> {
  await tx.update(votes).set(change).where(eq(votes.id, id));
}

export async function removeVote(tx: Transaction, id: string): Promise<void> {
  await tx.delete(votes).where(eq(votes.id, id));
}

/** Votes for which the clock has something to do. */
export async function findDue(db: Readable): Promise<string[]> {
  const reminder = sql`${currentTime} >= ${votes.closesAt} - interval '24 hours' and ${votes.reminded} is null`;
  const rows = await db
    .select({ id: votes.id })
    .from(votes)
    .where(
      or(
        and(
          eq(votes.state, 'roll'),
          sql`${votes.opensAt} <= ${currentTime}`,
          sql`(${votes.heldTold} is null or ${votes.heldTold} < ${currentTime} - interval '30 seconds')`,
        ),
        and(eq(votes.state, 'open'), or(sql`${votes.closesAt} <= ${currentTime}`, reminder)),
      ),
    )
    .orderBy(asc(votes.opensAt));
  return rows.map(({ id }) => id);
}

/** Seconds until the clock has something to do; null for nothing. */
export async function secondsToNext(db: Readable): Promise<number | null> {
  const next = sql`least(
    min(${votes.opensAt}) filter (where state = 'roll' and ${votes.opensAt} > ${currentTime}),
    min(${votes.closesAt}) filter (where state = 'open'),
    min(${votes.closesAt} - interval '24 hours') filter (where state = 'open' and ${votes.reminded} is null))`;
  const [row] = await db
    .select({ wait: sql<number | null>`extract(epoch from ${next} - ${currentTime})::float8` })
    .from(votes)
    .where(inArray(votes.state, ['roll', 'open']));
  return row?.wait ?? null;
}

/** Ended votes of which something may be left outside of the rows. */
export async function findUnpurged(db: Readable): Promise<string[]> {
  const rows = await db
    .select({ id: votes.id })
    .from(votes)
    .where(
      and(inArray(votes.state, ['closed', 'declared', 'cancelled']), isNotNull(votes.frozenAt), isNull(votes.purgedAt)),
    );
  return rows.map(({ id }) => id);
}

export async function notePurged(db: Queryable, ids: readonly string[]): Promise<void> {
  await db
    .update(votes)
    .set({ purgedAt: clock.now() })
    .where(inArray(votes.id, [...ids]));
}

/** Frozen votes whose key is missing: a backup has none. */
export async function findWithoutKey(db: Readable): Promise<string[]> {
  const rows = await db
    .select({ id: votes.id })
    .from(votes)
    .leftJoin(voteKeys, eq(voteKeys.voteId, votes.id))
    .where(and(inArray(votes.state, ['roll', 'open']), sql`${voteKeys.voteId} is null`));
  return rows.map(({ id }) => id);
}

export async function insertKey(tx: Transaction, voteId: string, sealed: string): Promise<void> {
  await tx.insert(voteKeys).values({ voteId, sealed });
}

export async function findKey(db: Readable, voteId: string): Promise<string | undefined> {
  const [row] = await db.select().from(voteKeys).where(eq(voteKeys.voteId, voteId));
  return row?.sealed;
}

export const findKeys = (db: Readable) => db.select().from(voteKeys).orderBy(voteKeys.voteId);

/** Only while it is the one that is known: closing deletes it. */
export async function replaceKey(db: Queryable, { voteId, sealed }: typeof voteKeys.$inferSelect, next: string) {
  await db
    .update(voteKeys)
    .set({ sealed: next })
    .where(and(eq(voteKeys.voteId, voteId), eq(voteKeys.sealed, sealed)));
}

export async function removeKey(tx: Transaction, voteId: string): Promise<void> {
  await tx.delete(voteKeys).where(eq(voteKeys.voteId, voteId));
}

/** The condition of a selection; good standing is not part of it. */
export const selectionOf = (db: Readable, filter: LetterFilter): Promise<SQL | undefined> =>
  recipientsOf(db, filter, filter.state ?? '');

export async function countSelected(db: Readable, filter: LetterFilter, standing: SQL | undefined): Promise<number> {
  return db.$count(members, and(await selectionOf(db, filter), isNotNull(members.memberNumber), standing));
}

/** Whether a member matches a condition on `members`. */
export async function isMember(db: Readable, memberId: string, condition: SQL | undefined): Promise<boolean> {
  return (await db.$count(members, and(eq(members.id, memberId), condition))) > 0;
}

/** Candidates' records, by the numbers that lead to them. */
export async function findByNumbers(db: Readable, numbers: readonly string[]) {
  const ids = await findNumbered(db, numbers);
  if (ids.size === 0) return new Map();
  const rows = await db
    .select({
      id: members.id,
      memberNumber: members.memberNumber,
      name: members.name,
      state: members.state,
      email: members.email,
      status: members.status,
      cardPhoto: members.cardPhoto,
      pictureFile: members.pictureFile,
    })
    .from(members)
    .where(inArray(members.id, [...ids.values()]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    [...ids].flatMap(([number, id]) => {
      const row = byId.get(id);
      return row ? [[number, row] as const] : [];
    }),
  );
}

/** Approved members whose name or number contains the text. */
export function searchMembers(db: Readable, text: string, count: number) {
  const pattern = containsPattern(text);
  return db
    .select({ memberNumber: members.memberNumber, name: members.name, state: members.state })
    .from(members)
    .where(
      and(
        eq(members.status, 'Approved'),
        isNotNull(members.memberNumber),
        or(
          sql`${members.nameSearch} like ${namePattern(text)}`,
          sql`lower(${members.memberNumber}) like ${pattern}`,
          sql`${members.id} = ${memberNumbered(text.toUpperCase())}`,
        ),
      ),
    )
    .orderBy(asc(members.nameSearch), asc(members.id))
    .limit(count);
}

/** Members on the roll of a vote who get its mails: Approved, with an address, and, where asked, without a paper. */
export function findAddresses(tx: Transaction, voteId: string, withoutPaper: boolean) {
  return tx
    .select({ id: members.id, name: members.name, email: members.email })
    .from(voteRoll)
    .innerJoin(members, eq(members.id, voteRoll.memberId))
    .where(
      and(
        eq(voteRoll.voteId, voteId),
        eq(members.status, 'Approved'),
        sql`${members.email} <> ''`,
        withoutPaper ? sql`${voteRoll.paperOn} is null` : undefined,
      ),
    )
    .orderBy(asc(members.nameSearch), asc(members.id));
}

export async function findMember(db: Readable, id: string) {
  const [row] = await db
    .select({ memberNumber: members.memberNumber, name: members.name })
    .from(members)
    .where(eq(members.id, id));
  return row;
}
