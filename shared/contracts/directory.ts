import { z } from 'zod';
import { officeRecord } from '#shared/contracts/members.ts';
import { subscriptionStates } from '#shared/contracts/payments.ts';
import { personInDirectory } from '#shared/contracts/person.ts';
import { endpoint, fileResponse } from '#shared/endpoint.ts';
import { answeredId, answerOf, byId, filter, isoDate, page, pagination } from '#shared/fields.ts';
import { wire } from '#shared/wire-schemas.ts';

/** The fields that members see of each other; a hidden e-mail or mobile number is absent. */
export const directoryEntry = z.strictObject({
  id: answeredId,
  ...personInDirectory,
  /** Not found by the text itself: the name is alike. */
  similar: z.literal(true).optional(),
});
export type DirectoryEntry = z.output<typeof directoryEntry>;

/** A record that the office has found; `similar` as above. */
const foundRecord = officeRecord.extend({ similar: z.literal(true).optional() });

const directoryQuery = z.object({
  state: wire('State', filter),
  district: wire('District', filter),
  subDistrict: wire('SubDistrict', filter),
  name: wire('ProsecutorName', filter),
  specialisations: wire('Specialisation', filter),
  membership: filter,
  /** An office of the association, or `any`. */
  associationOffice: wire('Association', filter),
  /** For the office only: people who have asked for erasure, in any status, longest waiting first. */
  erasure: z.enum(['', 'asked']).optional().default(''),
  /** For the office only: members in whose records something is missing, or the e-mail; who cannot log in yet (`login`). */
  incomplete: z.enum(['', 'true', 'email', 'login']).optional().default(''),
  /** For the office only: the status of the annual subscription. */
  standing: z
    .enum(['', ...subscriptionStates])
    .optional()
    .default(''),
  page,
});

const directoryPage = <T extends z.ZodType>(entry: T) =>
  answerOf({
    data: z.array(entry),
    /** `more`: there are more than `totalCount`, and nobody has counted how many. */
    pagination: pagination.extend({ more: z.literal(true).optional() }),
  });

/** Members get entries only: any other field in an answer is an error rather than a leak. */
export const searchDirectory = endpoint(
  'GET /Directory/searchDirectory',
  'Approved members, by place, name, specialisation, tier and office held; for the office also who asked for erasure',
  {
    writes: 'counts the pages that a member opens',
    access: ['member', 'admin'],
    reads: { lists: 'data' },
    power: 'members',
    query: directoryQuery,
    response: directoryPage(z.union([foundRecord, directoryEntry])),
    responses: { member: directoryPage(directoryEntry), admin: directoryPage(foundRecord) },
  },
);

export const exportDirectory = endpoint(
  'GET /Directory/export',
  'The filtered directory as CSV or XLSX; each export is logged',
  {
    writes: 'its line in the log',
    power: 'members',
    needsConfirmation: true,
    query: directoryQuery.omit({ page: true }).extend({ format: z.enum(['csv', 'xlsx']) }),
    response: fileResponse,
  },
);

const pages = z.object({
  opened: z.number(),
  /** The limit. */
  of: z.number(),
});

/** For the current quarter of an hour and the current day in India. */
export const directoryBudget = endpoint(
  'GET /Directory/budget/{id}',
  'How many pages of the directory a member has opened, and may open',
  { power: 'members', params: byId, response: answerOf({ data: z.object({ quarterHour: pages, day: pages }) }) },
);

export const liftBudget = endpoint(
  'PATCH /Directory/liftBudget/{id}',
  "Give a member the day's directory budget again",
  { power: 'members', params: byId },
);

/** A person whose e-mail bounces. */
const bouncedAddress = z.object({
  directory: z.object({
    id: answeredId,
    reference: z.string(),
    memberNumber: z.string().nullable(),
    name: wire('ProsecutorName', z.string()),
    state: wire('State', z.string()),
    status: z.string(),
    mobile: wire('mobile_no', z.string()),
  }),
  email: z.string(),
  times: z.number(),
  since: isoDate,
  last: isoDate,
  /** Of the last bounce. */
  reason: z.string(),
  /** Circulars are no longer sent to it. */
  stopped: z.boolean(),
});
export type BouncedAddress = z.output<typeof bouncedAddress>;

export const listBounced = endpoint(
  'GET /Directory/bounced',
  'Applicants and members at whose e-mail mails did not arrive, the latest first',
  { reads: { lists: 'data' }, power: 'members', query: z.object({ page }), response: directoryPage(bouncedAddress) },
);

export const clearBounce = endpoint(
  'PATCH /Directory/clearBounce/{id}',
  "Say that a person's e-mail address works again",
  { power: 'members', params: byId },
);
