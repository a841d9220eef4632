import { clock } from '#shared/clock.ts';
import type { LineList, lineCautions } from '#shared/contracts/statements.ts';
import { formatExactRupees } from '#shared/money.ts';
import type { PaymentState } from '#shared/options.ts';
import { cautionOf, isWholeNameIn, nameAgrees } from './narration.ts';

// The only judge of what a credit is for. Pure: the database finds the payments that a line may be for, and decides nothing.

/** A credit, as it is judged. */
export interface JudgedLine {
  id: string;
  /** The part of its amount that is not booked; paise. */
  open: number;
  /** YYYY-MM-DD. */
  date: string;
  narration: string;
  /** The transaction's own number; '' without one. */
  utr: string;
  /** What stands in the column of references of this row alone. */
  number: string;
  /** Its UTR and the complete references in it. */
  keys: readonly string[];
  /** Other numbers in it. */
  numbers: readonly string[];
  cut: string;
  caution: (typeof lineCautions)[number];
}

/** A payment that a line may be for. */
export interface JudgedPayment {
  id: string;
  reference: string;
  /** As it was claimed; '' for none. */
  utr: string;
  /** Whole rupees. */
  amount: number;
  state: PaymentState;
  /** It was received through the gateway: no credit of a person belongs to it. */
  isOnline: boolean;
  /** The credit it is booked to; null for none. */
  lineId: string | null;
  /** Its person's; '' once erased. */
  name: string;
}

