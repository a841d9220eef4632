import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Queryable, Readable, Transaction } from '#server/database/client.ts';
import { settings } from '#server/database/tables/content.ts';
import { members } from '#server/database/tables/members.ts';
import { payments, receiptPictures, receipts, receiptYears } from '#server/database/tables/payments.ts';

export type ReceiptRow = typeof receipts.$inferSelect;
export type SettingsRow = Pick<typeof settings.$inferSelect, 'id' | 'receipts' | 'version'>;

/** A receipt with what has become of its payment since. */
export interface LedgerEntry {
  receipt: ReceiptRow;
  payment: Pick<typeof payments.$inferSelect, 'state' | 'refundedOn' | 'refundUtr'>;
  /** As it is today; a receipt of before the approval has none. */
  memberNumber: string | null;
}

/** The valid receipt of a payment, and whose it is. */
export async function findValidReceipt(
  db: Queryable,
  paymentId: string,
): Promise<{ receipt: ReceiptRow; memberId: string | null } | undefined> {
  const [row] = await db
    .select({ receipt: receipts, memberId: payments.memberId })
    .from(receipts)
    .innerJoin(payments, eq(payments.id, receipts.paymentId))
    .where(
      and(
        eq(receipts.paymentId, paymentId),
        isNull(receipts.cancelledAt),
        inArray(payments.state, ['received', 'refunded']),
      ),
    );
  return row;
}

export async function findReceipt(db: Queryable, id: string): Promise<ReceiptRow | undefined> {
  const [row] = await db.select().from(receipts).where(eq(receipts.id, id));
  return row;
}

/** The receipts of a financial year in the order of their numbers, in batches of `size`. */
export async function* eachReceipt(db: Readable, year: string, size: number): AsyncGenerator<LedgerEntry[]> {
  for (let after = 0; ; ) {
    const rows = await db
      .select({
        receipt: receipts,
        payment: { state: payments.state, refundedOn: payments.refundedOn, refundUtr: payments.refundUtr },
        memberNumber: members.memberNumber,
      })
      .from(receipts)
      .innerJoin(payments, eq(payments.id, receipts.paymentId))
      .leftJoin(members, eq(members.id, payments.memberId))
      .where(and(eq(receipts.year, year), gt(receipts.number, after)))
      .orderBy(asc(receipts.number))
      .limit(size);
    if (rows.length > 0) yield rows;
    if (rows.length < size) return;
    after = rows.at(-1)!.receipt.number;
  }
}

/** The financial years with receipts and how many numbers each has given out, newest first. */
export async function findReceiptYears(db: Readable): Promise<{ year: string; receipts: number }[]> {
  return db
    .select({ year: receiptYears.year, receipts: receiptYears.last })
    .from(receiptYears)
    .where(gt(receiptYears.last, 0))
    .orderBy(desc(receiptYears.year));
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

const known = { id: settings.id, receipts: settings.receipts, version: settings.version };

/** What stands on receipts; undefined only before the first start. */
export async function findReceiptSettings(db: Queryable): Promise<SettingsRow | undefined> {
  const [row] = await db.select(known).from(settings).orderBy(asc(settings.id)).limit(1);
  return row;
}

/** The same, held by the transaction. */
export async function lockReceiptSettings(tx: Transaction): Promise<SettingsRow | undefined> {
  const [row] = await tx.select(known).from(settings).orderBy(asc(settings.id)).limit(1).for('update');
  return row;
}

export async function saveReceiptSettings(tx: Transaction, id: string, values: SettingsRow['receipts']): Promise<void> {
  await tx
    .update(settings)
    .set({ receipts: values, version: sql`${settings.version} + 1` })
    .where(eq(settings.id, id));
}
