import { createHash } from 'node:crypto';
import { clock } from '#shared/clock.ts';
import type { LineList, LineReason } from '#shared/contracts/statements.ts';
import { formatExactRupees } from '#shared/money.ts';
import type { PaymentMode, PaymentState } from '#shared/options.ts';
import { isUtr } from '#shared/utr.ts';
import { isOfRehearsal, isReference, isWholeNameIn, namedIn, numbersOf, type Pointers, warningIn } from './texts.ts';

// The only judge of what a credit is for. Pure: the database finds the payments that a line may be for, and decides nothing.
// A payment's own reference makes a line sure; a number agrees, and a person confirms; all else is to be looked at.

/** A credit, as it is judged. */
export interface JudgedLine extends Pointers {
  id: string;
  /** The part of its amount that is not booked; paise. */
  open: number;
  /** YYYY-MM-DD. */
  date: string;
  narration: string;
  /** All texts of its row. */
  texts: readonly string[];
  /** By which it is shown and known again; '' without one. */
  utr: string;
  /** Runs that stand in a debit of the same file too. */
  debitNumbers: readonly string[];
}

/** A payment that a line may be for. */
export interface JudgedPayment {
  id: string;
  /** Whose it is; another one for each erased person. */
  person: string;
  reference: string;
  /** As it was claimed; '' for none. */
  utr: string;
  /** Whole rupees. */
  amount: number;
  state: PaymentState;
  mode: PaymentMode | null;
  /** The credit it is booked to; null for none. */
  lineId: string | null;
  /** Its person's; '' once erased. */
  name: string;
  /** A run of the line was given for it at some time. */
  claimed: boolean;
  /** A run of the line is the number of its refund. */
  refunded: boolean;
}

export interface Verdict {
  /** `already`: it is for a payment that was received by hand. */
  list: LineList | 'already';
  /** The payments it may be for; for `sure` and `already` exactly one. */
  paymentIds: string[];
  /** Why it is to be looked at; null in the other lists. */
  reason: LineReason | null;
  /** It agrees, but the row does not name the payer. */
  otherName: boolean;
  /** The bank's words for the payer of a line that agrees; '' for none. */
  named: string;
  /** The gateway's settlement that it is, or may be; then it is for no payment of a person. */
  settlement?: JudgedSettlement;
  /** The reason, for the treasurer. */
  why: string;
}

/** What the gateway says that it has paid into the account. */
export interface JudgedSettlement {
  id: string;
  /** In upper case, letters and digits only. */
  utr: string;
  /** Paise. */
  amount: number;
  /** The credit it was found as; null for none. */
  lineId: string | null;
}

/** Payments shown per line. */
export const maxShown = 10;

const isOpen = ({ state }: JudgedPayment) => state === 'due' || state === 'claimed';
const isTaken = ({ state }: JudgedPayment) => state === 'received' || state === 'refunded';

const closedBecause: Partial<Record<PaymentState, string>> = {
  refused: 'this payment was refused and has not been sent again',
  waived: 'this payment was waived',
  cancelled: 'this payment is no longer asked for',
};

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
const rupees = (paise: number) => formatExactRupees(paise / 100);
const sumOf = (payments: readonly JudgedPayment[]) => payments.reduce((sum, { amount }) => sum + amount * 100, 0);

const verdict = (list: Verdict['list'], payments: readonly JudgedPayment[], why: string): Verdict => ({
  list,
  paymentIds: payments.slice(0, maxShown).map(({ id }) => id),
  reason: null,
  otherName: false,
  named: '',
  why: sentence(why),
});

const look = (payments: readonly JudgedPayment[], reason: LineReason, why: string): Verdict => ({
  ...verdict('toLook', payments, why),
  reason,
});

const unknown = () => verdict('unknown', [], 'no payment has this UTR or reference, or this name and amount');

const hasNumberOf = (line: JudgedLine, { utr }: JudgedPayment) =>
  numbersOf(utr).some((number) => line.runs.includes(number));

