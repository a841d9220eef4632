import { z } from 'zod';
import { payment } from '#shared/contracts/payments.ts';
import { endpoint } from '#shared/endpoint.ts';
import { answerOf, expectedVersion, flag, option } from '#shared/fields.ts';
import { isFinancialYear } from '#shared/financial-year.ts';
import { limits } from '#shared/limits.ts';
import { membershipValues } from '#shared/memberships.ts';
import { messages } from '#shared/messages.ts';
import { person } from '#shared/person.ts';

/** The notices of a due subscription: at once, then after so many days. */
export const noticeNames = ['first', 'after30', 'after60', 'after90'] as const;
export type NoticeName = (typeof noticeNames)[number];
export const noticeDays: Record<NoticeName, number> = { first: 0, after30: 30, after60: 60, after90: 90 };

export const yearOfApprovalValues = ['included', 'extra'] as const;
const lapsedKeepsValues = ['everything', 'noDirectory'] as const;

const subscriptionSettings = z.object({
  /** Whether the subscription is asked for at all. */
  enabled: z.boolean(),
  /** Whole rupees a year. */
  amount: z.number(),
  /** The first financial year it is asked for, such as 2027-28. */
  firstYear: z.string(),
  /** Whether the admission pays the financial year of the approval, or that is asked for beside it. */
  yearOfApproval: z.enum(yearOfApprovalValues),
  /** For `extra`: a member approved in this month of a financial year (1 to 12) or later pays from the next year on; null: from the approval. */
  freeFromMonth: z.number().nullable(),
  /** From this month on members may pay the next year's subscription; null: from 1 April. */
  payableFrom: z.number().nullable(),
  reminders: z.object({ first: z.boolean(), after30: z.boolean(), after60: z.boolean(), after90: z.boolean() }),
  /** Days after which an unpaid membership counts as lapsed; null: never. */
  lapseAfterDays: z.number().nullable(),
  /** What a lapsed member keeps. */
  lapsedKeeps: z.enum(lapsedKeepsValues),
  version: z.number(),
});
export type SubscriptionSettings = z.output<typeof subscriptionSettings>;

/** `firstYear` of a change may also say who pays the year of the approval. */
export const isYearOfApproval = (text: string): text is SubscriptionSettings['yearOfApproval'] =>
  (yearOfApprovalValues as readonly string[]).includes(text);

/** A number in JSON, forms or addresses, or none: null, '' and 'null'. */
const orNone = <T extends z.ZodType>(number: T) =>
  z.union([z.null(), z.enum(['', 'null']).transform(() => null), number]);

const month = z.coerce
  .number<string | number>({ error: messages.general.option })
  .int({ error: messages.general.option })
  .min(1, { error: messages.general.option })
  .max(12, { error: messages.general.option });
const { min, max } = limits.lapseAfterDays;
const days = z.coerce
  .number<string | number>({ error: 'Please enter a number of days' })
  .int({ error: 'Please enter whole days' })
  .min(min, { error: `Please enter at least ${min} days` })
  .max(max, { error: `Please enter at most ${max} days` });

/** The changes by the office; absent fields stay. */
export const subscriptionChanges = z.object({
  enabled: flag.optional(),
  amount: z.coerce
    .number<string | number>({ error: 'Please enter the amount in rupees' })
    .int({ error: 'Please enter whole rupees' })
    .min(1, { error: 'Please enter the amount in rupees' })
    .max(limits.maxFeeRupees, { error: 'This amount is too high' })
    .optional(),
  firstYear: z
    .string({ error: 'Please enter a financial year such as 2027-28' })
    .trim()
    .refine((text) => isFinancialYear(text) || isYearOfApproval(text), {
      error: 'Please enter a financial year such as 2027-28',
    })
    .optional(),
  yearOfApproval: option(yearOfApprovalValues, messages.general.option).optional(),
  freeFromMonth: orNone(month).optional(),
  payableFrom: orNone(month).optional(),
  reminders: z
    .object({
      first: flag.optional(),
      after30: flag.optional(),
      after60: flag.optional(),
      after90: flag.optional(),
    })
    .optional(),
  lapseAfterDays: orNone(days).optional(),
  lapsedKeeps: option(lapsedKeepsValues, messages.general.option).optional(),
});
export type SubscriptionChanges = z.output<typeof subscriptionChanges>;

export const getSubscription = endpoint('GET /Payments/subscription', 'How the annual subscription is asked for', {
  power: 'money',
  response: answerOf({ data: subscriptionSettings }),
});

export const updateSubscription = endpoint(
  'PATCH /Payments/subscription',
  'Change what is sent of the annual subscription; a first year that runs is asked for at once',
  {
    power: 'full',
    body: subscriptionChanges.extend({ version: expectedVersion }),
    response: answerOf({ message: z.string(), data: subscriptionSettings }),
  },
);

export const previewSubscription = endpoint(
  'GET /Payments/subscription/preview',
  'How many members would owe the subscription of the first year, and how much in all',
  {
    power: 'money',
    query: subscriptionChanges.pick({ amount: true, firstYear: true, yearOfApproval: true, freeFromMonth: true }),
    response: answerOf({
      data: z.object({
        members: z.number(),
        /** The total in whole rupees. */
        amount: z.number(),
      }),
    }),
  },
);

export const requestUpgrade = endpoint(
  'POST /Payments/upgrade',
  'Ask for a higher membership; the difference of the fees is due',
  {
    access: ['member'],
    body: z.object({ membership: option(membershipValues, person.membership.message) }),
    response: answerOf({ message: z.string(), payment }),
  },
);

export const payNextYear = endpoint(
  'POST /Payments/nextYear',
  'Ask for the payment of the next year’s subscription before that year begins',
  { access: ['member'], response: answerOf({ message: z.string(), payment }) },
);

const sum = z.object({ count: z.number(), amount: z.number() });

export const moneyOverview = endpoint(
  'GET /Payments/overview',
  'Money received this month and this financial year, claimed, and due',
  {
    power: 'money',
    response: answerOf({
      data: z.object({
        /** The current financial year. */
        year: z.string(),
        /** Received money, including later refunds. */
        receivedThisMonth: sum,
        receivedThisYear: sum,
        claimed: sum,
        due: sum,
        /** Received, and to be sent back. */
        toReturn: sum,
      }),
    }),
  },
);
export type MoneyOverview = (typeof moneyOverview)['response']['_output']['data'];
