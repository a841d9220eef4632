// Offered to other features: cases go with the record of who asked, and representations rest on them.
import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { administrators } from '#server/features/administrators/tables.ts';
import { members } from '#server/features/members/tables.ts';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { within } from '#server/platform/database/reach.ts';
import { rowQueries } from '#server/platform/database/row-queries.ts';
import { fits, searchTerm } from '#server/platform/database/search-term.ts';
import type { ActingAdministrator } from '#server/platform/http/access.ts';
import { files } from '#server/platform/storage/tables.ts';
import { clock } from '#shared/clock.ts';
import { limits } from '#shared/limits.ts';
import {
  caseEntries,
  caseFiles,
  caseKinds,
  caseLinks,
  caseNotices,
  caseSearch,
  caseSteps,
  cases,
  caseYears,
  isCaseClosed,
} from './tables.ts';

export type CaseRow = typeof cases.$inferSelect;
export type CaseChange = Partial<Omit<CaseRow, 'id' | 'version' | 'createdAt'>>;
export type KindRow = typeof caseKinds.$inferSelect;
export type EntryRow = typeof caseEntries.$inferSelect;
export type StepRow = typeof caseSteps.$inferSelect;
export type Office = Pick<ActingAdministrator, 'administratorId' | 'email' | 'powers' | 'states' | 'reach'>;

const { save } = rowQueries(cases);

export { save as saveCase };

export async function insertLink(db: Queryable, hash: string, caseId: string): Promise<void> {
  await db.insert(caseLinks).values({ hash, caseId });
}

/** What a link leads to; its row is null where the case was never confirmed. */
export async function findLinked(db: Readable, hash: string): Promise<{ row: CaseRow | null } | undefined> {
  const [link] = await db
    .select({ row: cases })
    .from(caseLinks)
    .leftJoin(cases, eq(cases.id, caseLinks.caseId))
    .where(eq(caseLinks.hash, hash));
  return link;
}

// Kinds.

export const findKinds = (db: Readable): Promise<KindRow[]> =>
  db.select().from(caseKinds).orderBy(asc(caseKinds.position));

export async function findKind(db: Readable, id: string): Promise<KindRow | undefined> {
  const [row] = await db.select().from(caseKinds).where(eq(caseKinds.id, id));
  return row;
}

export async function lockKind(tx: Transaction, id: string): Promise<KindRow | undefined> {
  const [row] = await tx.select().from(caseKinds).where(eq(caseKinds.id, id)).for('update');
  return row;
}

export async function insertKind(tx: Transaction, values: typeof caseKinds.$inferInsert): Promise<KindRow> {
  const [row] = await tx.insert(caseKinds).values(values).returning();
  return row!;
}

export async function updateKind(tx: Transaction, id: string, change: Partial<KindRow>): Promise<KindRow> {
  const [row] = await tx
    .update(caseKinds)
    .set({ ...change, version: sql`${caseKinds.version} + 1` })
    .where(eq(caseKinds.id, id))
    .returning();
  return row!;
}

export const hasCases = async (db: Readable, kindId: string): Promise<boolean> =>
  (await db.select({ id: cases.id }).from(cases).where(eq(cases.kindId, kindId)).limit(1)).length > 0;

// Who sees it.

const hasByName = sql`'cases' = any(${administrators.powers})`;
const hasPower = sql`(${hasByName} or 'full' = any(${administrators.powers}))`;
const reaches = (state: SQL | string) =>
  sql`(cardinality(${administrators.states}) = 0 or ${state} = any(${administrators.states}))`;

/** Those of these administrators who may act for a State. @param also without power, and disabled */
export async function findCircle(db: Readable, ids: readonly string[], also = false) {
  if (ids.length === 0) return [];
  return db
    .select({ id: administrators.id, email: administrators.email, states: administrators.states })
    .from(administrators)
    .where(
      and(inArray(administrators.id, [...ids]), also ? undefined : and(eq(administrators.disabled, false), hasPower)),
    );
}

/** The enabled administrators who may see a case of this kind and State. @param byName only those whose power is that for cases, unless they are of the circle */
export async function findPeopleOf(db: Readable, kind: KindRow, state: string, byName: boolean) {
  const theirs = kind.onlyCircle ? inArray(administrators.id, kind.circle) : byName ? hasByName : hasPower;
  if (kind.onlyCircle && kind.circle.length === 0) return [];
  return db
    .select({ id: administrators.id, email: administrators.email })
    .from(administrators)
    .where(and(eq(administrators.disabled, false), hasPower, theirs, reaches(state)))
    .orderBy(asc(administrators.email));
}

