import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { membershipValues } from '#shared/memberships.ts';
import { paymentPurposes } from '#shared/options.ts';
import { wire } from '#shared/wire-schemas.ts';

const receipt = z.object({
  kind: z.literal('receipt'),
  /** True only for a genuine one. */
  valid: z.boolean(),
  state: z.enum(['genuine', 'cancelled', 'refunded']),
  number: z.string(),
  /** YYYY-MM-DD. */
  date: z.string(),
  /** Whole rupees. */
  amount: z.number(),
  purpose: z.enum(paymentPurposes),
  /** Financial year of an annual subscription; null for the others. */
  period: z.string().nullable(),
  /** Only the first letters: `A*** R***`. */
  name: z.string(),
});

const validMember = z.object({
  kind: z.literal('member'),
  valid: z.literal(true),
  state: z.literal('valid'),
  name: z.string(),
  memberNumber: z.string(),
  membership: z.enum(membershipValues),
  homeState: wire('State', z.string()),
  /** Address of the picture; null unless the member shows it. */
  photo: z.string().nullable(),
  /** YYYY-MM-DD; null unless the member shows it. */
  paidUntil: z.string().nullable(),
});

/** An invalid card has no name. */
const otherMember = z.object({
  kind: z.literal('member'),
  valid: z.literal(false),
  state: z.enum(['replaced', 'left', 'lapsed']),
});

const certificateFacts = {
  kind: z.literal('certificate'),
  number: z.string(),
  /** The last day of the conference, YYYY-MM-DD. */
  date: z.string(),
};

const validCertificate = z.object({
  ...certificateFacts,
  valid: z.literal(true),
  state: z.literal('genuine'),
  /** The full name: the holder shows it on purpose. */
  name: z.string(),
  conference: z.string(),
});

/** An invalid one has no name. */
const otherCertificate = z.object({
  ...certificateFacts,
  valid: z.literal(false),
  state: z.enum(['cancelled', 'erased']),
});

export type Verified =
  | z.output<typeof validCertificate>
  | z.output<typeof otherCertificate>
  | z.output<typeof receipt>
  | z.output<typeof validMember>
  | z.output<typeof otherMember>;

const success = { success: z.literal(true) };

/** What a code says about a receipt, a member card or a certificate. Tries of unknown codes are limited. */
export const verifyCode = endpoint(
  'GET /Verify/{code}',
  'Whether a receipt, a member card or a certificate of participation is genuine',
  {
    writes: 'counts unknown codes',
    access: ['public'],
    params: z.object({ code: z.string() }),
    response: z.union([
      receipt.extend(success),
      validMember.extend(success),
      otherMember.extend(success),
      validCertificate.extend(success),
      otherCertificate.extend(success),
    ]),
  },
);
