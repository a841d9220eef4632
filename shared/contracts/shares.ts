import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import {
  answeredId,
  answerOf,
  byId,
  expectedVersion,
  flag,
  isoDate,
  isoDay,
  optionalText,
  requiredText,
} from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { membershipValues } from '#shared/memberships.ts';
import { messages } from '#shared/messages.ts';
import { wire } from '#shared/wire-schemas.ts';
import { dayOfPayment, requiredUtr } from './payments.ts';
import { givenYear } from './receipts.ts';

// Amounts are rupees with paise, days YYYY-MM-DD.

const text = messages.shares;

const hasTwoDecimals = (value: number) => Number(value.toFixed(2)) === value;

/** 0 to 100, at most two decimals. */
const percent = z
  .number({ error: text.percent })
  .min(0, { error: text.percent })
  .max(100, { error: text.percent })
  .refine(hasTwoDecimals, { error: text.percent });
const percents = z.partialRecord(z.enum(membershipValues, { error: text.percent }), percent, { error: text.percent });
export type Percents = z.output<typeof percents>;

const day = isoDay(messages.payment.date);

export const shareSettingsSchema = z.object({
  enabled: z.boolean({ error: messages.general.option }),
  /** By membership; an absent one is 0. */
  percent: percents,
  /** States with percentages of their own; an absent membership falls back to `percent`. */
  byState: z.record(z.string().trim().min(1).max(limits.lineLength), percents, { error: text.percent }),
  /** The first day whose receipts are shared; null until it is set, today when they are shared without one. */
  from: day.refine((value) => value >= limits.firstPaymentDay, { error: messages.payment.date }).nullable(),
});
export type ShareSettings = z.output<typeof shareSettingsSchema>;

const settingsRecord = z.object({ ...shareSettingsSchema.shape, version: z.number() });
export type ShareSettingsRecord = z.output<typeof settingsRecord>;

export const getShareSettings = endpoint('GET /Shares/settings', 'How receipts are shared with the States', {
  power: 'money',
  response: answerOf({ data: settingsRecord }),
});

const filled = z.object({ receipts: z.number(), gross: z.number(), share: z.number() });

export const updateShareSettings = endpoint(
  'PATCH /Shares/settings',
  'Change how receipts are shared: earlier ones keep their shares; those since `from` that have none yet get one, and `preview` says how many without saving',
  {
    power: 'full',
    body: z.object({
      ...shareSettingsSchema.partial().shape,
      version: expectedVersion,
      preview: flag.optional().default(false),
    }),
    response: answerOf({
      message: z.string(),
      data: settingsRecord,
      /** The receipts that get a share by this change, or would. */
      filled,
    }),
  },
);

const balance = z.object({
  state: wire('State', z.string()),
  /** Of the period: receipts and their sum, their shares, what was reversed, what was paid. */
  receipts: z.number(),
  gross: z.number(),
  share: z.number(),
  reversed: z.number(),
  paid: z.number(),
  /** At the end of the period. */
  balance: z.number(),
  /** The day of the oldest share that is not paid by then; null without one. */
  oldestUnpaid: z.string().nullable(),
});
export type ShareBalance = z.output<typeof balance>;

export const listShares = endpoint(
  'GET /Shares/list',
  'The shares of each State in a month, a financial year, or in all, and what is owed at its end',
  {
    power: 'money',
    scope: 'ownStates',
    query: z
      .object({
        /** 2026-11. */
        period: z
          .string()
          .regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, { error: messages.reports.month })
          .optional(),
        /** 2026-27. */
        year: givenYear.optional(),
      })
      .refine(({ period, year }) => !(period && year), { path: ['year'], error: text.oneOf }),
    response: answerOf({
      data: z.array(balance),
      /** Of all rows; `centre` is what remains of the receipts, those without a State among them. */
      totals: balance.omit({ state: true, oldestUnpaid: true }).extend({ centre: z.number() }),
    }),
  },
);

export const shareKinds = ['share', 'reversal', 'payment'] as const;

const entry = z.object({
  kind: z.enum(shareKinds),
  date: z.string(),
  /** Null for payments, and for offices of States. */
  receiptNumber: z.string().nullable(),
  /** '' for payments. */
  membership: z.string(),
  /** The receipt's amount, or what was paid; negative for a payment that was taken back. */
  amount: z.number(),
  /** What it adds to the balance; negative for a reversal and a payment. */
  share: z.number(),
  utr: z.string(),
  /** Of a payment, for taking it back; null for others, and once it was taken back. */
  paymentId: z.string().nullable(),
});
export type ShareEntry = z.output<typeof entry>;

export const shareStatement = endpoint(
  'GET /Shares/statement',
  'Every share, reversal and payment of a State from one day to another; also as a workbook or a letter',
  {
    power: 'money',
    scope: 'ownStates',
    query: z
      .object({
        state: wire(
          'State',
          z.string({ error: text.state }).trim().min(1, { error: text.state }).max(limits.lineLength),
        ),
        from: day.optional(),
        until: day.optional(),
        format: z.enum(['json', 'xlsx', 'pdf'], { error: text.format }).optional().default('json'),
      })
      .refine(({ from, until }) => !from || !until || from <= until, {
        path: ['until'],
        error: messages.days.until,
      }),
    response: answerOf({ data: z.array(entry), opening: z.number(), closing: z.number() }),
  },
);

const sharePayment = z.object({
  id: answeredId,
  state: wire('State', z.string()),
  amount: z.number(),
  paidOn: z.string(),
  utr: z.string(),
  note: z.string(),
  by: z.string(),
  at: isoDate,
  /** Why and when it was taken back; null unless it was. */
  cancelled: z.object({ reason: z.string(), on: z.string(), by: z.string() }).nullable(),
});
export type SharePayment = z.output<typeof sharePayment>;

export const paySharesSchema = z.object({
  state: wire('State', z.string({ error: text.state }).trim().min(1, { error: text.state }).max(limits.lineLength)),
  amount: z
    .number({ error: text.amount })
    .min(0.01, { error: text.amount })
    .max(limits.sumRupees, { error: text.amount })
    .refine(hasTwoDecimals, { error: text.amount }),
  paidOn: dayOfPayment,
  utr: requiredUtr,
  note: optionalText(limits.reasonLength),
});

export const payShares = endpoint('POST /Shares/pay', 'Note a payment of shares to a State', {
  power: 'money',
  needsConfirmation: true,
  body: paySharesSchema.extend({
    /** More than the balance is paid on purpose. */
    advance: flag.optional().default(false),
  }),
  response: answerOf({ message: z.string(), payment: sharePayment }),
});

export const cancelSharePayment = endpoint(
  'PATCH /Shares/cancelPay/{id}',
  'Take a noted payment back, by a line of today against it',
  {
    power: 'money',
    params: byId,
    body: z.object({ reason: requiredText(messages.payment.reason, limits.reasonLength) }),
    response: answerOf({ message: z.string(), payment: sharePayment }),
  },
);
