import { z } from 'zod';
import { letterKinds } from '#shared/contracts/letters.ts';
import { endpoint, fileResponse } from '#shared/endpoint.ts';
import { answeredId, answerOf, byId, isoDate, page, pagination } from '#shared/fields.ts';

const ownLetter = z.object({
  id: answeredId,
  number: z.string(),
  kind: z.enum(letterKinds),
  title: z.string(),
  sentAt: isoDate,
  read: z.boolean(),
  file: z.object({ name: z.string(), size: z.number() }).nullable(),
});
export type OwnLetter = z.output<typeof ownLetter>;

/** All letters to the member, also those that did not come by mail. */
export const listOwnLetters = endpoint('GET /Circulars/list', 'Circulars and notices to the member, newest first', {
  access: ['member'],
  query: z.object({ page }),
  response: answerOf({
    data: z.array(ownLetter),
    /** The number of all unread ones. */
    unread: z.number(),
    pagination,
  }),
});

export const getOwnLetter = endpoint(
  'GET /Circulars/get/{id}',
  'A circular or notice to the member; it is not read by that alone',
  {
    access: ['member'],
    params: byId,
    response: answerOf({
      data: ownLetter.extend({
        text: z.string(),
        /** The text as HTML. */
        html: z.string(),
        meetingOn: z.string().nullable(),
      }),
    }),
  },
);

export const ownLetterFile = endpoint('GET /Circulars/file/{id}', 'The file of a circular or notice to the member', {
  access: ['member'],
  params: byId,
  response: fileResponse,
});

export const readOwnLetter = endpoint(
  'PATCH /Circulars/read/{id}',
  'Mark a circular or notice as read; the office sees it',
  { access: ['member'], params: byId },
);
