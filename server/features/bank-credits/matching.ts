import { findSettlements } from '#server/features/gateway/settlements.queries.ts';
import type { Readable } from '#server/platform/database/client.ts';
import {
  findCandidates,
  findLinesNaming,
  findStatementsOf,
  judgedLineOf,
  type LineRow,
  type LineScope,
  theseLines,
} from './credits.queries.ts';
import {
  compareCredits,
  foundTwice,
  type JudgedLine,
  type JudgedPayment,
  type JudgedSettlement,
  judge,
  judgeSettlement,
  paidTwice,
  type Verdict,
} from './evidence.ts';

/** An open line that is surely for a payment, or for one that was received by hand. */
export interface AgreeingCredit {
  lineId: string;
  /** The last statement with it. */
  statementId: string;
  /** YYYY-MM-DD. */
  date: string;
  /** Paise. */
  amount: number;
  narration: string;
  utr: string;
}

/** The result of matching lines with payments. */
export interface Matches {
  /** By line. */
  verdicts: Map<string, Verdict>;
  /** The credit of each payment in the verdicts that has one. */
  credits: Map<string, AgreeingCredit>;
}

interface Judged {
  line: JudgedLine;
  verdict: Verdict;
  payments: readonly JudgedPayment[];
}

async function judgeAll(db: Readable, rows: readonly LineRow[], scope: LineScope): Promise<Judged[]> {
  if (rows.length === 0) return [];
  const candidates = await findCandidates(db, scope);
  const settlements = new Map((await findSettlements(db)).map((each): [string, JudgedSettlement] => [each.utr, each]));
  return rows.map((row) => {
    const [line, payments] = [judgedLineOf(row), candidates.get(row.id) ?? []];
    return { line, payments, verdict: judgeSettlement(line, settlements) ?? judge(line, payments) };
  });
}

const isSettled = ({ verdict: { list, settlement } }: Judged) => !settlement && (list === 'sure' || list === 'already');

/**
 * Matches open lines with payments. Of several lines for one payment, also of other statements, the best keeps it.
 * @param scope the ids of the same lines, as a query
 */
export async function matchLines(
  db: Readable,
  rows: readonly LineRow[],
  scope: LineScope = theseLines(rows.map(({ id }) => id)),
): Promise<Matches> {
  const own = await judgeAll(db, rows, scope);
  const mentioned = [...new Set(own.flatMap(({ verdict }) => verdict.paymentIds))];
  const ids = new Set(rows.map(({ id }) => id));
  const naming = mentioned.length === 0 ? [] : await findLinesNaming(db, mentioned);
  const others = naming.filter(({ id }) => !ids.has(id));
  const all = [...own, ...(await judgeAll(db, others, theseLines(others.map(({ id }) => id))))];
  const best = new Map<string, JudgedLine>();
  for (const [paymentId, competing] of Map.groupBy(all.filter(isSettled), ({ verdict }) => verdict.paymentIds[0]!)) {
    const payment = competing[0]!.payments.find(({ id }) => id === paymentId)!;
    best.set(paymentId, competing.map(({ line }) => line).sort(compareCredits(payment))[0]!);
  }
  // Of several credits that are a settlement the first one is.
  const settled = new Set<string>();
  const isTaken = ({ list, settlement }: Verdict) =>
    list === 'sure' && settlement !== undefined && settled.size === settled.add(settlement.id).size;
  const verdicts = new Map(
    own.map((judged) => {
      const { line, verdict } = judged;
      const isSecond = isSettled(judged) && best.get(verdict.paymentIds[0]!)?.id !== line.id;
      if (isTaken(verdict)) return [line.id, foundTwice(verdict)];
      return [line.id, isSecond ? paidTwice(verdict) : verdict];
    }),
  );
  const statementOf = await findStatementsOf(
    db,
    [...best.values()].map(({ id }) => id),
  );
  const credits = new Map(
    [...best].map(([paymentId, { id, date, open, narration, utr }]) => [
      paymentId,
      { lineId: id, statementId: statementOf.get(id) ?? '', date, amount: open, narration, utr },
    ]),
  );
  return { verdicts, credits };
}

/** The open credits that are surely for these payments. */
export async function findCreditsOf(db: Readable, paymentIds: readonly string[]): Promise<Map<string, AgreeingCredit>> {
  if (paymentIds.length === 0) return new Map();
  return (await matchLines(db, await findLinesNaming(db, paymentIds))).credits;
}
