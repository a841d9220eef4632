import { and, between, eq, type SQL, sql } from 'drizzle-orm';
import { conferences } from '#server/features/conferences/tables.ts';
import { letterCounts, letterRecipients, letters } from '#server/features/letters/tables.ts';
import { members, membershipFacts } from '#server/features/members/tables.ts';
import { participations } from '#server/features/participations/tables.ts';
import { payments, referenceOf } from '#server/features/payments/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import { onlinePayments } from '#server/parts/gateway/tables.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { ofStates, type Reach, type Whose } from '#server/platform/database/reach.ts';
import type { ReportNumber, YearReport } from '#shared/contracts/reports.ts';

/** The days of a year, and the day of the report: its last, or today in a current year. As YYYY-MM-DD. */
export interface Period {
  from: string;
  until: string;
  asOf: string;
}

/** Counts of members by dimension, from one pass over the facts. */
export interface MovementRow extends Record<string, unknown> {
  dimension: 'all' | 'tier' | 'state' | 'district' | 'gender' | 'office';
  value: string;
  state: string;
  start: number;
  joined: number;
  left: number;
  rejected: number;
  changed: number;
  end: number;
}

export async function countMovements(db: Readable, { from, until }: Period): Promise<MovementRow[]> {
  const { rows } = await db.execute<MovementRow>(sql`
    select case grouping(tier, gender, office, state, district)
        when 31 then 'all' when 15 then 'tier' when 23 then 'gender' when 27 then 'office' when 29 then 'state' else 'district' end as dimension,
      coalesce(tier, gender, office, district, state, '') as value, coalesce(state, '') as state,
      coalesce(sum(sign) filter (where day < ${from}::date), 0)::int as start,
      (count(*) filter (where kind = 'joined' and day >= ${from}::date))::int as joined,
      (count(*) filter (where kind = 'left' and day >= ${from}::date))::int as left,
      (count(*) filter (where kind = 'rejected' and day >= ${from}::date))::int as rejected,
      coalesce(sum(sign) filter (where kind = 'changed' and day >= ${from}::date), 0)::int as changed,
      coalesce(sum(sign), 0)::int as end
    from ${membershipFacts}
    where day <= ${until}::date
    group by grouping sets ((), (tier), (gender), (office), (state), (state, district))`);
  return rows;
}

export async function countMonths(db: Readable, { from, until }: Period) {
  const { rows } = await db.execute<{ month: string; joined: number; left: number; rejected: number }>(sql`
    select to_char(day, 'YYYY-MM') as month, (count(*) filter (where kind = 'joined'))::int as joined,
      (count(*) filter (where kind = 'left'))::int as left, (count(*) filter (where kind = 'rejected'))::int as rejected
    from ${membershipFacts}
    where day between ${from}::date and ${until}::date and kind <> 'changed'
    group by 1`);
  return rows;
}

/**
 * The ledger with the days that the report counts by: a part was asked for with its whole payment, a double by itself. What was received or
 * refunded in the period counts by the tier that its receipt names, as in the year's ledger.
 */
const ledgerOf = (period: Period) => sql`(
  select id, member_id, reference, purpose, coalesce(membership, tier) as tier, amount, state, received_on, refunded_on, not_owed,
    case when ${within(sql`received_on`, period)} or ${within(sql`refunded_on`, period)} then coalesce(
      (select ${receipts.content} ->> 'membership' from ${receipts}
        where ${receipts.paymentId} = ${payments.id} and ${receipts.cancelledAt} is null), tier) end as receipt_tier,
    (case when part_of is null or part_of = double_of or purpose = 'excess' then created_at
      else (select whole.created_at from ${payments} whole where whole.id = payments.part_of)
    end at time zone 'Asia/Kolkata')::date as asked_on
  from ${payments}) p`;
const ofReceipt = new Set(['received', 'refunded']);
/** From when on a waived payment is not owed; one that was never owed, from the day it was asked for. */
const waivedOn = sql`coalesce((select max(lower(days)) from unnest(p.not_owed) days), p.asked_on)`;
const within = (day: SQL, { from, until }: Period) => sql`${day} between ${from}::date and ${until}::date`;

