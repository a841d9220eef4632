import { and, asc, desc, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import type { RowReason } from '#shared/contracts/schedules.ts';
import { limits } from '#shared/limits.ts';
import type { JudgedAuthorisation, JudgedPayment } from './judging.ts';
import type { ScheduleRow } from './read-schedule.ts';
import {
  payingOffices,
  salaryAuthorisations,
  salaryRemittanceLines,
  salaryRemittances,
  salaryScheduleRows,
  salarySchedules,
} from './tables.ts';

export type ScheduleRecord = typeof salarySchedules.$inferSelect;
export type RowRecord = typeof salaryScheduleRows.$inferSelect;
export type RemittanceRecord = typeof salaryRemittances.$inferSelect;

const ids = (list: readonly string[]) => sql`${sql.param([...list])}::uuid[]`;
const texts = (list: readonly string[]) => sql`${sql.param([...list])}::text[]`;

export async function findSchedule(db: Readable, id: string): Promise<ScheduleRecord | undefined> {
  const [row] = await db.select().from(salarySchedules).where(eq(salarySchedules.id, id));
  return row;
}

export async function findSchedules(db: Readable, ids: readonly string[]): Promise<ScheduleRecord[]> {
  if (ids.length === 0) return [];
  return db
    .select()
    .from(salarySchedules)
    .where(inArray(salarySchedules.id, [...ids]));
}

/** Locks schedules against other bookings and decisions. */
export async function lockSchedules(tx: Transaction, ids: readonly string[]): Promise<ScheduleRecord[]> {
  if (ids.length === 0) return [];
  return tx
    .select()
    .from(salarySchedules)
    .where(inArray(salarySchedules.id, [...ids]))
    .orderBy(asc(salarySchedules.id))
    .for('update');
}

/** The live schedule of an office and month with exactly these rows. */
export async function findSameSchedule(db: Readable, officeId: string, month: string, rowsHash: string) {
  const [row] = await db
    .select({ id: salarySchedules.id })
    .from(salarySchedules)
    .where(
      and(
        eq(salarySchedules.officeId, officeId),
        eq(salarySchedules.month, month),
        eq(salarySchedules.rowsHash, rowsHash),
        ne(salarySchedules.state, 'cancelled'),
      ),
    );
  return row?.id;
}

/** The last schedule of an office that was received before a month. */
export async function findLastReceived(db: Readable, officeId: string, month: string) {
  const [row] = await db
    .select()
    .from(salarySchedules)
    .where(
      and(
        eq(salarySchedules.officeId, officeId),
        eq(salarySchedules.state, 'received'),
        sql`${salarySchedules.month} < ${month}`,
      ),
    )
    .orderBy(desc(salarySchedules.month), desc(salarySchedules.createdAt))
    .limit(1);
  return row;
}

export async function insertSchedule(
  tx: Transaction,
  values: typeof salarySchedules.$inferInsert,
  rows: readonly ScheduleRow[],
): Promise<string> {
  const [inserted] = await tx.insert(salarySchedules).values(values).returning({ id: salarySchedules.id });
  const scheduleId = inserted!.id;
  const column = <T>(of: (row: ScheduleRow) => T) => sql.param(rows.map(of));
  await tx.execute(sql`
    insert into ${salaryScheduleRows} (schedule_id, row, employee_number, employee_key, name, amount)
    select ${scheduleId}::uuid, * from unnest(${column(({ row }) => row)}::int[], ${column(({ employeeNumber }) => employeeNumber)}::text[],
      ${column(({ employeeKey }) => employeeKey)}::text[], ${column(({ name }) => name)}::text[], ${column(({ amount }) => amount)}::bigint[])`);
  return scheduleId;
}

export async function findRows(db: Readable, scheduleId: string): Promise<RowRecord[]> {
  return db
    .select()
    .from(salaryScheduleRows)
    .where(eq(salaryScheduleRows.scheduleId, scheduleId))
    .orderBy(asc(salaryScheduleRows.row));
}

export async function updateSchedules(
  tx: Transaction,
  ids: readonly string[],
  change: Partial<typeof salarySchedules.$inferInsert>,
): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(salarySchedules)
      .set(change)
      .where(inArray(salarySchedules.id, [...ids]));
}

export async function updateRow(
  tx: Transaction,
  scheduleId: string,
  row: number,
  change: Partial<typeof salaryScheduleRows.$inferInsert>,
): Promise<void> {
  await tx
    .update(salaryScheduleRows)
    .set(change)
    .where(and(eq(salaryScheduleRows.scheduleId, scheduleId), eq(salaryScheduleRows.row, row)));
}

