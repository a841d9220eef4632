import type { PaymentView } from '#server/features/payments/payments.queries.ts';
import type { LookReason } from '#shared/contracts/online.ts';

/** Why a payment is not to be paid any more; null while it is. */
export function notPayable({ payment, member }: PaymentView): LookReason | null {
  const { state } = payment;
  if (state === 'received' || state === 'waived' || state === 'refunded' || state === 'cancelled') return state;
  // A claim of somebody who was rejected waits to be refunded.
  if (payment.refundDue || member?.status === 'Rejected') return 'rejected';
  return member ? null : 'deleted';
}