export async function findEmail(db: Readable, administratorId: string): Promise<string | undefined> {
  const [row] = await db
    .select({ email: administrators.email })
    .from(administrators)
    .where(eq(administrators.id, administratorId));
  return row?.email;
}

/** A condition: the administrator may see the case, whose kind is joined. */
const isSeen = ({ administratorId, reach }: Office) =>
  and(
    ne(cases.state, 'unconfirmed'),
    within(reach, cases.homeState),
    or(eq(caseKinds.onlyCircle, false), sql`${administratorId}::uuid = any(${caseKinds.circle})`),
  );

/** The handler, who may have lost the power, the State or the circle since. */
const handler = sql<{ id: string; email: string } | null>`(
  select jsonb_build_object('id', ${administrators.id}, 'email', ${administrators.email}) from ${administrators}
  where ${administrators.id} = ${cases.handlerId} and not ${administrators.disabled} and ${hasPower} and ${reaches(sql`${cases.homeState}`)}
    and (not ${caseKinds.onlyCircle} or ${administrators.id} = any(${caseKinds.circle})))`;

const withKind = { row: cases, kind: caseKinds, handler };
export interface SeenCase {
  row: CaseRow;
  kind: KindRow;
  handler: { id: string; email: string } | null;
}

async function one(db: Readable, condition: SQL | undefined): Promise<SeenCase | undefined> {
  const [found] = await db
    .select(withKind)
    .from(cases)
    .innerJoin(caseKinds, eq(caseKinds.id, cases.kindId))
    .where(condition);
  return found;
}

/** A case that an administrator may see. */
export const findSeen = (db: Readable, id: string, office: Office) => one(db, and(eq(cases.id, id), isSeen(office)));
/** A case by its id alone: the caller has decided who may see it. */
export const findCase = (db: Readable, id: string) => one(db, eq(cases.id, id));

export async function lockCase(tx: Transaction, id: string): Promise<void> {
  await tx.select({ id: cases.id }).from(cases).where(eq(cases.id, id)).for('update');
}

export async function insertCase(tx: Transaction, values: typeof cases.$inferInsert): Promise<CaseRow> {
  const [row] = await tx.insert(cases).values(values).returning();
  return row!;
}

/** The next number of the year in India. */
export async function takeNumber(tx: Transaction): Promise<string> {
  const year = Number(clock.today().slice(0, 4));
  const [row] = await tx
    .insert(caseYears)
    .values({ year, last: 1 })
    .onConflictDoUpdate({ target: caseYears.year, set: { last: sql`${caseYears.last} + 1` } })
    .returning({ last: caseYears.last });
  return `C-${year}-${String(row!.last).padStart(6, '0')}`;
}

const byPerson = (person: { memberId: string } | { email: string }) =>
  'memberId' in person
    ? eq(cases.memberId, person.memberId)
    : and(isNull(cases.memberId), eq(cases.email, person.email));

/** The same words of the same person within some minutes. */
export async function findRepeated(
  tx: Transaction,
  person: { memberId: string } | { email: string },
  words: Pick<CaseRow, 'kindId' | 'subject' | 'text'>,
): Promise<CaseRow | undefined> {
  const [row] = await tx
    .select()
    .from(cases)
    .where(
      and(
        byPerson(person),
        eq(cases.kindId, words.kindId),
        eq(cases.subject, words.subject),
        eq(cases.text, words.text),
        gt(cases.createdAt, sql`${currentTime} - make_interval(mins => ${limits.repeatWindowMinutes})`),
      ),
    )
    .limit(1);
  return row;
}

/** The open cases of a person that count for the limit. */
export async function countOpen(tx: Transaction, person: { memberId: string } | { email: string }): Promise<number> {
  const [row] = await tx
    .select({ count: count() })
    .from(cases)
    .innerJoin(caseKinds, eq(caseKinds.id, cases.kindId))
    .where(
      and(
        byPerson(person),
        eq(caseKinds.urgent, false),
        eq(cases.openedBy, 'person'),
        notInArray(cases.state, 'memberId' in person ? ['resolved', 'closed', 'unconfirmed'] : ['resolved', 'closed']),
      ),
    );
  return row?.count ?? 0;
}

// What was said and done.

export async function insertEntry(tx: Transaction, values: typeof caseEntries.$inferInsert): Promise<EntryRow> {
  const [row] = await tx.insert(caseEntries).values(values).returning();
  return row!;
}

