// Offered to other features: who came in is a column of the participation, changed with the scans; conferences are locked before their people.
import { and, asc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { certificates } from '#server/features/certificates/tables.ts';
import type { ConferenceRow } from '#server/features/conferences/conferences.queries.ts';
import { conferences } from '#server/features/conferences/tables.ts';
import { memberNumbered } from '#server/features/members/member-numbers.queries.ts';
import { members } from '#server/features/members/tables.ts';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { currentTime, newCode } from '#server/platform/database/columns.ts';
import type { ParticipationState } from '#shared/contracts/participations.ts';
import { limits } from '#shared/limits.ts';
import { participations } from './tables.ts';

export type StoredQuestion = ConferenceRow['questions'][number];
export type ToldConference = NonNullable<ConferenceRow['told']>;
export type ParticipationRow = typeof participations.$inferSelect;
export type NewParticipation = Omit<typeof participations.$inferInsert, 'code'>;

/** A participation with its person. */
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
  /** The position in the waiting list, from 1 on; null if not waiting. */
  position: number | null;
}

const position = sql<number | null>`case when ${participations.state} = 'waiting' then (
  select count(*)::int from participations before
  where before.conference_id = ${participations.conferenceId} and before.state = 'waiting' and before.line <= ${participations.line}) end`;

