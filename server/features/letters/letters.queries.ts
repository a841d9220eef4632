import {
  and,
  arrayContained,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  lte,
  ne,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { Queryable, Readable, Transaction } from '#server/database/client.ts';
import { administrators } from '#server/database/tables/auth.ts';
import {
  circularCounts,
  circularRecipients,
  circulars,
  circularYears,
  letterSettings,
} from '#server/database/tables/letters.ts';
import { currentTime } from '#server/database/time.ts';
import { startOfIndianDay } from '#shared/clock.ts';
import type { LetterKind, LetterState } from '#shared/contracts/letters.ts';
import { limits } from '#shared/limits.ts';

export type LetterRow = typeof circulars.$inferSelect;
export type NewLetter = typeof circulars.$inferInsert;
type LetterCounts = Omit<typeof circularCounts.$inferSelect, 'circularId'>;
export type LetterView = LetterRow & { counts: LetterCounts };

const none: LetterCounts = { people: 0, waiting: 0, sent: 0, failed: 0, bounced: 0, leftOut: 0, read: 0 };

/** The letters that an administrator sees: those whose States are all within their reach; those for all India only without a bound. */
const seenBy = (states: readonly string[]): SQL | undefined =>
  states.length === 0 ? undefined : and(ne(circulars.states, []), arrayContained(circulars.states, [...states]));

function selectLetters(db: Readable) {
  return db
    .select({ letter: circulars, counts: circularCounts })
    .from(circulars)
    .leftJoin(circularCounts, eq(circularCounts.circularId, circulars.id));
}

const viewOf = ({ letter, counts }: { letter: LetterRow; counts: (LetterCounts & { circularId: string }) | null }) => {
  const { circularId: _id, ...numbers } = counts ?? { circularId: '', ...none };
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
    state === '' ? undefined : eq(circulars.state, state),
    kind === '' ? undefined : eq(circulars.kind, kind),
    from === '' ? undefined : gte(circulars.startedAt, startOfIndianDay(from)),
    until === ''
      ? undefined
      : sql`${circulars.startedAt} < ${startOfIndianDay(until).toISOString()}::timestamptz + interval '1 day'`,
  );
  const [rows, total] = await Promise.all([
    selectLetters(db)
      .where(where)
      .orderBy(desc(circulars.createdAt), asc(circulars.id))
      .limit(limits.pageSize)
      .offset((page - 1) * limits.pageSize),
    db.$count(circulars, where),
  ]);
  return { rows: rows.map(viewOf), total };
}

export async function findLetter(db: Readable, id: string, states: readonly string[]): Promise<LetterView | undefined> {
  const [row] = await selectLetters(db).where(and(eq(circulars.id, id), seenBy(states)));
  return row && viewOf(row);
}

/** Locks the letter until the transaction ends. */
export async function lockLetter(tx: Transaction, id: string, states: readonly string[] = []) {
  const [row] = await tx
    .select()
    .from(circulars)
    .where(and(eq(circulars.id, id), seenBy(states)))
    .for('update');
  return row;
}

export async function insertLetter(tx: Transaction, row: NewLetter): Promise<string> {
  const [inserted] = await tx.insert(circulars).values(row).returning({ id: circulars.id });
  return inserted!.id;
}

export async function saveLetter(tx: Transaction, id: string, change: Partial<NewLetter>): Promise<void> {
  await tx
    .update(circulars)
    .set({ ...change, version: sql`${circulars.version} + 1` })
    .where(eq(circulars.id, id));
}

export async function removeLetter(tx: Transaction, id: string): Promise<void> {
  await tx.delete(circulars).where(eq(circulars.id, id));
}

/** Takes the next number of a year; its row stays locked until the transaction ends. */
export async function takeNumber(tx: Transaction, year: number): Promise<string> {
  const [row] = await tx
    .insert(circularYears)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: circularYears.year, set: { last: sql`${circularYears.last} + 1` } })
    .returning({ last: circularYears.last });
  return `${year}/${String(row!.last).padStart(3, '0')}`;
}

/** Scheduled letters that are due. */
export async function findDue(db: Readable): Promise<string[]> {
  const rows = await db
    .select({ id: circulars.id })
    .from(circulars)
    .where(and(eq(circulars.state, 'scheduled'), lte(circulars.at, sql`${currentTime}`)))
    .orderBy(asc(circulars.at), asc(circulars.id));
  return rows.map(({ id }) => id);
}

/** Seconds until the next scheduled letter begins; null without one. */
export async function secondsToNextLetter(db: Readable): Promise<number | null> {
  const [row] = await db
    .select({ wait: sql<number | null>`extract(epoch from min(${circulars.at}) - ${currentTime})::float8` })
    .from(circulars)
    .where(eq(circulars.state, 'scheduled'));
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

export type RecipientRow = typeof circularRecipients.$inferSelect;

/** A page of a letter's recipients, in the order of sending. `mail`: '' is everybody, 'read' those who have opened it on the site. */
export function findResults(db: Readable, circularId: string, mail: RecipientRow['mail'] | 'read' | '', page: number) {
  return db
    .select()
    .from(circularRecipients)
    .where(ofLetter(circularId, mail))
    .orderBy(asc(circularRecipients.position))
    .limit(limits.pageSize)
    .offset((page - 1) * limits.pageSize);
}

function ofLetter(circularId: string, mail: RecipientRow['mail'] | 'read' | ''): SQL | undefined {
  const state = mail === '' || mail === 'read' ? undefined : eq(circularRecipients.mail, mail);
  const read = mail === 'read' ? isNotNull(circularRecipients.readAt) : undefined;
  return and(eq(circularRecipients.circularId, circularId), state, read);
}

/** All recipients, in batches of `size`. */
export async function* eachResult(db: Readable, circularId: string, size: number): AsyncGenerator<RecipientRow[]> {
  for (let last = 0; ; ) {
    const rows = await db
      .select()
      .from(circularRecipients)
      .where(and(eq(circularRecipients.circularId, circularId), sql`${circularRecipients.position} > ${last}`))
      .orderBy(asc(circularRecipients.position))
      .limit(size);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    last = rows.at(-1)!.position;
  }
}

/** Erases names, numbers and addresses of people from the lists, before their records are deleted. */
export async function eraseRecipients(tx: Transaction, memberIds: readonly string[]): Promise<void> {
  if (memberIds.length === 0) return;
  await tx
    .update(circularRecipients)
    .set({ memberId: null, name: '', memberNumber: null, email: null })
    .where(inArray(circularRecipients.memberId, [...memberIds]));
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
export async function countRefused(tx: Transaction, circularId: string, since: Date, among: number): Promise<number> {
  const last = tx
    .select({ mail: circularRecipients.mail })
    .from(circularRecipients)
    .where(
      and(
        eq(circularRecipients.circularId, circularId),
        // Written as SQL text, so that it matches the condition of the partial index.
        sql`${circularRecipients.mail} in ('sent', 'failed', 'bounced')`,
        sql`${circularRecipients.at} > ${since.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(desc(circularRecipients.at))
    .limit(among)
    .as('last');
  const [row] = await tx.select({ count: count() }).from(last).where(ne(last.mail, 'sent'));
  return row?.count ?? 0;
}