export const findEntries = (db: Readable, caseId: string): Promise<EntryRow[]> =>
  db.select().from(caseEntries).where(eq(caseEntries.caseId, caseId)).orderBy(asc(caseEntries.createdAt));

export async function findEntry(db: Readable, id: string): Promise<EntryRow | undefined> {
  const [row] = await db.select().from(caseEntries).where(eq(caseEntries.id, id));
  return row;
}

/** The same message of one author within some minutes. */
export async function isMessageRepeated(
  tx: Transaction,
  caseId: string,
  by: 'person' | 'office',
  text: string,
  writer: string,
) {
  const [row] = await tx
    .select({ id: caseEntries.id })
    .from(caseEntries)
    .where(
      and(
        eq(caseEntries.caseId, caseId),
        eq(caseEntries.kind, 'message'),
        eq(caseEntries.by, by),
        eq(caseEntries.writer, writer),
        eq(caseEntries.text, text),
        gt(caseEntries.createdAt, sql`${currentTime} - make_interval(mins => ${limits.repeatWindowMinutes})`),
      ),
    )
    .limit(1);
  return row !== undefined;
}

/** The messages of the person since a moment. */
export const countMessages = (tx: Transaction, caseId: string, since: Date): Promise<number> =>
  tx.$count(
    caseEntries,
    and(
      eq(caseEntries.caseId, caseId),
      eq(caseEntries.kind, 'message'),
      eq(caseEntries.by, 'person'),
      gte(caseEntries.createdAt, since),
    ),
  );

export async function insertFiles(
  tx: Transaction,
  caseId: string,
  entryId: string | null,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await tx.insert(caseFiles).values(keys.map((file, position) => ({ caseId, entryId, file, position })));
}

const shownFile = {
  id: caseFiles.id,
  caseId: caseFiles.caseId,
  entryId: caseFiles.entryId,
  key: files.key,
  name: files.name,
  size: files.bytes,
  type: files.type,
};

export const findFiles = (db: Readable, caseId: string) =>
  db
    .select(shownFile)
    .from(caseFiles)
    .innerJoin(files, eq(files.key, caseFiles.file))
    .where(eq(caseFiles.caseId, caseId))
    .orderBy(asc(caseFiles.position));

export async function findFile(db: Readable, id: string) {
  const [row] = await db
    .select(shownFile)
    .from(caseFiles)
    .innerJoin(files, eq(files.key, caseFiles.file))
    .where(eq(caseFiles.id, id));
  return row;
}

export const findSteps = (db: Readable, caseId: string): Promise<StepRow[]> =>
  db.select().from(caseSteps).where(eq(caseSteps.caseId, caseId)).orderBy(asc(caseSteps.position));

export async function insertSteps(tx: Transaction, rows: (typeof caseSteps.$inferInsert)[]): Promise<void> {
  if (rows.length > 0) await tx.insert(caseSteps).values(rows);
}

export async function updateStep(tx: Transaction, id: string, change: Partial<StepRow>): Promise<void> {
  await tx.update(caseSteps).set(change).where(eq(caseSteps.id, id));
}

// Lists.

export interface CaseFilter {
  turn?: string | undefined;
  kind?: string | undefined;
  homeState?: string | undefined;
  handler?: string | undefined;
  state?: string | undefined;
  overdue?: boolean | undefined;
  search?: string | undefined;
}

const today = () => sql`${clock.today()}::date`;
export const isOverdue = () => sql<boolean>`coalesce(${cases.dueOn} < ${today()}, false)`;
const isLive = sql`${cases.state} not in ('closed', 'unconfirmed')`;

const isMine = ({ administratorId }: Office) =>
  sql`(${cases.turn} = 'office' and ${isLive} and ${cases.state} <> 'resolved' and coalesce(${cases.handlerId} = ${administratorId}::uuid, true))`;

