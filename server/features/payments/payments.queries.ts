// Offered to other features: the ledger: a decision and its payment are one transaction.
import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { salaryScheduleRows } from '#server/features/checkoff/tables.ts';
import { isShort, type MemberRow } from '#server/features/members/members.queries.ts';
import { members, registrationNumbers } from '#server/features/members/tables.ts';
import { eraseFromReceipts, moveReceipts } from '#server/features/receipts/issued.queries.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import { moveNumbers, noteNumbers } from '#server/parts/bank-credits/claimed-numbers.queries.ts';
import { statementLines } from '#server/parts/bank-credits/tables.ts';
import { followPayments, moveBooked } from '#server/parts/gateway/gateway.queries.ts';
import { onlinePayments, settlements } from '#server/parts/gateway/tables.ts';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { isOneOf } from '#server/platform/database/row-queries.ts';
import { containsPattern, namePattern, searchable } from '#server/platform/database/searchable.ts';
import { files } from '#server/platform/storage/tables.ts';
import { clock } from '#shared/clock.ts';
import { limits } from '#shared/limits.ts';
import type { PaymentPurpose, PaymentState } from '#shared/options.ts';
import { lastReceived, paymentSearch, payments, referenceOf } from './tables.ts';

export type PaymentRow = typeof payments.$inferSelect;
export type NewPayment = typeof payments.$inferInsert;
export type PaymentChange = Partial<Omit<NewPayment, 'id' | 'reference' | 'purpose' | 'createdAt' | 'notOwed'>>;

/** A payment with its person and its valid receipt. */
export interface PaymentView {
  payment: PaymentRow;
  /** Of a part that came, and of what came beyond, that of the whole. */
  reference: string;
  /** As it was asked with all its parts, and what of that is open; whole rupees. */
  whole: { asked: number; open: number };
  /** Null: the record has been erased. */
  member: Pick<
    MemberRow,
    'id' | 'reference' | 'memberNumber' | 'name' | 'email' | 'membership' | 'status' | 'language'
  > | null;
  receipt: { label: string; code: string; salary: { office: string; month: string } | null } | null;
  /** The gateway's payment that it was received with. */
  online: Pick<typeof onlinePayments.$inferSelect, 'gatewayId' | 'method' | 'fee' | 'tax' | 'refundingSince'> | null;
  /** What the gateway paid it into the bank account with. */
  settlement: { id: string; utr: string } | null;
}

export interface PaymentFilter {
  /** 'part': something has come and something is open; 'refundDue' is a mark rather than a state; '' means all. */
  state: PaymentState | 'part' | 'refundDue' | '';
  purpose: PaymentPurpose | '';
  period: string;
  search: string;
}

const root = alias(payments, 'root');
const isOpen = (state: SQL) => sql`${state} in ('due', 'claimed', 'refused')`;

/** Until its receipt is made, a part belongs to what is open of the whole. */
const reference = sql<string>`case when ${root.id} is not null and ${receipts.id} is null and (${payments.purpose} = 'excess'
  or (${payments.doubleOf} is distinct from ${root.id} and ${isOpen(sql`${root.state}`)})) then ${root.reference} else ${referenceOf(sql`${payments}`)} end`;

const first = sql`case when ${payments.doubleOf} = ${payments.partOf} then ${payments.id} else coalesce(${payments.partOf}, ${payments.id}) end`;
const whole = sql<PaymentView['whole']>`(
  select jsonb_build_object('asked', sum(part.amount), 'open', coalesce(sum(part.amount) filter (
    where ${isOpen(sql`part.state`)} and not part.refund_due and not (part.double_of is not null and part.state <> 'claimed')), 0))
  from ${payments} part where part.purpose <> 'excess' and (part.id = ${first} or (part.part_of = ${first} and part.double_of is distinct from part.part_of)))`;

