import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { fileResponse } from '#shared/file-response.ts';
import { membershipValues } from '#shared/options.ts';

const memberCard = z.object({
  ProsecutorName: z.string(),
  memberNumber: z.string(),
  membership: z.enum(membershipValues),
  State: z.string(),
  /** Address of the picture; null without one. */
  photo: z.string().nullable(),
  valid: z.boolean(),
  state: z.enum(['valid', 'left', 'lapsed']),
  /** YYYY-MM-DD; null where no day can be named. */
  validUntil: z.string().nullable(),
  /** The whole address under which anybody can verify the card. */
  verify: z.string(),
});
export type MemberCard = z.output<typeof memberCard>;

const answer = z.object({ success: z.literal(true), data: memberCard });

export const ownCard = endpoint({
  method: 'GET',
  path: '/Card/mine',
  writes: 'issues the card when it is first asked for',
  access: ['member'],
  summary: "The member's own card",
  response: answer,
});

export const cardPdf = endpoint({
  method: 'GET',
  path: '/Card/pdf',
  writes: 'issues the card when it is first asked for',
  access: ['member'],
  summary: 'The card as PDF: front and back in the size of a card, or on A4 to cut out',
  query: z.object({ paper: z.enum(['card', 'a4'], { error: 'Please choose card or a4' }).default('card') }),
  response: fileResponse,
});

export const cardPicture = endpoint({
  method: 'GET',
  path: '/Card/picture',
  writes: 'issues the card when it is first asked for',
  access: ['member'],
  summary: 'The front of the card as a picture for the phone',
  response: fileResponse,
});

export const replaceCard = endpoint({
  method: 'POST',
  path: '/Card/replace',
  access: ['member'],
  summary: 'Give the card a new code; the old one is no longer valid',
  response: answer.extend({ message: z.string() }),
});
