import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Readable, Transaction } from '#server/database/client.ts';
import { type Reach, within } from '#server/database/reach.ts';
import { containsPattern, searchable } from '#server/database/searchable.ts';
import { conferences, settings } from '#server/database/tables/content.ts';
import { members } from '#server/database/tables/members.ts';
import { mail } from '#server/database/tables/office.ts';
import { certificates, participations, stateOrder } from '#server/database/tables/participations.ts';
import { currentTime } from '#server/database/time.ts';
import type { ParticipationState } from '#shared/contracts/participations.ts';
import { limits } from '#shared/limits.ts';

export type ConferenceRow = typeof conferences.$inferSelect;
export type StoredQuestion = ConferenceRow['questions'][number];
export type ToldConference = NonNullable<ConferenceRow['told']>;
export type ParticipationRow = typeof participations.$inferSelect;
export type NewParticipation = typeof participations.$inferInsert;

/** A participation with whose it is. */
export interface ParticipationView {
  participation: ParticipationRow;
  /** Null for guests and erased people. */
  member: {
    id: string;
    name: string;
    memberNumber: string | null;
    state: string;
    email: string;
    mobile: string;
  } | null;
  certificate: { label: string; code: string } | null;
  /** Of those who wait; 1 is the next. */
  position: number | null;
}

const position = sql<number | null>`case when ${participations.state} = 'waiting' then (
  select count(*)::int from participations before
  where before.conference_id = ${participations.conferenceId} and before.state = 'waiting' and before.line <= ${participations.line}) end`;

const view = {
  participation: participations,
  member: {
    id: members.id,
    name: members.name,
    memberNumber: members.memberNumber,
    state: members.state,
    email: members.email,
    mobile: members.mobile,
  },
  certificate: { label: certificates.label, code: certificates.code },
  position,
};
const validCertificate = and(
  eq(certificates.participationId, participations.id),
  isNull(certificates.cancelledAt),
  isNull(certificates.erasedAt),
);

const selectViews = (db: Readable) =>
  db
    .select(view)
    .from(participations)
    .leftJoin(members, eq(members.id, participations.memberId))
    .leftJoin(certificates, validCertificate);

/** The conference, whose lock comes before all others of this feature: people, then participations, follow. */
export async function lockConference(tx: Transaction, id: string): Promise<ConferenceRow | undefined> {
  const [row] = await tx.select().from(conferences).where(eq(conferences.id, id)).for('update');
  return row;
}

export async function findConference(db: Readable, id: string): Promise<ConferenceRow | undefined> {
  const [row] = await db.select().from(conferences).where(eq(conferences.id, id));
  return row;
}

export async function updateConference(
  tx: Transaction,
  id: string,
  values: Partial<typeof conferences.$inferInsert>,
): Promise<void> {
  await tx.update(conferences).set(values).where(eq(conferences.id, id));
}

/** Somebody who may be mailed. */
export interface Person {
  id: string;
  name: string;
  email: string;
}

/** Members, kept from being deleted or from leaving until the transaction ends; in the one order in which people are locked. */
export async function keepMembers(tx: Transaction, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return tx
    .select({ id: members.id, name: members.name, email: members.email, status: members.status })
    .from(members)
    .where(inArray(members.id, [...ids]))
    .orderBy(asc(members.id))
    .for('key share');
}

export async function findMemberBy(db: Queryable, key: { email: string } | { memberNumber: string }) {
  const is = 'email' in key ? eq(members.email, key.email) : eq(members.memberNumber, key.memberNumber);
  const [row] = await db
    .select({ id: members.id, name: members.name, email: members.email, status: members.status, state: members.state })
    .from(members)
    .where(and(is, 'email' in key ? eq(members.status, 'Approved') : undefined));
  return row;
}

export async function insertParticipation(tx: Transaction, values: NewParticipation): Promise<ParticipationRow> {
  const [row] = await tx.insert(participations).values(values).returning();
  return row!;
}

export type ParticipationChange = Partial<Omit<NewParticipation, 'id' | 'version'>>;

