import { sql } from 'drizzle-orm';
import { membershipFacts } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { type Reach, within } from '#server/platform/database/reach.ts';

/** Members who joined and left in each month since a day, in these States. */
export async function countMonthsOf(db: Readable, from: string, reach: Reach) {
  const theirs = within(reach, membershipFacts.state) ?? sql`true`;
  const { rows } = await db.execute<{ month: string; joined: number; left: number }>(sql`
    select to_char(day, 'YYYY-MM') as month, (sum(count) filter (where kind = 'joined'))::int as joined,
      (sum(count) filter (where kind = 'left'))::int as left
    from (select day, kind, count(*) as count from ${membershipFacts}
      where day >= ${from}::date and kind in ('joined', 'left') and ${theirs} group by day, kind) as days
    group by 1`);
  return rows;
}

/** Money received in each month since a day. */
export async function sumMonths(db: Readable, from: string) {
  const { rows } = await db.execute<{ month: string; received: number }>(sql`
    select to_char(received_on, 'YYYY-MM') as month, sum(amount)::float8 as received
    from (select received_on, sum(amount) as amount from ${payments}
      where received_on >= ${from}::date group by received_on) as days
    group by 1`);
  return rows;
}