/** The payments that a sum of the report counts, as they were on its day: what happened to them later is not seen. */
function moneyCondition(number: string, period: Period): SQL {
  const wasNotOwed = sql`(${period.asOf}::date <@ p.not_owed or (p.not_owed = '{}' and p.state in ('cancelled', 'waived')))`;
  switch (number) {
    case 'asked':
      return sql`${within(sql`p.asked_on`, period)} and (p.state = 'waived' or not ${wasNotOwed})`;
    case 'waived':
      return sql`p.state = 'waived' and ${within(waivedOn, period)}`;
    case 'received':
      return within(sql`p.received_on`, period);
    case 'refunded':
      return within(sql`p.refunded_on`, period);
    default:
      return sql`p.asked_on <= ${period.asOf}::date and not ${wasNotOwed}
        and (p.received_on is null or p.received_on > ${period.asOf}::date)`;
  }
}

export interface MoneyRow extends Record<string, unknown> {
  dimension: 'all' | 'purpose' | 'tier';
  value: string;
  asked: number;
  received: number;
  refunded: number;
  waived: number;
  outstanding: number;
}

export async function sumMoney(db: Readable, period: Period): Promise<MoneyRow[]> {
  const sum = (name: string) =>
    sql`coalesce(sum(p.amount) filter (where ${moneyCondition(name, period)}
      and ${ofReceipt.has(name) ? sql`counted.as_received` : sql`counted.as_asked`}), 0)::float8`;
  const { rows } = await db.execute<MoneyRow>(sql`
    select case grouping(p.purpose, counted.tier) when 3 then 'all' when 1 then 'purpose' else 'tier' end as dimension,
      coalesce(p.purpose, counted.tier, '') as value, ${sum('asked')} as asked, ${sum('received')} as received,
      ${sum('refunded')} as refunded, ${sum('waived')} as waived, ${sum('outstanding')} as outstanding
    from ${ledgerOf(period)} cross join lateral (
      select p.tier, true as as_asked, p.receipt_tier is not distinct from p.tier as as_received
      union all select p.receipt_tier, false, true where p.receipt_tier <> p.tier or p.tier is null and p.receipt_tier is not null
    ) counted
    group by grouping sets ((), (p.purpose), (counted.tier))`);
  return rows;
}

/** The gateway's fees of payments received in a period; rupees with paise. */
export async function sumFees(db: Readable, { from, until }: Period): Promise<number> {
  const [row] = await db
    .select({ paise: sql<number>`coalesce(sum(${onlinePayments.fee}), 0)::float8` })
    .from(onlinePayments)
    .where(and(eq(onlinePayments.booked, true), between(onlinePayments.paidOn, from, until)));
  return row!.paise / 100;
}

export interface ConferenceRow extends Record<string, unknown> {
  id: string;
  title: string;
  startsAt: string;
  registered: number;
  waiting: number;
  cancelled: number;
  attended: number;
}

/** Conferences that begin within the days, in order, with their number of participants. */
export async function findConferences(db: Readable, { from, until }: Period) {
  const { rows } = await db.execute<ConferenceRow>(sql`
    select c.id, c.title, to_char(c.starts_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startsAt",
      (count(p.id) filter (where p.state = 'registered'))::int as registered,
      (count(p.id) filter (where p.state = 'waiting'))::int as waiting,
      (count(p.id) filter (where p.state = 'cancelled'))::int as cancelled,
      (count(p.id) filter (where p.checked_in_at is not null))::int as attended
    from ${conferences} c left join ${participations} p on p.conference_id = c.id and p.double_of is null
    where (c.starts_at at time zone 'Asia/Kolkata')::date between ${from}::date and ${until}::date
    group by c.id order by c.starts_at, c.id`);
  return rows;
}