/** Notes why rows had to be looked at when they were shown. */
export async function saveSeenReasons(
  tx: Transaction,
  scheduleId: string,
  reasons: readonly { row: number; reason: RowReason | null }[],
): Promise<void> {
  await tx.execute(sql`
    update ${salaryScheduleRows} own set seen_reason = input.reason
    from unnest(${sql.param(reasons.map(({ row }) => row))}::int[], ${sql.param(reasons.map(({ reason }) => reason))}::text[])
      as input (number, reason)
    where own.schedule_id = ${scheduleId} and own.row = input.number and own.seen_reason is distinct from input.reason`);
}

/** Notes what rows were booked to. */
export async function saveBooked(
  tx: Transaction,
  scheduleId: string,
  booked: readonly {
    row: number;
    paymentId: string | null;
    excessPaymentId: string | null;
    authorisationId: string | null;
  }[],
): Promise<void> {
  const column = <T>(of: (each: (typeof booked)[number]) => T) => sql.param(booked.map(of));
  await tx.execute(sql`
    update ${salaryScheduleRows} own set payment_id = input.payment, excess_payment_id = input.excess,
      authorisation_id = coalesce(own.authorisation_id, input.authorisation)
    from unnest(${column(({ row }) => row)}::int[], ${column(({ paymentId }) => paymentId)}::uuid[],
      ${column(({ excessPaymentId }) => excessPaymentId)}::uuid[], ${column(({ authorisationId }) => authorisationId)}::uuid[])
      as input (number, payment, excess, authorisation)
    where own.schedule_id = ${scheduleId} and own.row = input.number`);
}

/** Forgets what the rows of schedules were booked to. */
export async function clearBooked(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx
    .update(salaryScheduleRows)
    .set({ paymentId: null, excessPaymentId: null })
    .where(inArray(salaryScheduleRows.scheduleId, [...ids]));
}

/** The sum of a schedule's rows that are not left out, in paise, noted on it. */
export async function recountSum(tx: Transaction, scheduleId: string): Promise<void> {
  await tx.execute(sql`
    update ${salarySchedules} set sum = coalesce((
      select sum(amount) from ${salaryScheduleRows} where schedule_id = ${salarySchedules.id} and decision is distinct from 'leftOut'
    ), 0) where id = ${scheduleId}`);
}

/** Authorisations of a paying office, those of others with one of these numbers, and these. */
export async function findJudgedAuthorisations(
  db: Readable,
  officeId: string,
  keys: readonly string[],
  also: readonly string[],
): Promise<JudgedAuthorisation[]> {
  const { rows } = await db.execute<JudgedAuthorisation & Record<string, unknown>>(sql`
    select authorisation.id, authorisation.member_id as "memberId", person.name as "memberName", authorisation.state, authorisation.office_id as "officeId",
      office.name as "officeName", authorisation.employee_key as "employeeKey", authorisation.amount, authorisation."from", authorisation.until
    from ${salaryAuthorisations} authorisation join ${members} person on person.id = authorisation.member_id
    join ${payingOffices} office on office.id = authorisation.office_id
    where authorisation.office_id = ${officeId} or authorisation.id = any(${ids(also)})
      or (authorisation.state = 'confirmed' and ltrim(authorisation.employee_key, '0') = any(${texts(keys.map((key) => key.replace(/^0+/, '')))}))
    order by authorisation.asked_at desc, authorisation.id`);
  return rows;
}

/** The annual subscriptions of people in these financial years. */
export async function findJudgedPayments(
  db: Readable,
  memberIds: readonly string[],
  periods: readonly string[],
): Promise<JudgedPayment[]> {
  const { rows } = await db.execute<JudgedPayment & Record<string, unknown>>(sql`
    select id, member_id as "memberId", period, amount, state from ${payments}
    where purpose = 'annual' and member_id = any(${ids(memberIds)}) and period = any(${texts(periods)}) order by created_at, id`);
  return rows;
}

