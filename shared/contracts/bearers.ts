import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { done, expectedVersion, flag, optionalText, page, pagination, recordId, requiredText } from '#shared/fields.ts';
import { fileResponse } from '#shared/file-response.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { officeMessages } from '#shared/office-messages.ts';

const text = officeMessages.bearers;

/** A term of an office as everybody sees it. */
const bearer = z.object({
  _id: z.string(),
  office: z.string(),
  name: z.string(),
  /** Address of the member's picture, while both the office and the member allow it. */
  photo: z.string().nullable(),
  State: z.string(),
  /** Days as YYYY-MM-DD; `until` is inclusive, null for a term without an end. */
  from: z.string(),
  until: z.string().nullable(),
  order: z.number(),
});
export type Bearer = z.output<typeof bearer>;

/** The same with what only the office sees. */
const officeBearer = bearer.extend({
  address: z.string(),
  occupation: z.string(),
  memberNumber: z.string().nullable(),
  showPhoto: z.boolean(),
  several: z.boolean(),
  version: z.number(),
});
export type OfficeBearer = z.output<typeof officeBearer>;

const day = (message: string) => z.iso.date({ error: message });
/** Absent leaves what is there, '' and null mean none. */
const lastDay = z
  .union([z.literal(''), z.null(), day(text.until)], { error: text.until })
  .transform((value) => value || null)
  .optional();

const fields = {
  office: requiredText(text.office, limits.lineLength),
  memberNumber: optionalText(),
  name: optionalText(limits.nameLength),
  address: optionalText(limits.textLength),
  occupation: optionalText(),
  from: day(text.from),
  until: lastDay,
  order: z.coerce
    .number({ error: text.order })
    .int({ error: text.order })
    .min(1, { error: text.order })
    .max(9_999, { error: text.order })
    .optional(),
  showPhoto: flag.optional(),
  several: flag.optional(),
};
/** The order of two days and who it is are checked by the service, since a change names only a part of it. */
export const bearerSchema = z.object(fields);

const answer = z.object({ success: z.literal(true), message: z.string(), bearer: officeBearer });
const onDay = day(text.on).optional();
const id = z.object({ id: recordId });

export const listBearers = endpoint({
  method: 'GET',
  path: '/Bearers/list',
  access: ['public'],
  summary:
    'Who holds which office on a day (today), in the order of the offices; with `all` earlier terms too, newest first',
  query: z.object({ on: onDay, all: flag.optional() }),
  response: z.object({ success: z.literal(true), data: z.array(bearer) }),
});

export const bearerPhoto = endpoint({
  method: 'GET',
  path: '/Bearers/photo/{id}',
  access: ['public'],
  summary: 'The picture of an office bearer who allows it; NOT_FOUND from the moment at which it is taken back',
  params: id,
  response: fileResponse,
});

export const listAllBearers = endpoint({
  method: 'GET',
  path: '/Bearers/all',
  access: ['admin'],
  power: 'content',
  summary: 'All terms with what only the office sees: running and coming ones first, then by their end',
  query: z.object({ page }),
  response: z.object({ success: z.literal(true), data: z.array(officeBearer), pagination }),
});

export const createBearer = endpoint({
  method: 'POST',
  path: '/Bearers/create',
  access: ['admin'],
  power: 'content',
  summary:
    'Enter a term, of a member by the number or of anybody by name; OVERLAP unless `several` may hold the office',
  body: bearerSchema,
  response: answer,
});

export const updateBearer = endpoint({
  method: 'PATCH',
  path: '/Bearers/update/{id}',
  access: ['admin'],
  power: 'content',
  summary: 'Change what is sent of a term',
  params: id,
  body: z.object({
    ...bearerSchema.partial().shape,
    memberNumber: z.string().trim().max(limits.lineLength).optional(),
    name: z.string().trim().max(limits.nameLength, { error: messages.general.tooLong }).optional(),
    address: z.string().trim().max(limits.textLength, { error: messages.general.tooLong }).optional(),
    occupation: z.string().trim().max(limits.lineLength, { error: messages.general.tooLong }).optional(),
    version: expectedVersion,
  }),
  response: answer,
});

/** Ends one term and begins the next on the day after, in one step. */
export const handOverBearer = endpoint({
  method: 'POST',
  path: '/Bearers/handOver/{id}',
  access: ['admin'],
  power: 'content',
  summary: 'End a term on a day, and begin that of a successor on the next',
  params: id,
  body: z.object({
    until: day(text.until),
    memberNumber: fields.memberNumber,
    name: fields.name,
    address: fields.address,
    occupation: fields.occupation,
    showPhoto: fields.showPhoto,
    version: expectedVersion,
  }),
  response: answer,
});

/** The offices of the terms that are named are put in this order; one that is not named keeps its number. */
export const orderBearers = endpoint({
  method: 'PATCH',
  path: '/Bearers/order',
  access: ['admin'],
  power: 'content',
  summary: 'Put the offices into another order, by one term of each',
  body: z.object({ order: z.array(recordId).min(1).max(1_000) }),
  response: done,
});

export const deleteBearer = endpoint({
  method: 'DELETE',
  path: '/Bearers/delete/{id}',
  access: ['admin'],
  power: 'content',
  summary: 'Delete a term that was entered by mistake',
  params: id,
  query: z.object({ version: expectedVersion }),
  response: done,
});

/** One line of the annual list; days as YYYY-MM-DD. */
const annualRow = z.object({
  office: z.string(),
  name: z.string(),
  address: z.string(),
  occupation: z.string(),
  from: z.string(),
  until: z.string().nullable(),
});
export type AnnualRow = z.output<typeof annualRow>;

/** With a format of files the answer is the list as that file. */
export const annualList = endpoint({
  method: 'GET',
  path: '/Bearers/annualList',
  access: ['admin'],
  power: 'content',
  summary:
    'The managing body on a day (today) as the registrar of societies asks for it: names, addresses, occupations',
  query: z.object({ on: onDay, format: z.enum(['xlsx', 'csv', 'json']).optional().default('xlsx') }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      on: z.string(),
      /** Of the association with the registrar, for the letterhead; '' while the office has not entered it. */
      registrationNumber: z.string(),
      rows: z.array(annualRow),
    }),
  }),
});