/** What a change of a participation's state brings with it; `line`: the end of the line. */
export const endOfLine = sql`nextval('participation_line')`;

export async function updateParticipations(
  tx: Transaction,
  ids: readonly string[],
  change: ParticipationChange | { line: SQL } | (ParticipationChange & { line: SQL }),
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(participations)
    .set({
      ...(change as ParticipationChange),
      version: sql`${participations.version} + 1`,
      updatedAt: sql`${currentTime}`,
    })
    .where(inArray(participations.id, [...ids]));
}

/** One more change that calendars show. */
export const oneMoreSequence = sql`${participations.sequence} + 1`;

export async function findView(db: Readable, id: string): Promise<ParticipationView | undefined> {
  const [row] = await selectViews(db).where(eq(participations.id, id));
  return row;
}

/** A participation under its conference's lock. */
export async function findParticipation(db: Readable, id: string): Promise<ParticipationRow | undefined> {
  const [row] = await db.select().from(participations).where(eq(participations.id, id));
  return row;
}

export async function findOfMember(
  db: Readable,
  memberId: string,
  conferenceIds?: readonly string[],
): Promise<ParticipationView[]> {
  if (conferenceIds?.length === 0) return [];
  return selectViews(db).where(
    and(
      eq(participations.memberId, memberId),
      conferenceIds && inArray(participations.conferenceId, [...conferenceIds]),
    ),
  );
}

export async function findOfEmail(
  db: Readable,
  conferenceId: string,
  email: string,
): Promise<ParticipationRow | undefined> {
  const [row] = await db
    .select()
    .from(participations)
    .where(and(eq(participations.conferenceId, conferenceId), eq(participations.email, email), sql`email <> ''`));
  return row;
}

/** Every conference of a member with his part. */
export async function findMine(db: Readable, memberId: string) {
  return db
    .select({ ...view, conference: conferences })
    .from(participations)
    .innerJoin(conferences, eq(conferences.id, participations.conferenceId))
    .leftJoin(members, eq(members.id, participations.memberId))
    .leftJoin(certificates, validCertificate)
    .where(eq(participations.memberId, memberId));
}

/** Places of a conference that are registered or held, as they are in this transaction. */
export async function countTaken(tx: Transaction, conferenceId: string): Promise<number> {
  const [row] = await tx.select({ taken: conferences.taken }).from(conferences).where(eq(conferences.id, conferenceId));
  return row?.taken ?? 0;
}

/** Whether somebody waits. */
export async function hasWaiting(tx: Transaction, conferenceId: string): Promise<boolean> {
  const rows = await tx
    .select({ id: participations.id })
    .from(participations)
    .where(and(eq(participations.conferenceId, conferenceId), eq(participations.state, 'waiting')))
    .limit(1);
  return rows.length > 0;
}

/** The first who wait, in their order. @param most null: all @param except who is passed over */
export async function findFirstWaiting(tx: Transaction, conferenceId: string, most: number | null, except?: string) {
  const rows = tx
    .select({
      id: participations.id,
      memberId: participations.memberId,
      name: participations.name,
      email: participations.email,
    })
    .from(participations)
    .where(
      and(
        eq(participations.conferenceId, conferenceId),
        eq(participations.state, 'waiting'),
        except === undefined ? undefined : ne(participations.id, except),
      ),
    )
    .orderBy(asc(participations.line));
  return most === null ? rows : rows.limit(most);
}

export async function countHeld(tx: Transaction, conferenceId: string): Promise<number> {
  return tx.$count(
    participations,
    and(
      eq(participations.conferenceId, conferenceId),
      eq(participations.state, 'unconfirmed'),
      eq(participations.held, true),
    ),
  );
}

/** Deletes those who have not confirmed in time. @returns how many */
export async function deleteLapsed(tx: Transaction, conferenceId: string): Promise<number> {
  const gone = await tx
    .delete(participations)
    .where(
      and(
        eq(participations.conferenceId, conferenceId),
        eq(participations.state, 'unconfirmed'),
        lte(participations.heldUntil, sql`${currentTime}`),
      ),
    )
    .returning({ id: participations.id });
  return gone.length;
}