/** Other than the gateway's and banks' transfers, these leave no number of theirs in a statement. */
const leavesNoCredit = new Set<string | null>(['cash', 'cheque', 'salary']);

/** Why a received payment is not the one that this credit paid; '' when it is. */
function takenOtherwise(line: JudgedLine, payment: JudgedPayment): string {
  if (payment.mode === 'online') return 'has already been received online: it may have been paid twice';
  if (payment.lineId !== null) return 'has already been received with another credit';
  if (leavesNoCredit.has(payment.mode)) return `has already been received by ${payment.mode}`;
  if (payment.utr !== '' && line.utr !== '' && !hasNumberOf(line, payment))
    return 'has already been received with another UTR';
  return '';
}

/** The verdict on a line of which reference or number is one person's alone. @param fitting the open payments whose sum it may be */
function ofOnePerson(
  line: JudgedLine,
  named: readonly JudgedPayment[],
  says: string,
  list: 'sure' | 'agrees',
): Verdict {
  const open = named.filter(isOpen);
  const takenPayments = named.filter(isTaken);
  const [payment] = open.length > 0 ? open : named;
  if (open.length > 0 && takenPayments.length === 0) {
    const exact = open.filter(({ amount }) => amount * 100 === line.open);
    const fitting = exact.length === 1 ? exact : list === 'agrees' && sumOf(open) === line.open ? open : [];
    if (fitting.length === 0) {
      const askedSum = sumOf(open);
      const times =
        askedSum > 0 && line.open === askedSum * 2 ? 'twice' : line.open < askedSum ? 'less than' : 'more than';
      const why = `${says}, but ${rupees(line.open)} came: ${times} the ${rupees(askedSum)} that were asked for`;
      return look(open, 'AMOUNT_DIFFERS', why);
    }
    const both = fitting.length > 1 ? `of ${fitting.length} payments together ` : '';
    const verdictOfList = verdict(list, fitting, `${says}, and so does the amount ${both}`.trim());
    if (list === 'sure') return verdictOfList;
    const { otherName, named: words } = namedIn(payment!.name, line.texts);
    const who = !otherName ? `named: ${words}` : words === '' ? 'no name' : `another name: ${words}`;
    return { ...verdictOfList, otherName, named: words, why: `${verdictOfList.why} ${sentence(who)}` };
  }
  if (takenPayments.length === 0)
    return look(named, 'NOT_OPEN', `${says}, but ${closedBecause[payment!.state] ?? 'this payment is closed'}`);
  if (named.length > 1) return look(named, 'NOT_OPEN', `${says}, but a payment has already been received with it`);
  const otherwise = takenOtherwise(line, payment!);
  if (otherwise !== '') return look(named, 'NOT_OPEN', `${says}, but this payment ${otherwise}`);
  if (payment!.amount * 100 !== line.open)
    return look(
      named,
      'AMOUNT_DIFFERS',
      `${says}, but ${rupees(line.open)} came, and this payment has already been received`,
    );
  return verdict('already', named, `${says} with a payment that was received by hand`);
}

/** The verdict on a line that has nothing whole: what is alike. */
function ofAlike(line: JudgedLine, payments: readonly JudgedPayment[]): Verdict {
  const isPiece = ({ reference, utr }: JudgedPayment) =>
    line.pieces.includes(reference) || numbersOf(utr).some((number) => line.pieces.includes(number));
  const pieces = payments.filter(isPiece);
  if (pieces.length > 0) return look(pieces, 'IN_PARTS', 'a reference or number stands in it, but not as one word');
  const fitting = payments.filter((payment) => isOpen(payment) && payment.amount * 100 === line.open);
  const cut = line.cut === '' ? [] : fitting.filter(({ reference }) => reference.startsWith(line.cut));
  const alike = fitting.filter(({ name }) => line.texts.some((text) => isWholeNameIn(name, text)));
  const few = cut.length <= maxShown ? cut : cut.filter((payment) => alike.includes(payment));
  if (few.length > 0) {
    const name = few.some((payment) => alike.includes(payment)) ? ', the name' : '';
    const why = `the beginning of the reference${name} and the amount agree; the rest of the reference is missing`;
    return look([...new Set([...few, ...alike])], 'IN_PARTS', why);
  }
  if (alike.length === 0) return unknown();
  return look(alike, 'NAME_ALONE', `name and amount agree${alike.length > 1 ? ' with several payments' : ''}`);
}

