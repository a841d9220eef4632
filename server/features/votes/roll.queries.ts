// Offered to other features: how many objections to rolls wait for an answer.
import { and, asc, count, eq, inArray, isNotNull, isNull, min, or, type SQL, sql } from 'drizzle-orm';
import { members } from '#server/features/members/tables.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { comparable, containsPattern } from '#server/platform/database/searchable.ts';
import { clock } from '#shared/clock.ts';
import { limits } from '#shared/limits.ts';
import { voteObjections, voteRoll, voteRollHashes, votes } from './tables.ts';

export type RollEntry = typeof voteRoll.$inferSelect;
export type ObjectionRow = typeof voteObjections.$inferSelect;

/** Puts everybody whom the conditions on `members` select on the roll. */
export async function fillRoll(tx: Transaction, voteId: string, ...conditions: (SQL | undefined)[]): Promise<void> {
  await tx.execute(sql`
    insert into ${voteRoll} (vote_id, member_number, member_id, name, state)
    select ${voteId}::uuid, ${members.memberNumber}, ${members.id}, ${members.name}, ${members.state}
    from ${members} where ${and(...conditions, isNotNull(members.memberNumber))}`);
}

export async function emptyRoll(tx: Transaction, voteId: string): Promise<void> {
  await tx.delete(voteRoll).where(eq(voteRoll.voteId, voteId));
}

export async function addToRoll(
  tx: Transaction,
  voteId: string,
  people: readonly { id: string; memberNumber: string | null; name: string; state: string }[],
  addedBecause: string,
): Promise<void> {
  if (people.length === 0) return;
  await tx.insert(voteRoll).values(
    people.map(({ id, memberNumber, name, state }) => ({
      voteId,
      memberId: id,
      memberNumber: memberNumber!,
      name,
      state,
      addedBecause,
    })),
  );
}

export async function removeFromRoll(tx: Transaction, voteId: string, numbers: readonly string[]): Promise<void> {
  if (numbers.length === 0) return;
  await tx.delete(voteRoll).where(and(eq(voteRoll.voteId, voteId), inArray(voteRoll.memberNumber, [...numbers])));
}

/** The entries with these numbers, or of these members. */
export async function findOnRoll(
  db: Readable,
  voteId: string,
  numbers: readonly string[],
  memberIds: readonly string[],
): Promise<RollEntry[]> {
  const which = or(inArray(voteRoll.memberNumber, [...numbers]), inArray(voteRoll.memberId, [...memberIds]));
  return db
    .select()
    .from(voteRoll)
    .where(and(eq(voteRoll.voteId, voteId), which));
}

/** The numbers of the roll in code point order. */
export async function findNumbers(db: Readable, voteId: string): Promise<string[]> {
  const rows = await db
    .select({ number: voteRoll.memberNumber })
    .from(voteRoll)
    .where(eq(voteRoll.voteId, voteId))
    .orderBy(sql`${voteRoll.memberNumber} collate "C"`);
  return rows.map(({ number }) => number);
}

export async function insertHash(tx: Transaction, voteId: string, hash: string, people: number): Promise<void> {
  await tx.execute(sql`
    insert into ${voteRollHashes} (vote_id, position, hash, people, at)
    select ${voteId}::uuid, coalesce(max(position), 0) + 1, ${hash}, ${people}, ${clock.now().toISOString()}::timestamptz
    from ${voteRollHashes} where vote_id = ${voteId}::uuid`);
}

export const findHashes = (db: Readable, voteId: string) =>
  db.select().from(voteRollHashes).where(eq(voteRollHashes.voteId, voteId)).orderBy(asc(voteRollHashes.position));

export async function findEntry(db: Readable, voteId: string, memberId: string): Promise<RollEntry | undefined> {
  const [row] = await db
    .select()
    .from(voteRoll)
    .where(and(eq(voteRoll.voteId, voteId), eq(voteRoll.memberId, memberId)));
  return row;
}

