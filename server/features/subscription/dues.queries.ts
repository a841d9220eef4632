import { and, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/database/client.ts';
import { registrationNumbers } from '#server/database/tables/members.ts';
import { payments } from '#server/database/tables/payments.ts';
import { clock } from '#shared/clock.ts';

/** What a year's subscription asks for: of whom, and how much. */
export interface Asked {
  /** Financial year. */
  period: string;
  /** Whole rupees. */
  amount: number;
  /** Of anyone who was approved before this moment. */
  approvedBefore: Date;
}

/** A condition on `members`; a record from before approvals were dated counts as an old one. */
const owes = ({ approvedBefore }: Pick<Asked, 'approvedBefore'>) => sql`members.status = 'Approved'
  and (members.approved_at is null or members.approved_at < ${approvedBefore.toISOString()}::timestamptz)`;

const hasPayment = (period: string) => sql`exists (
  select from payments p where p.member_id = members.id and p.purpose = 'annual' and p.period = ${period}
)`;

/** How many members owe a year's subscription and have not been asked for it. */
export async function countOwing(db: Queryable, asked: Pick<Asked, 'period' | 'approvedBefore'>): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from members where ${owes(asked)} and not ${hasPayment(asked.period)}`,
  );
  return rows[0]!.count;
}

/**
 * Asks the next members, in the order of their ids, who owe the year's subscription and have no payment of it. They are kept from being
 * deleted or decided about until the transaction ends, and nothing else: anyone who is being decided about is waited for.
 * @param after the id that was reached before
 * @returns the id that was reached, null at the end, and how many payments were made
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

/** A member's payment of a year's subscription: of one that came in parts, the part that is still open. */
export async function findAnnual(db: Queryable, memberId: string, period: string) {
  const [row] = await db
    .select({ id: payments.id, state: payments.state })
    .from(payments)
    .where(and(eq(payments.memberId, memberId), eq(payments.purpose, 'annual'), eq(payments.period, period)))
    .orderBy(sql`${payments.state} in ('due', 'claimed', 'refused') desc, ${payments.partOf} is null desc`)
    .limit(1);
  return row;
}

/** Whether somebody has been asked for a year's subscription, whatever happened to it. */
export async function hasAnnual(db: Queryable, memberId: string, period: string): Promise<boolean> {
  const own = and(eq(payments.memberId, memberId), eq(payments.purpose, 'annual'), eq(payments.period, period));
  return (await db.$count(payments, own)) > 0;
}