const view = {
  payment: payments,
  reference,
  whole,
  member: {
    id: members.id,
    reference: members.reference,
    memberNumber: members.memberNumber,
    name: members.name,
    email: members.email,
    membership: members.membership,
    language: members.language,
    status: members.status,
  },
  receipt: {
    label: receipts.label,
    code: receipts.code,
    salary: sql<{ office: string; month: string } | null>`${receipts.content} -> 'salary'`,
  },
  online: {
    gatewayId: onlinePayments.gatewayId,
    method: onlinePayments.method,
    fee: onlinePayments.fee,
    tax: onlinePayments.tax,
    refundingSince: onlinePayments.refundingSince,
  },
  settlement: { id: settlements.id, utr: settlements.utr },
};

const validReceipt = and(eq(receipts.paymentId, payments.id), isNull(receipts.cancelledAt));

const selectViews = (db: Readable) =>
  db
    .select(view)
    .from(payments)
    .leftJoin(root, eq(root.id, payments.partOf))
    .leftJoin(members, eq(members.id, payments.memberId))
    .leftJoin(receipts, validReceipt)
    .leftJoin(onlinePayments, and(eq(onlinePayments.paymentId, payments.id), eq(onlinePayments.booked, true)))
    .leftJoin(settlements, eq(settlements.id, onlinePayments.settlementId))
    .$dynamic();

/**
 * The person by what the treasurer's office sees of them: a part of the name, or the whole reference of the record. Neither e-mail
 * nor mobile number, which could be guessed part by part.
 */
const isOf = (text: string) =>
  or(sql`${members.nameSearch} like ${namePattern(text)}`, eq(members.reference, text.trim().toUpperCase()));

/** Queries each index separately: a condition over both tables would scan them. */
function matchesText(db: Readable, text: string): SQL | undefined {
  if (searchable(text) === '') return undefined;
  const pattern = containsPattern(text);
  const people = db.select({ id: members.id }).from(members).where(isOf(text));
  const byPerson = db.select({ id: payments.id }).from(payments).where(inArray(payments.memberId, people));
  const byReference = db.select({ id: payments.id }).from(payments).where(sql`${paymentSearch} like ${pattern}`);
  const byWhole = db.select({ id: payments.id }).from(payments).where(inArray(payments.partOf, byReference));
  const byReceipt = db
    .select({ id: receipts.paymentId })
    .from(receipts)
    .where(sql`lower(${receipts.label}) like ${pattern}`);
  return sql`${payments.id} in (${byPerson} union ${byReference} union ${byWhole} union ${byReceipt})`;
}

/** Open, while another part has come. Of most payments there are no parts. */
const hasPart = sql`${isOpen(sql`${payments.state}`)} and ${payments.doubleOf} is null and ${payments.id} in (
  select part.part_of from ${payments} part
  where part.part_of is not null and part.state = 'received' and part.purpose <> 'excess' and part.double_of is null
  union select part.id from ${payments} part join ${payments} own on own.id = part.part_of
  where part.part_of is not null and own.state = 'received' and part.purpose <> 'excess' and part.double_of is null)`;

function matches(db: Readable, { state, purpose, period, search }: PaymentFilter): SQL | undefined {
  return and(
    // What came beyond and was cancelled is a number of the ledger, and nothing else.
    sql`(${payments.purpose} <> 'excess' or ${payments.state} <> 'cancelled')`,
    state === 'refundDue' ? sql`${payments.refundDue}` : undefined,
    state === 'part' ? hasPart : undefined,
    state !== '' && state !== 'part' && state !== 'refundDue' ? eq(payments.state, state) : undefined,
    purpose ? eq(payments.purpose, purpose) : undefined,
    period ? eq(payments.period, period) : undefined,
    matchesText(db, search),
  );
}

/** What is open of a payment goes before what has come for it. */
const openFirst = [desc(payments.createdAt), sql`${payments.receivedAt} nulls first`, asc(payments.id)];

/** Claimed ones by the time of the claim, all others newest first, as far as that is read from an index. */
const orderOf = ({ state }: PaymentFilter) =>
  state === 'claimed' ? [asc(payments.claimedAt), asc(payments.id)] : [desc(payments.createdAt), asc(payments.id)];

