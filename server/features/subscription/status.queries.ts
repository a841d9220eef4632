// Offered to other features: statuses are conditions inside the statements of lists.
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { checkoffSettings, payingOffices, salaryAuthorisations } from '#server/features/checkoff/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import { noSubscription, type SubscriptionStatus } from '#shared/contracts/payments.ts';
import type { SubscriptionSettings } from '#shared/contracts/subscription.ts';
import { daysOfFinancialYear, financialYearOf } from '#shared/financial-year.ts';
import { olderThan, owedBefore, yearAskedFor } from './rules.ts';

// The status of members' annual subscription, defined only here: for one member, a list, and a filter.
// Owed payments of any year count, except a future one; so a lapsed member stays lapsed when another year begins.

const annual = (condition: SQL) =>
  sql`exists (select from payments p where p.member_id = members.id and p.purpose = 'annual' and ${condition})`;
const isOwed = (year: string) => sql`p.state in ('due', 'refused') and p.period <= ${year}`;
const isClaimed = (year: string) => sql`p.state = 'claimed' and not p.refund_due and p.period <= ${year}`;

/** Of `consent` and `settings`: the list of the paying office is not long overdue, for what has been confirmed. */
function isListExpected(): SQL {
  const today = clock.today();
  const year = Number(financialYearOf(today).slice(0, 4));
  return sql`(consent.spared_until >= ${today}::date
    or ${today}::date <= (make_date(${year}::int + (settings.effective_month < 4)::int,
      settings.effective_month, settings.due_day) + interval '1 month 60 days')::date)`;
}

/**
 * A condition on `payments`: a confirmed deduction from the salary, begun by that year, is to pay this subscription. So nobody is
 * asked for it.
 */
export const isFromSalary = (): SQL => sql`(payments.purpose = 'annual' and payments.state = 'due' and exists (
  select from ${salaryAuthorisations} consent cross join ${checkoffSettings} settings
  where consent.member_id = payments.member_id and consent.state = 'confirmed' and ${isListExpected()}
    and left(payments.period, 4)::int >= left(consent."from", 4)::int - (right(consent."from", 2)::int < 4)::int
))`;

/**
 * A condition: this member's subscription is to be deducted from the salary, and the list of the paying office is not long overdue. So they
 * are neither reminded nor counted as lapsed: for 60 days after they have asked, and once confirmed until 60 days after the day on
 * which the list of the year's first month is due.
 */
export function isSpared(memberId: SQL): SQL {
  return sql`exists (
    select from ${salaryAuthorisations} consent cross join ${checkoffSettings} settings
    where consent.member_id = ${memberId} and (
      (consent.state = 'asked' and consent.spared_until >= ${clock.today()}::date)
      or (consent.state = 'confirmed' and ${isListExpected()})
    )
  )`;
}

interface Conditions {
  year: string;
  /** In the order of evaluation; a member who meets none of them is 'none'. */
  states: [state: Exclude<SubscriptionStatus['state'], 'none'>, condition: SQL][];
}

/** Conditions on `members`; null while no subscription is asked for. */
function conditionsOf(settings: SubscriptionSettings): Conditions | null {
  const today = clock.today();
  const year = yearAskedFor(settings, today);
  if (year === null) return null;
  const states: Conditions['states'] = [
    ['due', annual(isOwed(year))],
    ['claimed', annual(isClaimed(year))],
    ['paid', annual(sql`p.period = ${year} and p.state in ('received', 'waived')`)],
  ];
  if (settings.lapseAfterDays !== null) {
    const { period, createdBefore } = olderThan(settings.lapseAfterDays, today);
    const isOld = sql`p.period <= ${period} and p.created_at < ${createdBefore.toISOString()}::timestamptz`;
    states.unshift([
      'lapsed',
      sql`(${annual(sql`${isOwed(year)} and ${isOld}`)} and not ${isSpared(sql`members.id`)})`,
    ]);
  }
  return { year, states };
}

