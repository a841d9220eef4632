// Offered to other features: who leaves has nothing deducted any more, in the transaction of the decision.
import { and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { memberNumbered } from '#server/features/members/member-numbers.queries.ts';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { type OfStates, ofStates } from '#server/platform/database/reach.ts';
import { containsPattern, searchable } from '#server/platform/database/searchable.ts';
import { countWaiting } from '#server/platform/database/waiting.ts';
import type { Files } from '#server/platform/storage/files.ts';
import { clock } from '#shared/clock.ts';
import { monthOf } from '#shared/financial-year.ts';
import { limits } from '#shared/limits.ts';
import { payingOffices, salaryAuthorisations, salaryScheduleRows, salarySchedules } from './tables.ts';

export type AuthorisationRow = typeof salaryAuthorisations.$inferSelect;
type Change = Partial<Omit<typeof salaryAuthorisations.$inferInsert, 'id'>>;

/** An authorisation with its person and paying office. */
export interface AuthorisationView {
  row: AuthorisationRow;
  member: { id: string; name: string; memberNumber: string | null; reference: string; status: string } | null;
  office: typeof payingOffices.$inferSelect | null;
}

const selectViews = (db: Readable) =>
  db
    .select({
      row: salaryAuthorisations,
      member: {
        id: members.id,
        name: members.name,
        memberNumber: members.memberNumber,
        reference: members.reference,
        status: members.status,
      },
      office: payingOffices,
    })
    .from(salaryAuthorisations)
    .leftJoin(members, eq(members.id, salaryAuthorisations.memberId))
    .leftJoin(payingOffices, eq(payingOffices.id, salaryAuthorisations.officeId))
    .$dynamic();

export async function findAuthorisation(db: Readable, id: string): Promise<AuthorisationView | undefined> {
  const [row] = await selectViews(db).where(eq(salaryAuthorisations.id, id));
  return row;
}

export async function findAuthorisations(db: Readable, ids: readonly string[]): Promise<AuthorisationView[]> {
  if (ids.length === 0) return [];
  return selectViews(db).where(inArray(salaryAuthorisations.id, [...ids]));
}

/** A member's authorisations, newest first. */
export async function findOwnAuthorisations(db: Readable, memberId: string): Promise<AuthorisationView[]> {
  return selectViews(db)
    .where(eq(salaryAuthorisations.memberId, memberId))
    .orderBy(desc(salaryAuthorisations.askedAt), asc(salaryAuthorisations.id));
}

/** Locks the live authorisations of people whose records the caller has locked. */
export async function lockLive(tx: Transaction, memberIds: readonly string[]): Promise<AuthorisationRow[]> {
  if (memberIds.length === 0) return [];
  return tx
    .select()
    .from(salaryAuthorisations)
    .where(
      and(
        inArray(salaryAuthorisations.memberId, [...memberIds]),
        inArray(salaryAuthorisations.state, ['asked', 'confirmed']),
      ),
    )
    .orderBy(asc(salaryAuthorisations.id))
    .for('update');
}

/** Locks these authorisations, and before them their people. */
export async function lockAuthorisations(tx: Transaction, ids: readonly string[]): Promise<AuthorisationView[]> {
  if (ids.length === 0) return [];
  const owners = tx
    .select({ id: salaryAuthorisations.memberId })
    .from(salaryAuthorisations)
    .where(inArray(salaryAuthorisations.id, [...ids]));
  await tx
    .select({ id: members.id })
    .from(members)
    .where(inArray(members.id, owners))
    .orderBy(asc(members.id))
    .for('update');
  await tx
    .select({ id: salaryAuthorisations.id })
    .from(salaryAuthorisations)
    .where(inArray(salaryAuthorisations.id, [...ids]))
    .orderBy(asc(salaryAuthorisations.id))
    .for('update');
  return findAuthorisations(tx, ids);
}

export async function insertAuthorisation(
  tx: Transaction,
  values: typeof salaryAuthorisations.$inferInsert,
): Promise<string> {
  const [row] = await tx.insert(salaryAuthorisations).values(values).returning({ id: salaryAuthorisations.id });
  return row!.id;
}

export async function updateAuthorisations(tx: Transaction, ids: readonly string[], change: Change): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(salaryAuthorisations)
    .set({ ...change, version: sql`${salaryAuthorisations.version} + 1` })
    .where(inArray(salaryAuthorisations.id, [...ids]));
}