/** A page of a list, with number and sum (whole rupees) of all matches. */
export async function findPayments(db: Readable, filter: PaymentFilter, page: number) {
  if (searchable(filter.search) !== '') return findBySearch(db, filter, page);
  const views = selectViews(db)
    .where(matches(db, filter))
    .orderBy(...orderOf(filter))
    .limit(limits.pageSize)
    .offset((page - 1) * limits.pageSize);
  const totals = db
    .select({ count: sql<number>`count(*)::int`, amount: sql<number>`coalesce(sum(${payments.amount}), 0)::float8` })
    .from(payments)
    .where(matches(db, filter));
  const [viewRows, [row]] = await Promise.all([views, totals]);
  return { views: viewRows, totals: row! };
}

/** A text search is expensive, so it gets page and totals in one query. */
async function findBySearch(db: Readable, filter: PaymentFilter, page: number) {
  const order = filter.state === 'claimed' ? orderOf(filter) : openFirst;
  const { rows } = await db.execute<{ count: number; amount: number; ids: string[] }>(sql`
    with found as materialized (
      select ${payments.id}, ${payments.amount}, ${payments.createdAt}, ${payments.claimedAt}, ${payments.receivedAt}
      ${isShort(filter.search) ? scanned(db, filter) : sql`from ${payments} where ${matches(db, filter)}`}
    )
    select (select count(*)::int from found) as count, (select coalesce(sum(amount), 0)::float8 from found) as amount,
      array(select id from found as payments order by ${sql.join(order, sql`, `)} limit ${limits.pageSize} offset ${(page - 1) * limits.pageSize}) as ids`);
  const { ids, ...totals } = rows[0]!;
  if (ids.length === 0) return { views: [], totals };
  const views = await selectViews(db)
    .where(isOneOf(payments.id, ids))
    .orderBy(...order);
  return { views, totals };
}

/** For a text that no index serves: scans every table once. */
function scanned(db: Readable, filter: PaymentFilter): SQL {
  const pattern = containsPattern(filter.search);
  return sql`from ${payments}
    left join (select ${members.id} as person, ${isOf(filter.search)} as fits from ${members}) as people
      on people.person = ${payments.memberId}
    left join (select distinct ${receipts.paymentId} as paid from ${receipts} where lower(${receipts.label}) like ${pattern}) as labelled
      on labelled.paid = ${payments.id}
    where (people.fits or ${paymentSearch} like ${pattern} or labelled.paid is not null)
      and ${matches(db, { ...filter, search: '' }) ?? sql`true`}`;
}

export async function findPayment(db: Readable, id: string): Promise<PaymentView | undefined> {
  const [row] = await selectViews(db).where(eq(payments.id, id));
  return row;
}

export async function findViews(db: Readable, ids: string[]): Promise<PaymentView[]> {
  return selectViews(db).where(isOneOf(payments.id, ids)).orderBy(asc(payments.id));
}

/** A member's payments, newest first. */
export async function findPaymentsOf(db: Queryable, memberId: string): Promise<PaymentView[]> {
  return selectViews(db)
    .where(
      and(eq(payments.memberId, memberId), sql`(${payments.purpose} <> 'excess' or ${payments.state} <> 'cancelled')`),
    )
    .orderBy(...openFirst)
    .limit(limits.paymentsAtOnce);
}

/** The admission payment of a record, which always exists: of several parts the open one. */
export async function findAdmission(db: Queryable, memberId: string): Promise<PaymentRow> {
  const [row] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.memberId, memberId), eq(payments.purpose, 'admission')))
    .orderBy(
      sql`${payments.doubleOf} is null desc, ${payments.state} in ('due', 'claimed', 'refused') desc, ${payments.partOf} is null desc`,
    )
    .limit(1);
  if (!row) throw new Error('a record has no admission payment');
  return row;
}

/**
 * Locks payments, and before them their people, until the transaction ends. People first, and
 * each in the order of their ids: a transaction that decides about a person locks their record before their payments, and two
 * transactions with the same rows must not deadlock.
 */
export async function lockPayments(tx: Transaction, ids: string[]): Promise<PaymentView[]> {
  // Not for their keys: what a member reads meanwhile is counted in rows that refer to the record.
  const owners = tx.select({ id: payments.memberId }).from(payments).where(isOneOf(payments.id, ids));
  await tx
    .select({ id: members.id })
    .from(members)
    .where(inArray(members.id, owners))
    .orderBy(asc(members.id))
    .for('no key update');
  await tx
    .select({ id: payments.id })
    .from(payments)
    .where(isOneOf(payments.id, ids))
    .orderBy(asc(payments.id))
    .for('no key update');
  return findViews(tx, ids);
}

