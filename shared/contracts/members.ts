import { z } from 'zod';
import { standing } from '#shared/contracts/payments.ts';
import {
  laxPersonSchema,
  personFiles,
  personInRecord,
  personNamesIn,
  personSchema,
  shapeOf,
} from '#shared/contracts/person.ts';
import { endpoint, fileResponse } from '#shared/endpoint.ts';
import {
  answeredId,
  answerOf,
  byId,
  email,
  expectedVersion,
  flag,
  givenPassword,
  isoDate,
  language,
} from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';
import { answeredCeremony, exactlyOneProof } from '#shared/own-proof.ts';
import type { PersonName } from '#shared/person-fields.ts';
import { wire } from '#shared/wire-schemas.ts';

/** The office's correction of a record; `email` absent: unchanged. */
export const officeEditSchema = personSchema('officeEdit').safeExtend({
  version: expectedVersion,
  language: language.optional(),
});
/** A member's own edit: Organization is required, and the e-mail cannot be changed. */
export const selfEditSchema = personSchema('selfEdit').safeExtend({
  version: expectedVersion,
  language: language.optional(),
});
type OfficeEdit = z.output<typeof officeEditSchema>;
/** What either sends: the office's fields, and those that only the person has, such as to be written to by WhatsApp. */
export type MemberEdit = OfficeEdit & Partial<Omit<z.output<typeof selfEditSchema>, keyof OfficeEdit>>;
/** A change of the picture or the scanned ID alone, which checks no other field. */
const filesAloneSchema = z.object({ version: expectedVersion });
export type FilesAlone = z.output<typeof filesAloneSchema>;

type EditInput = z.input<typeof officeEditSchema> | z.input<typeof filesAloneSchema>;
/** The same for a record in which something is missing: the office enters what it has. */
export const incompleteEditSchema = laxPersonSchema('officeEdit').extend({
  version: expectedVersion,
  language: language.optional(),
});
/** The office's change before it is known whether anything is missing in the record. */
const uncheckedSchema = z.object(
  shapeOf<Record<string, z.ZodType>>(Object.keys(officeEditSchema.shape) as PersonName[], () => z.unknown().optional()),
);
const editSchema: z.ZodType<MemberEdit | FilesAlone, EditInput> = officeEditSchema;

const memberRecord = z.object({
  id: answeredId,
  createdAt: isoDate,
  /** Files are addresses under `/api` that need a token with the right to them; null without a file. */
  ...personInRecord,
  /** Fields that every new member fills in, and that a list did not have. */
  incomplete: personNamesIn(z.array(z.string())),
  paymentStatus: wire('payment_status', z.string()),
  status: z.string(),
  reference: z.string(),
  /** Given at the first approval. */
  memberNumber: z.string().nullable(),
  consent: z.object({ version: z.string(), at: isoDate, givenTo: z.enum(['website', 'office']) }),
  erasureRequestedAt: isoDate.nullable(),
  version: z.number(),
  /** In which the person is written to. */
  language,
});

/** The number of bounces of a person's current e-mail; null without any. */
const emailBounced = z.object({ times: z.number(), since: isoDate }).nullable();

/** The same for the office. */
export const officeBounced = z.object({
  times: z.number(),
  since: isoDate,
  last: isoDate,
  reason: z.string(),
  stopped: z.boolean(),
});
export type OfficeBounced = z.output<typeof officeBounced>;

/** A member's own record. */
const ownRecord = memberRecord.extend({ mustChangePassword: z.boolean(), emailBounced });
export type OwnRecord = z.output<typeof ownRecord>;

/** A record for the office. */
export const officeRecord = memberRecord.extend({
  screenshot: wire('screenShot', z.string().nullable()),
  utr: z.string(),
  paymentSentAt: isoDate.nullable(),
  approvedAt: isoDate.nullable(),
  decidedAt: isoDate.nullable(),
  rejectionReason: z.string(),
  /** The status of the annual subscription. */
  standing,
});
export type OfficeRecord = z.output<typeof officeRecord>;

export const updateMember = endpoint(
  'PATCH /Directory/updateDirectory/{id}',
  'Change a record, or with files and no other field these alone: the own one, or any by the office',
  {
    access: ['member', 'admin'],
    power: 'members',
    params: byId,
    body: editSchema,
    variants: { member: selfEditSchema, admin: uncheckedSchema },
    filesAlone: filesAloneSchema,
    files: personFiles({ member: 'selfEdit', admin: 'officeEdit' }),
  },
);

export const getOwnRecord = endpoint('GET /Directory/getbyid', "The member's own record", {
  access: ['member'],
  response: answerOf({ data: ownRecord }),
});

/** Answers in the new language. */
export const setLanguage = endpoint('PATCH /Directory/language', 'Choose the language of the own mails', {
  access: ['member'],
  choosesLanguage: true,
  body: z.object({ language }),
});

const askEmailSchema = z
  .object({
    email: email(messages.adminLogin.email, messages.adminLogin.emailFormat),
    password: givenPassword(messages.login.password).optional(),
    ...answeredCeremony,
  })
  .refine(...exactlyOneProof('password', messages.login.password));

/** Gives the same answer for an address that is taken. */
export const askEmail = endpoint(
  'PATCH /Directory/askEmail',
  'Ask for another e-mail of the own record: a link is mailed to it',
  { access: ['member'], body: askEmailSchema },
);

export const confirmEmail = endpoint(
  'PATCH /Directory/confirmEmail',
  'Confirm the e-mail to which the link was mailed: it replaces the earlier one',
  { access: ['email'] },
);

/** The scanned ID: for the office, and for its owner. */
export const memberDocument = endpoint('GET /Directory/document/{id}', 'The scanned ID card of a record', {
  access: ['member', 'admin'],
  reads: { opens: 'ID' },
  power: 'members',
  params: byId,
  response: fileResponse,
});

export const memberScreenshot = endpoint('GET /Directory/screenshot/{id}', 'The proof of payment of a record', {
  reads: { opens: 'proof' },
  power: ['members', 'money'],
  params: byId,
  response: fileResponse,
});

/** A profile picture by its signed address, for an `<img>`; valid for one to two hours. */
export const memberPicture = endpoint('GET /Directory/picture/{id}', 'A profile picture by its signed address', {
  access: ['public'],
  params: byId,
  query: z.object({ expires: z.coerce.number().int(), signature: z.string().max(100), file: z.string().max(100) }),
  response: fileResponse,
});

export const downloadOwnData = endpoint(
  'GET /Directory/myData',
  'Everything the association holds on the member, as one archive',
  { writes: 'counts how often it is made', access: ['member'], response: fileResponse },
);

export const requestErasure = endpoint(
  'POST /Directory/requestErasure',
  'Ask for erasure of the own record, or take the request back',
  { access: ['member'], body: z.object({ withdraw: flag.optional().default(false) }) },
);
