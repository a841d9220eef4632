import { clock } from '#shared/clock.ts';
import type { LineList, lineCautions } from '#shared/contracts/statements.ts';
import { formatExactRupees } from '#shared/money.ts';
import type { PaymentState } from '#shared/options.ts';
import type { Evidence, MatchedPayment, Pair } from './match.queries.ts';

/** The columns of a line that matching uses. Amounts are paise. */
export interface MatchedLine {
  id: string;
  /** The part of its amount that is not booked. */
  open: number;
  utr: string;
  /** YYYY-MM-DD. */
  date: string;
  caution: (typeof lineCautions)[number];
}

export interface MatchResult {
  /** `already`: it matches a payment that was received by hand. */
  list: LineList | 'already';
  /** The payments it may be for; exactly one for `sure` and `already`. */
  paymentIds: string[];
  why: string;
}

/** Payments shown per line. */
const mostShown = 10;

const isOpen = (state: PaymentState) => state === 'due' || state === 'claimed';
const isTaken = (state: PaymentState) => state === 'received' || state === 'refunded';

const closedBecause: Partial<Record<PaymentState, string>> = {
  refused: 'this payment was refused and has not been sent again',
  waived: 'this payment was waived',
  cancelled: 'this payment is no longer asked for',
};

const evidenceText = (by: ReadonlySet<Evidence>) =>
  by.has('utr') && by.has('reference')
    ? 'UTR and reference agree'
    : by.has('utr')
      ? 'the UTR agrees'
      : 'the reference agrees';

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
const rupees = (paise: number) => formatExactRupees(paise / 100);

/** The result for a line that names one payment. */
function resultOfOne(line: MatchedLine, payment: MatchedPayment, by: ReadonlySet<Evidence>): MatchResult {
  const paymentIds = [payment.id];
  const asked = payment.amount * 100;
  const agreed = evidenceText(by);
  const look = (why: string): MatchResult => ({ list: 'toLook', paymentIds, why: sentence(why) });
  if (line.open !== asked) {
    const times = asked > 0 && line.open === asked * 2 ? 'twice' : line.open < asked ? 'less than' : 'more than';
    const received = isTaken(payment.state) ? ', and this payment has already been received' : '';
    return look(
      `${agreed}, but ${rupees(line.open)} came: ${times} the ${rupees(asked)} that were asked for${received}`,
    );
  }
  if (isOpen(payment.state)) return { list: 'sure', paymentIds, why: sentence(`${agreed}, and so does the amount`) };
  if (!isTaken(payment.state))
    return look(`${agreed}, but ${closedBecause[payment.state] ?? 'this payment is closed'}`);
  if (payment.lineId !== null) return look(`${agreed}, but this payment has already been received with another credit`);
  const isOther = !by.has('utr') && payment.utr !== '' && line.utr !== '' && payment.utr !== line.utr;
  if (isOther) return look(`${agreed}, but this payment has already been received with another UTR`);
  return { list: 'already', paymentIds, why: sentence(`${agreed} with a payment that was received by hand`) };
}

function resultOf(
  line: MatchedLine,
  evidence: ReadonlyMap<string, Set<Evidence>>,
  payments: Map<string, MatchedPayment>,
): MatchResult {
  const ids = [...evidence.keys()].filter((id) => payments.has(id));
  const named = ids.filter((id) => evidence.get(id)!.has('utr') || evidence.get(id)!.has('reference'));
  const [first] = named;
  if (first !== undefined && named.length === 1) return resultOfOne(line, payments.get(first)!, evidence.get(first)!);
  const shown = (list: string[]) => list.slice(0, mostShown);
  if (named.length > 1) {
    const byUtr = named.filter((id) => evidence.get(id)!.has('utr')).length;
    const why =
      byUtr > 1
        ? 'The UTR was given for several payments.'
        : byUtr === 1
          ? 'The UTR is that of one payment, the reference that of another.'
          : 'The references of several payments stand in it.';
    return { list: 'toLook', paymentIds: shown(named), why };
  }
  const cut = ids.filter((id) => evidence.get(id)!.has('cut'));
  const alike = ids.filter((id) => evidence.get(id)!.has('name'));
  const few = cut.length <= mostShown ? cut : cut.filter((id) => alike.includes(id));
  if (few.length > 0) {
    const name = few.some((id) => alike.includes(id)) ? ', the name' : '';
    const why = `The beginning of the reference${name} and the amount agree; the rest of the reference is missing.`;
    return { list: 'toLook', paymentIds: shown([...new Set([...few, ...alike])]), why };
  }
  if (alike.length > 0) {
    const many = alike.length > 1 ? ' with several payments' : '';
    return { list: 'toLook', paymentIds: shown(alike), why: `Name and amount agree${many}.` };
  }
  const other = ids.filter((id) => evidence.get(id)!.has('number'));
  if (other.length > 0) {
    const why = 'A number in it was given as the UTR, but nothing says that it is the number of this transaction.';
    return { list: 'toLook', paymentIds: shown(other), why };
  }
  return { list: 'unknown', paymentIds: [], why: 'No payment has this UTR or reference, or this name and amount.' };
}

const cautionTexts = {
  debit: 'The narration is that of money that went out, not of money that came.',
  reversal: 'The narration is that of a payment that was taken back or returned.',
  both: 'Both the debit and the credit column of this row are filled.',
} as const;

/** Why a line can never be sure; '' for no reason. */
function doubtOf({ caution, date }: MatchedLine): string {
  if (caution !== '') return cautionTexts[caution];
  return date > clock.today() ? 'This credit is dated in the future.' : '';
}

/** A debit, a reversal or a future credit always needs a look. */
function withDoubt(line: MatchedLine, result: MatchResult): MatchResult {
  const doubt = doubtOf(line);
  return doubt === '' ? result : { ...result, list: 'toLook', why: `${doubt} ${result.why}` };
}

/**
 * Classifies lines by their connections with payments. Each line is classified separately; {@link resolveConflicts} handles
 * several lines for the same payment.
 */
export function classify(
  lines: readonly MatchedLine[],
  pairs: readonly Pair[],
  payments: Map<string, MatchedPayment>,
): Map<string, MatchResult> {
  const evidence = new Map<string, Map<string, Set<Evidence>>>();
  for (const { lineId, paymentId, by } of pairs) {
    const ofLine = evidence.get(lineId) ?? new Map<string, Set<Evidence>>();
    evidence.set(lineId, ofLine);
    ofLine.set(paymentId, (ofLine.get(paymentId) ?? new Set<Evidence>()).add(by));
  }
  const none = new Map<string, Set<Evidence>>();
  return new Map(
    lines.map((line) => [line.id, withDoubt(line, resultOf(line, evidence.get(line.id) ?? none, payments))]),
  );
}

/**
 * Of several credits that match one payment the best one keeps it; the others are double payments.
 * @param best the best line of each payment
 */
export function resolveConflicts(results: Map<string, MatchResult>, best: ReadonlyMap<string, string>): void {
  for (const [lineId, result] of results) {
    if (result.list !== 'sure' && result.list !== 'already') continue;
    const winner = best.get(result.paymentIds[0]!);
    if (winner === undefined || winner === lineId) continue;
    result.list = 'toLook';
    result.why = `${result.why.slice(0, -1)}, but another credit agrees with this payment as well: it may have been paid twice.`;
  }
}