function matching(
  office: Office,
  { turn, kind, homeState, handler: by, state, overdue, search }: CaseFilter,
): SQL | undefined {
  const term = search ? searchTerm(search) : null;
  const byNumber = search
    ? sql`lower(${cases.number}) like ${`%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`}`
    : undefined;
  const bySubject =
    term &&
    or(
      byNumber,
      fits(caseSearch, term),
      sql`exists (select from ${members} where ${members.id} = ${cases.memberId} and ${members.nameSearch} like ${`%${term.name}%`})`,
      sql`(${cases.name} <> '' and lower(${cases.name}) like ${`%${term.pattern}%`})`,
    );
  const seen = isSeen(office);
  const tells = turn || by;
  const isRestricted =
    office.powers.includes('full') && !tells
      ? and(ne(cases.state, 'unconfirmed'), eq(caseKinds.onlyCircle, true), search ? byNumber : undefined)
      : undefined;
  return and(
    or(and(seen, search ? (bySubject ?? byNumber) : undefined), isRestricted),
    kind ? eq(cases.kindId, kind) : undefined,
    homeState ? eq(cases.homeState, homeState) : undefined,
    state ? eq(cases.state, state as CaseRow['state']) : undefined,
    overdue ? sql`${cases.dueOn} < ${today()}` : undefined,
    turn === 'mine' ? isMine(office) : turn ? and(eq(cases.turn, turn as CaseRow['turn']), isLive) : undefined,
    by === 'none' ? isNull(cases.handlerId) : by ? sql`${cases.handlerId}::text = ${by}` : undefined,
  );
}

const listOrder = [isCaseClosed, sql`${cases.dueOn}`, sql`${cases.closedAt} desc`, asc(cases.createdAt), asc(cases.id)];

const listed = (office: Office) => ({
  ...withKind,
  isSeen: sql<boolean>`(${isSeen(office)})`,
  isOverdue: isOverdue(),
});

export async function findPage(
  db: Readable,
  office: Office,
  filter: CaseFilter,
  page: number,
  size: number = limits.pageSize,
) {
  return db
    .select(listed(office))
    .from(cases)
    .innerJoin(caseKinds, eq(caseKinds.id, cases.kindId))
    .where(matching(office, filter))
    .orderBy(...listOrder)
    .limit(size)
    .offset((page - 1) * size);
}

export async function countMatching(db: Readable, office: Office, filter: CaseFilter): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(cases)
    .innerJoin(caseKinds, eq(caseKinds.id, cases.kindId))
    .where(matching(office, filter));
  return row?.count ?? 0;
}

/** What an administrator has to do, of all that they may see. */
export async function countTotals(db: Readable, office: Office) {
  const isFull = office.powers.includes('full');
  const [row] = await db
    .select({
      mine: sql<number>`(count(*) filter (where ${isSeen(office)} and ${isMine(office)}))::int`,
      waiting: sql<number>`(count(*) filter (where ${isSeen(office)} and ${cases.turn} = 'person'))::int`,
      overdue: sql<number>`(count(*) filter (where ${cases.dueOn} < ${today()}))::int`,
      since: sql<
        number | null
      >`extract(epoch from min(${cases.lastWordAt}) filter (where ${isSeen(office)} and ${isMine(office)}))::float8 * 1000`,
    })
    .from(cases)
    .innerJoin(caseKinds, eq(caseKinds.id, cases.kindId))
    .where(and(isLive, isFull ? undefined : isSeen(office)));
  return row!;
}

/** A person's own cases, open ones first. */
export async function findOwn(db: Readable, condition: { memberId: string } | { caseId: string }, page: number) {
  const mine = 'memberId' in condition ? eq(cases.memberId, condition.memberId) : eq(cases.id, condition.caseId);
  const where = and(mine, ne(cases.state, 'unconfirmed'));
  const rows = await db
    .select({ ...withKind, isOverdue: isOverdue() })
    .from(cases)
    .innerJoin(caseKinds, eq(caseKinds.id, cases.kindId))
    .where(where)
    .orderBy(isCaseClosed, desc(cases.lastWordAt), asc(cases.id))
    .limit(limits.pageSize)
    .offset((page - 1) * limits.pageSize);
  return { rows, count: await db.$count(cases, where) };
}

/** Earlier cases of the same person that an administrator may see. */
export async function findEarlier(db: Readable, office: Office, { id, memberId, email }: CaseRow) {
  const same = memberId ? eq(cases.memberId, memberId) : email ? eq(cases.email, email) : undefined;
  if (!same) return [];
  return db
    .select({
      id: cases.id,
      number: cases.number,
      state: cases.state,
      title: caseKinds.title,
      kindId: caseKinds.id,
      urgent: caseKinds.urgent,
    })
    .from(cases)
    .innerJoin(caseKinds, eq(caseKinds.id, cases.kindId))
    .where(and(same, ne(cases.id, id), isSeen(office)))
    .orderBy(desc(cases.createdAt))
    .limit(20);
}

// What time does.