/** Whether two members are on the same roll of a vote that has yet to close. */
export async function areOnOneRoll(db: Readable, one: string, other: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${voteRoll} mine join ${voteRoll} theirs on theirs.vote_id = mine.vote_id
    join ${votes} on ${votes.id} = mine.vote_id and ${votes.state} in ('roll', 'open')
    where mine.member_id = ${one} and theirs.member_id = ${other} limit 1`);
  return rows.length > 0;
}

/** A member's entries on several rolls. */
export async function findEntries(db: Readable, memberId: string): Promise<RollEntry[]> {
  return db.select().from(voteRoll).where(eq(voteRoll.memberId, memberId));
}

/** Locks the member's line, so that one paper is given out at a time. */
export async function lockEntry(tx: Transaction, voteId: string, memberId: string): Promise<RollEntry | undefined> {
  const [row] = await tx
    .select()
    .from(voteRoll)
    .where(and(eq(voteRoll.voteId, voteId), eq(voteRoll.memberId, memberId)))
    .for('update');
  return row;
}

export async function notePaper(tx: Transaction, entry: RollEntry, blinded: string): Promise<void> {
  await tx
    .update(voteRoll)
    .set({ paperOn: clock.today(), blinded })
    .where(and(eq(voteRoll.voteId, entry.voteId), eq(voteRoll.memberNumber, entry.memberNumber)));
}

/** What was only needed to sign the same again. */
export async function forgetBlinded(tx: Transaction, voteId: string): Promise<void> {
  await tx
    .update(voteRoll)
    .set({ blinded: null })
    .where(and(eq(voteRoll.voteId, voteId), isNotNull(voteRoll.blinded)));
}

export async function forgetPapers(tx: Transaction, voteId: string): Promise<void> {
  await tx
    .update(voteRoll)
    .set({ blinded: null, paperOn: null })
    .where(and(eq(voteRoll.voteId, voteId), isNotNull(voteRoll.paperOn)));
}

export interface RollSearch {
  search: string;
  state: string;
}

export async function findRollPage(db: Readable, voteId: string, { search, state }: RollSearch, page: number) {
  const text = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  const where = and(
    eq(voteRoll.voteId, voteId),
    state === '' ? undefined : eq(voteRoll.state, state),
    search === ''
      ? undefined
      : or(
          sql`${voteRoll.memberNumber} ilike ${text}`,
          sql`${comparable(voteRoll.name)} like ${containsPattern(search)}`,
        ),
  );
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(voteRoll)
      .where(where)
      .orderBy(sql`${voteRoll.memberNumber} collate "C"`)
      .limit(limits.pageSize)
      .offset((page - 1) * limits.pageSize),
    db.$count(voteRoll, where),
  ]);
  return { rows, total };
}

/** People and papers of the whole roll by State. */
export async function countByState(db: Readable, voteId: string) {
  return db
    .select({
      state: voteRoll.state,
      people: sql<number>`count(*)::int`,
      papers: sql<number>`count(${voteRoll.paperOn})::int`,
    })
    .from(voteRoll)
    .where(eq(voteRoll.voteId, voteId))
    .groupBy(voteRoll.state)
    .orderBy(asc(voteRoll.state));
}

/** Erased members stay on the roll as a number. @param numbers those of records that were merged into theirs */
export async function eraseFromRolls(
  tx: Transaction,
  memberIds: readonly string[],
  numbers: readonly string[],
): Promise<void> {
  if (memberIds.length === 0) return;
  const ids = [...memberIds];
  const isTheirs = ({ memberId, memberNumber }: typeof voteRoll | typeof voteObjections) =>
    or(inArray(memberId, ids), and(isNull(memberId), inArray(memberNumber, [...numbers])));
  await tx.update(voteRoll).set({ memberId: null, name: '', addedBecause: '' }).where(isTheirs(voteRoll));
  await tx
    .update(voteObjections)
    .set({ memberId: null, name: '', text: '', answer: '' })
    .where(isTheirs(voteObjections));
}

export async function insertObjection(tx: Transaction, row: typeof voteObjections.$inferInsert) {
  const [inserted] = await tx.insert(voteObjections).values(row).onConflictDoNothing().returning();
  return inserted;
}

export const findObjections = (db: Readable, voteId: string): Promise<ObjectionRow[]> =>
  db
    .select()
    .from(voteObjections)
    .where(eq(voteObjections.voteId, voteId))
    .orderBy(asc(voteObjections.at), asc(voteObjections.id));

/** The objections without an answer to rolls that can still be changed, and when the oldest was made. */
export async function countUnanswered(db: Readable): Promise<{ count: number; since: Date | null }> {
  const [row] = await db
    .select({ count: count(), since: min(voteObjections.at) })
    .from(voteObjections)
    .innerJoin(votes, eq(votes.id, voteObjections.voteId))
    .where(and(isNull(voteObjections.answeredAt), eq(votes.state, 'roll')));
  return row!;
}

export async function findOwnObjections(db: Readable, memberId: string): Promise<ObjectionRow[]> {
  return db.select().from(voteObjections).where(eq(voteObjections.memberId, memberId));
}

export async function lockObjection(tx: Transaction, id: string): Promise<ObjectionRow | undefined> {
  const [row] = await tx.select().from(voteObjections).where(eq(voteObjections.id, id)).for('update');
  return row;
}

export async function saveAnswer(tx: Transaction, id: string, answer: string): Promise<ObjectionRow> {
  const [row] = await tx
    .update(voteObjections)
    .set({ answer, answeredAt: clock.now() })
    .where(eq(voteObjections.id, id))
    .returning();
  return row!;
}

export async function removeObjections(tx: Transaction, voteId: string): Promise<void> {
  await tx.delete(voteObjections).where(eq(voteObjections.voteId, voteId));
}
