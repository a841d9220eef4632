import { sql } from 'drizzle-orm';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { payingOffices, salaryAuthorisations, salaryScheduleRows, salarySchedules } from './tables.ts';

// What is told to paying offices, and of them.

export interface AuthorisedPerson {
  id: string;
  memberId: string;
  name: string;
  memberNumber: string | null;
  reference: string;
  officeId: string;
  officeName: string;
  officeState: string;
  district: string;
  employeeNumber: string;
  amount: number;
  state: 'confirmed' | 'withdrawn' | 'ended';
  from: string;
  until: string | null;
}

/** Everybody who was ever confirmed, by office and name. @param officeId '' for all */
export async function findAuthorised(db: Readable, officeId: string): Promise<AuthorisedPerson[]> {
  const { rows } = await db.execute<AuthorisedPerson & Record<string, unknown>>(sql`
    select authorisation.id, authorisation.member_id as "memberId", person.name, person.member_number as "memberNumber", person.reference,
      office.id as "officeId", office.name as "officeName", office.state as "officeState", office.district as "district",
      authorisation.employee_number as "employeeNumber", authorisation.amount, authorisation.state, authorisation."from", authorisation.until
    from ${salaryAuthorisations} authorisation join ${members} person on person.id = authorisation.member_id
    join ${payingOffices} office on office.id = authorisation.office_id
    where authorisation.confirmed_at is not null and ${officeId === '' ? sql`true` : sql`office.id = ${officeId}::uuid`}
    order by office.name, office.id, person.name, authorisation.id`);
  return rows;
}

/** Of these people, those whose subscription of a year is settled. */
export async function findSettled(db: Readable, memberIds: readonly string[], period: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select member_id as id from ${payments}
    where member_id = any(${sql.param([...memberIds])}::uuid[]) and purpose = 'annual' and period = ${period}
    group by member_id having not bool_or(state in ('due', 'refused', 'claimed'))`);
  return new Set(rows.map(({ id }) => id));
}

/** The live schedules of a month. */
export async function findSchedulesOfMonth(db: Readable, month: string) {
  return db.select().from(salarySchedules).where(sql`month = ${month} and state <> 'cancelled'`);
}

/** What was deducted and received in a financial year until a day, person by person. Amounts are rupees. */
export interface Deducted {
  officeId: string;
  officeName: string;
  officeState: string;
  strength: number | null;
  /** Null: the record was deleted, or nobody's. */
  memberId: string | null;
  payer: string;
  memberNumber: string;
  /** Of receipts that are neither cancelled nor refunded. */
  counts: boolean;
  purpose: string;
  amount: number;
}

export async function findDeducted(db: Readable, year: string, asOn: string): Promise<Deducted[]> {
  const { rows } = await db.execute<Deducted & Record<string, unknown>>(sql`
    select office.id as "officeId", office.name as "officeName", office.state as "officeState", office.strength,
      paid.member_id as "memberId", receipt.content ->> 'receivedFrom' as payer, receipt.content ->> 'memberNumber' as "memberNumber",
      paid.state <> 'refunded' as counts, paid.purpose, paid.amount
    from ${receipts} receipt join ${payments} paid on paid.id = receipt.payment_id
    join (
      select payment_id as booked, schedule_id from ${salaryScheduleRows} where payment_id is not null
      union all select excess_payment_id, schedule_id from ${salaryScheduleRows} where excess_payment_id is not null
    ) own on own.booked = paid.id
    join ${salarySchedules} schedule on schedule.id = own.schedule_id
    join ${payingOffices} office on office.id = schedule.office_id
    where receipt.year = ${year} and receipt.cancelled_at is null and receipt.content ->> 'mode' = 'salary'
      and receipt.content ->> 'receivedOn' <= ${asOn}
    order by office.state, office.name, office.id, payer, receipt.number`);
  return rows;
}
