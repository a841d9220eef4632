import { erasedPerson } from '#server/features/receipts/issued.queries.ts';
import type { AgreeingCredit as FoundCredit } from '#server/parts/bank-credits/matching.ts';
import type { AgreeingCredit, GatewayPayment, OfficePayment, Payment } from '#shared/contracts/payments.ts';
import type { PaymentMode } from '#shared/options.ts';
import { paths } from '#shared/paths.ts';
import type { PaymentView } from './payments.queries.ts';

// `IMPSP2A…` and `UPICR` are written as one word; a name such as Upinder is not a transfer.
const forms: [mode: PaymentMode, form: RegExp][] = [
  ['upi', /(?<![A-Z])UPI(?:CR|AR|IN)?(?![A-Z])/],
  ['imps', /(?<![A-Z])IMPS/],
  ['neft', /(?<![A-Z])NEFT/],
  ['rtgs', /(?<![A-Z])RTGS/],
  ['cheque', /(?<![A-Z])(?:CLG|CHQ|CHEQUE|CLEARING)(?![A-Z])/],
  ['cash', /(?<![A-Z])CASH(?:\s|-)?DEP|BY CASH(?![A-Z])/],
];

/** How a credit was paid, by the first mode named in its narration. @returns null without one */
export function modeOf(narration: string): PaymentMode | null {
  const text = narration.toUpperCase();
  const named = forms
    .map(([mode, form]) => ({ mode, at: text.search(form) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  return named[0]?.mode ?? null;
}

const iso = (date: Date | null) => date?.toISOString() ?? null;

/** A payment at the gateway; its amounts are kept in paise. */
export const gatewayOf = ({
  gatewayId,
  method,
  fee,
  tax,
}: Omit<NonNullable<PaymentView['online']>, 'refundingSince'>): GatewayPayment => ({
  paymentId: gatewayId,
  method,
  fee: fee / 100,
  tax: tax / 100,
});

/** A payment for its owner. @param publicUrl the origin of verification addresses */
export function paymentOf({ payment, reference, whole, receipt, online }: PaymentView, publicUrl: string): Payment {
  const isExcess = payment.purpose === 'excess';
  const isVerifiable = payment.state === 'received' || payment.state === 'refunded';
  return {
    id: payment.id,
    reference,
    purpose: payment.purpose,
    period: payment.period,
    amount: payment.amount,
    asked: isExcess ? null : whole.asked,
    open: isExcess ? null : whole.open,
    refunded: payment.state === 'refunded' ? payment.amount : 0,
    toReturn: payment.state === 'received' && payment.refundDue ? payment.amount : 0,
    duplicate: payment.doubleOf !== null,
    usedOn: null,
    conference: null,
    state: payment.state,
    utr: payment.utr,
    proof: payment.proofFile === null ? null : `/api/Payments/proof/${payment.id}`,
    claimedAt: iso(payment.claimedAt),
    receivedAt: iso(payment.receivedAt),
    receivedOn: payment.receivedOn,
    receiptNumber: receipt?.label ?? null,
    // Of a received one: why its refund has failed, which is the office's matter.
    reason: payment.state === 'received' ? '' : payment.reason,
    createdAt: payment.createdAt.toISOString(),
    refundedOn: payment.refundedOn,
    refundUtr: payment.refundUtr,
    // The office's remarks are internal.
    note: '',
    refundDue: payment.refundDue,
    verify: isVerifiable && receipt ? `${publicUrl}${paths.verify(receipt.code)}` : null,
    membership: payment.membership,
    mode: payment.mode,
    gateway: online && gatewayOf(online),
    refunding: online?.refundingSince != null,
  };
}

/** A payment for the office. @param used duplicates in other payments @param credit a matching open line */
export function officePaymentOf(
  view: PaymentView,
  publicUrl: string,
  used: { utr: boolean; screenshot: boolean } | undefined,
  credit: FoundCredit | undefined,
): OfficePayment {
  const { payment, member } = view;
  return {
    ...paymentOf(view, publicUrl),
    note: payment.note,
    reason: payment.reason,
    directory: payment.erased?.office
      ? null
      : member
        ? {
            id: member.id,
            reference: member.reference,
            memberNumber: member.memberNumber,
            name: member.name,
            membership: member.membership,
          }
        : {
            id: null,
            reference: payment.erased?.reference ?? '',
            memberNumber: null,
            name: erasedPerson,
            membership: payment.erased?.membership ?? '',
          },
    warnings: [...(used?.utr ? (['utr'] as const) : []), ...(used?.screenshot ? (['screenshot'] as const) : [])],
    credit: creditOf(credit),
    settlement: view.settlement && { id: view.settlement.id, utr: view.settlement.utr },
  };
}

/** A matching line of a statement for the office. */
export const creditOf = (line: FoundCredit | undefined): AgreeingCredit | null =>
  line ? { ...line, amount: line.amount / 100 } : null;
