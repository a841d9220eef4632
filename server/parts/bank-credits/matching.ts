import { findSettlements } from '#server/parts/gateway/settlements.queries.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { findForgotten } from './claimed-numbers.queries.ts';
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
  givenBefore,
  type JudgedLine,
  type JudgedPayment,
  type JudgedSettlement,
  judge,
  judgeSettlement,
  paidTwice,
  type Verdict,
  versionOf,
} from './evidence.ts';

/** An open line that is for a payment: it is sure, or agrees. */
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

export interface Match extends Verdict {
  /** Another one once what it points to has changed. */
  version: string;
}

/** The result of matching lines with payments. */
export interface Matches {
  /** By line. */
  verdicts: Map<string, Match>;
  /** The credit of each payment in the verdicts that has one. */
  credits: Map<string, AgreeingCredit>;
}

interface Judged {
  line: JudgedLine;
  verdict: Verdict;
  payments: readonly JudgedPayment[];
}

const isFor = ({ verdict: { list, settlement } }: Judged) =>
  !settlement && (list === 'sure' || list === 'agrees' || list === 'already');

async function judgeAll(db: Readable, rows: readonly LineRow[], scope: LineScope): Promise<Judged[]> {
  if (rows.length === 0) return [];
  const candidates = await findCandidates(db, scope);
  const settlements = new Map((await findSettlements(db)).map((each): [string, JudgedSettlement] => [each.utr, each]));
  const judged = rows.map((row): Judged => {
    const line = judgedLineOf(row);
    const { payments, isOurs } = candidates.get(row.id) ?? { payments: [], isOurs: false };
    return { line, payments, verdict: judgeSettlement(line, settlements) ?? judge(line, payments, isOurs) };
  });
  const runs = judged.filter(isFor).flatMap(({ line }) => line.runs);
  const forgotten = await findForgotten(db, runs);
  const isForgotten = (each: Judged) => isFor(each) && each.line.runs.some((run) => forgotten.has(run));
  return judged.map((each) => (isForgotten(each) ? { ...each, verdict: givenBefore(each.verdict) } : each));
}

/**
 * Matches open lines with payments. Of several lines for one payment, also of other statements, the best keeps it.
 * @param scope the ids of the same lines, as a query
 */
export async function matchLines(
  db: Readable,
  rows: readonly LineRow[],
  scope: LineScope = theseLines(rows.map(({ id }) => id)),
): Promise<Matches> {
  const judgedLines = await judgeAll(db, rows, scope);
  const mentioned = [...new Set(judgedLines.filter(isFor).flatMap(({ verdict }) => verdict.paymentIds))];
  const ids = new Set(rows.map(({ id }) => id));
  const naming = mentioned.length === 0 ? [] : await findLinesNaming(db, mentioned);
  const others = naming.filter(({ id }) => !ids.has(id));
  const all = [...judgedLines, ...(await judgeAll(db, others, theseLines(others.map(({ id }) => id))))].filter(isFor);
  const best = new Map<string, JudgedLine>();
  for (const each of all.sort(compareCredits))
    for (const paymentId of each.verdict.paymentIds) if (!best.has(paymentId)) best.set(paymentId, each.line);
  // Of several credits that are a settlement the first one is.
  const settled = new Set<string>();
  const isTaken = ({ list, settlement }: Verdict) =>
    list === 'sure' && settlement !== undefined && settled.size === settled.add(settlement.id).size;
  const verdicts = new Map(
    judgedLines.map((judged) => {
      const { line, verdict, payments } = judged;
      const isSecond = isFor(judged) && verdict.paymentIds.some((id) => best.get(id)?.id !== line.id);
      const finalVerdict = isTaken(verdict) ? foundTwice(verdict) : isSecond ? paidTwice(verdict) : verdict;
      return [line.id, { ...finalVerdict, version: versionOf(line, finalVerdict, payments) }];
    }),
  );
  const lineIds = [...best.values()].map(({ id }) => id);
  const statementOf = await findStatementsOf(db, lineIds);
  const credits = new Map(
    [...best].map(([paymentId, { id, date, open, narration, utr }]) => [
      paymentId,
      { lineId: id, statementId: statementOf.get(id) ?? '', date, amount: open, narration, utr },
    ]),
  );
  return { verdicts, credits };
}

/** The open credits that are for these payments: sure, or with the number that was given. */
export async function findCreditsOf(db: Readable, paymentIds: readonly string[]): Promise<Map<string, AgreeingCredit>> {
  if (paymentIds.length === 0) return new Map();
  return (await matchLines(db, await findLinesNaming(db, paymentIds))).credits;
}