export const view = {
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
export const validCertificate = and(
  eq(certificates.participationId, participations.id),
  isNull(certificates.cancelledAt),
  isNull(certificates.erasedAt),
);

/** A condition: not a double of another participation of the same person. */
export const isCounted = isNull(participations.doubleOf);

/** The participation that counts for an id, which may be a double's, at several removes. */
export const countedId = (id: SQL | string): SQL => sql`(
  with recursive own as (
    select id, double_of from participations where id = ${id}
    union all select best.id, best.double_of from own join participations best on best.id = own.double_of
  ) select id from own where double_of is null)`;

/** Participations with their people. */
export const selectViews = (db: Readable) =>
  db
    .select(view)
    .from(participations)
    .leftJoin(members, eq(members.id, participations.memberId))
    .leftJoin(certificates, validCertificate);

/** Locks members against being deleted or leaving until the transaction ends; in the common order of locks on people. */
export async function lockMembersShared(tx: Transaction, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return tx
    .select({ id: members.id, name: members.name, email: members.email, status: members.status })
    .from(members)
    .where(inArray(members.id, [...ids]))
    .orderBy(asc(members.id))
    .for('key share');
}

export async function findMemberBy(db: Queryable, key: { email: string } | { memberNumber: string }) {
  const is = 'email' in key ? eq(members.email, key.email) : sql`${members.id} = ${memberNumbered(key.memberNumber)}`;
  const [row] = await db
    .select({ id: members.id, name: members.name, email: members.email, status: members.status, state: members.state })
    .from(members)
    .where(and(is, 'email' in key ? eq(members.status, 'Approved') : undefined));
  return row;
}

export async function insertParticipation(tx: Transaction, values: NewParticipation): Promise<ParticipationRow> {
  const [row] = await tx
    .insert(participations)
    .values({ ...values, code: newCode() })
    .returning();
  return row!;
}

/** The value of `line` at the end of the waiting list. */
export const endOfLine = sql`nextval('participation_line')`;

export async function updateParticipations(
  tx: Transaction,
  ids: readonly string[],
  change: Omit<PgUpdateSetSource<typeof participations>, 'id' | 'version'>,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(participations)
    .set({
      ...change,
      version: sql`${participations.version} + 1`,
      updatedAt: sql`${currentTime}`,
    })
    .where(inArray(participations.id, [...ids]));
}

/** Increments the number of changes that calendars show. */
export const oneMoreSequence = sql`${participations.sequence} + 1`;

export async function findView(db: Readable, id: string): Promise<ParticipationView | undefined> {
  const [row] = await selectViews(db).where(and(eq(participations.id, id), isCounted));
  return row;
}

/** A participation; its conference is locked. */
export async function findParticipation(db: Readable, id: string): Promise<ParticipationRow | undefined> {
  const [row] = await db.select().from(participations).where(eq(participations.id, id));
  return row;
}

export async function findOfMember(db: Readable, memberId: string, conferenceIds?: readonly string[]) {
  if (conferenceIds?.length === 0) return [];
  return selectViews(db).where(
    and(
      eq(participations.memberId, memberId),
      conferenceIds && inArray(participations.conferenceId, [...conferenceIds]),
    ),
  );
}

export async function findOfEmail(db: Readable, conferenceId: string, email: string) {
  const [row] = await db
    .select()
    .from(participations)
    .where(and(eq(participations.conferenceId, conferenceId), eq(participations.email, email), sql`email <> ''`));
  return row;
}

/** A guest's participation, with what is emptied as it becomes a member's. */
export type GuestCopy = Awaited<ReturnType<typeof findGuestCopies>>[number];

/** A guest's participations, to be given back to them if they do not become a member after all. */
export async function findGuestCopies(tx: Transaction, email: string) {
  if (email === '') return [];
  const { id, state, held, name, nameSearch, mobile, answers, told } = participations;
  return tx
    .select({
      ...{ id, state, held, name, nameSearch, email: participations.email, mobile, answers, told },
      heldUntil: sql<string | null>`to_json(${participations.heldUntil})`,
    })
    .from(participations)
    .where(eq(participations.email, email));
}

/** Gives these back to the guest: as they are now, or, where another of the same person counted, as they were. */
export async function restoreGuests(tx: Transaction, memberId: string, copies: readonly GuestCopy[]): Promise<void> {
  for (const { id, name, nameSearch, email, mobile, ...copy } of copies) {
    const row = await findParticipation(tx, id);
    const guest = { guest: true, memberId: null, name, nameSearch, email, mobile };
    if (row?.memberId === memberId) await updateParticipations(tx, [id], guest);
    else if (row?.doubleOf) {
      const heldUntil = copy.heldUntil === null ? null : new Date(copy.heldUntil);
      await updateParticipations(tx, [id], { ...copy, ...guest, heldUntil, doubleOf: null, sequence: oneMoreSequence });
    }
  }
}

/** All conferences of a member with their participation. */
export async function findMine(db: Readable, memberId: string) {
  return db
    .select({ ...view, conference: conferences })
    .from(participations)
    .innerJoin(conferences, eq(conferences.id, participations.conferenceId))
    .leftJoin(members, eq(members.id, participations.memberId))
    .leftJoin(certificates, validCertificate)
    .where(eq(participations.memberId, memberId));
}

export async function hasParticipations(db: Readable, conferenceId: string): Promise<boolean> {
  const rows = await db
    .select({ id: participations.id })
    .from(participations)
    .where(eq(participations.conferenceId, conferenceId))
    .limit(1);
  return rows.length > 0;
}

/** Which of these questions have answers. */
export async function findAnswered(db: Readable, conferenceId: string, ids: readonly string[]): Promise<Set<string>> {
  const memberIds = new Set<string>();
  for (const id of ids) {
    const rows = await db
      .select({ id: participations.id })
      .from(participations)
      .where(and(eq(participations.conferenceId, conferenceId), sql`${participations.answers} ? ${id}`))
      .limit(1);
    if (rows.length > 0) memberIds.add(id);
  }
  return memberIds;
}

/** What a mail about a participation needs: whose it is, or a guest's name and e-mail. */
export const addressee = {
  id: participations.id,
  memberId: participations.memberId,
  name: participations.name,
  email: participations.email,
  language: participations.language,
  told: participations.told,
};

/** People in one of these states; without erased people and those without an e-mail. */
export async function findAddressees(db: Readable, conferenceId: string, states: readonly ParticipationState[]) {
  return db
    .select(addressee)
    .from(participations)
    .leftJoin(members, eq(members.id, participations.memberId))
    .where(
      and(
        eq(participations.conferenceId, conferenceId),
        inArray(participations.state, [...states]),
        sql`coalesce(${members.email}, ${participations.email}) <> ''`,
      ),
    )
    .orderBy(asc(participations.line));
}

/** Notes that people have been told of the conference as it is. */
export async function forgetTold(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .update(participations)
    .set({ told: null })
    .where(inArray(participations.id, [...ids]));
}

/** Those of the given participations that are still in one of these states. */
export async function findAmong(tx: Transaction, ids: readonly string[], states: readonly ParticipationState[]) {
  return tx
    .select(addressee)
    .from(participations)
    .where(and(inArray(participations.id, [...ids]), inArray(participations.state, [...states])))
    .orderBy(asc(participations.line));
}

export const isComing = sql`${conferences.startsAt} > ${currentTime}`;
const isIn = ne(participations.state, 'cancelled');

/** Future conferences in which these members are registered, waiting or, from a time as guests, unconfirmed, locked in the order of their ids. */
export async function lockComing(tx: Transaction, memberIds: readonly string[]): Promise<ConferenceRow[]> {
  if (memberIds.length === 0) return [];
  const ownRows = tx
    .select({ id: participations.conferenceId })
    .from(participations)
    .where(and(inArray(participations.memberId, [...memberIds]), isIn));
  return tx
    .select()
    .from(conferences)
    .where(and(inArray(conferences.id, ownRows), isComing))
    .orderBy(asc(conferences.id))
    .for('update');
}

/** Locks all conferences that somebody takes or took part in, or those of these participations. */
export async function lockConferencesOf(
  tx: Transaction,
  {
    members: people = [],
    participations: parts = [],
  }: Partial<Record<'members' | 'participations', readonly string[]>>,
): Promise<ConferenceRow[]> {
  const ownRows = tx
    .select({ id: participations.conferenceId })
    .from(participations)
    .where(or(inArray(participations.memberId, [...people]), inArray(participations.id, [...parts])));
  return tx
    .select()
    .from(conferences)
    .where(inArray(conferences.id, ownRows))
    .orderBy(asc(conferences.id))
    .for('update');
}

/** Makes one participation in each conference of those of two records of a person. Doors hear whose they are now. */
export async function uniteParticipations(tx: Transaction, keptId: string, droppedId: string): Promise<void> {
  await tx.execute(sql`select unite_participations(${keptId}::uuid, ${droppedId}::uuid, '', ${currentTime})`);
  await tx
    .update(participations)
    .set({ updatedAt: sql`${currentTime}` })
    .where(inArray(participations.memberId, [keptId, droppedId]));
}

/** The e-mails of members. */
export async function findEmailsOf(tx: Transaction, memberIds: readonly string[]): Promise<string[]> {
  if (memberIds.length === 0) return [];
  const rows = await tx
    .select({ email: members.email })
    .from(members)
    .where(and(inArray(members.id, [...memberIds]), ne(members.email, '')));
  return rows.map(({ email }) => email);
}

/** The participations of guests with these e-mails. */
export async function findGuestRows(tx: Transaction, emails: readonly string[]) {
  return tx
    .select({ id: participations.id, conferenceId: participations.conferenceId, email: participations.email })
    .from(participations)
    .where(and(inArray(participations.email, [...emails]), eq(participations.guest, true)));
}

/** Notes of everybody who is registered or waits what they know of a conference that changes, until they are told. */
export async function noteTold(tx: Transaction, conferenceId: string, told: ToldConference): Promise<void> {
  await tx
    .update(participations)
    .set({ told })
    .where(
      and(
        eq(participations.conferenceId, conferenceId),
        inArray(participations.state, ['registered', 'waiting']),
        isNull(participations.told),
      ),
    );
}

/** The doubles of a member's participations. */
export async function findDoublesOf(tx: Transaction, memberId: string): Promise<string[]> {
  const own = tx.select({ id: participations.id }).from(participations).where(eq(participations.memberId, memberId));
  const rows = await tx
    .select({ id: participations.id })
    .from(participations)
    .where(inArray(participations.doubleOf, own));
  return rows.map(({ id }) => id);
}

/** Those with their doubles. */
export async function withDoubles(tx: Transaction, ids: readonly string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with recursive own as (
      select id from participations where id = any(${sql.param([...ids])}::uuid[])
      union all select double.id from own join participations double on double.double_of = own.id
    ) select id from own`);
  return rows.map(({ id }) => id);
}

/** The participations of these members: all, or uncancelled ones of one conference. */
export async function findIdsOf(tx: Transaction, memberIds: readonly string[], conferenceId?: string) {
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

/** Those whose person was erased, or is no member any more; a conference that has begun keeps them. */
export async function findIdsOfNobody(tx: Transaction, conferenceId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: participations.id })
    .from(participations)
    .leftJoin(members, eq(members.id, participations.memberId))
    .where(
      and(
        eq(participations.conferenceId, conferenceId),
        isIn,
        eq(participations.email, ''),
        sql`${members.status} is distinct from 'Approved'`,
      ),
    );
  return rows.map(({ id }) => id);
}

/** From when on somebody can be checked in. */
export const doorOpens = ({ startsAt }: Pick<ConferenceRow, 'startsAt'>): Date =>
  new Date(startsAt.getTime() - limits.checkInHours * 3_600_000);

/** Notes again since when each is in, by the scans that count as the conference is dated now. @returns those who no longer are */
export async function countScansAgain(tx: Transaction, conference: Pick<ConferenceRow, 'id' | 'startsAt'>) {
  const { rows } = await tx.execute<{ id: string; at: Date | null }>(sql`
    with counted as (
      select own.id, (
        select min(scan.at) from check_ins scan where scan.participation_id = own.id and not scan.undo
          and scan.at >= ${doorOpens(conference).toISOString()}::timestamptz
          and scan.at > coalesce((select max(undone.at) from check_ins undone where undone.participation_id = own.id and undone.undo), '-infinity')
      ) as at
      from participations own where own.conference_id = ${conference.id} and own.state = 'registered'
    )
    update participations own set checked_in_at = counted.at, version = version + 1, updated_at = ${currentTime}
    from counted where counted.id = own.id and own.checked_in_at is distinct from counted.at
    returning own.id, counted.at`);
  return rows.flatMap(({ id, at }) => (at === null ? [id] : []));
}

/** Notes since when each is in; null: not any more. */
export async function setCheckedIn(tx: Transaction, changed: ReadonlyMap<string, Date | null>): Promise<void> {
  if (changed.size === 0) return;
  const ids = [...changed.keys()];
  const moments = [...changed.values()].map((at) => at?.toISOString() ?? null);
  await tx.execute(sql`
    update ${participations} set checked_in_at = input.at, version = version + 1, updated_at = ${currentTime}
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(moments)}::timestamptz[]) as input (id, at)
    where ${participations.id} = input.id`);
}
