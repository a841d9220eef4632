import {
  and,
  arrayContained,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import { votes } from '#server/features/votes/tables.ts';
import { readInBatches } from '#server/platform/batches.ts';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { rowQueries } from '#server/platform/database/row-queries.ts';
import { startOfIndianDay } from '#shared/clock.ts';
import type { LetterKind, LetterState } from '#shared/contracts/letters.ts';
import { limits } from '#shared/limits.ts';
import { letterCounts, letterRecipients, letterSettings, letters, letterYears } from './tables.ts';

export type LetterRow = typeof letters.$inferSelect;

export const { insert: insertLetter, save: saveLetter, remove: removeLetter } = rowQueries(letters);
type LetterCounts = Omit<typeof letterCounts.$inferSelect, 'letterId'>;
export type LetterView = LetterRow & { counts: LetterCounts };

const none: LetterCounts = { people: 0, waiting: 0, sent: 0, failed: 0, bounced: 0, leftOut: 0, read: 0 };

/** The letters that an administrator sees: those whose States are all within their reach; those for all India only without a bound. */
const seenBy = (states: readonly string[]): SQL | undefined =>
  states.length === 0 ? undefined : and(ne(letters.states, []), arrayContained(letters.states, [...states]));

function selectLetters(db: Readable) {
  return db
    .select({ letter: letters, counts: letterCounts })
    .from(letters)
    .leftJoin(letterCounts, eq(letterCounts.letterId, letters.id));
}

const viewOf = ({ letter, counts }: { letter: LetterRow; counts: (LetterCounts & { letterId: string }) | null }) => {
  const { letterId: id, ...numbers } = counts ?? { letterId: '', ...none };
  return { ...letter, counts: numbers };
};

/** The filter of a list of letters; '' is all. */
export interface LetterList {
  state: LetterState | '';
  kind: LetterKind | '';
  /** Days in India, both included, on which sending began. */
  from: string;
  until: string;
}

export async function listLetters(
  db: Readable,
  states: readonly string[],
  { state, kind, from, until }: LetterList,
  page: number,
) {
  const where = and(
    seenBy(states),
    state === '' ? undefined : eq(letters.state, state),
    kind === '' ? undefined : eq(letters.kind, kind),
    from === '' ? undefined : gte(letters.startedAt, startOfIndianDay(from)),
    until === ''
      ? undefined
      : sql`${letters.startedAt} < ${startOfIndianDay(until).toISOString()}::timestamptz + interval '1 day'`,
  );
  const [rows, total] = await Promise.all([
    selectLetters(db)
      .where(where)
      .orderBy(desc(letters.createdAt), asc(letters.id))
      .limit(limits.pageSize)
      .offset((page - 1) * limits.pageSize),
    db.$count(letters, where),
  ]);
  return { rows: rows.map(viewOf), total };
}

export async function findLetter(db: Readable, id: string, states: readonly string[]): Promise<LetterView | undefined> {
  const [row] = await selectLetters(db).where(and(eq(letters.id, id), seenBy(states)));
  return row && viewOf(row);
}

/** Locks the letter until the transaction ends. */
export async function lockLetter(tx: Transaction, id: string, states: readonly string[] = []) {
  const [row] = await tx
    .select()
    .from(letters)
    .where(and(eq(letters.id, id), seenBy(states)))
    .for('update');
  return row;
}

/** Takes the next number of a year; its row stays locked until the transaction ends. */
export async function takeNumber(tx: Transaction, year: number): Promise<string> {
  const [row] = await tx
    .insert(letterYears)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: letterYears.year, set: { last: sql`${letterYears.last} + 1` } })
    .returning({ last: letterYears.last });
  return numberOf(year, row!.last);
}

const numberOf = (year: number, count: number) => `${year}/${String(count).padStart(3, '0')}`;

/** The number that is taken next. */
export async function findNextNumber(db: Readable, year: number): Promise<string> {
  const [row] = await db.select({ last: letterYears.last }).from(letterYears).where(eq(letterYears.year, year));
  return numberOf(year, (row?.last ?? 0) + 1);
}

/** Scheduled letters that are due. */
export async function findDue(db: Readable): Promise<string[]> {
  const rows = await db
    .select({ id: letters.id })
    .from(letters)
    .where(and(eq(letters.state, 'scheduled'), lte(letters.at, sql`${currentTime}`)))
    .orderBy(asc(letters.at), asc(letters.id));
  return rows.map(({ id }) => id);
}

/** Seconds until the next scheduled letter begins; null without one. */
export async function secondsToNextLetter(db: Readable): Promise<number | null> {
  const [row] = await db
    .select({ wait: sql<number | null>`extract(epoch from min(${letters.at}) - ${currentTime})::float8` })
    .from(letters)
    .where(eq(letters.state, 'scheduled'));
  return row?.wait ?? null;
}