/** Letters whose sending began within the days, and the results of their mails; bounces count as failed. */
export async function countLetters(db: Readable, period: Period): Promise<YearReport['letters']> {
  const { rows } = await db.execute<YearReport['letters']>(sql`
    select (count(*) filter (where kind = 'circular'))::int as circulars, (count(*) filter (where kind = 'notice'))::int as notices,
      coalesce(sum(n.sent), 0)::int as mails, coalesce(sum(n.failed + n.bounced), 0)::int as failed
    from ${letters} c left join ${letterCounts} n on n.circular_id = c.id
    where ${isOfPeriod(period)}`);
  return rows[0]!;
}

/** The filter of a list of the report; '' is no filter. */
export interface EntryFilter {
  membership: string;
  state: string;
  district: string;
  gender: string;
  associationOffice: string;
  purpose: string;
  month: string;
}

export interface EntryRow extends Record<string, unknown> {
  id: string | null;
  name: string | null;
  memberNumber: string | null;
  tier: string;
  state: string;
  district: string;
  day: string;
  reference: string | null;
  purpose: string | null;
  amount: number | null;
}

const matching = (pairs: [SQL, string][]) =>
  sql.join(
    [sql`true`, ...pairs.filter(([, value]) => value !== '').map(([column, value]) => sql`${column} = ${value}`)],
    sql` and `,
  );

/**
 * A page of the people behind a number of members, and their number.
 * @param whose a bound office sees the facts of its States; people who are elsewhere now have no name in its list
 */
export async function findMemberEntries(
  db: Readable,
  number: ReportNumber,
  period: Period,
  filter: EntryFilter,
  { offset, limit }: { offset: number; limit: number },
  whose: Whose,
): Promise<{ rows: EntryRow[]; total: number }> {
  const inReach = (state: SQL) =>
    whose === 'unrestricted' || whose.isAll ? sql`true` : sql`${state} in ${[...whose.states]}`;
  const properties = matching([
    [sql`f.tier`, filter.membership],
    [sql`f.state`, filter.state],
    [sql`f.district`, filter.district],
    [sql`f.gender`, filter.gender],
    [sql`f.office`, filter.associationOffice],
    [sql`to_char(f.day, 'YYYY-MM')`, filter.month],
  ]);
  const condition = sql`${properties} and ${inReach(sql`f.state`)}`;
  const kind = number.slice('members.'.length);
  const last = kind === 'start' ? sql`f.day < ${period.from}::date` : sql`f.day <= ${period.until}::date`;
  // Members with these properties: added and not removed again.
  const source =
    kind === 'start' || kind === 'end'
      ? sql`select f.person, max(f.day) as sort_day, max(f.id) as sort_id
          from ${membershipFacts} f where ${last} and ${condition} group by f.person having sum(f.sign) > 0`
      : sql`select f.person, f.day as sort_day, f.id as sort_id from ${membershipFacts} f
          where f.kind = ${kind} and f.day between ${period.from}::date and ${period.until}::date and ${condition}`;
  // Each as they were on that day, by their one last fact.
  const fact =
    kind === 'start' || kind === 'end'
      ? sql`select * from ${membershipFacts} f where f.person = e.person and f.sign > 0 and ${last} and ${condition}
          order by f.day desc, f.id desc limit 1`
      : sql`select * from ${membershipFacts} f where f.id = e.sort_id`;
  return pageOf(
    db,
    source,
    { offset, limit },
    sql`m.id, m.name, m.member_number as "memberNumber", fact.tier, fact.state, fact.district, fact.day::text, null as reference,
      null as purpose, null as amount`,
    sql`cross join lateral (${fact}) fact left join ${members} m on m.id = e.person and ${inReach(sql`m.state`)}`,
  );
}