/** Locks all payments of a person whose record the caller has locked. */
export async function lockPaymentsOf(tx: Transaction, ...memberIds: readonly string[]): Promise<PaymentRow[]> {
  return tx
    .select()
    .from(payments)
    .where(isOneOf(payments.memberId, memberIds))
    .orderBy(asc(payments.id))
    .for('update');
}

/** Repeats the admission in the person's record after it has come from another record: a trigger does so. */
export async function repeatAdmission(tx: Transaction, memberId: string): Promise<void> {
  await tx.execute(
    sql`update ${payments} set state = state where ${payments.memberId} = ${memberId} and purpose = 'admission'`,
  );
}

export async function insertPayment(tx: Transaction, values: NewPayment): Promise<PaymentRow> {
  const [row] = await tx.insert(payments).values(values).returning();
  return row!;
}

/**
 * Takes what came of payments out of them, as parts with the claim that it confirms: what is open stays, under its id and reference.
 * @param parts whole rupees, less than the amounts
 * @returns the part of each payment
 */
export async function divideRows(
  tx: Transaction,
  parts: readonly { id: string; came: number }[],
): Promise<Map<string, string>> {
  const ids = parts.map(({ id }) => id);
  const { rows } = await tx.execute<{ id: string; part: string; isClaimed: boolean }>(sql`
    with input as materialized (
      select *, nextval(${registrationNumbers.seqName}) as number, gen_random_uuid() as part
      from unnest(${sql.param(ids)}::uuid[], ${sql.param(parts.map(({ came }) => came))}::int[]) as input (id, came)
    ), made as (
      insert into payments (id, member_id, reference, purpose, period, membership, amount, state, part_of, double_of, created_at, not_owed,
        utr, utr_of_line, proof_file, claimed_at)
      select input.part, own.member_id, reference_prefix() || ${clock.today().slice(0, 4)} || '-' ||
          case when number < 1000000 then lpad(number::text, 6, '0') else number::text end,
        own.purpose, own.period, own.membership, input.came, 'due', case when own.double_of = own.part_of then own.id else coalesce(own.part_of, own.id) end, own.double_of, own.created_at, own.not_owed,
        case when own.state = 'claimed' then own.utr else '' end, own.state = 'claimed' and own.utr_of_line,
        case when own.state = 'claimed' then own.proof_file end, case when own.state = 'claimed' then own.claimed_at end
      from input join payments own on own.id = input.id
    )
    select input.id, input.part, own.state = 'claimed' as "isClaimed" from input join payments own on own.id = input.id`);
  await moveNumbers(
    tx,
    rows.filter(({ isClaimed }) => isClaimed).map(({ id, part }) => ({ from: id, to: part })),
  );
  await tx.execute(sql`
    update payments set amount = amount - input.came, state = case when state = 'claimed' then 'due' else state end,
      utr = case when state = 'claimed' then '' else utr end, utr_of_line = state <> 'claimed' and utr_of_line,
      proof_file = case when state = 'claimed' then null else proof_file end, claimed_at = case when state = 'claimed' then null else claimed_at end
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(parts.map(({ came }) => came))}::int[]) as input (id, came)
    where payments.id = input.id`);
  await followPayments(tx, ids);
  return new Map(rows.map(({ id, part }) => [id, part]));
}

