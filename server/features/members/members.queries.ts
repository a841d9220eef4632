// Offered to other features: the record: found by a text, locked and changed in the caller’s transaction.
import { and, asc, desc, eq, gt, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { tiers } from '#server/features/tiers/tables.ts';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { lockIfFreeUntilCommit, lockTextUntilCommit, shareUntilCommit } from '#server/platform/database/locks.ts';
import { type Whose, within } from '#server/platform/database/reach.ts';
import { isOneOf } from '#server/platform/database/row-queries.ts';
import { containsPattern, patternsBeside, searchable } from '#server/platform/database/searchable.ts';
import { innermostError } from '#server/platform/explain-failure.ts';
import { shareRehearsal } from '#server/platform/rehearsal/rehearsal.queries.ts';
import { clock } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import type { MembershipValue } from '#shared/memberships.ts';
import { memberNumbered } from './member-numbers.queries.ts';
import { recordChange, recordLeaving, recordNew } from './membership-facts.ts';
import {
  lacksPassword,
  memberNumbers,
  members,
  mergedRecords,
  registrationNumbers,
  registrationSearch,
  returnedMemberNumbers,
  spentMemberNumbers,
} from './tables.ts';

export type MemberRow = typeof members.$inferSelect;
export type NewMember = typeof members.$inferInsert;
export type MemberChange = Partial<Omit<NewMember, 'id' | 'reference' | 'createdAt' | 'version'>>;

/** A record that holds its e-mail: applicants under review and members. */
const holdsEmail = inArray(members.status, ['New', 'Approved']);

export async function findMember(db: Readable, id: string, whose: Whose): Promise<MemberRow | undefined> {
  const [row] = await db
    .select()
    .from(members)
    .where(and(eq(members.id, id), within(whose, members.state)));
  return row;
}

/** The record, or the one into which it was merged: for calls that only read. */
export async function findMemberOrKept(db: Readable, id: string, whose: Whose): Promise<MemberRow | undefined> {
  const row = await findMember(db, id, whose);
  if (row) return row;
  const merged = await findMerged(db, id);
  return merged && findMember(db, merged.keptId, whose);
}

/** What is left of a record that was merged into another one. */
async function findMerged(db: Readable, id: string) {
  const [row] = await db
    .select({ keptId: mergedRecords.keptId, reference: members.reference, state: members.state })
    .from(mergedRecords)
    .innerJoin(members, eq(members.id, mergedRecords.keptId))
    .where(eq(mergedRecords.droppedId, id));
  return row;
}

/** The records that were merged into these: their numbers, and files that wait until that can no longer be undone. */
export async function findMergedInto(db: Queryable, keptIds: readonly string[]) {
  return db
    .select({ memberNumber: mergedRecords.memberNumber, files: mergedRecords.files })
    .from(mergedRecords)
    .where(inArray(mergedRecords.keptId, [...keptIds]));
}

/** For calls that change a record: one that was merged into another is changed there. @throws WRONG_STATE */
export async function mustNotBeMerged(db: Readable, id: string, whose: Whose): Promise<void> {
  const merged = await findMerged(db, id);
  if (!merged || (whose !== 'unrestricted' && !whose.has(merged.state))) return;
  const message = `This record was merged into ${merged.reference}. Please change that one.`;
  throw new AppError('WRONG_STATE', message);
}

/** Ends the calendar addresses that a record has from others that were merged into it, also those that undoing a merge would bring back. */
export async function endMergedCalendars(tx: Queryable, keptId: string): Promise<void> {
  await tx
    .update(mergedRecords)
    .set({ calendarSecret: null, copy: sql`${mergedRecords.copy} #- '{rows,member_calendars.member_id}'` })
    .where(eq(mergedRecords.keptId, keptId));
}

/** Locks the record until the transaction ends. @throws WRONG_STATE for one that was merged into another */
export async function lockMember(tx: Transaction, id: string, whose: Whose): Promise<MemberRow | undefined> {
  const [row] = await tx.select().from(members).where(eq(members.id, id)).for('update');
  if (!row) await mustNotBeMerged(tx, id, whose);
  // Checked after the wait: it may have moved to another State meanwhile.
  return row && (whose === 'unrestricted' || whose.has(row.state)) ? row : undefined;
}

/** The New or Approved record with this e-mail, other than `exceptId`. */
export async function findHolder(db: Queryable, email: string, exceptId?: string): Promise<MemberRow | undefined> {
  if (email === '') return undefined;
  const [row] = await db
    .select()
    .from(members)
    .where(and(eq(members.email, email), holdsEmail, exceptId ? ne(members.id, exceptId) : undefined));
  return row;
}

/** The registration with the same content from a few minutes ago, unless it has been rejected since. */
export async function findRepeated(db: Queryable, submissionHash: string): Promise<MemberRow | undefined> {
  const [row] = await db
    .select()
    .from(members)
    .where(
      and(
        eq(members.submissionHash, submissionHash),
        holdsEmail,
        gt(members.createdAt, sql`${currentTime} - make_interval(mins => ${limits.repeatWindowMinutes})`),
      ),
    )
    .orderBy(desc(members.createdAt))
    .limit(1);
  return row;
}

/** Serializes registrations with one e-mail until the transaction ends. */
export async function lockEmail(tx: Transaction, email: string): Promise<void> {
  await lockTextUntilCommit(tx, 'registrationEmail', email);
}

/** The next reference, such as AIP-2026-000123, in a rehearsal TEST-2026-000123. */
export async function nextReference(db: Queryable): Promise<string> {
  const [reference] = await nextReferences(db, 1);
  return reference!;
}

/** As many references, in their order. */
export async function nextReferences(db: Queryable, count: number): Promise<string[]> {
  await shareRehearsal(db);
  const { rows } = await db.execute<{ number: string; prefix: string }>(sql`
    select nextval(${registrationNumbers.seqName}) as number, reference_prefix() as prefix from generate_series(1, ${count}::int)`);
  const year = clock.today().slice(0, 4);
  return rows.map(({ number, prefix }) => `${prefix}${year}-${number.padStart(6, '0')}`);
}

/** The next member number, such as AIP-M-000045, that leads or led to nobody. */
export async function nextMemberNumber(db: Queryable): Promise<string> {
  await shareUntilCommit(db, 'memberNumbers');
  for (;;) {
    const number = memberNumberOf((await takeReturnedNumber(db)) ?? (await takeNewNumber(db)));
    const isFree = sql<boolean>`${memberNumbered(number)} is null
      and not exists (select from ${spentMemberNumbers} where ${spentMemberNumbers.number} = ${number})`;
    const { rows } = await db.execute<{ free: boolean }>(sql`select ${isFree} as free`);
    if (rows[0]!.free) return number;
  }
}

async function takeNewNumber(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ number: string }>(sql`select nextval(${memberNumbers.seqName}) as number`);
  return Number(rows[0]!.number);
}

