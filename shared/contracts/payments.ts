import { z } from 'zod';
import { clock } from '#shared/clock.ts';
import { endpoint, fileResponse } from '#shared/endpoint.ts';
import {
  answeredId,
  answerOf,
  byId,
  filter,
  flag,
  isoDate,
  isoDay,
  option,
  optionalText,
  orEmpty,
  page,
  pagination,
  recordId,
  requiredText,
} from '#shared/fields.ts';
import { isFinancialYear } from '#shared/financial-year.ts';
import { limits } from '#shared/limits.ts';
import { membershipValues } from '#shared/memberships.ts';
import { messages } from '#shared/messages.ts';
import { allPaymentModes, paymentModes, paymentPurposes, paymentStates } from '#shared/options.ts';
import { comparableUtr } from '#shared/utr.ts';
import { wire } from '#shared/wire-schemas.ts';

const text = messages.payment;

/** The day of a payment: not before 2000, and not in the future. */
export const dayOfPayment = isoDay(text.date).refine(
  (date) => date >= limits.firstPaymentDay && date <= clock.today(),
  { error: text.pastDate },
);

/** A transaction reference in the banks' form, in any spelling, so that duplicates are found. */
const utrText = z
  .string()
  .transform(comparableUtr)
  .pipe(z.string().max(limits.utrLength, { error: messages.general.tooLong }));

export const requiredUtr = utrText.pipe(z.string().min(1, { error: text.utr }));

/** A payment at the gateway. */
export const gatewayPayment = z.object({
  paymentId: z.string(),
  /** The gateway's word: upi, card, netbanking, wallet and others. */
  method: z.string(),
  fee: z.number(),
  tax: z.number(),
});
export type GatewayPayment = z.output<typeof gatewayPayment>;

/** Amounts are whole rupees, days YYYY-MM-DD. */
export const payment = z.object({
  id: answeredId,
  reference: z.string(),
  purpose: z.enum(paymentPurposes),
  /** Financial year of an annual subscription, such as 2026-27; null for the others. */
  period: z.string().nullable(),
  /** What this row shows: of a due what is open, or has ended; of money what came. */
  amount: z.number(),
  /** What was asked of the due, and what of that is open; null of money for nothing that is owed. */
  asked: z.number().nullable(),
  open: z.number().nullable(),
  /** What of this row was returned, and what is to return. */
  refunded: z.number(),
  toReturn: z.number(),
  /** It was asked twice, since two records became one; the other one is owed. */
  duplicate: z.boolean(),
  /** The day on which money that had come before was used for it. */
  usedOn: z.string().nullable(),
  conference: z.object({ id: answeredId, title: wire('WebinarName', z.string()) }).nullable(),
  state: z.enum(paymentStates),
  utr: z.string(),
  /** Address under `/api` that needs a token with the right to it; null without a picture. */
  proof: z.string().nullable(),
  claimedAt: isoDate.nullable(),
  receivedAt: isoDate.nullable(),
  receivedOn: z.string().nullable(),
  receiptNumber: z.string().nullable(),
  reason: z.string(),
  createdAt: isoDate,
  refundedOn: z.string().nullable(),
  refundUtr: z.string(),
  note: z.string(),
  /** The treasurer has to refund it. */
  refundDue: z.boolean(),
  /** The absolute address that verifies the receipt; null unless received or refunded. */
  verify: z.string().nullable(),
  /** The new tier of an upgrade. */
  membership: z.enum(membershipValues).nullable(),
  /** How it was paid; null while unknown. */
  mode: z.enum(allPaymentModes).nullable(),
  /** The gateway's payment, of one that was paid online; its fee includes the tax, both in rupees with paise. */
  gateway: gatewayPayment.nullable(),
  /** It is being sent back through the gateway. */
  refunding: z.boolean(),
});
export type Payment = z.output<typeof payment>;

