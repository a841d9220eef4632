import type { Database, Queryable } from '#server/database/client.ts';
import { type AgreeingLine, bookLines, findAgreeingLines } from '#server/features/payments/bookings.queries.ts';
import { lockPayments } from '#server/features/payments/payments.queries.ts';
import { classify, type MatchResult, resolveConflicts } from './classify.ts';
import { findMatched, findPairs, type LineScope } from './match.queries.ts';
import { type LineRow, lockLines, markAlreadyReceived } from './statements.queries.ts';

/** The result of matching lines with payments. */
export interface Matches {
  /** By line. */
  results: Map<string, MatchResult>;
  /** The best credit of each payment in the results. */
  credits: Map<string, AgreeingLine>;
}

/** Matches these open lines with payments. @param scope the ids of the same lines, as a query */
export async function matchLines(db: Queryable, rows: readonly LineRow[], scope: LineScope): Promise<Matches> {
  if (rows.length === 0) return { results: new Map(), credits: new Map() };
  const pairs = await findPairs(db, scope);
  const payments = await findMatched(db, [...new Set(pairs.map(({ paymentId }) => paymentId))]);
  const lines = rows.map(({ id, amount, booked, utr, date, caution }) => ({
    id,
    open: amount - booked,
    utr,
    date,
    caution,
  }));
  const results = classify(lines, pairs, payments);
  const idsOf = (wanted: Iterable<MatchResult>) => [...new Set([...wanted].flatMap(({ paymentIds }) => paymentIds))];
  const already = [...results.values()].filter(({ list }) => list === 'already');
  const credits = await findAgreeingLines(db, idsOf(results.values()), idsOf(already));
  resolveConflicts(results, new Map([...credits].map(([paymentId, { lineId }]) => [paymentId, lineId])));
  return { results, credits };
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
  results: ReadonlyMap<string, MatchResult>,
  statementId: string | undefined,
): Promise<Set<string>> {
  const pairs = [...results]
    .filter(([, { list }]) => list === 'already')
    .map(([lineId, { paymentIds }]) => ({ lineId, paymentId: paymentIds[0]! }));
  const booked = new Set<string>();
  for (let start = 0; start < pairs.length; start += bookedAtOnce) {
    const part = pairs.slice(start, start + bookedAtOnce);
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
      const still = part.filter(({ lineId, paymentId }) => {
        const payment = payments.get(paymentId);
        const line = lines.get(lineId);
        if (!payment || !line || payment.lineId !== null) return false;
        if (line.withdrawn || line.dismissedAt !== null) return false;
        const isReceived = payment.state === 'received' || payment.state === 'refunded';
        return isReceived && line.amount - line.booked === payment.amount * 100;
      });
      await bookLines(tx, still);
      const ids = still.map(({ lineId }) => lineId);
      if (statementId !== undefined) await markAlreadyReceived(tx, statementId, ids);
      return ids;
    });
    for (const id of done) booked.add(id);
  }
  return booked;
}
