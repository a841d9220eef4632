// Offered to other features: the ledger: a decision and its payment are one transaction.
import { and, asc, desc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { isShort, type MemberRow } from '#server/features/members/members.queries.ts';
import { members, registrationNumbers } from '#server/features/members/tables.ts';
import { eraseFromReceipts } from '#server/features/receipts/issued.queries.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import { noteNumbers } from '#server/parts/bank-credits/claimed-numbers.queries.ts';
import { statementLines } from '#server/parts/bank-credits/tables.ts';
import { followPayments } from '#server/parts/gateway/gateway.queries.ts';
import { onlinePayments, settlements } from '#server/parts/gateway/tables.ts';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { isOneOf } from '#server/platform/database/row-queries.ts';
import { containsPattern, namePattern, searchable } from '#server/platform/database/searchable.ts';
import { files } from '#server/platform/storage/tables.ts';
import { clock } from '#shared/clock.ts';
import { limits } from '#shared/limits.ts';
import type { PaymentPurpose, PaymentState } from '#shared/options.ts';
import { paymentSearch, payments } from './tables.ts';

export type PaymentRow = typeof payments.$inferSelect;
export type NewPayment = typeof payments.$inferInsert;
export type PaymentChange = Partial<Omit<NewPayment, 'id' | 'reference' | 'purpose' | 'createdAt' | 'notOwed'>>;

/** A payment with its person and its valid receipt. */
export interface PaymentView {
  payment: PaymentRow;
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
  /** 'refundDue' is a mark rather than a state; '' means all. */
  state: PaymentState | 'refundDue' | '';
  purpose: PaymentPurpose | '';
  period: string;
  search: string;
}

const view = {
  payment: payments,
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
  const byReceipt = db
    .select({ id: receipts.paymentId })
    .from(receipts)
    .where(sql`lower(${receipts.label}) like ${pattern}`);
  return sql`${payments.id} in (${byPerson} union ${byReference} union ${byReceipt})`;
}

function matches(db: Readable, { state, purpose, period, search }: PaymentFilter): SQL | undefined {
  return and(
    state === 'refundDue' ? sql`${payments.refundDue}` : undefined,
    state !== '' && state !== 'refundDue' ? eq(payments.state, state) : undefined,
    purpose ? eq(payments.purpose, purpose) : undefined,
    period ? eq(payments.period, period) : undefined,
    matchesText(db, search),
  );
}

/** Claimed ones by the time of the claim, all others newest first. */
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
  const order = sql.join(orderOf(filter), sql`, `);
  const { rows } = await db.execute<{ count: number; amount: number; ids: string[] }>(sql`
    with found as materialized (
      select ${payments.id}, ${payments.amount}, ${payments.createdAt}, ${payments.claimedAt}
      ${isShort(filter.search) ? scanned(db, filter) : sql`from ${payments} where ${matches(db, filter)}`}
    )
    select (select count(*)::int from found) as count, (select coalesce(sum(amount), 0)::float8 from found) as amount,
      array(select id from found as payments order by ${order} limit ${limits.pageSize} offset ${(page - 1) * limits.pageSize}) as ids`);
  const { ids, ...totals } = rows[0]!;
  if (ids.length === 0) return { views: [], totals };
  const views = await selectViews(db)
    .where(isOneOf(payments.id, ids))
    .orderBy(...orderOf(filter));
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
    .where(eq(payments.memberId, memberId))
    .orderBy(desc(payments.createdAt), asc(payments.id))
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

/** Gives payments what came of them; the rest of each becomes due under a reference of its own. @param parts whole rupees, less than the amounts */
export async function divideRows(tx: Transaction, parts: readonly { id: string; came: number }[]): Promise<void> {
  const ids = parts.map(({ id }) => id);
  await tx.execute(sql`
    with input as materialized (
      select * from unnest(${sql.param(ids)}::uuid[], ${sql.param(parts.map(({ came }) => came))}::int[]) as input (id, came)
    ), numbered as materialized (
      select input.id, input.came, nextval(${registrationNumbers.seqName}) as number from input
    )
    insert into payments (member_id, reference, purpose, period, membership, amount, state, part_of, created_at)
    select own.member_id, reference_prefix() || ${clock.today().slice(0, 4)} || '-' ||
        case when number < 1000000 then lpad(number::text, 6, '0') else number::text end,
      own.purpose, own.period, own.membership, own.amount - numbered.came, 'due', coalesce(own.part_of, own.id), own.created_at
    from numbered join payments own on own.id = numbered.id`);
  await tx.execute(sql`
    update payments set amount = input.came
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(parts.map(({ came }) => came))}::int[]) as input (id, came)
    where payments.id = input.id`);
  await followPayments(tx, ids);
}

/** Adds to payments that are due what is due of the same ones and was never receipted, claimed or noticed by itself; those parts go. */
export async function joinRows(tx: Transaction, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.execute<{ id: string; rest: string; amount: number }>(sql`
    select distinct on (rest.id) own.id, rest.id as rest, rest.amount from ${payments} own
    join ${payments} rest on rest.part_of = coalesce(own.part_of, own.id) and rest.id <> own.id and rest.double_of is null
    where own.id = any(${sql.param([...ids])}::uuid[]) and own.state = 'due' and rest.state = 'due' and rest.claimed_at is null
      and not (rest.id = any(${sql.param([...ids])}::uuid[]))
      and not exists (select from ${receipts} where ${receipts.paymentId} = rest.id)
    order by rest.id, own.id`);
  if (rows.length === 0) return;
  await deletePayments(
    tx,
    rows.map(({ rest }) => rest),
  );
  const column = <T>(of: (row: (typeof rows)[number]) => T) => sql.param(rows.map(of));
  await tx.execute(sql`
    update payments set amount = payments.amount + input.sum from (
      select id, sum(amount)::int as sum from unnest(${column(({ id }) => id)}::uuid[], ${column(({ amount }) => amount)}::int[])
        as input (id, amount) group by id
    ) as input where payments.id = input.id`);
  await followPayments(
    tx,
    rows.map(({ id }) => id),
  );
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