/** Conferences in which somebody has not confirmed in time. */
export async function findWithLapsed(db: Readable): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: participations.conferenceId })
    .from(participations)
    .where(and(eq(participations.state, 'unconfirmed'), lte(participations.heldUntil, sql`${currentTime}`)));
  return rows.map(({ id }) => id);
}

export async function hasParticipations(db: Readable, conferenceId: string): Promise<boolean> {
  const rows = await db
    .select({ id: participations.id })
    .from(participations)
    .where(eq(participations.conferenceId, conferenceId))
    .limit(1);
  return rows.length > 0;
}

/** Which of these questions somebody has answered. */
export async function findAnswered(db: Readable, conferenceId: string, ids: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const id of ids) {
    const rows = await db
      .select({ id: participations.id })
      .from(participations)
      .where(and(eq(participations.conferenceId, conferenceId), sql`${participations.answers} ? ${id}`))
      .limit(1);
    if (rows.length > 0) found.add(id);
  }
  return found;
}

/** Who is in one of these states, with the address of each; erased people are in none of them. */
export async function findAddressees(
  db: Readable,
  conferenceId: string,
  states: readonly ParticipationState[],
): Promise<{ id: string; memberId: string | null; name: string; email: string; state: ParticipationState }[]> {
  const rows = await db
    .select({
      id: participations.id,
      memberId: participations.memberId,
      state: participations.state,
      name: sql<string>`coalesce(${members.name}, ${participations.name})`,
      email: sql<string>`coalesce(${members.email}, ${participations.email})`,
    })
    .from(participations)
    .leftJoin(members, eq(members.id, participations.memberId))
    .where(and(eq(participations.conferenceId, conferenceId), inArray(participations.state, [...states])))
    .orderBy(asc(participations.line));
  return rows.filter(({ email }) => email !== '');
}

export interface ParticipantFilter {
  conferenceId: string;
  state: ParticipationState | 'attended' | '';
  search: string;
  State: string;
  /** Bound to States: guests are nobody's. */
  reach: Reach;
}

const ofReach = (reach: Reach): SQL | undefined => within(reach, members.state);

function conditionOf({ conferenceId, state, search, State, reach }: ParticipantFilter): SQL | undefined {
  return and(
    eq(participations.conferenceId, conferenceId),
    ofReach(reach),
    state === 'attended'
      ? isNotNull(participations.checkedInAt)
      : state === ''
        ? undefined
        : eq(participations.state, state),
    State === '' ? undefined : eq(members.state, State),
    searchable(search) === ''
      ? undefined
      : sql`concat_ws(chr(10), ${participations.nameSearch}, ${participations.email}, ${participations.mobile},
          ${members.nameSearch}, ${members.email}, ${members.mobile}, lower(${members.memberNumber})) like ${containsPattern(search)}`,
  );
}

/** Registered, waiting by position, unconfirmed, cancelled. */
const inOrder = [stateOrder(participations.state), asc(participations.line), asc(participations.id)];

export async function findParticipants(
  db: Readable,
  filter: ParticipantFilter,
  page: number,
): Promise<{ rows: ParticipationView[]; count: number }> {
  const condition = conditionOf(filter);
  const counting = db.select({ count: sql<number>`count(*)::int` }).from(participations);
  // Without the members where nothing is asked of them.
  const needsMembers = !filter.reach.isAll || filter.State !== '' || searchable(filter.search) !== '';
  const counted = await (needsMembers
    ? counting.leftJoin(members, eq(members.id, participations.memberId)).where(condition)
    : counting.where(condition));
  const rows = await selectViews(db)
    .where(condition)
    .orderBy(...inOrder)
    .limit(limits.pageSize)
    .offset((page - 1) * limits.pageSize);
  return { rows, count: counted[0]?.count ?? 0 };
}