/** A page of the payments behind a sum, and their number. */
export async function findMoneyEntries(
  db: Readable,
  number: ReportNumber,
  period: Period,
  filter: EntryFilter,
  part: { offset: number; limit: number },
): Promise<{ rows: EntryRow[]; total: number }> {
  const kind = number.slice('money.'.length);
  const days: Record<string, SQL> = { received: sql`p.received_on`, refunded: sql`p.refunded_on`, waived: waivedOn };
  const day = days[kind] ?? sql`p.asked_on`;
  const tier = ofReceipt.has(kind) ? sql`p.receipt_tier` : sql`p.tier`;
  const which = matching([
    [tier, filter.membership],
    [sql`p.purpose`, filter.purpose],
    [sql`m.state`, filter.state],
    [sql`m.district`, filter.district],
    [sql`m.gender`, filter.gender],
    [sql`m.association_office`, filter.associationOffice],
    [sql`to_char(${day}, 'YYYY-MM')`, filter.month],
  ]);
  return pageOf(
    db,
    sql`select m.id, m.name, m.member_number as "memberNumber", coalesce(${tier}, '') as tier,
        coalesce(m.state, '') as state, coalesce(m.district, '') as district, ${day}::text as day, ${referenceOf(sql`p`)} as reference, p.purpose, p.amount,
        ${day} as sort_day, p.id::text as sort_id
      from ${ledgerOf(period)} left join ${members} m on m.id = p.member_id
      where ${moneyCondition(kind, period)} and ${which}`,
    part,
  );
}

/** A page of the mails behind a number of letters: sent ones, or those that failed or came back. */
export async function findMailEntries(
  db: Readable,
  number: 'letters.mails' | 'letters.failed',
  period: Period,
  part: { offset: number; limit: number },
): Promise<{ rows: EntryRow[]; total: number }> {
  const states = number === 'letters.mails' ? ['sent'] : ['failed', 'bounced'];
  const day = sql`(coalesce(r.at, c.started_at) at time zone 'Asia/Kolkata')::date`;
  return pageOf(
    db,
    sql`select r.member_id as id, nullif(r.name, '') as name, r.member_number as "memberNumber", '' as tier, r.state, '' as district,
        ${day}::text as day, c.number as reference, r.reason as purpose, null as amount, ${day} as sort_day, r.id::text as sort_id
      from ${letters} c join ${letterRecipients} r on r.circular_id = c.id
      where ${isOfPeriod(period)} and r.mail in ${states}`,
    part,
  );
}

/** Whether sending the letter `c` began within the days. */
const isOfPeriod = ({ from, until }: Period) =>
  sql`c.started_at >= (${from}::timestamp at time zone 'Asia/Kolkata')
    and c.started_at < ((${until}::timestamp + interval '1 day') at time zone 'Asia/Kolkata')`;

/** A page of the registrations of a month in any state, the last first. */
export async function findRegistered(
  db: Readable,
  month: string,
  reach: Reach,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: EntryRow[]; total: number }> {
  const began = sql`(${`${month}-01`}::timestamp at time zone 'Asia/Kolkata')`;
  const ended = sql`((${`${month}-01`}::timestamp + interval '1 month') at time zone 'Asia/Kolkata')`;
  // All statuses are named, so that the index by status and time is used.
  const source = sql`${members} where status in ('New', 'Approved', 'Rejected') and created_at >= ${began} and created_at < ${ended}
    and ${ofStates(members.state, reach.narrow()) ?? sql`true`}`;
  const { rows: counted } = await db.execute<{ total: number }>(sql`select count(*)::int as total from ${source}`);
  const { rows } =
    await db.execute<EntryRow>(sql`select id, name, member_number as "memberNumber", tier, state, district,
      to_char(created_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as day, null as reference, null as purpose, null as amount
    from ${source} order by created_at desc, id limit ${limit} offset ${offset}`);
  return { rows, total: counted[0]?.total ?? 0 };
}

/**
 * A page of entries, the latest first, and their number.
 * @param entries with `sort_day` and `sort_id`
 * @param columns what is shown of an entry `e`
 * @param joined tables that only the page's rows are joined with
 */
async function pageOf(
  db: Readable,
  entries: SQL,
  { offset, limit }: { offset: number; limit: number },
  columns = sql`e.*`,
  joined = sql``,
) {
  const { rows: counted } = await db.execute<{ total: number }>(sql`select count(*)::int as total from (${entries}) e`);
  const page = sql`select * from (${entries}) e order by sort_day desc, sort_id desc offset ${offset} limit ${limit}`;
  const { rows } = await db.execute<EntryRow>(
    sql`select ${columns} from (${page}) e ${joined} order by sort_day desc, sort_id desc`,
  );
  return { rows, total: counted[0]?.total ?? 0 };
}
