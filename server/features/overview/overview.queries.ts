import { type SQL, sql } from 'drizzle-orm';
import { contactMessages } from '#server/features/contact/tables.ts';
import { members, membershipFacts } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { type Reach, within } from '#server/platform/database/reach.ts';
import { isShown } from '#server/platform/mail/mail.queries.ts';
import { mail } from '#server/platform/mail/tables.ts';
import type { WaitingKind } from '#shared/contracts/overview.ts';

export interface Waiting {
  kind: WaitingKind;
  count: number;
  since: Date | null;
}

/** Pending work besides new registrations; each condition matches a partial index. */
export async function findWaitingOf(db: Readable, kinds: readonly WaitingKind[], reach: Reach, failedSince: string) {
  const theirs = within(reach, members.state) ?? sql`true`;
  const of = (table: SQL, since: SQL) => sql`select count(*)::int as count, min(${since}) as since from ${table}`;
  const parts: Partial<Record<WaitingKind, SQL>> = {
    corrections: of(
      sql`${members} where correction_state = 'answered' and status = 'New' and ${theirs}`,
      sql`correction_answered_at`,
    ),
    erasures: of(sql`${members} where erasure_requested_at is not null and ${theirs}`, sql`erasure_requested_at`),
    payments: of(sql`${payments} where state = 'claimed'`, sql`claimed_at`),
    messages: of(sql`${contactMessages} where doubtful = false and state = 'open'`, sql`created_at`),
    mails: of(
      sql`${mail} where state = 'failed' and ${isShown} and created_at >= ${failedSince}::timestamp at time zone 'Asia/Kolkata'`,
      sql`created_at`,
    ),
  };
  const conditions = kinds.flatMap((kind) => {
    const part = parts[kind];
    return part
      ? [
          sql`select ${kind}::text as kind, count, extract(epoch from since)::float8 * 1000 as since from (${part}) as each`,
        ]
      : [];
  });
  if (conditions.length === 0) return [];
  const { rows } = await db.execute<{ kind: WaitingKind; count: number; since: number | null }>(
    sql.join(conditions, sql` union all `),
  );
  return rows.map((row) => ({ ...row, since: row.since === null ? null : new Date(row.since) }));
}

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
