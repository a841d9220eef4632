import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { members } from '#server/features/members/tables.ts';
import { lastReceived, payments } from '#server/features/payments/tables.ts';
import { onlinePayments, settlements } from '#server/parts/gateway/tables.ts';
import { readInBatches } from '#server/platform/batches.ts';
import type { Queryable, Readable, Transaction } from '#server/platform/database/client.ts';
import { rowQueries } from '#server/platform/database/row-queries.ts';
import { fits, type SearchTerm, someOf } from '#server/platform/database/search-term.ts';
import { daysOfFinancialYear, financialYearOf } from '#shared/financial-year.ts';
import { limits } from '#shared/limits.ts';
import { receiptPictures, receipts, receiptYears } from './tables.ts';

export type ReceiptRow = typeof receipts.$inferSelect;

export const { find: findReceipt } = rowQueries(receipts);

/** A receipt with the current state of its payment. */
export interface LedgerEntry {
  receipt: ReceiptRow;
  payment: Pick<typeof payments.$inferSelect, 'state' | 'refundedOn' | 'refundUtr'>;
  /** The current one; none before the approval. */
  memberNumber: string | null;
  /** Of a payment at the gateway: its fee in paise, and the number of the settlement that it came with. */
  online: {
    fee: number | null;
    settlement: string | null /** Paise that went back through it. */;
    refunded: number | null;
  };
}

const entry = {
  receipt: receipts,
  payment: { state: payments.state, refundedOn: payments.refundedOn, refundUtr: payments.refundUtr },
  memberNumber: members.memberNumber,
  online: { fee: onlinePayments.fee, settlement: settlements.utr, refunded: onlinePayments.refunded },
};

const bookedOnline = and(
  eq(onlinePayments.paymentId, receipts.paymentId),
  eq(onlinePayments.booked, true),
  isNull(receipts.cancelledAt),
);

/** Whether any payment was deducted from a salary, or a receipt of the year says so, as a cancelled one still does. */
export async function hasDeductions(db: Readable, year: string): Promise<boolean> {
  const paid = await db.select({ id: payments.id }).from(payments).where(eq(payments.mode, 'salary')).limit(1);
  if (paid.length > 0) return true;
  const ofYear = and(eq(receipts.year, year), sql`${receipts.content} ->> 'mode' = 'salary'`);
  return (await db.select({ id: receipts.id }).from(receipts).where(ofYear).limit(1)).length > 0;
}

/** Whether any payment was received online. */
export async function hasOnlinePayments(db: Readable): Promise<boolean> {
  const [row] = await db
    .select({ id: onlinePayments.id })
    .from(onlinePayments)
    .where(eq(onlinePayments.booked, true))
    .limit(1);
  return row !== undefined;
}

/** The valid receipt of a payment, and its owner. */
export async function findValidReceipt(db: Queryable, paymentId: string) {
  const [row] = await db
    .select({ receipt: receipts, memberId: payments.memberId })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(
      and(
        eq(receipts.paymentId, lastReceived(paymentId)),
        isNull(receipts.cancelledAt),
        inArray(payments.state, ['received', 'refunded']),
      ),
    );
  return row;
}

/** The valid receipts of a person in a financial year by number; `refundedOn`: the day on which it was paid back. */
export const findReceiptsOfYear = (
  db: Readable,
  memberId: string,
  year: string,
): Promise<{ receipt: ReceiptRow; refundedOn: string | null }[]> =>
  db
    .select({ receipt: receipts, refundedOn: payments.refundedOn })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(and(eq(payments.memberId, memberId), eq(receipts.year, year), isNull(receipts.cancelledAt)))
    .orderBy(asc(receipts.number));

/** The receipts of a financial year by number, in batches of `size`. */
export const eachReceipt = (db: Readable, year: string, size: number): AsyncGenerator<LedgerEntry[]> =>
  readInBatches(size, (last) =>
    db
      .select(entry)
      .from(receipts)
      .innerJoin(payments, eq(payments.id, receipts.paymentId))
      .leftJoin(members, eq(members.id, payments.memberId))
      .leftJoin(onlinePayments, bookedOnline)
      .leftJoin(settlements, eq(settlements.id, onlinePayments.settlementId))
      .where(and(eq(receipts.year, year), gt(receipts.number, last?.receipt.number ?? 0)))
      .orderBy(asc(receipts.number))
      .limit(size),
  );

