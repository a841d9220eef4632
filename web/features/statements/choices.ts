import type { OfficePayment } from '#shared/contracts/payments.ts';
import type { StatementLine } from '#shared/contracts/statements.ts';
import { monthInWords } from '#shared/financial-year.ts';
import { formatExactRupees } from '#shared/money.ts';
import { payerOf } from '#web/features/payments/office-wording.ts';

/** A credit and the payments it is matched with. */
export interface Choice {
  line: StatementLine;
  /** Or that of the settlement that it is. */
  paymentIds: string[];
  /** The lists of deductions whose money it is; then it is for no payment. */
  scheduleIds?: string[];
  /** The name of a payment that the office searched for. */
  found?: string;
  /** Set if the credit is more or less than its payments. */
  difference?: Difference;
}
export type Difference = 'excess' | 'part';

/** What a sure line is for: its payment, or the settlement that it is. */
export const namedIn = ({ payments, settlement }: StatementLine): string[] =>
  settlement ? [settlement.id] : payments.map(({ id }) => id);

const isOpen = (state: string) => state === 'due' || state === 'claimed';

/** A payment's name: the person and the reference. */
const nameOf = (payment: OfficePayment) => `${payerOf(payment).name}, ${payment.reference}`;

/** Whether a credit is more or less than these payments; undefined if equal, or if the rest is not in whole rupees. */
function differenceOf({ amount }: StatementLine, payments: readonly OfficePayment[]): Difference | undefined {
  const rest = amount - payments.reduce((sum, payment) => sum + payment.amount, 0);
  if (rest === 0 || !Number.isInteger(rest)) return undefined;
  return rest > 0 ? 'excess' : 'part';
}

/** The choice of a line's suggested payments, or of a payment that was searched for. */
export function choiceOf(line: StatementLine, paymentIds: string[], payment?: OfficePayment): Choice {
  if (!payment && line.settlement) return { line, paymentIds };
  const chosen = payment ? [payment] : line.payments.filter(({ id }) => paymentIds.includes(id));
  const difference = differenceOf(line, chosen);
  return {
    line,
    paymentIds,
    ...(payment ? { found: labelOf(line, payment) } : {}),
    ...(difference ? { difference } : {}),
  };
}

/** The label of a payment that is offered for a line, with the handling of the difference. */
function labelOf(line: StatementLine, payment: OfficePayment): string {
  const rest = formatExactRupees(Math.abs(line.amount - payment.amount));
  const difference = differenceOf(line, [payment]);
  if (difference === 'excess') return `${nameOf(payment)}; ${rest} to be sent back`;
  return difference === 'part' ? `${nameOf(payment)}; ${rest} stays due` : nameOf(payment);
}

/** Whether a line can be received for a payment: fully, with a surplus, or in part. */
export const canStandFor = (line: StatementLine, payment: OfficePayment) =>
  isOpen(payment.state) && (payment.amount === line.amount || differenceOf(line, [payment]) !== undefined);

/** A list of deductions, as it is offered for a line. */
export const scheduleLabel = ({ office, month, sum }: { office: string; month: string; sum: number }) =>
  `Deductions of ${office}, ${monthInWords(month)}: ${formatExactRupees(sum)}`;

/** Marks the value of an option that is a list of deductions. */
const ofSchedule = 'schedule:';
const scheduleIdOf = (value: string) => (value.startsWith(ofSchedule) ? value.slice(ofSchedule.length) : undefined);

/** The lists of deductions that a line has the sum of. */
export const schedulesOf = ({ schedules = [] }: StatementLine): { value: string; label: string }[] =>
  schedules.map(({ id, state, ...of }) => ({
    value: `${ofSchedule}${id}`,
    label: state === 'open' ? scheduleLabel(of) : `${scheduleLabel(of)}, received by hand`,
  }));

/** What was chosen for a line: payments, or a list of deductions; undefined: it stays open. */
export function chosenFor(line: StatementLine, value: string): Choice | undefined {
  const scheduleId = scheduleIdOf(value);
  if (scheduleId) return choiceOfSchedules(line, [scheduleId]);
  const paymentIds = value.split(' ').filter((id) => id !== '');
  return paymentIds.length > 0 ? choiceOf(line, paymentIds) : undefined;
}

/** The choice of lists of deductions. @param found their names, if the office searched for them */
export const choiceOfSchedules = (line: StatementLine, scheduleIds: string[], sum?: string): Choice => ({
  line,
  paymentIds: [],
  scheduleIds,
  ...(sum ? { found: sum } : {}),
});

/** The value of a choice among the options. */
export const optionOf = ({ paymentIds, scheduleIds }: Choice): string =>
  scheduleIds ? scheduleIds.map((id) => `${ofSchedule}${id}`).join(' ') : paymentIds.join(' ');

/** The suggested payments that a line can be matched with: one of them, or all together. */
export function optionsOf(line: StatementLine): { value: string; label: string }[] {
  const { amount, payments } = line;
  const open = payments.filter(({ state }) => isOpen(state));
  const single = open
    .filter((payment) => canStandFor(line, payment))
    .map((payment) => ({ value: payment.id, label: labelOf(line, payment) }));
  const sum = open.reduce((total, payment) => total + payment.amount, 0);
  if (open.length < 2 || sum !== amount) return single;
  return [...single, { value: open.map(({ id }) => id).join(' '), label: `All ${open.length} together` }];
}

/** The number of pairs in one call: small enough for a quick answer. */
const pairsAtOnce = 100;

export interface Part {
  statementId: string;
  accept: {
    lineId: string;
    paymentId?: string;
    settlementId?: string;
    scheduleId?: string;
    excess?: boolean;
    part?: boolean;
    seen?: boolean;
    version?: string;
  }[];
}

/**
 * Splits choices into parts of about that size, by statement; the payments of a line stay together, and so do all lists of
 * deductions: one that came in two credits is booked with both.
 */
export function partsOf(choices: Iterable<Choice>): Part[] {
  const parts: Part[] = [];
  const schedules = new Map<string, Part>();
  for (const { line, paymentIds, scheduleIds, difference } of choices) {
    if (scheduleIds) {
      const { statementId } = line;
      const part = schedules.get(statementId) ?? { statementId, accept: [] };
      schedules.set(statementId, part);
      part.accept.push(...scheduleIds.map((scheduleId) => ({ lineId: line.id, scheduleId, seen: true })));
      continue;
    }
    // A sure line is ticked unread: it is received only while it is still sure.
    const sure = line.list === 'sure' && paymentIds.length === 1 && paymentIds[0] === line.payments[0]?.id;
    const flag = {
      ...(sure ? {} : { seen: true, version: line.version }),
      ...(difference ? { [difference]: true } : {}),
    };
    const pairs = paymentIds.map((id) =>
      id === line.settlement?.id ? { lineId: line.id, settlementId: id } : { lineId: line.id, paymentId: id, ...flag },
    );
    const last = parts.findLast(({ statementId }) => statementId === line.statementId);
    if (last && last.accept.length + pairs.length <= pairsAtOnce) last.accept.push(...pairs);
    else parts.push({ statementId: line.statementId, accept: pairs });
  }
  return [...parts, ...schedules.values()];
}
