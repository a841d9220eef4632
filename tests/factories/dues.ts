import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm';
import { payments } from '#server/features/payments/tables.ts';
import { receipts, receiptYears } from '#server/features/receipts/tables.ts';
import type { Queryable } from '#server/platform/database/client.ts';

// What is owed and what has come, as tests need it there beforehand. No other test writes the tables of money.

interface Site {
  database: Queryable;
}

type Row = typeof payments.$inferInsert;

/** What a person owes; `state` is `due` unless it says otherwise. */
export type NewDue = Pick<Row, 'purpose' | 'amount'> &
  Partial<Pick<Row, 'reference' | 'period' | 'membership' | 'utr' | 'createdAt'>> & {
    memberId: string;
    state?: 'due' | 'claimed' | 'refused' | 'waived' | 'cancelled';
    /** What is still open of this due, of which a part has come. */
    restOf?: string;
    /** It is there twice, since two records became one: the first. */
    duplicateOf?: string;
  };

export interface Due {
  id: string;
  reference: string;
  amount: number;
}

let count = 0;

/** Inserts a due, by default an open one with a reference of its own. */
export async function dueFactory({ database }: Site, values: NewDue): Promise<Due> {
  const { restOf, duplicateOf, ...row } = values;
  count += 1;
  const [due] = await database
    .insert(payments)
    .values({
      reference: `AIP-DUE-${count}-${values.memberId.slice(0, 8)}`,
      ...(row.state === 'claimed' || row.state === 'refused' ? { claimedAt: new Date() } : {}),
      ...row,
      partOf: duplicateOf ?? restOf ?? null,
      doubleOf: duplicateOf ?? null,
    })
    .returning({ id: payments.id, reference: payments.reference, amount: payments.amount });
  return due!;
}

/** Which dues: one, all of a person, or all. */
export type Dues = { id: string } | { memberId: string } | { utr: string } | 'all';

function matching(dues: Dues): SQL | undefined {
  if (dues === 'all') return undefined;
  if ('id' in dues) return eq(payments.id, dues.id);
  return 'utr' in dues ? eq(payments.utr, dues.utr) : eq(payments.memberId, dues.memberId);
}

const change = ({ database }: Site, dues: Dues, set: Partial<Row>) =>
  database.update(payments).set(set).where(matching(dues));

/** Asks for another amount. */
export const setAmount = (site: Site, dues: Dues, amount: number) => change(site, dues, { amount });
/** Sets when they were asked for. */
export const setAskedAt = (site: Site, dues: Dues, createdAt: Date) => change(site, dues, { createdAt });
/** Sets the last notice that was sent of them. */
export const setNotice = (site: Site, dues: Dues, noticeStage: number) => change(site, dues, { noticeStage });
export const setNote = (site: Site, dues: Dues, note: string) => change(site, dues, { note });
export const setUtr = (site: Site, dues: Dues, utr: string) => change(site, dues, { utr });
/** Nothing has come for them any more. */
export const openDues = (site: Site, dues: Dues) =>
  change(site, dues, { state: 'due', receivedOn: null, receivedAt: null });
export const claimDues = (site: Site, dues: Dues) => change(site, dues, { state: 'claimed', claimedAt: new Date() });
export const refuseDues = (site: Site, dues: Dues) => change(site, dues, { state: 'refused', refundDue: false });
/** Ends what is open of them. */
export const endDues = (site: Site, dues: Dues, state: 'waived' | 'cancelled') => change(site, dues, { state });
/** Whether what has come for them is to be returned. */
export const setToReturn = (site: Site, dues: Dues, toReturn: boolean) => change(site, dues, { refundDue: toReturn });

/** All that was open of them has come, on that day; it has no receipt. */
export const settleDues = (site: Site, dues: Dues, on: string, amount?: number) =>
  change(site, dues, {
    state: 'received',
    receivedOn: on,
    receivedAt: new Date(`${on}T06:00:00Z`),
    ...(amount === undefined ? {} : { amount }),
  });

/** What has come for them went back, on that day. */
export const refundDues = (site: Site, dues: Dues, on: string, utr: string) =>
  change(site, dues, { state: 'refunded', refundedOn: on, refundUtr: utr });

/** Removes all dues and receipts, or those of a person, of a purpose, or of all but one purpose. */
export async function clearMoney(
  { database }: Site,
  of: { memberId?: string; purpose?: Row['purpose']; except?: Row['purpose'] } = {},
): Promise<void> {
  const which = and(
    of.memberId ? eq(payments.memberId, of.memberId) : undefined,
    of.purpose ? eq(payments.purpose, of.purpose) : undefined,
    of.except ? ne(payments.purpose, of.except) : undefined,
  );
  const ids = database.select({ id: payments.id }).from(payments).where(which);
  await database.delete(receipts).where(which && sql`${receipts.paymentId} in (${ids})`);
  await database.delete(payments).where(which);
}

/** Sets the last number of a financial year, or forgets all numbers. */
export const setLastNumber = ({ database }: Site, year: string, last: number) =>
  database.insert(receiptYears).values({ year, last }).onConflictDoUpdate({ target: receiptYears.year, set: { last } });
export const clearNumbers = ({ database }: Site) => database.delete(receiptYears);
/** Opens all closed years. */
export const openYears = ({ database }: Site) => database.update(receiptYears).set({ closedAt: null });
/** Sets the written number of the receipt of a due. */
export const setLabel = ({ database }: Site, due: string, label: string) =>
  database.update(receipts).set({ label }).where(eq(receipts.paymentId, due));
/** Sets how money came: that of a mode, or those. @returns whose it was */
export async function setMode({ database }: Site, of: Row['mode'] | string[], mode: Row['mode']): Promise<string[]> {
  const rows = await database
    .update(payments)
    .set({ mode })
    .where(Array.isArray(of) ? inArray(payments.id, of) : sql`${payments.mode} = ${of}`)
    .returning({ id: payments.id });
  return rows.map(({ id }) => id);
}

/** The rows of money of a person, or the one with an id, as the office's list has them; in no order. */
export const moneyRows = ({ database }: Site, of: { id: string } | { memberId: string }) =>
  database.select().from(payments).where(matching(of));

/** The receipts of a row of money, also cancelled ones. */
export const receiptRows = ({ database }: Site, row: string) =>
  database.select().from(receipts).where(eq(receipts.paymentId, row));
