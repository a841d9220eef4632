import { sql } from 'drizzle-orm';
import type { Queryable } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import type { MoneyOverview } from '#shared/contracts/subscription.ts';
import { daysOfFinancialYear, financialYearOf } from '#shared/financial-year.ts';

/** The sums of received, claimed and due payments. */
export async function findMoney(db: Queryable): Promise<MoneyOverview> {
  const today = clock.today();
  const year = financialYearOf(today);
  const monthBegan = `${today.slice(0, 7)}-01`;
  const { rows } = await db.execute<{ name: string; count: number; amount: number }>(sql`
    select 'year' as name, count(*)::int as count, coalesce(sum(amount), 0)::float8 as amount
    from payments where received_on >= ${daysOfFinancialYear(year).first}::date
    union all
    select 'month', count(*)::int, coalesce(sum(amount), 0)::float8 from payments where received_on >= ${monthBegan}::date
    union all
    select state, count(*)::int, sum(amount)::float8 from payments where state in ('claimed', 'due') group by state
    union all
    select 'toReturn', count(*)::int, coalesce(sum(amount), 0)::float8 from payments where refund_due and state = 'received'`);
  const sumOf = (name: string) => {
    const { count = 0, amount = 0 } = rows.find((row) => row.name === name) ?? {};
    return { count, amount };
  };
  return {
    year,
    receivedThisMonth: sumOf('month'),
    receivedThisYear: sumOf('year'),
    claimed: sumOf('claimed'),
    due: sumOf('due'),
    toReturn: sumOf('toReturn'),
  };
}
