// Offered to other features: receipts are issued, cancelled and erased with their payments, and years held open.

import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { findSettings } from '#server/features/settings/settings.queries.ts';
import { inBatches } from '#server/platform/batches.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { shareTextUntilCommit } from '#server/platform/database/locks.ts';
import { isOneOf } from '#server/platform/database/row-queries.ts';
import { findRehearsal } from '#server/platform/rehearsal/rehearsal.queries.ts';
import type { YearReport } from '#shared/contracts/reports.ts';
import { receiptPrefixOfRehearsal } from '#shared/rehearsal.ts';
import { receipts, receiptYears } from './tables.ts';

// Receipts as the ledger issues, cancels and erases them in its own transactions, and the years that they are numbered in.

export const erasedPerson = 'erased person';

/**
 * Locks financial years against being closed or reopened until the transaction ends.
 * @returns those of them that are closed
 */
export async function holdYears(tx: Transaction, years: Iterable<string>): Promise<Set<string>> {
  const sortedYears = [...new Set(years)].sort();
  // In the common order of locks.
  for (const year of sortedYears) await shareTextUntilCommit(tx, 'financialYear', year);
  const rows = await tx
    .select({ year: receiptYears.year })
    .from(receiptYears)
    .where(and(inArray(receiptYears.year, sortedYears), isNotNull(receiptYears.closedAt)));
  return new Set(rows.map(({ year }) => year));
}

/**
 * Takes the next numbers of a financial year. The year stays locked until the transaction ends, and a rollback returns
 * the numbers: there are no gaps.
 * @returns the first of `count`
 */
export async function takeReceiptNumbers(tx: Transaction, year: string, count: number): Promise<number> {
  const [row] = await tx
    .insert(receiptYears)
    .values({ year, last: count })
    .onConflictDoUpdate({ target: receiptYears.year, set: { last: sql`${receiptYears.last} + ${count}` } })
    .returning({ last: receiptYears.last });
  return row!.last - count + 1;
}

export async function insertReceipts(tx: Transaction, rows: (typeof receipts.$inferInsert)[]): Promise<void> {
  for (const batch of inBatches(rows, 500)) await tx.insert(receipts).values([...batch]);
}

/** The last cancelled receipt of each payment. */
export async function findCancelledReceipts(tx: Transaction, paymentIds: string[]) {
  const rows = await tx
    .selectDistinctOn([receipts.paymentId], { id: receipts.id, label: receipts.label, paymentId: receipts.paymentId })
    .from(receipts)
    .where(and(isOneOf(receipts.paymentId, paymentIds), isNotNull(receipts.cancelledAt)))
    .orderBy(receipts.paymentId, desc(receipts.year), desc(receipts.number));
  return new Map(rows.map((row) => [row.paymentId, row]));
}

/** The member number on a receipt of these payments; undefined if none has one. */
export async function findPrintedNumber(tx: Transaction, paymentIds: string[]): Promise<string | undefined> {
  const number = sql<string>`${receipts.content} ->> 'memberNumber'`;
  const [row] = await tx
    .select({ number })
    .from(receipts)
    .where(and(isOneOf(receipts.paymentId, paymentIds), sql`${number} <> ''`))
    .orderBy(desc(receipts.issuedAt))
    .limit(1);
  return row?.number;
}

export async function cancelValidReceipts(
  tx: Transaction,
  paymentIds: readonly string[],
  at: Date,
  reason: string,
): Promise<void> {
  await tx
    .update(receipts)
    .set({ cancelledAt: at, cancelReason: reason })
    .where(and(isOneOf(receipts.paymentId, paymentIds), isNull(receipts.cancelledAt)));
}

/** The association on a receipt, and the prefix of its number. */
export async function findIssuer(db: Readable) {
  const row = await findSettings(db);
  const { name = '', address = '', phone = '', officeEmail = '', supportEmail = '' } = row?.association ?? {};
  const { prefix = '', ...said } = row?.receipts ?? {};
  const rehearsal = await findRehearsal(db);
  const isRehearsal = rehearsal !== undefined && rehearsal.endedAt === null;
  return {
    association: { name, address, phone, email: officeEmail || supportEmail, ...said },
    prefix: isRehearsal ? receiptPrefixOfRehearsal : prefix === '' ? '' : `${prefix}/`,
    /** In Hindi, as far as the office has written it. */
    hindi: row?.association.hi ?? {},
  };
}

/** Receipts of payments become those of others. */
export async function moveReceipts(tx: Transaction, moves: readonly { from: string; to: string }[]): Promise<void> {
  await tx.execute(sql`
    update ${receipts} set payment_id = move.target
    from unnest(${sql.param(moves.map(({ from }) => from))}::uuid[], ${sql.param(moves.map(({ to }) => to))}::uuid[]) as move (source, target)
    where payment_id = move.source`);
}

/** After an erasure: removes the person from the receipts of these payments, and keeps the accounting facts. */
export async function eraseFromReceipts(tx: Transaction, paymentIds: string[]): Promise<void> {
  await tx
    .update(receipts)
    .set({
      content: sql`${receipts.content} || ${JSON.stringify({ receivedFrom: erasedPerson, memberNumber: '' })}::jsonb`,
      cancelReason: '',
    })
    .where(isOneOf(receipts.paymentId, paymentIds));
}

/** The stored report of a closed year that is over. */
export async function findReport(db: Readable, year: string): Promise<YearReport | undefined> {
  const [row] = await db
    .select({ report: receiptYears.report })
    .from(receiptYears)
    .where(and(eq(receiptYears.year, year), isNotNull(receiptYears.closedAt)));
  return (row?.report as YearReport | null) ?? undefined;
}

export async function saveReport(tx: Transaction, year: string, report: YearReport | null): Promise<void> {
  await tx.update(receiptYears).set({ report }).where(eq(receiptYears.year, year));
}

/** Locks closed years before the current one without a stored report. */
export async function lockYearsWithoutReport(tx: Transaction, runningYear: string): Promise<string[]> {
  const rows = await tx
    .select({ year: receiptYears.year })
    .from(receiptYears)
    .where(
      and(isNotNull(receiptYears.closedAt), isNull(receiptYears.report), sql`${receiptYears.year} < ${runningYear}`),
    )
    .for('update', { skipLocked: true });
  return rows.map(({ year }) => year);
}
