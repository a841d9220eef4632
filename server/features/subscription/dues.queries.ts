import { and, eq, sql } from 'drizzle-orm';
import { hasAnnualPayment } from '#server/features/payments/payments.queries.ts';
import { payments } from '#server/features/payments/tables.ts';
import type { Queryable } from '#server/platform/database/client.ts';

/** The subscription of a year. */
export interface DuesFilter {
  /** Financial year. */
  period: string;
  /** Whole rupees. */
  amount: number;
  /** Owed by members approved before this moment. */
  approvedBefore: Date;
}

/** A condition on `members`; a record without an approval date counts as an old one. */
export const owes = ({ approvedBefore }: Pick<DuesFilter, 'approvedBefore'>) => sql`members.status = 'Approved'
  and (members.approved_at is null or members.approved_at < ${approvedBefore.toISOString()}::timestamptz)`;

/** The number of members who owe a year's subscription and were not billed. */
export async function countOwing(
  db: Queryable,
  filter: Pick<DuesFilter, 'period' | 'approvedBefore'>,
): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from members where ${owes(filter)} and not ${hasAnnualPayment(filter.period)}`,
  );
  return rows[0]!.count;
}

/** A member's payment for a year's subscription: of several parts the open one. */
export async function findAnnual(db: Queryable, memberId: string, period: string) {
  const [row] = await db
    .select({ id: payments.id, state: payments.state })
    .from(payments)
    .where(and(eq(payments.memberId, memberId), eq(payments.purpose, 'annual'), eq(payments.period, period)))
    .orderBy(
      sql`${payments.doubleOf} is null desc, ${payments.state} in ('due', 'claimed', 'refused') desc, ${payments.partOf} is null desc`,
    )
    .limit(1);
  return row;
}

/** Whether a member was billed for a year, in any state. */
export async function hasAnnual(db: Queryable, memberId: string, period: string): Promise<boolean> {
  const isOwn = and(eq(payments.memberId, memberId), eq(payments.purpose, 'annual'), eq(payments.period, period));
  return (await db.$count(payments, isOwn)) > 0;
}
