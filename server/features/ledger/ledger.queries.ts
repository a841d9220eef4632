import { and, asc, desc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { MemberRow } from '#server/features/members/members.queries.ts';
import { members, registrationNumbers } from '#server/features/members/tables.ts';
import { erasedPerson } from '#server/features/receipts/issued.queries.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import { statementLines } from '#server/parts/bank-credits/tables.ts';
import { inBatches } from '#server/platform/batches.ts';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { isOneOf } from '#server/platform/database/row-queries.ts';
import { clock } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import type { MembershipValue } from '#shared/memberships.ts';
import { dueAliases, dueChanges, dues } from './dues.tables.ts';
import type { Becomes, DueChangeCause, DueChangeKind, DuePurpose } from './kinds.ts';
import { allocations, claims, refunds } from './tables.ts';

export type DueRow = typeof dues.$inferSelect;
export type ClaimRow = typeof claims.$inferSelect;
export type AllocationRow = typeof allocations.$inferSelect;

/** A receipt of the ledger. */
export type MoneyRow = typeof receipts.$inferSelect & {
  amount: number;
  receivedOn: string;
  askedAt: Date;
  free: number;
};

export type Person = Pick<
  MemberRow,
  'id' | 'reference' | 'memberNumber' | 'name' | 'email' | 'membership' | 'status' | 'language'
>;

/** Who owes and pays: a member, the guest of a participation, or a paying office. */
export interface Payer {
  memberId?: string | undefined;
  participationId?: string | undefined;
  office?: string | undefined;
}

const person = {
  id: members.id,
  reference: members.reference,
  memberNumber: members.memberNumber,
  name: members.name,
  email: members.email,
  membership: members.membership,
  status: members.status,
  language: members.language,
};

const asMoney = (rows: (typeof receipts.$inferSelect)[]) => rows as MoneyRow[];

/** Locks people. Not for their keys: what a member reads meanwhile is counted in rows that refer to the record. */
export async function lockPeople(tx: Transaction, ids: readonly string[]): Promise<Map<string, Person>> {
  const rows = await tx
    .select(person)
    .from(members)
    .where(isOneOf(members.id, ids))
    .orderBy(asc(members.id))
    .for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** The owners of dues and receipts, unlocked. */
export async function findOwners(tx: Transaction, of: { dueIds?: readonly string[]; receiptIds?: readonly string[] }) {
  const { dueIds = [], receiptIds = [] } = of;
  const { rows } = await tx.execute<{ member: string | null; participation: string | null }>(sql`
    select member_id as member, participation_id as participation from ${dues} where ${isOneOf(dues.id, dueIds)}
    union select member_id, participation_id from ${receipts} where ${isOneOf(receipts.id, receiptIds)}`);
  const present = (ids: (string | null)[]) => ids.filter((id) => id !== null);
  return {
    memberIds: present(rows.map(({ member }) => member)),
    guestIds: present(rows.filter(({ member }) => member === null).map(({ participation }) => participation)),
  };
}

/** Locks dues whose people are locked. */
export async function lockDues(tx: Transaction, ids: readonly string[]): Promise<Map<string, DueRow>> {
  const rows = await tx.select().from(dues).where(isOneOf(dues.id, ids)).orderBy(asc(dues.id)).for('no key update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks all dues and receipts of people who are locked, and of guests. Oldest first. */
export async function lockMoneyOf(tx: Transaction, memberIds: readonly string[], guestIds: readonly string[] = []) {
  const ofThem = (table: typeof dues | typeof receipts) =>
    or(
      isOneOf(table.memberId, memberIds),
      and(isOneOf(table.participationId, guestIds), sql`${table.memberId} is null`),
    );
  const owed = await tx.select().from(dues).where(ofThem(dues)).orderBy(asc(dues.id)).for('no key update');
  const paid = await tx
    .select()
    .from(receipts)
    .where(and(ofThem(receipts), sql`${receipts.amount} is not null`))
    .orderBy(asc(receipts.id))
    .for('no key update');
  return { dues: owed, receipts: asMoney(paid) };
}

export async function findDue(db: Queryable, id: string): Promise<DueRow | undefined> {
  const [row] = await db.select().from(dues).where(eq(dues.id, id));
  return row;
}

export async function findDues(db: Readable, ids: readonly string[]): Promise<Map<string, DueRow>> {
  const rows = await db.select().from(dues).where(isOneOf(dues.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

export async function findMoney(db: Readable, ids: readonly string[]): Promise<Map<string, MoneyRow>> {
  const rows = await db.select().from(receipts).where(isOneOf(receipts.id, ids));
  return new Map(asMoney(rows).map((row) => [row.id, row]));
}

/** The due of a reference or former id. */
export async function findDueByAlias(db: Readable, alias: string): Promise<string | undefined> {
  const [row] = await db.select({ id: dueAliases.dueId }).from(dueAliases).where(eq(dueAliases.alias, alias));
  return row?.id;
}

const stands = sql`${allocations.reverses} is null and not exists (select from ${allocations} undo where undo.reverses = ${allocations.id})`;

/** The allocations that stand, of receipts or for dues, oldest first. */
export async function findAllocations(
  db: Queryable,
  of: { receiptIds?: readonly string[]; dueIds?: readonly string[]; ids?: readonly string[] },
): Promise<AllocationRow[]> {
  const { receiptIds = [], dueIds = [], ids = [] } = of;
  const which = or(
    isOneOf(allocations.receiptId, receiptIds),
    isOneOf(allocations.dueId, dueIds),
    isOneOf(allocations.id, ids),
  );
  return db.select().from(allocations).where(and(which, stands)).orderBy(asc(allocations.position));
}

/** Allocations by id. */
export async function findUses(db: Readable, ids: readonly string[]): Promise<Map<string, AllocationRow>> {
  const rows = await db.select().from(allocations).where(isOneOf(allocations.id, ids));
  return new Map(rows.map((row) => [row.id, row]));
}

export interface NewDue {
  purpose: DuePurpose;
  memberId?: string | undefined;
  participationId?: string | undefined;
  period?: string | null | undefined;
  membership?: MembershipValue | null | undefined;
  /** The person's. */
  tier?: string | null | undefined;
  /** Absent: the next of the sequence. */
  reference?: string | undefined;
  /** Whole rupees. */
  amount: number;
}

/** Dues asked in one statement. */
const asksAtOnce = 1_000;

/** Inserts dues of keys that are not there. @returns the ids of the new ones */
export async function insertDues(tx: Transaction, values: readonly NewDue[]): Promise<string[]> {
  const today = clock.today();
  const ids: string[] = [];
  for (const batch of inBatches(values, asksAtOnce)) {
    const column = <T>(of: (due: NewDue) => T) => sql.param(batch.map(of));
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into ${dues} (member_id, participation_id, purpose, period, membership, tier, reference, amount, asked_on, asked_at)
      select asked.member, asked.participation, asked.purpose, asked.period, asked.membership,
        coalesce(asked.tier, (select person.tier from ${members} person where person.id = asked.member)),
        coalesce(asked.reference, reference_prefix() || ${today.slice(0, 4)} || '-' ||
          case when number < 1000000 then lpad(number::text, 6, '0') else number::text end),
        asked.amount, ${today}::date, ${clock.now().toISOString()}::timestamptz
      from (
        select *, case when reference is null then nextval(${registrationNumbers.seqName}) end as number
        from unnest(${column(({ memberId }) => memberId ?? null)}::uuid[], ${column(({ participationId }) => participationId ?? null)}::uuid[],
          ${column(({ purpose }) => purpose)}::text[], ${column(({ period }) => period ?? null)}::text[],
          ${column(({ membership }) => membership ?? null)}::text[], ${column(({ tier }) => tier ?? null)}::text[],
          ${column(({ reference }) => reference ?? null)}::text[], ${column(({ amount }) => amount)}::int[])
          as asked (member, participation, purpose, period, membership, tier, reference, amount)
        where not exists (select from ${dues} there where there.duplicate_of is null and not there.taken_back
          and there.member_id = asked.member and there.purpose = asked.purpose
          and (asked.purpose = 'admission' or (asked.purpose = 'annual' and there.period = asked.period)))
      ) as asked
      on conflict do nothing returning id`);
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

/** The due that stands for the key of each. */
export async function findByKeys(tx: Transaction, keys: readonly NewDue[]): Promise<(DueRow | undefined)[]> {
  const memberIds = keys.flatMap(({ memberId }) => memberId ?? []);
  const participationIds = keys.flatMap(({ participationId }) => participationId ?? []);
  const rows = await tx
    .select()
    .from(dues)
    .where(
      and(
        or(isOneOf(dues.memberId, memberIds), isOneOf(dues.participationId, participationIds)),
        inArray(dues.purpose, [...new Set(keys.map(({ purpose }) => purpose))]),
        sql`${dues.duplicateOf} is null and not ${dues.takenBack}`,
      ),
    )
    .orderBy(desc(dues.askedAt), desc(dues.id));
  const byKey = Map.groupBy(rows, keyOf);
  return keys.map((key) => {
    const there = byKey.get(keyOf(key)) ?? [];
    return key.purpose === 'upgrade' ? there.find(isAsked) : there[0];
  });
}

const keyOf = ({ purpose, memberId, participationId, period, membership }: NewDue | DueRow) =>
  purpose === 'conference'
    ? `conference ${participationId}`
    : [memberId, purpose, period ?? '', membership ?? ''].join(' ');

/** An upgrade that is still asked for. */
export const isAsked = ({ state, reached }: Pick<DueRow, 'state' | 'reached'>): boolean =>
  !reached && ['due', 'claimed', 'refused'].includes(state);

/** Columns of dues that are no counters. */
export async function updateDues(
  tx: Transaction,
  ids: readonly string[],
  change: Partial<Pick<DueRow, 'unwanted' | 'reached' | 'takenBack' | 'duplicateOf' | 'note' | 'tier'>>,
): Promise<void> {
  if (ids.length > 0) await tx.update(dues).set(change).where(isOneOf(dues.id, ids));
}

export interface NewChange {
  dueId: string;
  kind: DueChangeKind;
  amount: number;
  back?: boolean;
  cause?: DueChangeCause;
  day: string;
  reason?: string;
  by?: string;
}

const entriesAtOnce = 500;

export async function addChanges(tx: Transaction, rows: readonly NewChange[]): Promise<void> {
  for (const batch of inBatches(rows, entriesAtOnce)) await tx.insert(dueChanges).values([...batch]);
}

export interface NewAllocation {
  receiptId: string;
  dueId: string;
  amount: number;
  day: string;
  reason?: string;
  by?: string;
}

/** @returns their ids */
export async function addAllocations(tx: Transaction, rows: readonly NewAllocation[]): Promise<string[]> {
  const ids: string[] = [];
  for (const batch of inBatches(rows, entriesAtOnce)) {
    const added = await tx
      .insert(allocations)
      .values([...batch])
      .returning({ id: allocations.id });
    ids.push(...added.map(({ id }) => id));
  }
  return ids;
}

export interface Reversal {
  allocation: AllocationRow;
  day: string;
  becomes: Becomes;
}

export async function addReversals(
  tx: Transaction,
  rows: readonly Reversal[],
  { reason = '', by = '' }: { reason?: string; by?: string },
): Promise<void> {
  const values = rows.map(({ allocation: { id, receiptId, dueId, amount }, day, becomes }) => ({
    ...{ receiptId, dueId, amount: -amount, day, reverses: id, becomes, reason, by },
  }));
  for (const batch of inBatches(values, entriesAtOnce)) await tx.insert(allocations).values([...batch]);
}

export async function addRefund(tx: Transaction, row: typeof refunds.$inferInsert): Promise<void> {
  await tx.insert(refunds).values(row);
}

/** What is to return of receipts. */
export async function setToReturn(tx: Transaction, rows: readonly { id: string; toReturn: number }[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.execute(sql`
    update ${receipts} set to_return = given.amount
    from unnest(${sql.param(rows.map(({ id }) => id))}::uuid[], ${sql.param(rows.map(({ toReturn }) => toReturn))}::int[]) as given (id, amount)
    where ${receipts.id} = given.id`);
}

/** Inserts receipts of the ledger. */
export async function insertMoney(tx: Transaction, rows: readonly (typeof receipts.$inferInsert)[]): Promise<void> {
  for (const batch of inBatches(rows, entriesAtOnce)) await tx.insert(receipts).values([...batch]);
}

export async function cancelMoney(tx: Transaction, ids: readonly string[], reason: string): Promise<void> {
  await tx.update(receipts).set({ cancelledAt: clock.now(), cancelReason: reason }).where(isOneOf(receipts.id, ids));
}

/** The last cancelled receipt of each due. */
export async function findCancelledOf(tx: Transaction, dueIds: readonly string[]) {
  const rows = await tx
    .selectDistinctOn([receipts.dueId], { id: receipts.id, label: receipts.label, dueId: receipts.dueId })
    .from(receipts)
    .where(and(isOneOf(receipts.dueId, dueIds), sql`${receipts.cancelledAt} is not null`))
    .orderBy(receipts.dueId, desc(receipts.year), desc(receipts.number));
  return new Map(rows.map((row) => [row.dueId!, row]));
}

/** Kept rupees, those received first first. */
export async function findCredit(tx: Transaction, memberIds: readonly string[]): Promise<MoneyRow[]> {
  const rows = await tx
    .select()
    .from(receipts)
    .where(and(isOneOf(receipts.memberId, memberIds), sql`${receipts.free} > ${receipts.toReturn}`))
    .orderBy(asc(receipts.id))
    .for('no key update');
  const order = ({ receivedOn, year, number }: MoneyRow) => `${receivedOn} ${year} ${String(number).padStart(9, '0')}`;
  return asMoney(rows).sort((one, other) => (order(one) < order(other) ? -1 : 1));
}

export async function lockReceipts(tx: Transaction, ids: readonly string[]): Promise<Map<string, MoneyRow>> {
  const rows = await tx
    .select()
    .from(receipts)
    .where(and(isOneOf(receipts.id, ids), sql`${receipts.amount} is not null`))
    .orderBy(asc(receipts.id))
    .for('no key update');
  return new Map(asMoney(rows).map((row) => [row.id, row]));
}

/** The claims of dues, oldest first. */
export const findClaims = (db: Readable, dueIds: readonly string[]): Promise<ClaimRow[]> =>
  db.select().from(claims).where(isOneOf(claims.dueId, dueIds)).orderBy(asc(claims.position));

export const findConfirmed = (db: Queryable, receiptIds: readonly string[]): Promise<ClaimRow[]> =>
  db.select().from(claims).where(isOneOf(claims.receiptId, receiptIds)).orderBy(asc(claims.position));

export async function insertClaim(tx: Transaction, row: typeof claims.$inferInsert): Promise<void> {
  await tx.insert(claims).values(row);
}

export type ClaimChange = Partial<Pick<ClaimRow, 'utr' | 'proofFile' | 'state' | 'reason' | 'expected' | 'receiptId'>>;

export async function updateClaim(tx: Transaction, id: string, change: ClaimChange): Promise<void> {
  await tx.update(claims).set(change).where(eq(claims.id, id));
}

/** Pending claims of dues confirmed by receipts. */
export async function confirmClaims(
  tx: Transaction,
  pairs: readonly { dueId: string; receiptId: string }[],
): Promise<void> {
  if (pairs.length === 0) return;
  await tx.execute(sql`
    update ${claims} set state = 'confirmed', receipt_id = given.receipt, expected = null
    from unnest(${sql.param(pairs.map(({ dueId }) => dueId))}::uuid[], ${sql.param(pairs.map(({ receiptId }) => receiptId))}::uuid[]) as given (due, receipt)
    where ${claims.dueId} = given.due and ${claims.state} = 'pending'`);
}

/** A wanted due of which nothing is open has no claim to wait for. */
export async function withdrawSettledClaims(tx: Transaction, dueIds: readonly string[]): Promise<void> {
  if (dueIds.length === 0) return;
  await tx.execute(sql`
    update ${claims} set state = 'withdrawn' where ${isOneOf(claims.dueId, dueIds)} and ${claims.state} = 'pending'
      and exists (select from ${dues} where ${dues.id} = ${claims.dueId} and not ${dues.unwanted} and ${dues.open} = 0)`);
}

/** What was cancelled and refunded of dues and not taken back, by `due kind cause`. */
export async function findByCauses(tx: Transaction, dueIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ key: string; amount: number }>(sql`
    select concat_ws(' ', due_id, kind, cause) as key, sum(case when back then -amount else amount end)::int as amount from ${dueChanges}
    where ${isOneOf(dueChanges.dueId, dueIds)} and kind in ('cancelled', 'refunded') and cause <> '' group by due_id, kind, cause`);
  return new Map(rows.map(({ key, amount }) => [key, amount]));
}

/** Locks lines in their order. */
export async function lockLinesOf(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .select({ id: statementLines.id })
    .from(statementLines)
    .where(isOneOf(statementLines.id, ids))
    .orderBy(asc(statementLines.id))
    .for('no key update');
}

/** Whether somebody has a pending claim, or money that is to return. */
export async function hasOpenMoney(tx: Transaction, memberId: string): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from ${dues} where ${dues.memberId} = ${memberId} and ${dues.claim} = 'pending'
    union all select from ${receipts} where ${receipts.memberId} = ${memberId} and ${receipts.toReturn} > 0 limit 1`);
  return rows.length > 0;
}

/** Takes a person from dues and receipts: first the person, then the texts. */
export async function forgetPayer(
  tx: Transaction,
  memberId: string,
  erased: { reference: string; membership: string },
  dueIds: readonly string[],
  receiptIds: readonly string[],
): Promise<void> {
  // The reference of a due without a receipt leads nowhere from now on.
  const nameless = sql`not exists (select from ${receipts} where ${receipts.dueId} = ${dues.id})
    and not exists (select from ${allocations} where ${allocations.dueId} = ${dues.id})`;
  await tx.execute(sql`
    delete from ${dueAliases} using ${dues} where ${dues.id} = ${dueAliases.dueId} and ${isOneOf(dues.id, dueIds)} and ${nameless}`);
  await tx
    .update(dues)
    .set({
      memberId: null,
      erased,
      note: '',
      reference: sql`case when ${nameless} then null else ${dues.reference} end`,
    })
    .where(eq(dues.memberId, memberId));
  await tx
    .update(receipts)
    .set({
      memberId: null,
      erased,
      content: sql`${receipts.content} || ${JSON.stringify({ receivedFrom: erasedPerson, memberNumber: '' })}::jsonb`,
      cancelReason: '',
    })
    .where(and(eq(receipts.memberId, memberId), sql`${receipts.amount} is not null`));
  await tx.update(claims).set({ proofFile: null, reason: '' }).where(isOneOf(claims.dueId, dueIds));
  await tx
    .update(dueChanges)
    .set({ reason: '' })
    .where(and(isOneOf(dueChanges.dueId, dueIds), sql`reason <> ''`));
  await tx
    .update(allocations)
    .set({ reason: '' })
    .where(and(isOneOf(allocations.dueId, dueIds), sql`reason <> ''`));
  await tx
    .update(refunds)
    .set({ note: '' })
    .where(and(isOneOf(refunds.receiptId, receiptIds), sql`note <> ''`));
}

/** The sum of what was open at the end of a day, by the entries of that day or before. */
export async function sumOutstanding(db: Readable, day: string, where: SQL = sql`true`): Promise<number> {
  const { rows } = await db.execute<{ amount: number }>(sql`
    select (
      (select coalesce(sum(amount), 0) from ${dues} where asked_on <= ${day}::date and ${where})
      + (select coalesce(sum(case when kind = 'changed' or back then amount else -amount end), 0) from ${dueChanges} where day <= ${day}::date)
      - (select coalesce(sum(amount), 0) from ${allocations} where day <= ${day}::date and (becomes is null or becomes = 'open'))
    )::float8 as amount`);
  return rows[0]!.amount;
}

/** Dues that were asked by what is undone: they are shown in no list, and their references lead nowhere. @throws RECORD_CHANGED for one with a claim or a receipt */
export async function takeBack(tx: Transaction, dueIds: readonly string[]): Promise<void> {
  if (dueIds.length === 0) return;
  const { rows } = await tx.execute(sql`
    select from ${claims} where ${isOneOf(claims.dueId, dueIds)} union all select from ${receipts} where ${isOneOf(receipts.dueId, dueIds)} limit 1`);
  if (rows.length > 0) throw new AppError('RECORD_CHANGED', 'Something was paid or sent since.');
  await tx.delete(dueAliases).where(isOneOf(dueAliases.dueId, dueIds));
  await updateDues(tx, dueIds, { takenBack: true });
}
