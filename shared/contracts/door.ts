import { z } from 'zod';
import { participationStates } from '#shared/contracts/participations.ts';
import { endpoint } from '#shared/endpoint.ts';
import { answeredId, answerOf, byId, isoDate } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { wire } from '#shared/wire-schemas.ts';

export const doorList = endpoint(
  'GET /Conference/doorList/{id}',
  'Everybody who is registered or waits, for the phone at the door; or what has changed since a moment',
  {
    power: 'members',
    scope: 'allIndia',
    params: byId,
    query: z.object({
      /** The `at` of an earlier answer: returns only changes since then. */
      since: z.union([z.literal(''), z.iso.datetime({ offset: true })], { error: messages.general.wrong }).optional(),
    }),
    response: answerOf({
      /** The moment of the answer, by the server's clock. */
      at: isoDate,
      /** With `since`: ids that are no longer on the list. */
      gone: z.array(z.string()),
      conference: z.object({
        id: answeredId,
        title: wire('WebinarName', z.string()),
        startsAt: wire('MeetingDate', isoDate),
        endsAt: isoDate.nullable(),
      }),
      data: z.array(
        z.object({
          id: answeredId,
          /** SHA-256 of the code, in lower-case hex; '' for waiting people. */
          code: z.string(),
          /** The same of codes from before two records or requests of the person became one. */
          otherCodes: z.array(z.string()).optional(),
          name: z.string(),
          memberNumber: z.string().nullable(),
          homeState: wire('State', z.string()),
          /** A small JPEG as data URL, if the member's card shows it. */
          photo: z.string().nullable(),
          state: z.enum(participationStates),
          checkedInAt: isoDate.nullable(),
        }),
      ),
    }),
  },
);
export type DoorEntry = z.output<typeof doorList.response>['data'][number];

const checkInCodes = ['ALREADY', 'NOT_FOUND', 'WRONG_STATE', 'BAD_TIME'] as const;

/** People are named by participation id or QR code. The scans' moments decide, not their order of upload. */
export const checkIn = endpoint('PATCH /Conference/checkIn/{id}', 'Check people in at the door, or undo that', {
  power: 'members',
  scope: 'allIndia',
  params: byId,
  bodyLimit: 4 * 1024 * 1024,
  body: z.object({
    items: z
      .array(
        z.object({
          participationId: z.string().max(100).optional(),
          code: z.string().max(1_000).optional(),
          at: z.string().max(100).optional(),
          undo: z.boolean().optional(),
        }),
        { error: messages.general.missing },
      )
      .min(1, { error: messages.general.missing })
      .max(limits.checkInsAtOnce, { error: `Please send at most ${limits.checkInsAtOnce} at once` }),
  }),
  response: answerOf({
    checkedIn: z.number(),
    undone: z.number(),
    left: z.array(
      z.object({
        /** Index in the sent list, from 0. */
        index: z.number(),
        participationId: z.string().nullable(),
        code: z.enum(checkInCodes),
        message: z.string(),
      }),
    ),
  }),
});
