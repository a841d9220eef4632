import { inArray, type SQL, sql } from 'drizzle-orm';
import { payments } from '#server/features/payments/tables.ts';
import type { Queryable, Transaction } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import { noticeDays, noticeNames } from '#shared/contracts/subscription.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import { olderThan } from './rules.ts';
import { isSpared } from './status.queries.ts';
import type { Subscription } from './subscription.queries.ts';

/** A payment with a due notice, and its member. */
export interface NoticeDue {
  id: string;
  reference: string;
  period: string;
  amount: number;
  /** 1 the first notice, 2 to 4 the reminders. */
  stage: number;
  memberId: string;
  name: string;
  email: string;
}

/** The last enabled notice for a payment's age; 0 for none. */
function wantedStage({ reminders }: Pick<Subscription, 'reminders'>, today: string): SQL {
  const cases = noticeNames
    .map((name, index) => {
      const { period, createdBefore } = olderThan(noticeDays[name], today);
      const isOld = sql`p.period <= ${period} and p.created_at < ${createdBefore.toISOString()}::timestamptz`;
      return { isOn: reminders[name], sql: sql`when ${isOld} then ${sql.raw(String(index + 1))}` };
    })
    .filter(({ isOn }) => isOn)
    .map((each) => each.sql)
    .reverse();
  return cases.length === 0 ? sql`0` : sql`case ${sql.join(cases, sql` `)} else 0 end`;
}

/**
 * The next payments with a due notice, by member id: of each member the latest owed one, and no members
 * with a notice today. Walks one index, and looks other conditions up row by row (`max`, which
 * the planner does not turn into a join): there are no statistics yet of rows created the night before.
 * @param after the last member of the previous batch
 */
export async function findNotices(
  db: Queryable,
  settings: Pick<Subscription, 'reminders'>,
  after: string | null,
  batch: number,
): Promise<{ id: string; memberId: string }[]> {
  const { rows } = await db.execute<{ id: string; member_id: string }>(sql`
    select p.id, p.member_id from payments p
    where p.purpose = 'annual' and p.state in ('due', 'refused')
      and p.notice_stage < ${wantedStage(settings, clock.today())}
      ${after === null ? sql`` : sql`and p.member_id > ${after}::uuid`}
      and not ${isSpared(sql`p.member_id`)}
      and (
        select coalesce(max(other.noticed_on) < ${clock.today()}::date, true)
          and max(other.period) filter (
            where other.state in ('due', 'refused') and other.period <= ${financialYearOf(clock.today())}
          ) = p.period
        from payments other where other.member_id = p.member_id and other.purpose = 'annual'
      )
    order by p.member_id limit ${batch}`);
  return rows.map(({ id, member_id: memberId }) => ({ id, memberId }));
}

/** Locks these payments and their members, if the notice is still due. Those that another process has locked are left to the next round. */
export async function lockNotices(tx: Transaction, settings: Pick<Subscription, 'reminders'>, ids: readonly string[]) {
  const stage = wantedStage(settings, clock.today());
  const { rows } = await tx.execute<Omit<NoticeDue, 'memberId'> & { member_id: string }>(sql`
    select p.id, p.reference, p.period, p.amount, ${stage} as stage, m.id as member_id, m.name, m.email
    from payments p join members m on m.id = p.member_id
    where ${inArray(sql`p.id`, [...ids])} and p.state in ('due', 'refused') and m.status = 'Approved'
      and p.notice_stage < ${stage} and not ${isSpared(sql`p.member_id`)}
    for key share of m skip locked for update of p skip locked`);
  return rows.map(({ member_id: memberId, ...row }) => ({ memberId, ...row }));
}

/** Whether a member still owes a payment that no salary is to pay. */
export async function isOwed(db: Queryable, paymentId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${payments} p join members m on m.id = p.member_id
    where p.id = ${paymentId}::uuid and p.state in ('due', 'refused') and m.status = 'Approved'
      and not ${isSpared(sql`p.member_id`)}`);
  return rows.length > 0;
}
