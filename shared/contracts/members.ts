import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import {
  done,
  email,
  expectedVersion,
  filter,
  flag,
  isoDate,
  mobile,
  option,
  optionalLetters,
  optionalText,
  page,
  pagination,
  recordId,
  requiredLetters,
  requiredText,
  requiredYears,
} from '#shared/fields.ts';
import { fileResponse } from '#shared/file-response.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import {
  associationOffices,
  contributions,
  genders,
  interests,
  internationalChoices,
  mailStates,
  membershipValues,
  organizationAliases,
  organizationPositions,
  othersOption,
  paymentStatuses,
  registrationStatuses,
} from '#shared/options.ts';

const text = messages.registration;

/** A form leaves an untouched select empty; that means 'not given'. */
const optionalOption = <const T extends readonly [string, ...string[]]>(values: T) =>
  z
    .union([z.literal(''), option(values, messages.general.option)], { error: messages.general.option })
    .optional()
    .default('');

/** Both spellings of a position arrive; one is kept. */
const inOneSpelling = (value: unknown) =>
  typeof value === 'string' && Object.hasOwn(organizationAliases, value) ? organizationAliases[value] : value;
const organization = z.preprocess(inOneSpelling, optionalOption(organizationPositions));

/** One part of a form with a single choice comes as text, with several as a list. Messages stand at the list. */
const specialisations = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z
    .array(z.string({ error: text.Specialisation }), { error: text.Specialisation })
    .transform((list) => [...new Set(list.map((entry) => entry.trim()).filter((entry) => entry !== ''))])
    .refine((list) => list.length > 0, { error: text.Specialisation })
    .refine((list) => list.length <= limits.specialisations, { error: messages.general.tooLong })
    .refine((list) => list.every((entry) => entry.length <= limits.lineLength), { error: messages.general.tooLong }),
);

/** The date (UTC) on which somebody born on `date` comes of age has passed. */
function isAdult(date: string): boolean {
  const now = new Date();
  const latest = new Date(Date.UTC(now.getUTCFullYear() - limits.adultYears, now.getUTCMonth(), now.getUTCDate()));
  return new Date(`${date}T00:00:00Z`) <= latest;
}

const dateOfBirth = z
  .string({ error: text.DateofBirth })
  .min(1, { error: text.DateofBirth })
  .pipe(z.iso.date({ error: text.DateofBirth }))
  .refine((date) => date >= limits.firstDate, { error: text.DateofBirth })
  .refine(isAdult, { error: text.adult });

/** Everything a person says of himself, in the names of the wire. */
const personFields = {
  ProsecutorName: requiredLetters(text.ProsecutorName),
  Gender: option(genders, text.Gender),
  mobile_no: mobile(text.mobile_no, text.mobileFormat),
  DateofBirth: dateOfBirth,
  Designation: optionalLetters(),
  Organization: organization,
  OrganizationotherRole: optionalText(),
  Association: optionalOption(associationOffices),
  AssociationotherRole: optionalText(),
  Practice: requiredLetters(text.Practice, limits.lineLength),
  councilMembership: requiredText(text.councilMembership, 60),
  years_Expirence: requiredYears(text.years_Expirence),
  years_Recruitment: requiredYears(text.years_Recruitment),
  Interest: option(interests, text.Interest),
  InterestotherRole: optionalText(),
  Contribution: option(contributions, text.Contribution),
  ContributionotherRole: optionalText(),
  Specialisation: specialisations,
  SpecialisationotherRole: optionalText(),
  International: option(internationalChoices, text.International),
  State: requiredText(text.State, limits.placeLength),
  District: requiredText(text.District, limits.placeLength),
  SubDistrict: requiredText(text.SubDistrict, limits.placeLength),
};

type OtherRolePair = [choice: string, other: string, message: string];
const otherRoles: OtherRolePair[] = [
  ['Organization', 'OrganizationotherRole', text.OrganizationotherRole],
  ['Interest', 'InterestotherRole', text.InterestotherRole],
  ['Contribution', 'ContributionotherRole', text.ContributionotherRole],
];

/** Adds the rules that look at two fields; they run even when other fields fail, so that all messages come at once. */
function withOtherRoles<T extends z.ZodObject>(schema: T): T {
  return otherRoles.reduce<T>(
    (current, [choice, other, error]) =>
      current.refine(
        (value: Record<string, unknown>) => value[choice] !== othersOption || String(value[other] ?? '').trim() !== '',
        { path: [other], error, when: ({ value }) => typeof value === 'object' && value !== null },
      ),
    schema,
  );
}

