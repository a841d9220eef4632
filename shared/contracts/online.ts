import { z } from 'zod';
import { gatewayPayment, officePayment } from '#shared/contracts/payments.ts';
import { endpoint } from '#shared/endpoint.ts';
import { answeredId, answerOf, isoDate, option, page, pagination, recordId } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';

/** Why a payment at the gateway was not booked by itself, or needs a second look. */
export const reviewReasons = [
  'partly',
  'amount',
  'currency',
  'reference',
  'second',
  'received',
  'waived',
  'cancelled',
  'refunded',
  'deleted',
  'rejected',
  'yearClosed',
  'receiptCancelled',
  'refundedElsewhere',
  'refundFailed',
  'lost',
  'disputed',
] as const;
export type LookReason = (typeof reviewReasons)[number];

export const payOnline = endpoint(
  'POST /Payments/online/{paymentId}',
  'The address at the gateway where a payment can be made, for its owner',
  {
    access: ['public', 'member', 'correction'],
    throttle: 'payment',
    params: z.object({ paymentId: recordId }),
    response: answerOf({ url: z.string() }),
  },
);

const onlineStates = ['toLook', 'refunding', 'settled'] as const;
export type OnlineState = (typeof onlineStates)[number];

/** A payment at the gateway that is not, or not only, a receipt. */
const onlinePayment = z.object({
  id: answeredId,
  state: z.enum(onlineStates),
  /** Why it was not booked by itself, for people; '' for a refund that the office asked for. */
  reason: z.string(),
  /** Rupees, with paise where there are any. */
  amount: z.number(),
  /** When it was paid. */
  at: isoDate,
  gateway: gatewayPayment,
  /** What it was paid for; null once that was deleted. */
  payment: officePayment.nullable(),
  /** The ways of settling it that are possible. */
  ways: z.array(z.enum(['refund', 'excess'])),
});
export type OnlinePayment = z.output<typeof onlinePayment>;

export const listOnlinePayments = endpoint(
  'GET /Payments/online',
  'Payments at the gateway for the office to look at, being refunded, or settled, newest first',
  {
    reads: { lists: 'data' },
    power: 'money',
    query: z.object({
      state: option(onlineStates, messages.general.option).optional().default('toLook'),
      page,
    }),
    response: answerOf({ data: z.array(onlinePayment), pagination }),
  },
);

export const settleOnline = endpoint(
  'PATCH /Payments/settleOnline',
  'Settle a payment at the gateway that was not booked by itself: send it back, or receive it as paid in excess',
  {
    power: 'money',
    needsConfirmation: true,
    body: z.object({ id: recordId, as: option(['refund', 'excess'], messages.general.option) }),
    response: answerOf({ message: z.string(), online: onlinePayment }),
  },
);
