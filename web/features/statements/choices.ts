import type { OfficePayment } from '#shared/contracts/payments.ts';
import type { StatementLine } from '#shared/contracts/statements.ts';
import { formatExactRupees } from '#shared/money.ts';

/** A credit and the payments it is matched with. */
export interface Choice {
  line: StatementLine;
  paymentIds: string[];
  /** Of a payment that the line does not name: what it is called. */
  found?: string;
  /** The credit is more than the payments it is matched with, or less. */
  difference?: Difference;
}
export type Difference = 'excess' | 'part';

const isOpen = (state: string) => state === 'due' || state === 'claimed';

/** A payment by its person and its reference. */
const nameOf = ({ directory, reference }: OfficePayment) => `${directory.ProsecutorName}, ${reference}`;

/** Whether a credit is more than these payments or less; undefined where it is the same, or paise are left over. */
function differenceOf({ amount }: StatementLine, payments: readonly OfficePayment[]): Difference | undefined {
  const rest = amount - payments.reduce((sum, payment) => sum + payment.amount, 0);
  if (rest === 0 || !Number.isInteger(rest)) return undefined;
  return rest > 0 ? 'excess' : 'part';
}

/** A choice for a line among the payments that it names, or of one that was found. */
export function choiceOf(line: StatementLine, paymentIds: string[], found?: OfficePayment): Choice {
  const chosen = found ? [found] : line.payments.filter(({ _id }) => paymentIds.includes(_id));
  const difference = differenceOf(line, chosen);
  return { line, paymentIds, ...(found ? { found: labelOf(line, found) } : {}), ...(difference ? { difference } : {}) };
}

/** A payment as it is offered for a line, with what is done about the difference. */
function labelOf(line: StatementLine, payment: OfficePayment): string {
  const rest = formatExactRupees(Math.abs(line.amount - payment.amount));
  const difference = differenceOf(line, [payment]);
  if (difference === 'excess') return `${nameOf(payment)}; ${rest} to be sent back`;
  return difference === 'part' ? `${nameOf(payment)}; ${rest} stays due` : nameOf(payment);
}

/** Whether a line can be received for a payment: in whole, with something left over, or in part. */
export const canStandFor = (line: StatementLine, payment: OfficePayment) =>
  isOpen(payment.state) && (payment.amount === line.amount || differenceOf(line, [payment]) !== undefined);

/** Which of the payments that it names a line can be matched with: one of them, or all together. */
export function optionsOf(line: StatementLine): { value: string; label: string }[] {
  const { amount, payments } = line;
  const open = payments.filter(({ state }) => isOpen(state));
  const single = open
    .filter((payment) => canStandFor(line, payment))
    .map((payment) => ({ value: payment._id, label: labelOf(line, payment) }));
  const sum = open.reduce((total, payment) => total + payment.amount, 0);
  if (open.length < 2 || sum !== amount) return single;
  return [...single, { value: open.map(({ _id }) => _id).join(' '), label: `All ${open.length} together` }];
}

/** Pairs in one call: small enough that each answer comes soon. */
const pairsAtOnce = 100;

export interface Part {
  statementId: string;
  accept: { lineId: string; paymentId: string; excess?: boolean; part?: boolean }[];
}

/** Choices in parts of about that size, by statement; the payments of one line stay together. */
export function partsOf(choices: Iterable<Choice>): Part[] {
  const parts: Part[] = [];
  for (const { line, paymentIds, difference } of choices) {
    const flag = difference ? { [difference]: true } : {};
    const pairs = paymentIds.map((paymentId) => ({ lineId: line._id, paymentId, ...flag }));
    const last = parts.findLast(({ statementId }) => statementId === line.statementId);
    if (last && last.accept.length + pairs.length <= pairsAtOnce) last.accept.push(...pairs);
    else parts.push({ statementId: line.statementId, accept: pairs });
  }
  return parts;
}
