import { z } from 'zod';
import { endpoint, fileResponse } from '#shared/endpoint.ts';
import {
  answeredId,
  answerOf,
  byId,
  expectedVersion,
  flag,
  isoDay,
  optionalText,
  page,
  pagination,
  recordId,
  requiredText,
} from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { wire } from '#shared/wire-schemas.ts';

const text = messages.bearers;

/** The public fields of a term. */
const bearer = z.object({
  id: answeredId,
  office: z.string(),
  name: z.string(),
  /** Address of the member's picture, while both the office and the member allow it. */
  photo: z.string().nullable(),
  state: wire('State', z.string()),
  /** Days as YYYY-MM-DD; `until` is inclusive, null for a term without an end. */
  from: z.string(),
  until: z.string().nullable(),
  order: z.number(),
});
export type Bearer = z.output<typeof bearer>;

/** The same with the office's fields. */
const officeBearer = bearer.extend({
  address: z.string(),
  occupation: z.string(),
  memberNumber: z.string().nullable(),
  showPhoto: z.boolean(),
  several: z.boolean(),
  version: z.number(),
});
export type OfficeBearer = z.output<typeof officeBearer>;

/** Absent leaves it unchanged, '' and null mean none. */
const lastDay = z
  .union([z.literal(''), z.null(), isoDay(text.until)], { error: text.until })
  .transform((value) => value || null)
  .optional();

const fields = {
  office: requiredText(text.office, limits.lineLength),
  memberNumber: optionalText(),
  name: optionalText(limits.nameLength),
  address: optionalText(limits.textLength),
  occupation: optionalText(),
  from: isoDay(text.from),
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
/** The service checks the holder and the order of the two days, since a change may contain only one. */
export const bearerSchema = z.object(fields);

const answer = answerOf({ message: z.string(), bearer: officeBearer });
const onDay = isoDay(text.on).optional();

export const listBearers = endpoint(
  'GET /Bearers/list',
  'Who holds which office on a day (today), in the order of the offices; with `all` earlier terms too, newest first',
  {
    access: ['public'],
    query: z.object({ on: onDay, all: flag.optional() }),
    response: answerOf({ data: z.array(bearer) }),
  },
);

export const bearerPhoto = endpoint(
  'GET /Bearers/photo/{id}',
  'The picture of an office bearer who allows it; NOT_FOUND from the moment at which it is taken back',
  { access: ['public'], params: byId, response: fileResponse },
);

export const listAllBearers = endpoint(
  'GET /Bearers/all',
  'All terms with what only the office sees: running and coming ones first, then by their end',
  { power: 'content', query: z.object({ page }), response: answerOf({ data: z.array(officeBearer), pagination }) },
);

export const createBearer = endpoint(
  'POST /Bearers/create',
  'Enter a term, of a member by the number or of anybody by name; OVERLAP unless `several` may hold the office',
  { power: 'content', body: bearerSchema, response: answer },
);

export const updateBearer = endpoint('PATCH /Bearers/update/{id}', 'Change what is sent of a term', {
  power: 'content',
  params: byId,
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

/** Ends one term and begins the next on the following day, in one step. */
export const handOverBearer = endpoint(
  'POST /Bearers/handOver/{id}',
  'End a term on a day, and begin that of a successor on the next',
  {
    power: 'content',
    params: byId,
    body: z.object({
      until: isoDay(text.until),
      memberNumber: fields.memberNumber,
      name: fields.name,
      address: fields.address,
      occupation: fields.occupation,
      showPhoto: fields.showPhoto,
      version: expectedVersion,
    }),
    response: answer,
  },
);

/** Reorders the offices of the given terms; the others keep their numbers. */
export const orderBearers = endpoint(
  'PATCH /Bearers/order',
  'Put the offices into another order, by one term of each',
  { power: 'content', body: z.object({ order: z.array(recordId).min(1).max(1_000) }) },
);

export const deleteBearer = endpoint('DELETE /Bearers/delete/{id}', 'Delete a term that was entered by mistake', {
  power: 'content',
  params: byId,
  query: z.object({ version: expectedVersion }),
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

/** With a file format the answer is the list as a file. */
export const annualList = endpoint(
  'GET /Bearers/annualList',
  'The managing body on a day (today) as the registrar of societies asks for it: names, addresses, occupations',
  {
    power: 'content',
    query: z.object({ on: onDay, format: z.enum(['xlsx', 'csv', 'json']).optional().default('xlsx') }),
    response: answerOf({
      data: z.object({
        on: z.string(),
        /** The association's number with the registrar, for the letterhead; '' until the office has entered it. */
        registrationNumber: z.string(),
        rows: z.array(annualRow),
      }),
    }),
  },
);