/** Everybody in the office's order, in batches. */
export async function* eachParticipant(
  db: Readable,
  conferenceId: string,
  reach: Reach,
  size: number,
): AsyncGenerator<ParticipationView[]> {
  const ids = await db
    .select({ id: participations.id })
    .from(participations)
    .leftJoin(members, eq(members.id, participations.memberId))
    .where(and(eq(participations.conferenceId, conferenceId), ofReach(reach)))
    .orderBy(...inOrder);
  // Counted once for all, not for each who waits.
  const waiting = db
    .select({ id: participations.id, position: sql<number>`row_number() over (order by line)::int`.as('position') })
    .from(participations)
    .where(and(eq(participations.conferenceId, conferenceId), eq(participations.state, 'waiting')))
    .as('waiting');
  for (let first = 0; first < ids.length; first += size) {
    const batch = ids.slice(first, first + size).map(({ id }) => id);
    yield await db
      .select({ ...view, position: waiting.position })
      .from(participations)
      .leftJoin(members, eq(members.id, participations.memberId))
      .leftJoin(certificates, validCertificate)
      .leftJoin(waiting, eq(waiting.id, participations.id))
      .where(inArray(participations.id, batch))
      .orderBy(...inOrder);
  }
}

/** Who is registered, by State and name; guests, who are of no State, last. */
export async function findRegistered(db: Readable, conferenceId: string, reach: Reach) {
  return db
    .select({
      id: participations.id,
      name: sql<string>`coalesce(${members.name}, ${participations.name})`,
      memberNumber: members.memberNumber,
      State: members.state,
      guest: participations.guest,
    })
    .from(participations)
    .leftJoin(members, eq(members.id, participations.memberId))
    .where(and(eq(participations.conferenceId, conferenceId), eq(participations.state, 'registered'), ofReach(reach)))
    .orderBy(
      asc(members.state),
      asc(sql`coalesce(${members.nameSearch}, ${participations.nameSearch})`),
      asc(participations.id),
    );
}

export async function countParticipants(db: Readable, conferenceId: string, reach: Reach) {
  const [row] = await db
    .select({
      registered: sql<number>`count(*) filter (where ${participations.state} = 'registered')::int`,
      waiting: sql<number>`count(*) filter (where ${participations.state} = 'waiting')::int`,
      cancelled: sql<number>`count(*) filter (where ${participations.state} = 'cancelled')::int`,
      unconfirmed: sql<number>`count(*) filter (where ${participations.state} = 'unconfirmed')::int`,
      attended: sql<number>`count(*) filter (where ${participations.checkedInAt} is not null)::int`,
    })
    .from(participations)
    .leftJoin(members, eq(members.id, participations.memberId))
    .where(and(eq(participations.conferenceId, conferenceId), ofReach(reach)));
  return row!;
}

/** How often each answer of some questions was given by those who are registered; of the others how many have answered. */
export async function sumAnswers(
  db: Readable,
  conferenceId: string,
  reach: Reach,
  summed: readonly string[],
): Promise<{ question: string; answer: string; count: number }[]> {
  const { rows } = await db.execute<{ question: string; answer: string; count: number }>(sql`
    select given.key as question,
      case when given.key = any(${sql.param([...summed])}::text[]) then given.value else '' end as answer, count(*)::int as count
    from ${participations} left join ${members} on ${members.id} = ${participations.memberId},
      jsonb_each_text(${participations.answers}) as given
    where ${participations.conferenceId} = ${conferenceId} and ${participations.state} = 'registered'
      and ${ofReach(reach) ?? sql`true`}
    group by 1, 2 order by 3 desc, 2`);
  return rows;
}

/** Those of some participations that are still in one of these states. */
export async function findAmong(tx: Transaction, ids: readonly string[], states: readonly ParticipationState[]) {
  return tx
    .select({
      id: participations.id,
      memberId: participations.memberId,
      name: participations.name,
      email: participations.email,
    })
    .from(participations)
    .where(and(inArray(participations.id, [...ids]), inArray(participations.state, [...states])))
    .orderBy(asc(participations.line));
}

const isComing = sql`${conferences.startsAt} > ${currentTime}`;
const isIn = inArray(participations.state, ['registered', 'waiting']);