async function takeReturnedNumber(db: Queryable): Promise<number | undefined> {
  const first = db
    .select({ number: returnedMemberNumbers.number })
    .from(returnedMemberNumbers)
    .orderBy(asc(returnedMemberNumbers.number))
    .limit(1)
    .for('update', { skipLocked: true });
  const [sequence] = await db
    .delete(returnedMemberNumbers)
    .where(sql`${returnedMemberNumbers.number} = (${first})`)
    .returning();
  return sequence?.number;
}

/**
 * Gives a member number back, to be given next, if it is the last that was given; else it stays unused. To be called when nobody
 * has the number any more.
 */
export async function returnMemberNumber(tx: Transaction, memberNumber: string): Promise<void> {
  if (!(await lockIfFreeUntilCommit(tx, 'memberNumbers'))) return;
  const { rows } = await tx.execute<{ last: string | null }>(sql`
    select coalesce((select min(number) - 1 from ${returnedMemberNumbers}), pg_sequence_last_value(${memberNumbers.seqName}::regclass)) as last`);
  const last = Number(rows[0]?.last ?? 0);
  if (memberNumber === memberNumberOf(last)) await tx.insert(returnedMemberNumbers).values({ number: last });
}

/** @param number from 1 on; from a million on the reference has one more digit */
export const referenceOf = (year: number, number: number) => `AIP-${year}-${String(number).padStart(6, '0')}`;
export const memberNumberOf = (number: number) => `AIP-M-${String(number).padStart(6, '0')}`;

export async function insertMember(tx: Transaction, values: NewMember): Promise<MemberRow> {
  const [row] = await tx.insert(members).values(values).returning();
  await recordNew(tx, [row!]);
  return row!;
}

/** Inserts several; one whose e-mail or member number has been taken meanwhile is left out. @returns the others, by reference */
export async function insertMembers(tx: Transaction, people: readonly NewMember[]): Promise<Map<string, MemberRow>> {
  if (people.length === 0) return new Map();
  const rows = await tx
    .insert(members)
    .values([...people])
    .onConflictDoNothing()
    .returning();
  await recordNew(tx, rows);
  return new Map(rows.map((row) => [row.reference, row]));
}