function verdictOf(line: JudgedLine, payments: readonly JudgedPayment[], isOurs: boolean): Verdict {
  const byReference = payments.filter(({ reference }) => line.references.includes(reference));
  const claimants = payments.filter((payment) => payment.claimed || hasNumberOf(line, payment));
  const named = [...new Set([...byReference, ...claimants])];
  const [referenced] = byReference;
  const paidBack = payments.filter(({ refunded }) => refunded);
  if (isOurs || paidBack.length > 0)
    return look(
      [...new Set([...named, ...paidBack])],
      'OWN_NUMBER',
      'a number in it is that of money that we have sent',
    );
  // Of a payment that was rehearsed nobody is the payer; while the rehearsal is on it is found.
  if (byReference.length === 0 && line.references.some(isOfRehearsal))
    return look(named, 'REHEARSAL', 'it names a payment of the rehearsal');
  if (named.length === 0) return ofAlike(line, payments);
  const hasOther = [...line.references, ...line.pieces].some(
    (each) =>
      isReference(each) &&
      !(byReference.length > 0 ? byReference : claimants).some(({ reference }) => reference === each),
  );
  const inPieces = payments.filter(({ reference }) => line.pieces.includes(reference));
  if (byReference.length > 1 || hasOther)
    return look([...new Set([...named, ...inPieces])], 'TWO_REFERENCES', 'several references stand in it');
  const others = referenced ? claimants.filter(({ person }) => person !== referenced.person) : claimants.slice(1);
  if (others.some(({ person }) => person !== (referenced ?? claimants[0])!.person)) {
    const why = referenced
      ? 'the UTR is that of one payment, the reference that of another'
      : 'the UTR was given by several people';
    return look(referenced ? [referenced, ...others] : claimants, 'TWO_CLAIMANTS', why);
  }
  // Beside a reference what is no transaction's number may be an account's.
  const isDebit = referenced ? line.debitNumbers.some(isUtr) : line.debitNumbers.length > 0;
  if (isDebit) return look(named, 'OWN_NUMBER', 'a number in it stands in a debit of the same file too');
  if (referenced)
    return ofOnePerson(
      line,
      [referenced],
      hasNumberOf(line, referenced) ? 'UTR and reference agree' : 'the reference agrees',
      'sure',
    );
  const current = claimants.filter((payment) => hasNumberOf(line, payment));
  if (current.length === 0 || current.some(({ utr }) => numbersOf(utr).length > 1))
    return look(claimants, 'SEVERAL_NUMBERS', 'several numbers were given for this payment, and this is one of them');
  return ofOnePerson(line, current, 'UTR agrees', 'agrees');
}

/** What takes a line out of what is sure or agrees; null for nothing. */
function doubtOf({ texts, date }: JudgedLine, names: readonly string[]): { reason: LineReason; why: string } | null {
  const word = warningIn(texts, names);
  if (word !== '') return { reason: 'WORD', why: `“${word}” says that money went out or was taken back.` };
  return date > clock.today() ? { reason: 'FUTURE', why: 'This credit is dated in the future.' } : null;
}

/**
 * What a credit is for.
 * @param payments all payments that have a reference or number of it, and those that are alike
 * @param isOurs a number of it is that of a payment to a State
 */