const membership = option(membershipValues, text.membership);
const emailAddress = email(text.email, text.emailFormat);

/** Body of a registration, by the applicant and by the office alike (only the required files differ). */
export const registrationSchema = withOtherRoles(
  z.object({ membership, email: emailAddress, ...personFields, termsVersion: optionalText(40) }),
);
export type RegistrationInput = z.input<typeof registrationSchema>;
export type Registration = z.output<typeof registrationSchema>;

const visibility = {
  hideEmail: flag.optional(),
  hideMobile: flag.optional(),
  hideEntry: flag.optional(),
};

/** The office's correction of a record; `email` absent: unchanged. */
export const officeEditSchema = withOtherRoles(
  z.object({ ...personFields, ...visibility, email: emailAddress.optional(), version: expectedVersion }),
);
/** A member's own edit: Organization is required, the e-mail is not his to change. */
export const selfEditSchema = withOtherRoles(
  z.object({
    ...personFields,
    ...visibility,
    Organization: z.preprocess(inOneSpelling, option(organizationPositions, text.Organization)),
    version: expectedVersion,
  }),
);
export type SelfEditInput = z.input<typeof selfEditSchema>;
export type OfficeEditInput = z.input<typeof officeEditSchema>;
export type MemberEdit = z.output<typeof officeEditSchema>;

/** What members see of each other; a hidden e-mail or mobile number is absent. */
export const directoryEntry = z.strictObject({
  _id: z.string(),
  membership: z.string(),
  ProsecutorName: z.string(),
  profile_Pic: z.string().nullable(),
  Designation: z.string(),
  Organization: z.string(),
  OrganizationotherRole: z.string(),
  Practice: z.string(),
  State: z.string(),
  District: z.string(),
  SubDistrict: z.string(),
  Specialisation: z.array(z.string()),
  /** What 'Others' among them stands for. */
  SpecialisationotherRole: z.string(),
  email: z.string().optional(),
  mobile_no: z.string().optional(),
});
export type DirectoryEntry = z.output<typeof directoryEntry>;

const personRecord = {
  _id: z.string(),
  createdAt: isoDate,
  membership: z.string(),
  ProsecutorName: z.string(),
  Gender: z.string(),
  email: z.string(),
  mobile_no: z.string(),
  DateofBirth: z.string(),
  Designation: z.string(),
  Organization: z.string(),
  OrganizationotherRole: z.string(),
  Association: z.string(),
  AssociationotherRole: z.string(),
  Practice: z.string(),
  councilMembership: z.string(),
  years_Expirence: z.string(),
  years_Recruitment: z.string(),
  Interest: z.string(),
  InterestotherRole: z.string(),
  Contribution: z.string(),
  ContributionotherRole: z.string(),
  Specialisation: z.array(z.string()),
  SpecialisationotherRole: z.string(),
  International: z.string(),
  State: z.string(),
  District: z.string(),
  SubDistrict: z.string(),
  /** Address under `/api` that answers only to a token with the right; null without a file. */
  document: z.string().nullable(),
  profile_Pic: z.string().nullable(),
  payment_status: z.string(),
  status: z.string(),
  reference: z.string(),
  /** Given at the first approval. */
  memberNumber: z.string().nullable(),
  hideEmail: z.boolean(),
  hideMobile: z.boolean(),
  hideEntry: z.boolean(),
  consent: z.object({ version: z.string(), at: isoDate, givenTo: z.enum(['website', 'office']) }),
  erasureRequestedAt: isoDate.nullable(),
  version: z.number(),
};

/** A member's own record. */
export const ownRecord = z.object({ ...personRecord, mustChangePassword: z.boolean() });
export type OwnRecord = z.output<typeof ownRecord>;

/** A record as the office sees it. */
export const officeRecord = z.object({
  ...personRecord,
  screenShot: z.string().nullable(),
  utr: z.string(),
  paymentSentAt: isoDate.nullable(),
  approvedAt: isoDate.nullable(),
  decidedAt: isoDate.nullable(),
  rejectionReason: z.string(),
});
export type OfficeRecord = z.output<typeof officeRecord>;

const registrationFiles = {
  document: { accept: 'any', message: text.document, requiredFor: ['public'] },
  profile_Pic: { accept: 'image', message: text.profile_Pic, requiredFor: ['public'] },
} as const;

/** Registers an applicant; by an administrator: Add Prosecutor. */
export const registerMember = endpoint({
  method: 'POST',
  path: '/Directory/Create',
  access: ['public', 'admin'],
  summary: 'Register as a member',
  body: registrationSchema,
  files: registrationFiles,
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    directory: z.object({ _id: z.string(), reference: z.string() }),
  }),
});