/** Where a part is open and the first row of its payment was received, these two change places, so that the first is the open one. */
async function exchange(tx: Transaction, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.execute<{ part: string; root: string }>(sql`
    select distinct on (root.id) part.id as part, root.id as root from ${payments} part join ${payments} root on root.id = part.part_of
    where ${isOneOf(sql`part.id`, ids)} and part.double_of is distinct from root.id and part.purpose <> 'excess'
      and ${isOpen(sql`part.state`)} and root.state = 'received' order by root.id, part.id`);
  if (rows.length === 0) return;
  const both = [
    ...rows.map(({ part, root: first }) => ({ from: part, to: first })),
    ...rows.map(({ part, root: first }) => ({ from: first, to: part })),
  ];
  const pairs = sql`unnest(${sql.param(both.map(({ from }) => from))}::uuid[], ${sql.param(both.map(({ to }) => to))}::uuid[]) as pair (source, target)`;
  await tx.execute(sql`
    update payments set amount = other.amount, state = other.state, utr = other.utr, utr_of_line = other.utr_of_line, proof_file = other.proof_file,
      claimed_at = other.claimed_at, received_at = other.received_at, received_on = other.received_on, refund_due = other.refund_due,
      reason = other.reason, note = other.note, mode = other.mode, line_id = other.line_id, not_owed = other.not_owed
    from ${pairs} join ${payments} other on other.id = pair.source where payments.id = pair.target`);
  await moveReceipts(tx, both);
  await moveBooked(tx, both);
  await tx.execute(sql`
    update ${salaryScheduleRows} set payment_id = coalesce(moved.target, own.payment_id),
      excess_payment_id = coalesce(beyond.target, own.excess_payment_id)
    from ${salaryScheduleRows} own
    left join (select source, target from ${pairs}) as moved on moved.source = own.payment_id
    left join (select source, target from ${pairs}) as beyond on beyond.source = own.excess_payment_id
    where salary_schedule_rows.schedule_id = own.schedule_id and salary_schedule_rows."row" = own."row"
      and (moved.source is not null or beyond.source is not null)`);
  await moveNumbers(tx, both);
}

/**
 * After receipts were cancelled, makes each payment whole again: what is open of it is one, under its first id and reference, and has the claim of its parts.
 * @param ids those whose receipts were cancelled
 */
export async function joinParts(tx: Transaction, ids: readonly string[]): Promise<void> {
  await exchange(tx, ids);
  const { rows } = await tx.execute<{ id: string; root: string }>(sql`
    select part.id, root.id as root from ${payments} part join ${payments} root on root.id = part.part_of
    where part.double_of is distinct from root.id and part.purpose <> 'excess' and ${isOpen(sql`part.state`)} and ${isOpen(sql`root.state`)}
      and (part.claimed_at is null or root.claimed_at is null) and root.id in (
        select coalesce(part_of, id) from ${payments} where ${isOneOf(sql`id`, ids)} and double_of is distinct from part_of
        union select id from ${payments} where ${isOneOf(sql`id`, ids)})`);
  if (rows.length === 0) return;
  const pairs = sql`unnest(${sql.param(rows.map(({ id }) => id))}::uuid[], ${sql.param(rows.map(({ root: to }) => to))}::uuid[]) as pair (part, root)`;
  const moves = rows.map(({ id, root: to }) => ({ from: id, to }));
  await moveReceipts(tx, moves);
  await moveBooked(tx, moves);
  await moveNumbers(tx, moves);
  const claims = sql`select distinct on (pair.root) pair.root, said.state, said.utr, said.utr_of_line, said.proof_file, said.claimed_at, said.reason
    from ${pairs} join ${payments} said on said.id = pair.part
    where said.claimed_at is not null and said.state <> 'due' order by pair.root, said.state, said.claimed_at desc`;
  await tx.execute(sql`
    update payments set amount = payments.amount + sums.amount, state = coalesce(said.state, payments.state), utr = coalesce(said.utr, payments.utr),
      utr_of_line = coalesce(said.utr_of_line, payments.utr_of_line), proof_file = coalesce(said.proof_file, payments.proof_file),
      claimed_at = coalesce(said.claimed_at, payments.claimed_at), reason = coalesce(said.reason, payments.reason)
    from (select pair.root, sum(part.amount)::int as amount from ${pairs} join ${payments} part on part.id = pair.part group by pair.root) as sums
    left join (${claims}) as said on said.root = sums.root where payments.id = sums.root`);
  const [parts, roots] = [rows.map(({ id }) => id), rows.map(({ root: to }) => to)];
  await deletePayments(tx, parts);
  await followPayments(tx, roots);
}