/** A financial year with its number of receipts; `closedAt` null: open. */
export interface YearRow {
  year: string;
  receipts: number;
  closedAt: Date | null;
  closedBy: string;
}

const yearFields = {
  year: receiptYears.year,
  receipts: receiptYears.last,
  closedAt: receiptYears.closedAt,
  closedBy: receiptYears.closedBy,
};

/** The financial years with receipts, refunds or a closing, newest first. */
export async function findReceiptYears(db: Readable): Promise<YearRow[]> {
  const yearRows = await db
    .select(yearFields)
    .from(receiptYears)
    .where(or(gt(receiptYears.last, 0), isNotNull(receiptYears.closedAt)));
  const refunded = await db
    .select({ day: sql<string>`distinct ${payments.refundedOn}` })
    .from(payments)
    .where(isNotNull(payments.refundedOn));
  const years = new Map(yearRows.map((row) => [row.year, row]));
  for (const { day } of refunded) {
    const year = financialYearOf(day);
    if (!years.has(year)) years.set(year, { year, receipts: 0, closedAt: null, closedBy: '' });
  }
  return [...years.values()].sort((one, other) => other.year.localeCompare(one.year));
}

export async function findYear(db: Readable, year: string): Promise<YearRow | undefined> {
  const [row] = await db.select(yearFields).from(receiptYears).where(eq(receiptYears.year, year));
  return row;
}

/** Closes or reopens a year. The caller has locked it exclusively. */
export async function saveClosing(tx: Transaction, year: string, closedAt: Date | null, closedBy: string) {
  await tx
    .insert(receiptYears)
    .values({ year, last: 0, closedAt, closedBy })
    .onConflictDoUpdate({ target: receiptYears.year, set: { closedAt, closedBy } });
}

/** The refunds of a financial year by day, in batches of `size`. */
export async function* eachRefund(db: Readable, year: string, size: number): AsyncGenerator<LedgerEntry[]> {
  const { first, last } = daysOfFinancialYear(year);
  let after = { day: first, id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const rows = await db
      .select({ ...entry, id: payments.id })
      .from(payments)
      .innerJoin(receipts, and(eq(receipts.paymentId, payments.id), isNull(receipts.cancelledAt)))
      .leftJoin(members, eq(members.id, payments.memberId))
      .leftJoin(onlinePayments, bookedOnline)
      .leftJoin(settlements, eq(settlements.id, onlinePayments.settlementId))
      .where(
        and(
          sql`(${payments.refundedOn}, ${payments.id}) > (${after.day}::date, ${after.id}::uuid)`,
          lte(payments.refundedOn, last),
        ),
      )
      .orderBy(asc(payments.refundedOn), asc(payments.id))
      .limit(size);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = { day: rows.at(-1)!.payment.refundedOn!, id: rows.at(-1)!.id };
  }
}

export async function hasReceipts(db: Readable, year: string): Promise<boolean> {
  const [row] = await db.select({ id: receipts.id }).from(receipts).where(eq(receipts.year, year)).limit(1);
  return row !== undefined;
}

/** A picture for receipts, as JPEG. */
export interface PrintedPicture {
  bytes: Uint8Array;
  width: number;
  height: number;
}

export async function findPicture(db: Readable, hash: string): Promise<PrintedPicture | undefined> {
  const [row] = await db.select().from(receiptPictures).where(eq(receiptPictures.hash, hash));
  return row && { bytes: row.jpeg, width: row.width, height: row.height };
}

export async function keepPicture(tx: Transaction, hash: string, picture: PrintedPicture): Promise<void> {
  const { bytes, width, height } = picture;
  await tx
    .insert(receiptPictures)
    .values({ hash, jpeg: Buffer.from(bytes), width, height })
    .onConflictDoNothing();
}

/** A few whose number has the term, latest first; cancelled ones included. */
export async function receiptsNumbered(db: Readable, term: SearchTerm) {
  const { id, label, content, cancelledAt, paymentId } = receipts;
  return db
    .select({ id, label, content, cancelledAt, paymentId })
    .from(receipts)
    .where(sql`${id} in (${someOf(sql`receipts`, fits(sql`lower(label)`, term))})`)
    .orderBy(desc(receipts.year), desc(receipts.number))
    .limit(limits.foundOfAKind);
}
