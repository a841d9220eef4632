import { z } from 'zod';
import { shownPaymentDetails } from '#shared/contracts/settings.ts';
import { endpoint } from '#shared/endpoint.ts';
import { answerOf, expectedVersion, flag, option, requiredText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { membershipValues } from '#shared/memberships.ts';
import { messages } from '#shared/messages.ts';
import { person } from '#shared/person.ts';
import { olderTexts } from '#shared/second-texts.ts';

const membership = option(membershipValues, person.membership.message);

const tierHindi = z.object({
  title: z.string().trim().normalize('NFC').max(100, { error: messages.general.tooLong }).optional(),
  heading: z.string().trim().normalize('NFC').max(limits.lineLength, { error: messages.general.tooLong }).optional(),
  benefits: z
    .array(requiredText('Please enter the benefit or remove the line', 300))
    .max(limits.benefits, { error: 'Please use fewer benefits' })
    .optional(),
});

const tier = z.object({
  /** The value in records. */
  membership,
  title: z.string(),
  /** A line under the title. */
  heading: z.string(),
  /** Whole rupees, once. */
  fee: z.number(),
  benefits: z.array(z.string()),
  /** False: no longer offered to applicants; members keep it. */
  offered: z.boolean(),
  /** The same in Hindi, where there is one. */
  hi: tierHindi,
  older: olderTexts,
  version: z.number(),
});
export type Tier = z.output<typeof tier>;

const subscriptionAhead = z.object({
  /** The financial year that is asked for with the approval; null: the admission pays it. */
  withApproval: z.string().nullable(),
  /** The day from which every year is asked for, YYYY-MM-DD. */
  from: z.string(),
  /** Whole rupees a year. */
  amount: z.number(),
});
export type SubscriptionAhead = z.output<typeof subscriptionAhead>;

/** Tiers in the order Patron, Permanent, Individual. */
export const getMemberships = endpoint('GET /Memberships/get', 'Membership tiers and where fees are paid to', {
  access: ['public'],
  response: answerOf({
    data: z.array(tier),
    payment: shownPaymentDetails,
    /** Whole rupees a year, the same for all members. */
    annualSubscription: z.number(),
    /** What somebody who joins today owes beside the admission. */
    subscription: subscriptionAhead,
    /** Whether payments can be made online. */
    online: z.boolean(),
  }),
});

export const tierSchema = z.object({
  title: requiredText(messages.readyText.title, 100),
  heading: requiredText('Please enter a short heading'),
  fee: z.coerce
    .number<string | number>({ error: 'Please enter the fee in rupees' })
    .int({ error: 'Please enter whole rupees' })
    .min(1, { error: 'Please enter the fee in rupees' })
    .max(limits.maxFeeRupees, { error: 'This fee is too high' }),
  benefits: z
    .array(requiredText('Please enter the benefit or remove the line', 300))
    .min(1, { error: 'Please enter at least one benefit' })
    .max(limits.benefits, { error: 'Please use fewer benefits' }),
  offered: flag.optional().default(true),
  hi: tierHindi.optional(),
});

export const updateTier = endpoint(
  'PATCH /Memberships/Update/{membership}',
  'Change a tier, withdraw it or offer it again',
  { power: 'full', params: z.object({ membership }), body: tierSchema.extend({ version: expectedVersion }) },
);
