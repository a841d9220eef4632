import type { OfficePayment } from '#shared/contracts/payments.ts';
import type { StatementLine } from '#shared/contracts/statements.ts';

/** A credit and what it is to stand for. */
export interface Choice {
  line: StatementLine;
  paymentIds: string[];
  /** Of a payment that the line does not name: what it is called. */
  found?: string;
}

const isOpen = (state: string) => state === 'due' || state === 'claimed';

/** A payment by its person and its reference. */
export const nameOf = ({ directory, reference }: OfficePayment) => `${directory.ProsecutorName}, ${reference}`;

/** What a line can stand for among the payments that it names: one of its amount, or all of them together. */
export function optionsOf({ amount, payments }: StatementLine): { value: string; label: string }[] {
  const open = payments.filter(({ state }) => isOpen(state));
  const single = open
    .filter((payment) => payment.amount === amount)
    .map((payment) => ({ value: payment._id, label: nameOf(payment) }));
  const sum = open.reduce((total, payment) => total + payment.amount, 0);
  if (open.length < 2 || sum !== amount) return single;
  return [...single, { value: open.map(({ _id }) => _id).join(' '), label: `All ${open.length} together` }];
}

/** Pairs in one call: small enough that each answer comes soon. */
const pairsAtOnce = 100;

export interface Part {
  statementId: string;
  accept: { lineId: string; paymentId: string }[];
}

/** Choices in parts of about that size, by statement; what one line stands for stays together. */
export function partsOf(choices: Iterable<Choice>): Part[] {
  const parts: Part[] = [];
  for (const { line, paymentIds } of choices) {
    const pairs = paymentIds.map((paymentId) => ({ lineId: line._id, paymentId }));
    const last = parts.findLast(({ statementId }) => statementId === line.statementId);
    if (last && last.accept.length + pairs.length <= pairsAtOnce) last.accept.push(...pairs);
    else parts.push({ statementId: line.statementId, accept: pairs });
  }
  return parts;
}