/** Admissions of members who had paid before the ledger existed: waived, with a note. @param amount whole rupees */
export async function insertWaivedAdmissions(
  tx: Transaction,
  people: { member: Pick<MemberRow, 'id' | 'reference'>; amount: number }[],
  note: string,
): Promise<void> {
  if (people.length === 0) return;
  await tx.insert(payments).values(
    people.map(({ member, amount }) => ({
      memberId: member.id,
      reference: member.reference,
      purpose: 'admission' as const,
      amount,
      state: 'waived' as const,
      note,
    })),
  );
}

/** A condition on `members`. */
export const hasAnnualPayment = (period: string) => sql`exists (
  select from payments p where p.member_id = members.id and p.purpose = 'annual' and p.period = ${period}
)`;

/**
 * Bills the next members, by id, who owe a year's subscription and have no payment for it. They are locked against
 * deletion and decisions until the transaction ends; a pending decision is waited for.
 * @param amount in whole rupees
 * @param owes a condition on `members`
 * @param after the last id of the previous batch
 * @returns the last id of this batch, null at the end, and how many payments were created
 */
export async function insertDues(
  tx: Transaction,
  { period, amount, owes }: { period: string; amount: number; owes: SQL },
  after: string | null,
  batch: number,
): Promise<{ reached: string | null; made: number }> {
  const year = clock.today().slice(0, 4);
  const { rows } = await tx.execute<{ reached: string | null; made: number }>(sql`
    with owing as materialized (
      select id from members
      where ${owes} ${after === null ? sql`` : sql`and id > ${after}::uuid`}
      order by id limit ${batch} for key share
    ), made as (
      insert into payments (member_id, reference, purpose, period, amount, state, created_at)
      select id, reference_prefix() || ${year} || '-' || case when number < 1000000 then lpad(number::text, 6, '0') else number::text end,
        'annual', ${period}, ${amount}::int, 'due', ${clock.now().toISOString()}::timestamptz
      from (
        select id, nextval(${registrationNumbers.seqName}) as number from owing members
        where not ${hasAnnualPayment(period)} order by id
      ) as numbered
      on conflict do nothing returning 1
    )
    select (select id from owing order by id desc limit 1) as reached, (select count(*)::int from made) as made`);
  return rows[0]!;
}

/** Records the notices sent today. */
export async function saveNotices(tx: Transaction, notices: readonly { id: string; stage: number }[]): Promise<void> {
  const values = notices.map(({ id, stage }) => sql`(${id}::uuid, ${stage}::int)`);
  await tx.execute(sql`
    update payments set notice_stage = sent.stage, noticed_on = ${clock.today()}::date
    from (values ${sql.join(values, sql`, `)}) as sent (id, stage) where payments.id = sent.id`);
}

/** A change of the state also notes from which day on it is not owed, or that it is owed again. */
export async function updatePayments(tx: Transaction, ids: string[], change: PaymentChange): Promise<void> {
  await tx
    .update(payments)
    .set({ ...change, ...(change.state && { notOwed: notOwedAs(change.state) }) })
    .where(isOneOf(payments.id, ids));
  if (change.state || change.amount !== undefined || change.refundDue) await followPayments(tx, ids);
  const numbers = [change.utr, change.refundUtr].map((text, index) => ({ text, sent: index === 1 }));
  await noteNumbers(
    tx,
    ids.flatMap((paymentId) => numbers.flatMap(({ text, sent }) => (text ? [{ paymentId, text, sent }] : []))),
  );
}

function notOwedAs(state: PaymentState): SQL<string> {
  const fromToday = sql`datemultirange(daterange(${clock.today()}::date, null))`;
  return state === 'waived' || state === 'cancelled'
    ? sql`${payments.notOwed} + ${fromToday}`
    : sql`${payments.notOwed} - ${fromToday}`;
}

export async function deletePayments(tx: Transaction, ids: string[]): Promise<void> {
  await followPayments(tx, ids);
  await tx.delete(payments).where(isOneOf(payments.id, ids));
}

/** The credits of these payments. */
export async function findCredits(tx: Transaction, ids: string[]) {
  const { narration, utr, keys } = statementLines;
  const rows = await tx
    .select({ id: payments.id, narration, utr, keys })
    .from(payments)
    .innerJoin(statementLines, eq(statementLines.id, payments.lineId))
    .where(isOneOf(payments.id, ids));
  return new Map(rows.map(({ id, ...credit }) => [id, credit]));
}

