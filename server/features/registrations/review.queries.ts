import { and, asc, count, desc, eq, inArray, isNotNull, min, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import { conferences } from '#server/features/conferences/tables.ts';
import { countedByTierAndState, precomputedCount } from '#server/features/members/member-counts.queries.ts';
import { cannotLogIn, isAbout, type MemberRow } from '#server/features/members/members.queries.ts';
import { isIncomplete, isReady, memberCountChanges, memberCounts, members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import type { Queryable, Readable } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { ofStates, type Reach, type Whose, within } from '#server/platform/database/reach.ts';
import { searchable } from '#server/platform/database/searchable.ts';
import { log } from '#server/platform/log/tables.ts';
import { isShown } from '#server/platform/mail/mail.queries.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { files } from '#server/platform/storage/tables.ts';
import type { RegistrationSort } from '#shared/contracts/registrations.ts';
import { limits } from '#shared/limits.ts';
import { type MembershipValue, membershipValues } from '#shared/memberships.ts';
import { type PaymentState, paymentStatuses, type RegistrationStatus, registrationStatuses } from '#shared/options.ts';

/** The filter of a list of registrations; '' means all. */
export interface RegistrationFilter {
  /** The administrator's reach. */
  reach: Reach;
  status: RegistrationStatus;
  search: string;
  membership: string;
  state: string;
  /** A payment status, or 'none': not claimed. */
  payment: '' | 'none' | 'PAYMENT_INITIATED' | 'PAYMENT_SUCCESS';
  /** The state of a requested correction. */
  correction: '' | 'asked' | 'answered';
}

const newest = [desc(members.createdAt), asc(members.id)];
/** The office's queue: what is ready to be decided first, of that and the rest answered corrections, the latest on top. */
const queue = [sql`${isReady} desc`, sql`${members.correctionAnsweredAt} desc nulls last`, ...newest];
/** The progress of the payment. */
const paymentRank = sql`case ${members.paymentStatus} when 'PAYMENT_SUCCESS' then 2 when 'PAYMENT_INITIATED' then 1 else 0 end`;

const orders: Record<RegistrationSort, SQL[]> = {
  newest,
  oldest: [asc(members.createdAt), desc(members.id)],
  name: [asc(members.nameSearch), asc(members.id)],
  '-name': [desc(members.nameSearch), asc(members.id)],
  membership: [asc(members.tierRank), ...newest],
  '-membership': [desc(members.tierRank), ...newest],
  payment: [asc(paymentRank), ...newest],
  '-payment': [desc(paymentRank), ...newest],
};

function matches(filter: RegistrationFilter): SQL | undefined {
  return and(eq(members.status, filter.status), narrowed(filter));
}

/** The conditions of a filter without the status. */
function narrowed(filter: Omit<RegistrationFilter, 'status'>): SQL | undefined {
  return and(
    ofStates(members.state, filter.reach.narrow(filter.state)),
    filter.membership ? sql`${members.membership} = ${filter.membership}` : undefined,
    filter.payment ? eq(members.paymentStatus, filter.payment === 'none' ? '' : filter.payment) : undefined,
    filter.correction ? eq(members.correctionState, filter.correction) : undefined,
    searchable(filter.search) === '' ? undefined : isAbout(filter.search),
  );
}

/**
 * A page of a list. Its keys are found first, by an index-only scan if one has the order; then only their rows are fetched.
 * @param total the number of matches: the later half of a list by time is read from its end
 */
export async function findRegistrations(
  db: Readable,
  filter: RegistrationFilter,
  sort: RegistrationSort,
  page: number,
  total: number,
): Promise<MemberRow[]> {
  if (total === 0) return [];
  const offset = (page - 1) * limits.pageSize;
  const groups = searchable(filter.search) === '' ? groupsOf(filter, sort) : null;
  if (groups) return findInGroups(db, groups, offset);
  return findAt(db, filter, orderOf(filter, sort), { offset, most: limits.pageSize, total });
}

/** The position of a page, or a part of one, in a list of `total`. */
interface Part {
  offset: number;
  most: number;
  total: number;
}

async function findAt(db: Readable, filter: RegistrationFilter, order: SQL[], { offset, most, total }: Part) {
  const backwards = offset > total / 2 && offset < total ? reversed.get(order) : undefined;
  const keys = db
    .select({ id: members.id })
    .from(members)
    .where(matches(filter))
    .orderBy(...(backwards ?? order))
    .limit(backwards ? Math.min(most, total - offset) : most)
    .offset(backwards ? Math.max(0, total - offset - most) : offset);
  return db
    .select()
    .from(members)
    .where(inArray(members.id, keys))
    .orderBy(...order);
}

/** A list by membership or payment consists of one list per value, newest first; null for other orders. */
function groupsOf(filter: RegistrationFilter, sort: RegistrationSort): RegistrationFilter[] | null {
  const by = sort.replace('-', '');
  if (by !== 'membership' && by !== 'payment') return null;
  if (filter[by] !== '') return [filter];
  const groups =
    by === 'membership'
      ? membershipValues.map((membership) => ({ ...filter, membership }))
      : (['none', 'PAYMENT_INITIATED', 'PAYMENT_SUCCESS'] as const).map((payment) => ({ ...filter, payment }));
  return sort === by ? groups : groups.toReversed();
}

/** Uses the stored counts of each group, so that groups before the page are neither read nor sorted. */
async function findInGroups(db: Readable, groups: RegistrationFilter[], offset: number): Promise<MemberRow[]> {
  const rows: MemberRow[] = [];
  let before = offset;
  for (const group of groups) {
    const { status, ...others } = group;
    const total = (await countStatuses(db, others))[status];
    const max = limits.pageSize - rows.length;
    if (before < total) rows.push(...(await findAt(db, group, orders.newest, { offset: before, most: max, total })));
    if (rows.length === limits.pageSize) break;
    before = Math.max(0, before - total);
  }
  return rows;
}

/** Orders that an index provides from either end. */
const reversed = new Map([
  [orders.newest, orders.oldest],
  [orders.oldest, orders.newest],
]);

const orderOf = ({ status }: RegistrationFilter, sort: RegistrationSort) =>
  status === 'New' && sort === 'newest' ? queue : orders[sort];

/** `most` ids of a list in its order, after the first `offset`. */
export async function findQueue(
  db: Readable,
  filter: RegistrationFilter,
  sort: RegistrationSort,
  { offset, most }: { offset: number; most: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: members.id })
    .from(members)
    .where(matches(filter))
    .orderBy(...orderOf(filter, sort))
    .limit(most)
    .offset(offset);
  return rows.map((row) => row.id);
}

/** The columns that a bulk decision needs. */
export type SeenRecord = Pick<
  MemberRow,
  'id' | 'reference' | 'version' | 'status' | 'paymentStatus' | 'paymentAskedAt' | 'documentFile'
> & {
  /** The state of its payment. */
  admission: PaymentState;
};

const columns = {
  id: members.id,
  reference: members.reference,
  version: members.version,
  status: members.status,
  paymentStatus: members.paymentStatus,
  paymentAskedAt: members.paymentAskedAt,
  documentFile: members.documentFile,
  admission: sql<PaymentState>`(select p.state from ${payments} p where p.member_id = members.id and p.purpose = 'admission'
    order by p.double_of is null desc, p.state in ('due', 'claimed', 'refused') desc, p.part_of is null desc limit 1)`,
};

/** All matches of a filter, the oldest first. */
export async function findAllSeen(db: Queryable, filter: RegistrationFilter): Promise<SeenRecord[]> {
  return db
    .select(columns)
    .from(members)
    .where(matches(filter))
    .orderBy(...orders.oldest);
}

export async function findSeen(db: Queryable, ids: string[], reach: Reach): Promise<SeenRecord[]> {
  return db
    .select(columns)
    .from(members)
    .where(and(inArray(members.id, ids), within(reach, members.state)));
}

/** Counts the matches of a filter: from stored counts, unless a text is searched. */
function countOf(filter: RegistrationFilter): SQL {
  const where = matches(filter);
  const rank = (membershipValues as readonly string[]).indexOf(filter.membership) + 1;
  if (filter.membership !== '' && rank === 0) return sql`0`;
  const payments = filter.payment ? [filter.payment === 'none' ? '' : filter.payment] : ['', ...paymentStatuses];
  const corrections = filter.correction ? [filter.correction] : ['', 'asked', 'answered'];
  const subject = payments.flatMap((payment) => corrections.map((each) => `r:${filter.status}:${payment}:${each}`));
  return precomputedCount({ subject, state: filter.reach.narrow(filter.state), rank, shownOnly: false }, where);
}

/** The number of matches of a filter per status. */
export async function countStatuses(db: Readable, filter: Omit<RegistrationFilter, 'status'>) {
  if (searchable(filter.search) !== '') return countFound(db, filter);
  const counted = registrationStatuses.map(
    (status) => sql`${countOf({ status, ...filter })} as ${sql.identifier(status)}`,
  );
  const { rows } = await db.execute<Record<RegistrationStatus, string>>(sql`select ${sql.join(counted, sql`, `)}`);
  const counts = registrationStatuses.map((status) => [status, Number(rows[0]?.[status] ?? 0)]);
  return Object.fromEntries(counts) as Record<RegistrationStatus, number>;
}

/** A text search counts all statuses in one scan. */
async function countFound(db: Readable, filter: Omit<RegistrationFilter, 'status'>) {
  const rows = await db
    .select({ status: members.status, count: count() })
    .from(members)
    .where(narrowed(filter))
    .groupBy(members.status);
  const counts = registrationStatuses.map((status) => [status, rows.find((row) => row.status === status)?.count ?? 0]);
  return Object.fromEntries(counts) as Record<RegistrationStatus, number>;
}

/** Other records that share a value with one. */
export interface Lookalikes {
  /** Those within reach, newest first; at most ten. */
  others: { id: string; reference: string; status: RegistrationStatus }[];
  /** There is one outside the reach, about which nothing else may be shown. */
  elsewhere: boolean;
}

async function othersWith(db: Queryable, member: MemberRow, same: SQL | undefined, whose: Whose): Promise<Lookalikes> {
  const other = and(ne(members.id, member.id), same);
  const others = await db
    .select({ id: members.id, reference: members.reference, status: members.status })
    .from(members)
    .where(and(other, within(whose, members.state)))
    .orderBy(desc(members.createdAt))
    .limit(10);
  if (whose === 'unrestricted' || whose.isAll) return { others, elsewhere: false };
  const [beyond] = await db
    .select({ id: members.id })
    .from(members)
    .where(and(other, notInArray(members.state, [...whose.states])))
    .limit(1);
  return { others, elsewhere: beyond !== undefined };
}

const noLookalikes: Lookalikes = { others: [], elsewhere: false };

/** Other records with the same screenshot, transaction number or mobile number, or the same person's name. */
export async function findLookalikes(db: Queryable, member: MemberRow, whose: Whose) {
  const sameScreenshot = sql`${members.screenshotFile} in (
    select other.key from ${files} other join ${files} own on own.hash = other.hash where own.key = ${member.screenshotFile}
  )`;
  return {
    screenshot: member.screenshotFile ? await othersWith(db, member, sameScreenshot, whose) : noLookalikes,
    utr: member.utr ? await othersWith(db, member, eq(members.utr, member.utr), whose) : noLookalikes,
    mobile: member.mobile ? await othersWith(db, member, eq(members.mobile, member.mobile), whose) : noLookalikes,
    person: member.dateOfBirth
      ? await othersWith(
          db,
          member,
          and(eq(members.nameSearch, member.nameSearch), eq(members.dateOfBirth, member.dateOfBirth)),
          whose,
        )
      : noLookalikes,
  };
}

/** The decisions about a record and the changes of it, newest first. */
export async function findHistory(db: Queryable, memberId: string) {
  return db
    .select({
      at: log.at,
      by: log.by,
      from: log.from,
      to: log.to,
      action: log.action,
      reason: log.reason,
      note: log.note,
    })
    .from(log)
    .where(and(eq(log.memberId, memberId), inArray(log.kind, ['decision', 'member'])))
    .orderBy(desc(log.at))
    .limit(200);
}

/** The mails to a person, newest first. */
export async function findMails(db: Queryable, memberId: string) {
  return db
    .select({
      id: mail.id,
      kind: mail.kind,
      to: mail.recipient,
      state: mail.state,
      toFile: mail.toFile,
      attempts: mail.attempts,
      createdAt: mail.createdAt,
      sentAt: mail.sentAt,
      error: mail.error,
    })
    .from(mail)
    .where(and(eq(mail.memberId, memberId), isShown))
    .orderBy(desc(mail.createdAt))
    .limit(50);
}

export async function hasWaitingMail(db: Queryable, memberId: string, kind: string): Promise<boolean> {
  const waiting = and(eq(mail.memberId, memberId), eq(mail.kind, kind), eq(mail.state, 'waiting'));
  return (await db.$count(mail, waiting)) > 0;
}

const isApproved = sql`status = 'Approved'`;

/** The number of Approved members per tier. */
export async function countTiers(db: Readable, reach: Reach): Promise<Record<MembershipValue, number>> {
  const counts = Object.fromEntries(membershipValues.map((value) => [value, 0])) as Record<MembershipValue, number>;
  for (const { rank, count } of await countedByTierAndState(db, '', isApproved, reach))
    counts[membershipValues[rank - 1]!] += count;
  return counts;
}

export async function countConferences(db: Readable): Promise<number> {
  return db.$count(conferences);
}

export async function findWaiting(db: Readable, reach: Reach): Promise<{ waiting: number; oldestAt: Date | null }> {
  const isNew = eq(members.status, 'New');
  const [oldest] = await db
    .select({ at: min(members.createdAt) })
    .from(members)
    .where(and(isNew, within(reach, members.state)));
  const all = { reach, search: '', membership: '', state: '', payment: '', correction: '' } as const;
  return { waiting: (await countStatuses(db, all)).New, oldestAt: oldest!.at };
}

/** The members in whose records something is missing. */
export const countIncomplete = (db: Readable, reach: Reach): Promise<number> =>
  db.$count(members, and(sql`status = 'Approved'`, isIncomplete, within(reach, members.state)));

/** The members who cannot log in yet, for want of an e-mail or of valid credentials. */
export const countUnableToLogIn = (db: Readable, reach: Reach): Promise<number> =>
  db.$count(members, and(sql`status = 'Approved'`, cannotLogIn(), within(reach, members.state)));

export async function countErasureRequests(db: Readable, reach: Reach): Promise<number> {
  return db.$count(members, and(isNotNull(members.erasureRequestedAt), within(reach, members.state)));
}

/** Registrations per month of the last twelve in India time, oldest first; empty months included. */
export async function countByMonth(db: Readable, reach: Reach): Promise<{ month: string; count: number }[]> {
  const theirs = reach.isAll ? sql`true` : sql`state in ${reach.states}`;
  const month = sql`to_char(members.created_at at time zone 'Asia/Kolkata', 'YYYY-MM')`;
  const { rows } = await db.execute<{ month: string; count: string }>(sql`
    with months as (
      select to_char(generate_series(this_month - interval '11 months', this_month, interval '1 month'), 'YYYY-MM') as month
      from (select date_trunc('month', ${currentTime} at time zone 'Asia/Kolkata') as this_month) as today
    )
    select months.month, (select coalesce(sum(whole), 0) from ${memberCounts} where level = 0 and subject = 'm:' || months.month and ${theirs})
      + (select coalesce(sum(sign), 0) from ${memberCountChanges} as members where ${month} = months.month and ${theirs}) as count
    from months order by months.month`);
  return rows.map((row) => ({ month: row.month, count: Number(row.count) }));
}

/** The number of Approved members per state, most first. */
export async function countByState(db: Readable, reach: Reach): Promise<{ state: string; count: number }[]> {
  const states = new Map<string, number>();
  for (const { state, count } of await countedByTierAndState(db, '', isApproved, reach)) {
    states.set(state, (states.get(state) ?? 0) + count);
  }
  return [...states]
    .map(([state, count]) => ({ state, count }))
    .sort((a, b) => b.count - a.count || (a.state < b.state ? -1 : 1))
    .slice(0, 100);
}

/** The last decisions that are looked at, and their lines in the log among those of other kinds. */
const lastDecisions = { decisions: 30, lines: 300 };

/** How long the office took for the last decisions about paid applications, from the proof of payment on: the median, and their number. */
export async function findDecisionTime(db: Readable): Promise<{ seconds: number; decisions: number }> {
  const { rows } = await db.execute<{ seconds: number | null; decisions: number }>(sql`
    select percentile_cont(0.5) within group (order by seconds) as seconds, count(*)::int as decisions from (
      select extract(epoch from decided.at - ${members.paymentSentAt}) as seconds
      from (
        select ${log.at}, ${log.memberId}, ${log.from}, ${log.to} from ${log} where ${log.kind} = 'decision'
        order by ${log.at} desc nulls first limit ${lastDecisions.lines}
      ) decided
      join ${members} on ${members.id} = decided.member_id
      where decided."from" = 'New' and decided."to" in ('Approved', 'Rejected') and ${members.paymentSentAt} < decided.at
      order by decided.at desc limit ${lastDecisions.decisions}
    ) taken`);
  return { seconds: Number(rows[0]?.seconds ?? 0), decisions: rows[0]?.decisions ?? 0 };
}
