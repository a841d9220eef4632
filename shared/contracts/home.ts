import { z } from 'zod';
import { conference } from '#shared/contracts/conferences.ts';
import { endpoint } from '#shared/endpoint.ts';
import { answerOf, isoDate } from '#shared/fields.ts';
import { membershipValues } from '#shared/memberships.ts';

/** What can wait for a member, in the order of those with the same moment. */
export const waitKinds = ['payment', 'vote', 'circular', 'conference', 'profile', 'authorisation'] as const;

const wait = z.object({
  kind: z.enum(waitKinds),
  title: z.string(),
  /** When it no longer waits; null without such a moment. */
  until: isoDate.nullable(),
  /** Of the button. */
  label: z.string(),
  path: z.string(),
});
export type Wait = z.output<typeof wait>;

const memberHome = z.object({
  name: z.string(),
  memberNumber: z.string(),
  membership: z.enum(membershipValues),
  /** The first is the most urgent. */
  waits: z.array(wait),
  /** What is owed today and later, in the request's language; null while no subscription is asked for, or where the salary pays it. */
  owed: z.string().nullable(),
  /** The next one; null without any. */
  conference: conference.nullable(),
  /** The absolute address that verifies the member card; null while that is not valid. */
  verify: z.string().nullable(),
});
export type MemberHome = z.output<typeof memberHome>;

export const getHome = endpoint('GET /Members/home', 'What waits for the member, their card and the next conference', {
  writes: 'issues the card when it is first asked for',
  access: ['member'],
  response: answerOf({ data: memberHome }),
});