export function judge(line: JudgedLine, payments: readonly JudgedPayment[], isOurs = false): Verdict {
  const verdict = payments.length > 0 || isOurs ? verdictOf(line, payments, isOurs) : unknown();
  if (verdict.list === 'toLook' || verdict.list === 'unknown') return verdict;
  const names = payments.filter(({ id }) => verdict.paymentIds.includes(id)).map(({ name }) => name);
  const doubt = doubtOf(line, names);
  return doubt ? { ...verdict, list: 'toLook', reason: doubt.reason, why: `${doubt.why} ${verdict.why}` } : verdict;
}

/**
 * What a credit is that has the number of the gateway's settlements: sure where the whole number of one stands in it, and its
 * amount agrees. Null for a credit without such a number.
 */
export function judgeSettlement(line: JudgedLine, settlements: ReadonlyMap<string, JudgedSettlement>): Verdict | null {
  if (settlements.size === 0) return null;
  const parts = line.texts.flatMap((text) => text.toUpperCase().split(/[^A-Z0-9]+/));
  const words = new Set([...parts, line.utr, ...line.runs]);
  const named = [...words].flatMap((word) => (word === '' ? [] : (settlements.get(word) ?? [])));
  const [settlement] = named;
  if (!settlement) return null;
  const says = 'the number is that of a settlement of the gateway';
  const toLook = (reason: LineReason, why: string): Verdict => ({ ...look([], reason, why), settlement });
  const doubt = doubtOf(line, []);
  if (doubt) return { ...toLook(doubt.reason, says), why: `${doubt.why} ${sentence(says)}` };
  if (named.length > 1)
    return toLook('SEVERAL_NUMBERS', 'the numbers of several settlements of the gateway stand in it');
  if (settlement.lineId !== null)
    return toLook('NOT_OPEN', `${says}, which another credit has been accepted for already`);
  const difference = line.open - settlement.amount;
  if (difference === 0) return { ...verdict('sure', [], `${says}, and the amount agrees`), settlement };
  const than = `${rupees(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than the ${rupees(settlement.amount)}`;
  return toLook('AMOUNT_DIFFERS', `${says}, but ${rupees(line.open)} came: ${than} that it says`);
}

const rankOf = ({ list }: Verdict) => (list === 'agrees' ? 1 : 0);

/** Of several credits that agree with one payment the one to be booked: by its reference, then the earliest. */
export const compareCredits = (
  one: { line: JudgedLine; verdict: Verdict },
  other: { line: JudgedLine; verdict: Verdict },
): number =>
  rankOf(one.verdict) - rankOf(other.verdict) ||
  one.line.date.localeCompare(other.line.date) ||
  one.line.id.localeCompare(other.line.id);

const withDoubt = (verdict: Verdict, reason: LineReason, doubt: string): Verdict => ({
  ...verdict,
  list: 'toLook',
  reason,
  why: `${verdict.why.slice(0, -1)}, but ${doubt}.`,
});

/** The verdict on a line whose payment another credit agrees with better. */
export const paidTwice = (verdict: Verdict): Verdict =>
  withDoubt(verdict, 'TWICE', 'another credit agrees with this payment as well: it may have been paid twice');

/** The verdict on a line whose settlement another credit is as well. */
export const foundTwice = (verdict: Verdict): Verdict =>
  withDoubt(verdict, 'TWICE', 'another credit has the same number and amount');

/** The verdict on a line of which somebody who was erased has given a number. */
export const givenBefore = (verdict: Verdict): Verdict =>
  withDoubt(verdict, 'TWO_CLAIMANTS', 'somebody whose record was deleted has given a number in it');

/** Changes whenever what a line points to does. @param payments those that it may be for */
export function versionOf(
  line: JudgedLine,
  { list, reason, paymentIds }: Verdict,
  payments: readonly JudgedPayment[],
): string {
  const pointed = payments.filter(({ id }) => paymentIds.includes(id));
  const facts = pointed.map(({ id, reference, utr, amount, state, name }) => [id, reference, utr, amount, state, name]);
  return createHash('sha256')
    .update(JSON.stringify([line.open, list, reason, facts]))
    .digest('base64url')
    .slice(0, 16);
}