/** Which of these numbers are confirmed at a paying office already. */
export async function findTakenNumbers(tx: Transaction, officeId: string, keys: readonly string[]) {
  const rows = await tx
    .select({ key: salaryAuthorisations.employeeKey, memberId: salaryAuthorisations.memberId })
    .from(salaryAuthorisations)
    .where(
      and(
        eq(salaryAuthorisations.officeId, officeId),
        eq(salaryAuthorisations.state, 'confirmed'),
        inArray(salaryAuthorisations.employeeKey, [...keys]),
      ),
    );
  return new Map(rows.map(({ key, memberId }) => [key, memberId]));
}

export interface AuthorisationFilter {
  state: AuthorisationRow['state'] | '';
  officeId: string;
  /** Of the paying office. */
  homeState: OfStates;
  search: string;
}

function matches({ state, officeId, homeState, search }: AuthorisationFilter): SQL | undefined {
  const text = search.trim();
  const isOf =
    text === ''
      ? undefined
      : sql`(${members.nameSearch} like ${containsPattern(searchable(text))} or ${members.id} in (${memberNumbered(text)}, ${memberNumbered(text.toUpperCase())})
          or ${members.reference} = ${text.toUpperCase()})`;
  return and(
    state === '' ? undefined : eq(salaryAuthorisations.state, state),
    officeId === '' ? undefined : eq(salaryAuthorisations.officeId, officeId),
    ofStates(payingOffices.state, homeState),
    isOf,
  );
}

/** A page of authorisations: asked ones oldest first, others newest first. */
export async function listAuthorisations(db: Readable, filter: AuthorisationFilter, page: number) {
  const where = matches(filter);
  const order = filter.state === 'asked' ? asc(salaryAuthorisations.askedAt) : desc(salaryAuthorisations.askedAt);
  const rows = await selectViews(db)
    .where(where)
    .orderBy(order, asc(salaryAuthorisations.id))
    .limit(limits.pageSize)
    .offset((page - 1) * limits.pageSize);
  const [count] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(salaryAuthorisations)
    .leftJoin(members, eq(members.id, salaryAuthorisations.memberId))
    .leftJoin(payingOffices, eq(payingOffices.id, salaryAuthorisations.officeId))
    .where(where);
  return { rows, total: count!.count };
}

/** Ends what is live of people who leave: nothing more is deducted. */
export async function endForLeaving(tx: Transaction, memberIds: readonly string[]): Promise<void> {
  await endNow(tx, await lockLive(tx, memberIds), 'left');
}

/** Ends what is live; of what was confirmed this month is the last, so that its paying office is told. */
async function endNow(tx: Transaction, live: readonly AuthorisationRow[], reason: string): Promise<void> {
  for (const [state, rows] of Map.groupBy(live, (row) => row.state)) {
    await updateAuthorisations(
      tx,
      rows.map(({ id }) => id),
      { state: 'ended', reason, endedAt: clock.now(), ...(state === 'confirmed' && { until: monthOf(clock.today()) }) },
    );
  }
}

/**
 * Hands a person's authorisations, and with them the rows of schedules, to the record that is kept of the same person. Of two live ones
 * the other record's ends. The caller has locked both records and moves the payments.
 */
