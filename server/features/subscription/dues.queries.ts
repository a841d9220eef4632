import { and, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/database/client.ts';
import { registrationNumbers } from '#server/database/tables/members.ts';
import { payments } from '#server/database/tables/payments.ts';
import { clock } from '#shared/clock.ts';

/** The subscription of a year. */
export interface Asked {
  /** Financial year. */
  period: string;
  /** Whole rupees. */
  amount: number;
  /** Owed by members approved before this moment. */
  approvedBefore: Date;
}

/** A condition on `members`; a record without an approval date counts as an old one. */
const owes = ({ approvedBefore }: Pick<Asked, 'approvedBefore'>) => sql`members.status = 'Approved'
  and (members.approved_at is null or members.approved_at < ${approvedBefore.toISOString()}::timestamptz)`;

const hasPayment = (period: string) => sql`exists (
  select from payments p where p.member_id = members.id and p.purpose = 'annual' and p.period = ${period}
)`;

/** The number of members who owe a year's subscription and were not billed. */
export async function countOwing(db: Queryable, asked: Pick<Asked, 'period' | 'approvedBefore'>): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from members where ${owes(asked)} and not ${hasPayment(asked.period)}`,
  );
  return rows[0]!.count;
}

/**
 * Bills the next members, by id, who owe the year's subscription and have no payment for it. They are locked against
 * deletion and decisions until the transaction ends; a pending decision is waited for.
 * @param after the last id of the previous batch
 * @returns the last id of this batch, null at the end, and how many payments were created
 */
export async function insertDues(
  tx: Transaction,
  { period, amount, approvedBefore }: Asked,
  after: string | null,
  batch: number,
): Promise<{ reached: string | null; made: number }> {
  const year = clock.today().slice(0, 4);
  const { rows } = await tx.execute<{ reached: string | null; made: number }>(sql`
    with owing as materialized (
      select id from members
      where ${owes({ approvedBefore })} ${after === null ? sql`` : sql`and id > ${after}::uuid`}
      order by id limit ${batch} for key share
    ), made as (
      insert into payments (member_id, reference, purpose, period, amount, state, created_at)
      select id, 'AIP-' || ${year} || '-' || case when number < 1000000 then lpad(number::text, 6, '0') else number::text end,
        'annual', ${period}, ${amount}::int, 'due', ${clock.now().toISOString()}::timestamptz
      from (
        select id, nextval(${registrationNumbers.seqName}) as number from owing members
        where not ${hasPayment(period)} order by id
      ) as numbered
      on conflict do nothing returning 1
    )
    select (select id from owing order by id desc limit 1) as reached, (select count(*)::int from made) as made`);
  return rows[0]!;
}

/** A member's payment for a year's subscription: of several parts the open one. */
export async function findAnnual(db: Queryable, memberId: string, period: string) {
  const [row] = await db
    .select({ id: payments.id, state: payments.state })
    .from(payments)
    .where(and(eq(payments.memberId, memberId), eq(payments.purpose, 'annual'), eq(payments.period, period)))
    .orderBy(sql`${payments.state} in ('due', 'claimed', 'refused') desc, ${payments.partOf} is null desc`)
    .limit(1);
  return row;
}

/** Whether a member was billed for a year, in any state. */
export async function hasAnnual(db: Queryable, memberId: string, period: string): Promise<boolean> {
  const own = and(eq(payments.memberId, memberId), eq(payments.purpose, 'annual'), eq(payments.period, period));
  return (await db.$count(payments, own)) > 0;
}