/**
 * Notes the credits of payments.
 * @param pairs each payment once; the UTR of a credit is taken where none was sent
 */
export async function setLines(tx: Transaction, pairs: readonly { paymentId: string; lineId: string; utr: string }[]) {
  const column = <T>(of: (pair: (typeof pairs)[number]) => T) => sql.param(pairs.map(of));
  await tx.execute(sql`
    update ${payments} set line_id = input.line,
      utr = case when ${payments.utr} = '' then input.utr else ${payments.utr} end,
      utr_of_line = ${payments.utrOfLine} or ${payments.utr} = ''
    from unnest(${column(({ paymentId }) => paymentId)}::uuid[], ${column(({ lineId }) => lineId)}::uuid[],
      ${column(({ utr }) => utr)}::text[]) as input (payment, line, utr)
    where ${payments.id} = input.payment`);
}

/** Removes the credit of a payment, and the UTR that it took from it. */
export async function clearLine(tx: Transaction, paymentId: string): Promise<void> {
  await tx.execute(sql`
    update ${payments} set line_id = null, utr_of_line = false, utr = case when utr_of_line then '' else utr end
    where id = ${paymentId}`);
}

/** Of a payment that is open the part that came last, if any; else the payment itself. */
export async function findLastReceived(db: Queryable, id: string): Promise<string> {
  const { rows } = await db.execute<{ id: string }>(sql`select ${lastReceived(id)} as id`);
  return rows[0]!.id;
}

/** A payment and all others of the same credit. */
export async function findSameLine(tx: Transaction, id: string): Promise<string[]> {
  const line = tx.select({ lineId: payments.lineId }).from(payments).where(eq(payments.id, id));
  const rows = await tx.select({ id: payments.id }).from(payments).where(inArray(payments.lineId, line));
  return [...new Set([id, ...rows.map((row) => row.id)])];
}

/** The open amounts of other parts of the same payments, where there are any. */
export async function findRests(tx: Transaction, ids: string[]) {
  const { rows } = await tx.execute<{ id: string; amount: number; reference: string }>(sql`
    select own.id, other.amount, other.reference from ${payments} own
    join ${payments} other on (other.part_of = coalesce(own.part_of, own.id) or other.id = own.part_of)
      and other.id <> own.id and other.double_of is null and own.double_of is null and other.state in ('due', 'claimed', 'refused')
    where ${isOneOf(sql`own.id`, ids)}`);
  return new Map(rows.map(({ id, amount, reference }) => [id, { amount, reference }]));
}

/** Which of these payments share a UTR with another payment or a refund, or a picture with another one. */
export async function findUsedBefore(db: Readable, ids: string[]) {
  if (ids.length === 0) return new Map();
  const ownAlias = sql.identifier('own');
  const { rows } = await db.execute<{ id: string; utr: boolean; screenshot: boolean }>(sql`
    select own.id,
      own.utr <> '' and exists (
        select from ${payments} other where other.utr = own.utr and other.utr <> '' and other.id <> own.id
        union all
        -- The number of money that we have sent back is nobody's payment.
        select from ${payments} other where other.refund_utr = own.utr and other.refund_utr <> ''
      ) as utr,
      exists (
        select from ${files} mine
        join ${files} same on same.hash = mine.hash and same.key <> mine.key and same.state = 'attached'
        join ${payments} other on other.proof_file = same.key and other.id <> own.id
        where mine.key = own.proof_file
      ) as screenshot
    from ${payments} ${ownAlias} where ${isOneOf(sql`own.id`, ids)}`);
  return new Map(rows.map(({ id, ...used }) => [id, used]));
}

/** After an erasure: removes the person and keeps the accounting facts. */
export async function eraseFromPayments(
  tx: Transaction,
  member: Pick<MemberRow, 'reference' | 'membership'>,
  ids: string[],
) {
  if (ids.length === 0) return;
  await tx
    .update(payments)
    .set({
      memberId: null,
      erased: { reference: member.reference, membership: member.membership },
      proofFile: null,
      note: '',
      reason: '',
    })
    .where(isOneOf(payments.id, ids));
  await eraseFromReceipts(tx, ids);
}