/** People who are in another live schedule of the month: by what it was booked to, or by their number at its office. */
export async function findElsewhere(db: Readable, scheduleId: string, month: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with other as materialized (
      select id, office_id from ${salarySchedules}
      where month = ${month} and id <> ${scheduleId} and state <> 'cancelled'
    ), own as materialized (
      select own.*, other.office_id from ${salaryScheduleRows} own join other on other.id = own.schedule_id
      where own.decision is distinct from 'leftOut' and own.decision is distinct from 'office'
    )
    select authorisation.member_id as id from own join ${salaryAuthorisations} authorisation on authorisation.id = own.authorisation_id
    where authorisation.member_id is not null
    union
    select authorisation.member_id from own join ${salaryAuthorisations} authorisation
      on authorisation.office_id = own.office_id and authorisation.employee_key = own.employee_key
    where own.authorisation_id is null and own.employee_key <> '' and authorisation.member_id is not null`);
  return new Set(rows.map(({ id }) => id));
}

export interface ScheduleFilter {
  officeId: string;
  month: string;
  state: ScheduleRecord['state'] | '';
}

/** A page of schedules, newest first. */
export async function listSchedules(db: Readable, { officeId, month, state }: ScheduleFilter, page: number) {
  const where: SQL | undefined = and(
    officeId === '' ? undefined : eq(salarySchedules.officeId, officeId),
    month === '' ? undefined : eq(salarySchedules.month, month),
    state === '' ? undefined : eq(salarySchedules.state, state),
  );
  const rows = await db
    .select({ schedule: salarySchedules, office: payingOffices })
    .from(salarySchedules)
    .innerJoin(payingOffices, eq(payingOffices.id, salarySchedules.officeId))
    .where(where)
    .orderBy(desc(salarySchedules.createdAt), asc(salarySchedules.id))
    .limit(limits.pageSize)
    .offset((page - 1) * limits.pageSize);
  return { rows, total: await db.$count(salarySchedules, where) };
}

/** A schedule that a credit may be the money of: by its sum. */
export interface PossibleSchedule {
  id: string;
  officeId: string;
  officeName: string;
  ddoCode: string;
  month: string;
  /** Paise. */
  sum: number;
  state: 'open' | 'received';
  /** Of one that was received by hand: how, and with which number. */
  mode: string | null;
  number: string;
}

/** The schedules of these sums that are open, or whose money was received by hand and has no credit yet. */
export async function findPossibleSchedules(db: Readable, sums: readonly number[]): Promise<PossibleSchedule[]> {
  if (sums.length === 0) return [];
  const { rows } = await db.execute<PossibleSchedule & Record<string, unknown>>(sql`
    select schedule.id, office.id as "officeId", office.name as "officeName", office.ddo_code as "ddoCode", schedule.month,
      schedule.sum::float8 as sum, schedule.state, remittance.mode, coalesce(remittance.number, '') as number
    from ${salarySchedules} schedule join ${payingOffices} office on office.id = schedule.office_id
    left join ${salaryRemittances} remittance on remittance.id = schedule.remittance_id
    where schedule.sum = any(${sql.param([...new Set(sums)])}::bigint[]) and (schedule.state = 'open' or (schedule.state = 'received'
      and not exists (select from ${salaryRemittanceLines} line where line.remittance_id = schedule.remittance_id)))
    order by schedule.month, schedule.id limit 500`);
  return rows;
}

export async function insertRemittance(
  tx: Transaction,
  values: typeof salaryRemittances.$inferInsert,
): Promise<RemittanceRecord> {
  const [row] = await tx.insert(salaryRemittances).values(values).returning();
  return row!;
}

export async function findRemittance(db: Readable, id: string): Promise<RemittanceRecord | undefined> {
  const [row] = await db.select().from(salaryRemittances).where(eq(salaryRemittances.id, id));
  return row;
}

export async function addRemittanceLines(
  tx: Transaction,
  remittanceId: string,
  lines: readonly { id: string; amount: number }[],
): Promise<void> {
  if (lines.length === 0) return;
  await tx
    .insert(salaryRemittanceLines)
    .values(lines.map(({ id: lineId, amount }) => ({ lineId, remittanceId, amount })));
}

export async function findRemittanceLines(db: Readable, remittanceId: string): Promise<string[]> {
  const rows = await db
    .select({ id: salaryRemittanceLines.lineId })
    .from(salaryRemittanceLines)
    .where(eq(salaryRemittanceLines.remittanceId, remittanceId));
  return rows.map(({ id }) => id);
}

export async function findSchedulesOfRemittance(db: Readable, remittanceId: string): Promise<ScheduleRecord[]> {
  return db.select().from(salarySchedules).where(eq(salarySchedules.remittanceId, remittanceId));
}

/** Deletes a remittance with its lines. */
export async function deleteRemittance(tx: Transaction, id: string): Promise<void> {
  await tx.delete(salaryRemittances).where(eq(salaryRemittances.id, id));
}