/** An open line of a bank statement that matches a payment. */
export const agreeingCredit = z.object({
  lineId: z.string(),
  statementId: z.string(),
  /** YYYY-MM-DD. */
  date: z.string(),
  /** Rupees, with paise where there are any. */
  amount: z.number(),
  narration: z.string(),
});
export type AgreeingCredit = z.output<typeof agreeingCredit>;

/** A payment for the office. */
export const officePayment = payment.extend({
  /** Null: a paying office has paid it for nobody. */
  directory: z
    .object({
      /** Null: the record has been erased. */
      id: wire('_id', z.string().nullable()),
      reference: z.string(),
      memberNumber: z.string().nullable(),
      name: wire('ProsecutorName', z.string()),
      membership: z.string(),
    })
    .nullable(),
  /** Values that another payment has used before. */
  warnings: z.array(z.enum(['utr', 'screenshot'])),
  credit: agreeingCredit.nullable(),
  /** The settlement with which the gateway has paid it into the bank account; null while it has not. */
  settlement: z.object({ id: answeredId, utr: z.string() }).nullable(),
});
export type OfficePayment = z.output<typeof officePayment>;

/** The filter of the list; `part`: something has come and something is open, `refundDue` is a mark rather than a state. */
const paymentFilters = [...paymentStates, 'part', 'refundDue'] as const;

const orAll = <const T extends readonly [string, ...string[]]>(values: T) =>
  orEmpty(z.enum(values), messages.general.option);

export const listPayments = endpoint(
  'GET /Payments/list',
  'Payments: claimed ones oldest claim first, all others newest first',
  {
    reads: { lists: 'data' },
    power: 'money',
    query: z.object({
      state: orAll(paymentFilters),
      purpose: orAll(paymentPurposes),
      period: z
        .string()
        .refine((text) => text === '' || isFinancialYear(text), { error: messages.general.option })
        .optional()
        .default(''),
      /** Part of a name, reference, UTR, e-mail, mobile, member or receipt number. */
      search: filter,
      page,
    }),
    response: answerOf({
      data: z.array(officePayment),
      pagination,
      totals: z.object({ count: z.number(), amount: z.number() }),
    }),
  },
);

export const receivePayments = endpoint(
  'PATCH /Payments/receive',
  'Note that payments were seen in the bank account; each gets its receipt',
  {
    power: 'money',
    body: z.object({
      ids: z
        .array(recordId, { error: text.choose })
        .min(1, { error: text.choose })
        .max(limits.paymentsAtOnce, { error: text.tooMany }),
      /** The day the money arrived; today in India by default. */
      receivedOn: dayOfPayment.optional(),
      /** How they were paid. */
      mode: option(paymentModes, messages.general.option).optional(),
    }),
    response: answerOf({
      message: z.string(),
      received: z.number(),
      left: z.array(
        z.object({
          id: z.string(),
          code: z.enum(['ALREADY_RECEIVED', 'NOT_FOUND', 'WRONG_STATE', 'YEAR_CLOSED']),
          message: z.string(),
        }),
      ),
    }),
  },
);

const changed = answerOf({ message: z.string(), payment: officePayment });

export const refusePayment = endpoint(
  'PATCH /Payments/refuse',
  'Refuse a claimed payment; the reason is mailed with the way to send it again',
  {
    power: 'money',
    body: z.object({ id: recordId, reason: requiredText(text.reason, limits.reasonLength) }),
    response: changed,
  },
);

export const waivePayment = endpoint('PATCH /Payments/waive', 'Waive a payment that is due or claimed', {
  power: 'money',
  body: z.object({ id: recordId, note: requiredText(text.note, limits.reasonLength) }),
  response: changed,
});

