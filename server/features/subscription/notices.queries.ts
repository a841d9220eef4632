import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/database/client.ts';
import { payments } from '#server/database/tables/payments.ts';
import { clock } from '#shared/clock.ts';
import { noticeDays, noticeNames } from '#shared/contracts/subscription.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import { olderThan } from './rules.ts';
import type { Subscription } from './subscription.queries.ts';

/** A payment whose notice is to be sent, with whose it is. */
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

/** The last notice that a payment's age asks for, of those that are switched on; 0 for none. */
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
 * The next payments whose notice is due, in the order of their members' ids: of each member the latest that is owed, and of nobody
 * who had a notice today. One index is walked, and what else is asked of a member is looked up one by one (`max`, which
 * the planner does not turn into a join): the night before, these rows did not exist, and no statistics tell of them yet.
 * @param after the member that was reached before
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

/** These payments with their members, as far as the notice is still due. Those whom another process handles are left out: the next round finds them. */
export async function lockNotices(
  tx: Transaction,
  settings: Pick<Subscription, 'reminders'>,
  ids: readonly string[],
): Promise<NoticeDue[]> {
  const stage = wantedStage(settings, clock.today());
  const { rows } = await tx.execute<Omit<NoticeDue, 'memberId'> & { member_id: string }>(sql`
    select p.id, p.reference, p.period, p.amount, ${stage} as stage, m.id as member_id, m.name, m.email
    from payments p join members m on m.id = p.member_id
    where ${inArray(sql`p.id`, [...ids])} and p.state in ('due', 'refused') and m.status = 'Approved'
      and p.notice_stage < ${stage}
    for key share of m skip locked for update of p skip locked`);
  return rows.map(({ member_id: memberId, ...row }) => ({ memberId, ...row }));
}

/** Notes which notices were sent today. */
export async function saveNotices(tx: Transaction, notices: readonly NoticeDue[]): Promise<void> {
  const values = notices.map(({ id, stage }) => sql`(${id}::uuid, ${stage}::int)`);
  await tx.execute(sql`
    update payments set notice_stage = sent.stage, noticed_on = ${clock.today()}::date
    from (values ${sql.join(values, sql`, `)}) as sent (id, stage) where payments.id = sent.id`);
}

/** Whether a payment is still owed by a member. */
export async function isOwed(db: Queryable, paymentId: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from ${payments} p join members m on m.id = p.member_id
    where p.id = ${paymentId}::uuid and p.state in ('due', 'refused') and m.status = 'Approved'`);
  return rows.length > 0;
}