export interface Verdict {
  /** `already`: it is for a payment that was received by hand. */
  list: LineList | 'already';
  /** The payments it may be for; exactly one for `sure` and `already`. */
  paymentIds: string[];
  /** The UTR and the amount agree with one open payment, the name does not. */
  otherName: boolean;
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
export const mostShown = 10;

const isOpen = (state: PaymentState) => state === 'due' || state === 'claimed';
const isTaken = (state: PaymentState) => state === 'received' || state === 'refunded';

const closedBecause: Partial<Record<PaymentState, string>> = {
  refused: 'this payment was refused and has not been sent again',
  waived: 'this payment was waived',
  cancelled: 'this payment is no longer asked for',
};

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
const rupees = (paise: number) => formatExactRupees(paise / 100);

const look = (payments: readonly JudgedPayment[], why: string): Verdict => ({
  list: 'toLook',
  paymentIds: payments.slice(0, mostShown).map(({ id }) => id),
  otherName: false,
  why: sentence(why),
});

/** The verdict on a line that names one payment, by its reference or UTR. */
function ofOne(line: JudgedLine, payment: JudgedPayment): Verdict {
  const hasReference = line.keys.includes(payment.reference);
  const hasUtr = line.utr !== '' && payment.utr === line.utr;
  const hasName = nameAgrees(payment.name, line.narration);
  const asked = payment.amount * 100;
  const agreed = hasReference
    ? hasUtr
      ? 'UTR and reference agree'
      : 'the reference agrees'
    : hasName
      ? 'UTR and name agree'
      : 'UTR agrees, paid by another name';
  if (line.open !== asked) {
    const times = asked > 0 && line.open === asked * 2 ? 'twice' : line.open < asked ? 'less than' : 'more than';
    const received = isTaken(payment.state) ? ', and this payment has already been received' : '';
    return look(
      [payment],
      `${agreed}, but ${rupees(line.open)} came: ${times} the ${rupees(asked)} that were asked for${received}`,
    );
  }
  const isEvident = hasReference || hasName;
  const only = { paymentIds: [payment.id], otherName: false };
  if (isOpen(payment.state)) {
    if (!isEvident) return { ...look([payment], agreed), otherName: true };
    return { ...only, list: 'sure', why: sentence(`${agreed}, and so does the amount`) };
  }
  if (!isTaken(payment.state))
    return look([payment], `${agreed}, but ${closedBecause[payment.state] ?? 'this payment is closed'}`);
  if (payment.isOnline)
    return look([payment], `${agreed}, but this payment has already been received online: it may have been paid twice`);
  if (payment.lineId !== null)
    return look([payment], `${agreed}, but this payment has already been received with another credit`);
  if (!hasUtr && payment.utr !== '' && line.utr !== '')
    return look([payment], `${agreed}, but this payment has already been received with another UTR`);
  if (!isEvident) return look([payment], `${agreed}, and this payment has already been received by hand`);
  return { ...only, list: 'already', why: sentence(`${agreed} with a payment that was received by hand`) };
}

/** The verdict on a line that names no payment: what is alike. */
function ofAlike(line: JudgedLine, payments: readonly JudgedPayment[]): Verdict {
  const fitting = payments.filter(({ state, amount }) => isOpen(state) && amount * 100 === line.open);
  const cut = line.cut === '' ? [] : fitting.filter(({ reference }) => reference.startsWith(line.cut));
  const alike = fitting.filter(({ name }) => isWholeNameIn(name, line.narration));
  const few = cut.length <= mostShown ? cut : cut.filter((payment) => alike.includes(payment));
  if (few.length > 0) {
    const name = few.some((payment) => alike.includes(payment)) ? ', the name' : '';
    const why = `the beginning of the reference${name} and the amount agree; the rest of the reference is missing`;
    return look([...new Set([...few, ...alike])], why);
  }
  if (alike.length > 0) return look(alike, `name and amount agree${alike.length > 1 ? ' with several payments' : ''}`);
  const numbered = payments.filter(({ state, utr }) => isOpen(state) && utr !== '' && line.numbers.includes(utr));
  if (numbered.length > 0)
    return look(
      numbered,
      'a number in it was given as the UTR, but nothing says that it is the number of this transaction',
    );
  return unknown();
}

const unknown = (): Verdict => ({
  list: 'unknown',
  paymentIds: [],
  otherName: false,
  why: 'No payment has this UTR or reference, or this name and amount.',
});

const cautionTexts = {
  debit: 'The narration is that of money that went out, not of money that came.',
  reversal: 'The narration is that of a payment that was taken back or returned.',
  both: 'Both the debit and the credit column of this row are filled.',
} as const;

/** Why a line can never be sure; '' for no reason. */
function doubtOf({ caution, narration, date }: JudgedLine): string {
  const doubt = caution || cautionOf(narration);
  if (doubt) return cautionTexts[doubt];
  return date > clock.today() ? 'This credit is dated in the future.' : '';
}

/**
 * What a credit is for. It is sure only where its amount agrees, it is not dated ahead, nothing in it says debit or reversal, and
 * either the payment's own reference stands in it, and no other's, or its own UTR was given for this payment alone and the name agrees.
 * @param payments all payments that have one of its keys as their reference or UTR, and those that are alike
 */
export function judge(line: JudgedLine, payments: readonly JudgedPayment[]): Verdict {
  const doubt = doubtOf(line);
  const verdict = payments.length === 0 ? unknown() : verdictOf(line, payments);
  if (doubt === '') return verdict;
  return { ...verdict, list: 'toLook', otherName: false, why: `${doubt} ${verdict.why}` };
}

/**
 * What a credit is that has the number of the gateway's settlements: sure where the whole number of one stands in it, and its
 * amount agrees. Null for a credit without such a number.
 */
export function judgeSettlement(line: JudgedLine, settlements: ReadonlyMap<string, JudgedSettlement>): Verdict | null {
  const words = new Set([...line.narration.toUpperCase().split(/[^A-Z0-9]+/), line.utr, line.number, ...line.numbers]);
  const named = [...words].flatMap((word) => (word === '' ? [] : (settlements.get(word) ?? [])));
  const [settlement] = named;
  if (!settlement) return null;
  const found = (list: LineList, why: string): Verdict => ({ list, paymentIds: [], otherName: false, settlement, why });
  const says = 'the number is that of a settlement of the gateway';
  const doubt = doubtOf(line);
  if (doubt !== '') return found('toLook', `${doubt} ${sentence(says)}`);
  if (named.length > 1) return found('toLook', 'The numbers of several settlements of the gateway stand in it.');
  if (settlement.lineId !== null)
    return found('toLook', sentence(`${says}, which another credit has been accepted for already`));
  const difference = line.open - settlement.amount;
  if (difference === 0) return found('sure', sentence(`${says}, and the amount agrees`));
  const than = `${rupees(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} than the ${rupees(settlement.amount)}`;
  return found('toLook', sentence(`${says}, but ${rupees(line.open)} came: ${than} that it says`));
}

function verdictOf(line: JudgedLine, payments: readonly JudgedPayment[]): Verdict {
  const byReference = payments.filter(({ reference }) => line.keys.includes(reference));
  const byUtr = payments.filter(({ utr }) => utr !== '' && utr === line.utr);
  const named = [...new Set([...byReference, ...byUtr])];
  const [only] = named;
  if (!only) return ofAlike(line, payments);
  if (named.length === 1) return ofOne(line, only);
  const why =
    byReference.length > 1
      ? 'the references of several payments stand in it'
      : byReference.length === 1
        ? 'the UTR is that of one payment, the reference that of another'
        : 'the UTR was given for several payments';
  return look(named, why);
}

/** Of several credits that agree with one payment the one to be booked: by its UTR, then the earliest. */
export const compareCredits = (payment: JudgedPayment) => (one: JudgedLine, other: JudgedLine) => {
  const hasUtr = (line: JudgedLine) => Number(payment.utr !== '' && line.utr === payment.utr);
  return hasUtr(other) - hasUtr(one) || one.date.localeCompare(other.date) || one.id.localeCompare(other.id);
};

/** The verdict on a line whose payment another credit agrees with better. */
export const paidTwice = (verdict: Verdict): Verdict => ({
  ...verdict,
  list: 'toLook',
  why: `${verdict.why.slice(0, -1)}, but another credit agrees with this payment as well: it may have been paid twice.`,
});

/** The verdict on a line whose settlement another credit is as well. */
export const foundTwice = (verdict: Verdict): Verdict => ({
  ...verdict,
  list: 'toLook',
  why: `${verdict.why.slice(0, -1)}, but another credit has the same number and amount.`,
});