/** An administrator who may send letters; undefined for a missing or disabled one. */
export async function findSender(db: Readable, id: string | null) {
  if (id === null) return undefined;
  const [row] = await db
    .select({ email: administrators.email, powers: administrators.powers, states: administrators.states })
    .from(administrators)
    .where(and(eq(administrators.id, id), eq(administrators.disabled, false)));
  return row;
}

/** The ids of what an administrator has scheduled, or is sending. */
export async function findUnfinishedOf(db: Readable, senderId: string): Promise<string[]> {
  const rows = await db
    .select({ id: letters.id })
    .from(letters)
    .where(and(eq(letters.senderId, senderId), inArray(letters.state, ['scheduled', 'sending'])))
    .orderBy(letters.id);
  return rows.map(({ id }) => id);
}

export type RecipientRow = typeof letterRecipients.$inferSelect;

/** A page of a letter's recipients, in the order of sending. `mail`: '' is everybody, 'read' those who have opened it on the site. */
export function findResults(db: Readable, letterId: string, mail: RecipientRow['mail'] | 'read' | '', page: number) {
  return db
    .select()
    .from(letterRecipients)
    .where(ofLetter(letterId, mail))
    .orderBy(asc(letterRecipients.position))
    .limit(limits.pageSize)
    .offset((page - 1) * limits.pageSize);
}

function ofLetter(letterId: string, mail: RecipientRow['mail'] | 'read' | ''): SQL | undefined {
  const state = mail === '' || mail === 'read' ? undefined : eq(letterRecipients.mail, mail);
  const read = mail === 'read' ? isNotNull(letterRecipients.readAt) : undefined;
  return and(eq(letterRecipients.letterId, letterId), state, read);
}

/** All recipients, in batches of `size`. */
export const eachResult = (db: Readable, letterId: string, size: number): AsyncGenerator<RecipientRow[]> =>
  readInBatches(size, (last) =>
    db
      .select()
      .from(letterRecipients)
      .where(and(eq(letterRecipients.letterId, letterId), gt(letterRecipients.position, last?.position ?? 0)))
      .orderBy(asc(letterRecipients.position))
      .limit(size),
  );

/** Erases names, numbers and addresses of people from the lists, before their records are deleted. */
export async function eraseRecipients(
  tx: Transaction,
  memberIds: readonly string[],
  numbers: readonly string[],
): Promise<void> {
  if (memberIds.length === 0) return;
  await tx
    .update(letterRecipients)
    .set({ memberId: null, name: '', memberNumber: null, email: null })
    .where(
      or(
        inArray(letterRecipients.memberId, [...memberIds]),
        and(isNull(letterRecipients.memberId), inArray(letterRecipients.memberNumber, [...numbers])),
      ),
    );
}

/** The hashes of a vote's roll, key and paper. */
export type VoteHashes = Pick<typeof votes.$inferSelect, 'rollHash' | 'keyFingerprint' | 'paperHash'>;

/** What a letter to the roll of a vote rests on. */
export async function findVote(db: Readable, voteId: string) {
  const { state, noticeId, opensAt, rollHash, keyFingerprint, paperHash } = votes;
  const columns = { state, noticeId, opensAt, rollHash, keyFingerprint, paperHash };
  const [row] = await db.select(columns).from(votes).where(eq(votes.id, voteId));
  return row;
}

export type LetterSettingsRow = typeof letterSettings.$inferSelect;

export async function findLetterSettings(db: Readable): Promise<LetterSettingsRow> {
  const [row] = await db.select().from(letterSettings);
  if (!row) throw new Error('the settings of letters are missing');
  return row;
}

export async function lockLetterSettings(tx: Transaction): Promise<LetterSettingsRow> {
  const [row] = await tx.select().from(letterSettings).for('update');
  if (!row) throw new Error('the settings of letters are missing');
  return row;
}

export async function saveLetterSettings(tx: Queryable, change: Partial<LetterSettingsRow>) {
  const [row] = await tx
    .update(letterSettings)
    .set({ ...change, version: sql`${letterSettings.version} + 1` })
    .returning();
  return row!;
}

/** How many of the last `among` mails since the start, or the resumption, were rejected. */
export async function countRefused(tx: Transaction, letterId: string, since: Date, among: number): Promise<number> {
  const last = tx
    .select({ mail: letterRecipients.mail })
    .from(letterRecipients)
    .where(
      and(
        eq(letterRecipients.letterId, letterId),
        // Written as SQL text, so that it matches the condition of the partial index.
        sql`${letterRecipients.mail} in ('sent', 'failed', 'bounced')`,
        sql`${letterRecipients.at} > ${since.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(desc(letterRecipients.at))
    .limit(among)
    .as('last');
  const [row] = await tx.select({ count: count() }).from(last).where(ne(last.mail, 'sent'));
  return row?.count ?? 0;
}