export const uploadPaymentScreenshot = endpoint({
  method: 'PATCH',
  path: '/Directory/updatePaymentScreenshot/{id}',
  access: ['public', 'admin'],
  summary: 'Send the proof of payment of a registration',
  params: z.object({ id: recordId }),
  body: z.object({ utr: optionalText(limits.utrLength) }),
  files: { Screenshot: { accept: 'image', message: text.Screenshot, requiredFor: ['public', 'admin'] } },
  response: done,
});

/** The payment step; tells nothing personal. `state` closed: accepted, decided or rejected. */
export const getRegistration = endpoint({
  method: 'GET',
  path: '/Directory/registration/{id}',
  access: ['public'],
  summary: 'What the payment step shows of a registration',
  params: z.object({ id: recordId }),
  response: z.object({
    success: z.literal(true),
    data: z.object({
      _id: z.string(),
      reference: z.string(),
      membership: z.string(),
      /** Whole rupees. */
      fee: z.number(),
      state: z.enum(['payment_due', 'payment_sent', 'closed']),
    }),
  }),
});

export const updateMember = endpoint({
  method: 'PATCH',
  path: '/Directory/updateDirectory/{id}',
  access: ['member', 'admin'],
  summary: 'Change a record: the own one, or any by the office',
  params: z.object({ id: recordId }),
  body: officeEditSchema,
  variants: { member: selfEditSchema },
  files: {
    document: { accept: 'any', message: text.document },
    profile_Pic: { accept: 'image', message: text.profile_Pic },
  },
  response: done,
});

export const getOwnRecord = endpoint({
  method: 'GET',
  path: '/Directory/getbyid',
  access: ['member'],
  summary: "The member's own record",
  response: z.object({ success: z.literal(true), data: ownRecord }),
});

export const directoryQuery = z.object({
  State: filter,
  District: filter,
  SubDistrict: filter,
  ProsecutorName: filter,
  Specialisation: filter,
  membership: filter,
  /** For the office only: who has asked for erasure, whatever the record's status, longest waiting first. */
  erasure: z.enum(['', 'asked']).optional().default(''),
  page,
});

const directoryPage = <T extends z.ZodType>(entry: T) =>
  z.object({ success: z.literal(true), data: z.array(entry), pagination });

/** Members get entries and nothing else: anything more in an answer is an error, not a leak. */
export const searchDirectory = endpoint({
  method: 'GET',
  path: '/Directory/searchDirectory',
  access: ['member', 'admin'],
  summary: 'Approved members, by place, name, specialisation and tier; for the office also who asked for erasure',
  query: directoryQuery,
  response: directoryPage(z.union([officeRecord, directoryEntry])),
  responses: { member: directoryPage(directoryEntry), admin: directoryPage(officeRecord) },
});

export const exportDirectory = endpoint({
  method: 'GET',
  path: '/Directory/export',
  access: ['admin'],
  summary: 'The filtered directory as CSV or XLSX; each export is logged',
  query: directoryQuery.omit({ page: true }).extend({ format: z.enum(['csv', 'xlsx']) }),
  response: fileResponse,
});

/** `membership` begins with Patron, `payment` with what nothing has been sent for; a dash turns an order round. */
export const registrationSorts = [
  'newest',
  'oldest',
  'name',
  '-name',
  'membership',
  '-membership',
  'payment',
  '-payment',
] as const;
export type RegistrationSort = (typeof registrationSorts)[number];

export const listRegistrations = endpoint({
  method: 'GET',
  path: '/Directory/getbyStatus',
  access: ['admin'],
  summary: 'Registrations of one status, newest first',
  query: z.object({
    status: option(registrationStatuses, messages.general.option),
    page,
    /** Part of the name, e-mail, mobile number, reference or UTR. */
    search: filter,
    membership: filter,
    State: filter,
    payment: z
      .union([z.literal(''), option(paymentStatuses, messages.general.option), z.literal('none')])
      .optional()
      .default(''),
    sort: z.enum(registrationSorts).optional().default('newest'),
  }),
  response: z.object({
    success: z.literal(true),
    data: z.array(officeRecord),
    pagination,
    /** All registrations of each status, whatever the list is narrowed to. */
    counts: z.record(z.enum(registrationStatuses), z.number()),
  }),
});

