import { z } from 'zod';
import { letterKinds } from '#shared/contracts/letters.ts';
import { endpoint } from '#shared/endpoint.ts';
import { done, isoDate, page, pagination, recordId } from '#shared/fields.ts';
import { fileResponse } from '#shared/file-response.ts';

const success = { success: z.literal(true) };
const id = z.object({ id: recordId });

const ownCircular = z.object({
  _id: z.string(),
  number: z.string(),
  kind: z.enum(letterKinds),
  title: z.string(),
  sentAt: isoDate,
  read: z.boolean(),
  file: z.object({ name: z.string(), size: z.number() }).nullable(),
});
export type OwnCircular = z.output<typeof ownCircular>;

/** Whatever was addressed to the member, also what did not come by mail. */
export const listOwnCirculars = endpoint({
  method: 'GET',
  path: '/Circulars/list',
  access: ['member'],
  summary: 'Circulars and notices to the member, newest first',
  query: z.object({ page }),
  response: z.object({
    ...success,
    data: z.array(ownCircular),
    /** How many of all of them have not been read. */
    unread: z.number(),
    pagination,
  }),
});

export const getOwnCircular = endpoint({
  method: 'GET',
  path: '/Circulars/get/{id}',
  access: ['member'],
  summary: 'A circular or notice to the member; it is not read by that alone',
  params: id,
  response: z.object({
    ...success,
    data: ownCircular.extend({
      text: z.string(),
      /** The text as a piece of a page. */
      html: z.string(),
      meetingOn: z.string().nullable(),
    }),
  }),
});

export const ownCircularFile = endpoint({
  method: 'GET',
  path: '/Circulars/file/{id}',
  access: ['member'],
  summary: 'The file of a circular or notice to the member',
  params: id,
  response: fileResponse,
});

export const readOwnCircular = endpoint({
  method: 'PATCH',
  path: '/Circulars/read/{id}',
  access: ['member'],
  summary: 'Mark a circular or notice as read; the office sees it',
  params: id,
  response: done,
});