export const findIds = async (db: Readable, condition: SQL | undefined, max: number): Promise<string[]> =>
  (await db.select({ id: cases.id }).from(cases).where(condition).limit(max)).map(({ id }) => id);

/** Conditions of what the clock has to do. */
export const dueFor = {
  /** A notice: so many days after the due day, not yet sent. */
  notice: (days: number, dueFrom: string, dueTo: string) =>
    and(
      gte(cases.dueOn, dueFrom),
      lte(cases.dueOn, dueTo),
      sql`not exists (select from ${caseNotices} where ${caseNotices.caseId} = ${cases.id} and ${caseNotices.due} = ${cases.due}
        and ${caseNotices.dueOn} = ${cases.dueOn} and ${caseNotices.days} = ${days})`,
    ),
  reminder: (day: string) =>
    and(eq(cases.state, 'waiting'), isNotNull(cases.stoppedOn), lte(cases.askedOn, day), eq(cases.askedAgain, false)),
  noAnswer: (day: string) => and(eq(cases.state, 'waiting'), isNotNull(cases.stoppedOn), lte(cases.askedOn, day)),
  resolved: (before: Date) =>
    and(eq(cases.state, 'resolved'), isNotNull(cases.stoppedOn), lt(cases.resolvedAt, before)),
  unconfirmed: (before: Date) => and(eq(cases.state, 'unconfirmed'), lt(cases.createdAt, before)),
  old: (before: Date) => and(isNull(cases.emptiedAt), lt(cases.closedAt, before)),
};

/** Cases whose handler may not see them any more. */
export async function findUnhandled(db: Readable): Promise<string[]> {
  const rows = await db
    .select({ id: cases.id, handler })
    .from(cases)
    .innerJoin(caseKinds, eq(caseKinds.id, cases.kindId))
    .where(and(isNotNull(cases.handlerId), isLive, sql`${handler} is null`))
    .limit(500);
  return rows.map(({ id }) => id);
}

/** @returns whether it had not been noted */
export async function noteNotice(tx: Transaction, values: typeof caseNotices.$inferInsert): Promise<boolean> {
  return (
    (await tx.insert(caseNotices).values(values).onConflictDoNothing().returning({ days: caseNotices.days })).length > 0
  );
}

// Erasure.

/** Empties cases: what is left is number, kind, State, days, outcome and rating. @returns the keys of files to release */
export async function emptyCases(
  tx: Transaction,
  which: { memberIds: readonly string[] } | { ids: readonly string[] },
): Promise<string[]> {
  const theirs = 'ids' in which ? inArray(cases.id, [...which.ids]) : inArray(cases.memberId, [...which.memberIds]);
  if (('ids' in which ? which.ids : which.memberIds).length === 0) return [];
  const rows = await tx.select({ id: cases.id }).from(cases).where(theirs).for('update');
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const keys = await tx.delete(caseFiles).where(inArray(caseFiles.caseId, ids)).returning({ key: caseFiles.file });
  await tx.delete(caseEntries).where(inArray(caseEntries.caseId, ids));
  await tx.delete(caseSteps).where(inArray(caseSteps.caseId, ids));
  const unconfirmed = await tx
    .delete(cases)
    .where(and(inArray(cases.id, ids), eq(cases.state, 'unconfirmed')))
    .returning({ id: cases.id });
  void unconfirmed;
  const isOpen = sql`${cases.state} <> 'closed'`;
  await tx
    .update(cases)
    .set({
      memberId: null,
      name: '',
      email: '',
      mobile: '',
      subject: '',
      text: '',
      outcomeText: '',
      ratingText: '',
      outcome: sql`case when ${isOpen} then 'withdrawn' else ${cases.outcome} end`,
      closedAt: sql`coalesce(${cases.closedAt}, ${currentTime})`,
      state: 'closed',
      due: null,
      dueOn: null,
      stoppedOn: null,
      handlerId: null,
      emptiedAt: sql`${currentTime}`,
      version: sql`${cases.version} + 1`,
    })
    .where(inArray(cases.id, ids));
  return keys.map(({ key }) => key);
}

/** Deletes a visitor's case that was never confirmed. @returns the keys of its files */
export async function removeUnconfirmed(tx: Transaction, id: string): Promise<string[]> {
  const keys = await tx.delete(caseFiles).where(eq(caseFiles.caseId, id)).returning({ key: caseFiles.file });
  await tx.delete(cases).where(and(eq(cases.id, id), eq(cases.state, 'unconfirmed')));
  return keys.map(({ key }) => key);
}