/** Everything the review dialog shows beside the record. */
export const reviewRegistration = endpoint({
  method: 'GET',
  path: '/Directory/review/{id}',
  access: ['admin'],
  summary: 'One record with warnings, decisions and mails',
  params: z.object({ id: recordId }),
  response: z.object({
    success: z.literal(true),
    data: officeRecord,
    /** Whole rupees: the fee of the record's tier. */
    fee: z.number(),
    warnings: z.array(
      z.object({
        kind: z.enum(['screenshot', 'utr', 'mobile', 'person']),
        message: z.string(),
        /** References of the other records. */
        references: z.array(z.string()),
      }),
    ),
    decisions: z.array(
      z.object({ at: isoDate, by: z.string(), from: z.string(), to: z.string(), action: z.string(), note: z.string() }),
    ),
    mails: z.array(
      z.object({
        _id: z.string(),
        kind: z.string(),
        to: z.string(),
        state: z.enum(mailStates),
        attempts: z.number(),
        createdAt: isoDate,
        sentAt: isoDate.nullable(),
        error: z.string(),
      }),
    ),
  }),
});

export const decideRegistration = endpoint({
  method: 'PATCH',
  path: '/Directory/updatebystatus',
  access: ['admin'],
  summary: 'Approve, reject or reopen a registration; change its tier',
  body: z.object({
    id: recordId,
    status: option(registrationStatuses, messages.general.option),
    membership: option(membershipValues, text.membership).optional(),
    reason: optionalText(1_000),
    note: optionalText(1_000),
    paymentSeen: flag.optional().default(false),
    expectedStatus: option(registrationStatuses, messages.general.option).optional(),
  }),
  response: done,
});

export const resendCredentials = endpoint({
  method: 'POST',
  path: '/Directory/resendCredentials/{id}',
  access: ['admin'],
  summary: 'Mail a new temporary password to an approved member',
  params: z.object({ id: recordId }),
  response: done,
});

export const deleteRegistration = endpoint({
  method: 'DELETE',
  path: '/Directory/deleteDirectory/{id}',
  access: ['admin'],
  summary: 'Delete a rejected record with its files',
  params: z.object({ id: recordId }),
  response: done,
});

export const dashboardCounts = endpoint({
  method: 'GET',
  path: '/Directory/dashboardCounts',
  access: ['admin'],
  summary: 'Approved members by tier, conferences, members in all',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      'Individual Member': z.number(),
      'Lifetime Member': z.number(),
      'Patron Member': z.number(),
      'Total Conferences': z.number(),
      'Total Member': z.number(),
    }),
  }),
});

export const registrationsOverview = endpoint({
  method: 'GET',
  path: '/Directory/overview',
  access: ['admin'],
  summary: 'Registrations waiting, registrations by month, members by state',
  response: z.object({
    success: z.literal(true),
    data: z.object({
      waiting: z.number(),
      oldestWaitingAt: isoDate.nullable(),
      erasureRequests: z.number(),
      /** The last twelve months in India time, oldest first; `month` is YYYY-MM. */
      byMonth: z.array(z.object({ month: z.string(), count: z.number() })),
      byState: z.array(z.object({ State: z.string(), count: z.number() })),
    }),
  }),
});

/** The scanned ID: for the office, and for its owner. */
export const memberDocument = endpoint({
  method: 'GET',
  path: '/Directory/document/{id}',
  access: ['member', 'admin'],
  summary: 'The scanned ID card of a record',
  params: z.object({ id: recordId }),
  response: fileResponse,
});

export const memberScreenshot = endpoint({
  method: 'GET',
  path: '/Directory/screenshot/{id}',
  access: ['admin'],
  summary: 'The proof of payment of a record',
  params: z.object({ id: recordId }),
  response: fileResponse,
});

/** A profile picture by its signed address, which works in an `<img>` for one to two hours. */
export const memberPicture = endpoint({
  method: 'GET',
  path: '/Directory/picture/{id}',
  access: ['public'],
  summary: 'A profile picture by its signed address',
  params: z.object({ id: recordId }),
  query: z.object({ expires: z.coerce.number().int(), signature: z.string().max(100), file: z.string().max(100) }),
  response: fileResponse,
});

export const downloadOwnData = endpoint({
  method: 'GET',
  path: '/Directory/myData',
  access: ['member'],
  summary: 'Everything the association holds on the member, as one archive',
  response: fileResponse,
});

export const requestErasure = endpoint({
  method: 'POST',
  path: '/Directory/requestErasure',
  access: ['member'],
  summary: 'Ask for erasure of the own record, or take the request back',
  body: z.object({ withdraw: flag.optional().default(false) }),
  response: done,
});