/** A condition on `members` for this subscription status. */
export function subscriptionIs(settings: SubscriptionSettings, state: SubscriptionStatus['state']): SQL {
  const conditions = conditionsOf(settings);
  if (!conditions) return state === 'none' ? sql`true` : sql`false`;
  const index = conditions.states.findIndex(([each]) => each === state);
  if (index < 0 && state !== 'none') return sql`false`;
  const before = conditions.states
    .slice(0, index < 0 ? undefined : index)
    .map(([, condition]) => sql`not ${condition}`);
  return sql.join([...before, ...(index < 0 ? [] : [conditions.states[index]![1]])], sql` and `);
}

/** The subscription status of each of these members; unknown ones are left out. */
export async function findSubscriptionStatuses(
  db: Readable,
  settings: SubscriptionSettings,
  memberIds: readonly string[],
): Promise<Map<string, SubscriptionStatus>> {
  const conditions = conditionsOf(settings);
  if (!conditions || memberIds.length === 0) return new Map(memberIds.map((id) => [id, noSubscription]));
  const { year, states } = conditions;
  const cases = states.map(([state, condition]) => sql`when ${condition} then ${state}`);
  const paidFor = sql`(select max(p.period) from payments p
    where p.member_id = members.id and p.purpose = 'annual' and p.state in ('received', 'waived'))`;
  const sum = (condition: SQL) => sql`(select coalesce(sum(p.amount), 0)::int from payments p
    where p.member_id = members.id and p.purpose = 'annual' and ${condition})`;
  const { rows } = await db.execute<{
    id: string;
    state: SubscriptionStatus['state'];
    paid_for: string | null;
    owed: number;
    claimed: number;
    is_free: boolean;
  }>(sql`
    select members.id, case ${sql.join(cases, sql` `)} else 'none' end as state, ${paidFor} as paid_for,
      ${sum(isOwed(year))} as owed, ${sum(isClaimed(year))} as claimed,
      coalesce(members.approved_at >= ${owedBefore(year, settings).toISOString()}::timestamptz, false) as is_free
    from members where ${inArray(sql`members.id`, [...memberIds])}`);
  return new Map(
    rows.map(({ id, state, paid_for: paidYear, owed, claimed, is_free: isFree }) => {
      // A member who joined late in the year has nothing to pay until it ends.
      const until = paidYear ?? (state === 'none' && isFree ? year : null);
      const amount = { paid: 0, none: 0, claimed, due: owed, lapsed: owed }[state];
      return [id, { state, period: year, until: until && daysOfFinancialYear(until).last, amount }];
    }),
  );
}

/** A member's subscription status. */
export async function findSubscriptionStatus(db: Readable, settings: SubscriptionSettings, memberId: string) {
  return (await findSubscriptionStatuses(db, settings, [memberId])).get(memberId) ?? noSubscription;
}

/** Whether a member has lapsed. */
export async function hasLapsed(db: Readable, settings: SubscriptionSettings, memberId: string): Promise<boolean> {
  const lapsed = sql`${members.id} = ${memberId} and ${subscriptionIs(settings, 'lapsed')}`;
  return (await db.$count(members, lapsed)) > 0;
}

/** A condition on `members`: they owe no payment of a year before the running one. */
export const owesNothingPast = (): SQL =>
  sql`not exists (select from payments p where p.member_id = members.id and p.state in ('due', 'refused')
    and p.period < ${financialYearOf(clock.today())})`;

/** Where a member's subscription is deducted from the salary, from which month, and what that is to pay; null unless it is. */
export async function findSalary(db: Readable, memberId: string): Promise<SubscriptionStatus['salary'] | null> {
  const [row] = await db
    .select({ office: payingOffices.name, month: salaryAuthorisations.from })
    .from(salaryAuthorisations)
    .innerJoin(payingOffices, eq(payingOffices.id, salaryAuthorisations.officeId))
    .where(and(eq(salaryAuthorisations.memberId, memberId), eq(salaryAuthorisations.state, 'confirmed')));
  if (!row) return null;
  const covered = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.memberId, memberId), isFromSalary()));
  return { ...row, covers: covered.map(({ id }) => id) };
}