export async function moveAuthorisations(tx: Transaction, fromId: string, toId: string): Promise<void> {
  const live = await lockLive(tx, [fromId, toId]);
  const ending = live.some(({ memberId }) => memberId === toId)
    ? live.filter(({ memberId }) => memberId === fromId)
    : [];
  await endNow(tx, ending, 'merged');
  await tx.update(salaryAuthorisations).set({ memberId: toId }).where(eq(salaryAuthorisations.memberId, fromId));
}

/** The letters of people that are to be deleted. */
async function findSignedFiles(db: Queryable, memberIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ file: salaryAuthorisations.signedFile })
    .from(salaryAuthorisations)
    .where(inArray(salaryAuthorisations.memberId, [...memberIds]));
  return rows.flatMap(({ file }) => file ?? []);
}

/** Deletes names, numbers and letters of people from authorisations, and from the rows of schedules that are theirs. */
async function forgetAuthorisations(tx: Transaction, memberIds: readonly string[]): Promise<void> {
  const people = sql`${sql.param([...memberIds])}::uuid[]`;
  const theirs = sql`
    with paid as (select id from ${payments} where member_id = any(${people})),
    authorised as (select id, office_id, employee_key from ${salaryAuthorisations} where member_id = any(${people})),
    theirs as (
      select schedule_id, row from ${salaryScheduleRows} where payment_id in (select id from paid)
      union select schedule_id, row from ${salaryScheduleRows} where excess_payment_id in (select id from paid)
      union select schedule_id, row from ${salaryScheduleRows} where authorisation_id in (select id from authorised)
      union select listed.schedule_id, listed.row from ${salaryScheduleRows} listed
        join authorised on authorised.employee_key = listed.employee_key and authorised.employee_key <> ''
        join ${salarySchedules} schedule on schedule.id = listed.schedule_id and schedule.office_id = authorised.office_id
    )`;
  // What a list could not read, and whom it no longer has, names people without a row.
  await tx.execute(sql`
    ${theirs}, names as (
      select lower(name) as name from ${members} where id = any(${people}) and name <> ''
      union select lower(own.name) from ${salaryScheduleRows} own join theirs using (schedule_id, row) where own.name <> ''
    )
    update ${salarySchedules} own set
      dropped = (select coalesce(jsonb_agg(case when lower(each->>'name') in (select name from names)
        then each || '{"name": "erased person"}' else each end order by place), '[]')
        from jsonb_array_elements(own.dropped) with ordinality as list(each, place)),
      unread = (select coalesce(jsonb_agg(case when exists (select from names where position(names.name in lower(each->>'text')) > 0)
        then each || '{"text": "erased person"}' else each end order by place), '[]')
        from jsonb_array_elements(own.unread) with ordinality as list(each, place))
    where own.dropped || own.unread <> '[]' and own.office_id in (
      select office_id from authorised union select office_id from ${salarySchedules} join theirs on theirs.schedule_id = id)`);
  await tx.execute(sql`
    ${theirs}
    update ${salaryScheduleRows} own set name = 'erased person', employee_number = '', employee_key = '', decision_reason = ''
    from theirs where own.schedule_id = theirs.schedule_id and own.row = theirs.row`);
  await tx.execute(sql`
    update ${salaryAuthorisations} set member_id = null, employee_number = '', employee_key = '', office_name = '', letter = null,
      signed_file = null, reason = case when state = 'ended' and reason in ('left', 'transferred') then reason else '' end
    where member_id = any(${people})`);
}

/** Removes people who are to be deleted from authorisations and schedules; amounts and months stay. The caller has locked their records. */
export async function erasePersonFromCheckoff(
  tx: Transaction,
  files: Files,
  memberIds: readonly string[],
): Promise<void> {
  const signed = await findSignedFiles(tx, memberIds);
  await endForLeaving(tx, memberIds);
  await forgetAuthorisations(tx, memberIds);
  await files.release(tx, ...signed);
}

/** Authorisations that the office has yet to confirm. */
export const findToConfirm = (db: Readable) =>
  countWaiting(db, sql`${salaryAuthorisations} where state = 'asked'`, sql`asked_at`);