export const refundPayment = endpoint(
  'PATCH /Payments/refund',
  'Note that a received payment was sent back, or send one that was paid online back through the gateway',
  {
    power: 'money',
    body: z
      .object({
        id: recordId,
        /** The gateway sends it back, and says on which day. */
        online: flag.optional().default(false),
        refundedOn: dayOfPayment.optional(),
        utr: utrText.optional().default(''),
        note: optionalText(limits.reasonLength),
      })
      .check(({ value: { online, refundedOn, utr }, issues }) => {
        if (online) return;
        const missing = { ...(refundedOn ? {} : { refundedOn: text.date }), ...(utr === '' ? { utr: text.utr } : {}) };
        for (const [name, message] of Object.entries(missing))
          issues.push({ code: 'custom', message, path: [name], input: undefined });
      }),
    response: changed,
  },
);

export const keepPayment = endpoint('PATCH /Payments/keep', 'Keep what was to be returned of a received payment', {
  power: 'money',
  body: z.object({ id: recordId, note: requiredText(text.note, limits.reasonLength) }),
  response: changed,
});

export const cancelReceipt = endpoint(
  'PATCH /Payments/cancelReceipt',
  'Cancel a receipt, and those of the same credit; the payments are claimed or due again, the numbers stay used',
  {
    body: z.object({
      id: recordId,
      reason: requiredText(text.reason, limits.reasonLength),
      /** Mails the person the reason and the way to pay again. */
      tell: flag.optional().default(false),
    }),
    power: 'money',
    response: changed,
  },
);

export const subscriptionStates = ['paid', 'due', 'claimed', 'lapsed', 'none'] as const;

/** The status of a member's annual subscription. */
export const standing = z.object({
  state: z.enum(subscriptionStates),
  /** Financial year, such as 2026-27; null while no subscription is asked for. */
  period: z.string().nullable(),
  /** The last paid day. */
  until: z.string().nullable(),
  /** Whole rupees that are owed or claimed. */
  amount: z.number(),
  /** Of one's own: where it is deducted from the salary, from which month, and the due payments that it covers; absent unless it is. */
  salary: z.object({ office: z.string(), month: z.string(), covers: z.array(z.string()) }).optional(),
});
export type SubscriptionStatus = z.output<typeof standing>;

/** While no subscription is asked for. */
export const noSubscription: SubscriptionStatus = { state: 'none', period: null, until: null, amount: 0 };

/** Whole rupees that came and settle nothing: those that stay for what is asked next, and those that are sent back. */
export const credit = z.object({ kept: z.number(), toReturn: z.number() });
export type Credit = z.output<typeof credit>;

/** Of one person, for who has the power over money: the deduction from the salary, the last payment that came, and the credit. */
export const personMoney = z.object({
  deduction: z.object({ office: z.string(), month: z.string() }).nullable(),
  lastPayment: z
    .object({ amount: z.number(), on: z.string(), purpose: z.enum(paymentPurposes), period: z.string().nullable() })
    .nullable(),
  /** Absent without any. */
  credit: credit.optional(),
});
export type PersonMoney = z.output<typeof personMoney>;

export const listOwnPayments = endpoint(
  'GET /Payments/mine',
  "The member's own payments, newest first, and the standing of the membership",
  {
    access: ['member'],
    response: answerOf({
      standing,
      /** The subscription that can be paid early; null if it cannot, or was asked for already. */
      nextYear: z.object({ period: z.string(), amount: z.number() }).nullable(),
      credit,
      data: z.array(payment),
    }),
  },
);

export const claimPayment = endpoint(
  'PATCH /Payments/claim/{id}',
  'Send the proof of a payment of one’s own: a screenshot, a transaction reference, or both',
  {
    access: ['member'],
    params: byId,
    body: z.object({ utr: utrText.optional().default('') }),
    files: { screenshot: { wire: 'Screenshot', accept: 'image', message: messages.registration.screenshot } },
    response: answerOf({ message: z.string(), payment }),
  },
);

/** The picture of a payment: for the office, and for the person who sent it. */
export const paymentProof = endpoint('GET /Payments/proof/{id}', 'The proof of a payment', {
  access: ['member', 'admin'],
  reads: { opens: 'proof', of: 'payment' },
  power: 'money',
  params: byId,
  response: fileResponse,
});