/** Conferences to come in which some members take part or wait, locked in the order of their ids. */
export async function lockComing(tx: Transaction, memberIds: readonly string[]): Promise<ConferenceRow[]> {
  if (memberIds.length === 0) return [];
  const own = tx
    .select({ id: participations.conferenceId })
    .from(participations)
    .where(and(inArray(participations.memberId, [...memberIds]), isIn));
  return tx
    .select()
    .from(conferences)
    .where(and(inArray(conferences.id, own), isComing))
    .orderBy(asc(conferences.id))
    .for('update');
}

/** Participations of some members: all, or those of one conference that are not cancelled. */
export async function findIdsOf(
  tx: Transaction,
  memberIds: readonly string[],
  conferenceId?: string,
): Promise<string[]> {
  if (memberIds.length === 0) return [];
  const rows = await tx
    .select({ id: participations.id })
    .from(participations)
    .where(
      and(
        inArray(participations.memberId, [...memberIds]),
        conferenceId === undefined ? undefined : and(eq(participations.conferenceId, conferenceId), isIn),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Conferences that begin within a time and of which somebody has yet to be reminded. */
export async function findToRemind(db: Readable, before: Date): Promise<string[]> {
  const rows = await db
    .select({ id: conferences.id })
    .from(conferences)
    .where(
      and(
        isComing,
        lte(conferences.startsAt, before),
        eq(conferences.active, true),
        isNull(conferences.cancelledAt),
        sql`exists (select from ${participations} where ${participations.conferenceId} = ${conferences.id}
          and ${participations.state} = 'registered' and ${participations.remindedOf} is distinct from ${conferences.startsAt})`,
      ),
    )
    .orderBy(asc(conferences.startsAt));
  return rows.map(({ id }) => id);
}

/** The next who have yet to be reminded of a conference, under its lock. */
export async function findUnreminded(tx: Transaction, { id, startsAt }: ConferenceRow, most: number) {
  return tx
    .select({
      id: participations.id,
      memberId: participations.memberId,
      name: participations.name,
      email: participations.email,
    })
    .from(participations)
    .where(
      and(
        eq(participations.conferenceId, id),
        eq(participations.state, 'registered'),
        sql`${participations.remindedOf} is distinct from ${startsAt.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(participations.line))
    .limit(most);
}

/** Notes a reminder; nobody who looks at his part is disturbed by it. */
export async function noteReminded(tx: Transaction, ids: readonly string[], of: Date): Promise<void> {
  await tx
    .update(participations)
    .set({ remindedOf: of })
    .where(inArray(participations.id, [...ids]));
}

/** Days for which guests' data and everybody's answers are kept after a conference. */
export async function findGuestDays(db: Readable): Promise<number> {
  const [row] = await db.select({ days: settings.guestDays }).from(settings).limit(1);
  return row?.days ?? limits.guestDays.usual;
}

/** Conferences that ended before a moment, and in which somebody is still remembered. */
export async function findToForget(db: Readable, endedBefore: Date): Promise<string[]> {
  const rows = await db
    .select({ id: conferences.id })
    .from(conferences)
    .where(
      and(
        sql`coalesce(${conferences.endsAt}, ${conferences.startsAt} + make_interval(hours => ${limits.conferenceHours})) < ${endedBefore.toISOString()}::timestamptz`,
        sql`exists (select from ${participations} where ${participations.conferenceId} = ${conferences.id} and ${participations.forgottenAt} is null)`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** The next whose data are to go, of a conference under its lock. */
export async function findRemembered(tx: Transaction, conferenceId: string, most: number) {
  return tx
    .select({ id: participations.id, guest: participations.guest, email: participations.email })
    .from(participations)
    .where(and(eq(participations.conferenceId, conferenceId), isNull(participations.forgottenAt)))
    .limit(most);
}

/** Forgets the mails to guests. */
export async function deleteGuestMails(
  tx: Transaction,
  emails: readonly string[],
  kinds: readonly string[],
): Promise<void> {
  if (emails.length === 0) return;
  await tx
    .delete(mail)
    .where(
      and(
        inArray(mail.kind, [...kinds]),
        isNull(mail.memberId),
        inArray(mail.recipient, [...emails]),
        ne(mail.state, 'waiting'),
      ),
    );
}