/** Numbers that the sequence has yet to reach are never given to somebody else: receipts and rolls bear them. */
async function spendNumbers(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`
    insert into ${spentMemberNumbers} (number) select number from (
      select member_number as number from ${members} where ${isOneOf(sql`id`, ids)}
      union select member_number from ${mergedRecords} where ${isOneOf(sql`kept_id`, ids)}
    ) numbers where substring(number from '^AIP-M-([0-9]{6,})$')::numeric > coalesce(pg_sequence_last_value(${memberNumbers.seqName}::regclass), 0)
    on conflict do nothing`);
}

export async function deleteMembers(tx: Transaction, ids: string[]): Promise<void> {
  await spendNumbers(tx, ids);
  await recordLeaving(tx, ids);
  await tx.delete(members).where(inArray(members.id, ids));
}

export async function updateMember(tx: Transaction, id: string, change: MemberChange): Promise<void> {
  await recordChange(tx, id, change as Parameters<typeof recordChange>[2]);
  await tx
    .update(members)
    .set({ ...change, version: sql`${members.version} + 1` })
    .where(eq(members.id, id));
}

/** A change of columns that no form edits; it leaves the version as it is. */
export async function updateWithoutVersion(tx: Transaction, id: string, change: MemberChange): Promise<void> {
  await tx.update(members).set(change).where(eq(members.id, id));
}

export interface TierRow {
  /** Whole rupees. */
  fee: number;
  title: string;
  hindi: { title?: string };
  offered: boolean;
}

export async function findTier(db: Queryable, membership: MembershipValue): Promise<TierRow | undefined> {
  const [row] = await db
    .select({ fee: tiers.feeRupees, title: tiers.title, hindi: tiers.hindi, offered: tiers.offered })
    .from(tiers)
    .where(eq(tiers.membership, membership));
  return row;
}

/** A tier's title for a reader, in Hindi where the office has written it. */
export const tierTitle = ({ title, hindi }: TierRow, language: Language): string =>
  (language === 'hi' && hindi.title) || title;

/** Whether an error means that another New or Approved record has the e-mail. */
export function isEmailConflict(error: unknown): boolean {
  const { code, constraint } = innermostError(error);
  return code === '23505' && constraint === 'members_email_active';
}

const daysOf = (number: number) => sql`make_interval(days => ${number})`;

/**
 * Sets the deletion date of rejected records: `keptDays` after the rejection, or the date they have if that is
 * later. A record without a date is not deleted before the office could see it announced.
 * @returns how many were changed, at most `batch`
 */
export async function scheduleRejectedRemoval(db: Queryable, keptDays: number, batch: number): Promise<number> {
  const day = sql`${members.decidedAt} + ${daysOf(keptDays)}`;
  const some = db
    .select({ id: members.id })
    .from(members)
    .where(and(eq(members.status, 'Rejected'), or(isNull(members.removalAt), sql`${members.removalAt} < ${day}`)))
    .limit(batch)
    .for('update', { skipLocked: true });
  const changed = await db
    .update(members)
    .set({
      removalAt: sql`greatest(${day}, coalesce(${members.removalAt}, ${currentTime} + ${daysOf(limits.removalNoticeDays)}))`,
    })
    .where(inArray(members.id, some))
    .returning({ id: members.id });
  return changed.length;
}

/** A condition on approved `members`: without an e-mail, or a password that is valid now. */
export const cannotLogIn = (): SQL =>
  sql`${lacksPassword} and (email = '' or password_hash is null or temporary_password_until <= ${currentTime})`;

/** No index serves shorter texts. */
const shortestIndexed = 3;

export const isShort = (text: string): boolean => [...searchable(text)].length < shortestIndexed;

/**
 * A condition on `members`: the text is part of the columns by which the office searches people, or the number of a record that was
 * merged into theirs. A short one is searched in each column separately, which is twice as fast as in the combined text.
 */
export function isAbout(text: string): SQL {
  const pattern = containsPattern(text);
  if (!isShort(text)) {
    const number = text.trim();
    const upper = number.toUpperCase();
    const merged = sql`select kept_id from ${mergedRecords} merged where merged.reference = ${upper}`;
    return or(
      ...patternsBeside(text).map((each) => sql`${registrationSearch} like ${each}`),
      sql`${members.id} in (${memberNumbered(number)}, ${memberNumbered(upper)}, (${merged}))`,
    )!;
  }
  const { nameSearch, email, mobile, reference, memberNumber, utr } = members;
  return or(
    ...[nameSearch, email, mobile].map((column) => sql`${column} like ${pattern}`),
    ...[reference, memberNumber, utr].map((column) => sql`lower(${column}) like ${pattern}`),
  )!;
}
