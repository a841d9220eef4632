import { lockLines, markAlreadyReceived, recountBooked } from '#server/parts/bank-credits/credits.queries.ts';
import type { Verdict } from '#server/parts/bank-credits/evidence.ts';
import { findCreditsOf } from '#server/parts/bank-credits/matching.ts';
import { inBatches } from '#server/platform/batches.ts';
import type { Database, Transaction } from '#server/platform/database/client.ts';
import type { PaymentMode } from '#shared/options.ts';
import { clearLine, findViews, lockPayments, setLines } from './payments.queries.ts';

// Which credit a payment was received with.

/** A payment, its credit, and the credit's UTR. */
export interface Booking {
  paymentId: string;
  lineId: string;
  utr: string;
}

/**
 * Books credits to payments. The caller has locked the payments and the lines.
 * @param pairs each payment once
 */
export async function bookLines(tx: Transaction, pairs: readonly Booking[]): Promise<void> {
  if (pairs.length === 0) return;
  await setLines(tx, pairs);
  await recountBooked(
    tx,
    pairs.map(({ lineId }) => lineId),
  );
}

/** Money of these forms leaves no credit with the payer's number or reference. */
const withoutCredit = new Set<PaymentMode | undefined>(['cash', 'cheque', 'salary']);

/** Books the credits of payments which are received by hand; each credit to one payment. */
export async function bookAgreeing(tx: Transaction, paymentIds: readonly string[], mode?: PaymentMode): Promise<void> {
  if (withoutCredit.has(mode)) return;
  const creditsByPayment = await findCreditsOf(tx, paymentIds);
  const accepted = (await findViews(tx, [...paymentIds])).flatMap(({ payment }) => {
    const credit = creditsByPayment.get(payment.id);
    // The office has seen another credit than this one.
    const isOther = payment.utr !== '' && credit?.utr !== '' && payment.utr !== credit?.utr;
    const isWhole = credit?.amount === payment.amount * 100;
    return isWhole && !isOther ? [{ paymentId: payment.id, lineId: credit!.lineId, utr: credit!.utr }] : [];
  });
  const lines = await lockLines(
    tx,
    undefined,
    accepted.map(({ lineId }) => lineId),
  );
  // Since it was found, a line may have been booked, dismissed or read otherwise: then the money is received without one.
  const isOpen = (lineId: string) => {
    const line = lines.get(lineId);
    return line?.booked === 0 && !line.withdrawn && line.dismissedAt === null && lines.delete(lineId);
  };
  await bookLines(
    tx,
    accepted.filter(({ lineId }) => isOpen(lineId)),
  );
}

/** Payments locked per transaction. */
const bookedAtOnce = 500;

/**
 * Books lines whose payments were received by hand; lines and payments that changed meanwhile are left alone.
 * @param statementId the statement in which they were found
 * @returns the lines that were booked
 */
export async function bookReceived(
  database: Database,
  verdicts: ReadonlyMap<string, Verdict>,
  statementId: string,
): Promise<Set<string>> {
  const pairs = [...verdicts]
    .filter(([, { list }]) => list === 'already')
    .map(([lineId, { paymentIds }]) => ({ lineId, paymentId: paymentIds[0]! }));
  const booked = new Set<string>();
  for (const part of inBatches(pairs, bookedAtOnce)) {
    const done = await database.transaction(async (tx) => {
      const views = await lockPayments(
        tx,
        part.map(({ paymentId }) => paymentId),
      );
      const payments = new Map(views.map(({ payment }) => [payment.id, payment]));
      const lines = await lockLines(
        tx,
        statementId,
        part.map(({ lineId }) => lineId),
      );
      const still = part.flatMap(({ lineId, paymentId }) => {
        const [payment, line] = [payments.get(paymentId), lines.get(lineId)];
        if (!payment || !line || payment.lineId !== null || line.withdrawn || line.dismissedAt !== null) return [];
        const isReceived = payment.state === 'received' || payment.state === 'refunded';
        const isFitting = isReceived && line.amount - line.booked === payment.amount * 100;
        return isFitting ? [{ lineId, paymentId, utr: line.utr }] : [];
      });
      await bookLines(tx, still);
      const ids = still.map(({ lineId }) => lineId);
      await markAlreadyReceived(tx, statementId, ids);
      return ids;
    });
    for (const id of done) booked.add(id);
  }
  return booked;
}

/** Reopens the credit of a receipt that was a mistake, and removes what the payment took from it. */
export async function freeLine(tx: Transaction, paymentId: string, lineId: string | null): Promise<void> {
  if (lineId === null) return;
  await clearLine(tx, paymentId);
  await recountBooked(tx, [lineId]);
}
