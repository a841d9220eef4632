import { z } from 'zod';
import { endpoint, fileResponse } from '#shared/endpoint.ts';
import { answerOf } from '#shared/fields.ts';
import { membershipValues } from '#shared/memberships.ts';
import { wire } from '#shared/wire-schemas.ts';

const memberCard = z.object({
  name: wire('ProsecutorName', z.string()),
  memberNumber: z.string(),
  membership: z.enum(membershipValues),
  homeState: wire('State', z.string()),
  /** Address of the picture; null without one. */
  photo: z.string().nullable(),
  valid: z.boolean(),
  state: z.enum(['valid', 'left', 'lapsed']),
  /** YYYY-MM-DD; null without such a day. */
  validUntil: z.string().nullable(),
  /** The absolute address that verifies the card. */
  verify: z.string(),
});
export type MemberCard = z.output<typeof memberCard>;

const answer = answerOf({ data: memberCard });

export const ownCard = endpoint('GET /Card/mine', "The member's own card", {
  writes: 'issues the card when it is first asked for',
  access: ['member'],
  response: answer,
});

export const cardPdf = endpoint(
  'GET /Card/pdf',
  'The card as PDF: front and back in the size of a card, or on A4 to cut out',
  {
    writes: 'issues the card when it is first asked for',
    access: ['member'],
    query: z.object({ paper: z.enum(['card', 'a4'], { error: 'Please choose card or a4' }).default('card') }),
    response: fileResponse,
  },
);

export const cardPicture = endpoint('GET /Card/picture', 'The front of the card as a picture for the phone', {
  writes: 'issues the card when it is first asked for',
  access: ['member'],
  response: fileResponse,
});

export const replaceCard = endpoint('POST /Card/replace', 'Give the card a new code; the old one is no longer valid', {
  access: ['member'],
  response: answer.extend({ message: z.string() }),
});
