import { z } from 'zod';
import { subscriptionStates } from '#shared/contracts/payments.ts';
import { endpoint } from '#shared/endpoint.ts';
import {
  choice,
  done,
  expectedVersion,
  flag,
  isoDate,
  page,
  pagination,
  recordId,
  requiredText,
} from '#shared/fields.ts';
import { fileResponse } from '#shared/file-response.ts';
import { limits } from '#shared/limits.ts';
import { officeMessages } from '#shared/office-messages.ts';
import { anyAssociationOffice, associationOffices, membershipValues } from '#shared/options.ts';

const text = officeMessages.letters;
const success = { success: z.literal(true) };
const id = z.object({ id: recordId });

/** A circular is for those who want circulars by mail; a notice, of a General Body or an election, for every member of the selection. */
export const letterKinds = ['circular', 'notice'] as const;
export type LetterKind = (typeof letterKinds)[number];

export const letterStates = ['draft', 'scheduled', 'sending', 'stopped', 'sent'] as const;
export type LetterState = (typeof letterStates)[number];

/** The state of a recipient; `leftOut`: nothing was handed over to them, and the reason says why. */
export const mailStates = ['waiting', 'sent', 'failed', 'bounced', 'leftOut'] as const;
export type LetterMailState = (typeof mailStates)[number];

const part = z.string().trim().max(limits.lineLength);
const orEmpty = <const T extends readonly [string, ...string[]]>(values: T) => z.enum(['', ...values]);

/** To whom a letter goes, by the directory's filters; '' and absent are everybody. Whether there is such a State the service knows. */
const filterFields = {
  State: part.optional(),
  District: part.optional(),
  membership: orEmpty(membershipValues).optional(),
  Specialisation: part.optional(),
  standing: orEmpty(subscriptionStates).optional(),
  Association: orEmpty([anyAssociationOffice, ...associationOffices]).optional(),
};
const letterFilter = z.strictObject(filterFields);
export type LetterFilter = z.output<typeof letterFilter>;

function parsedJson(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

const dayOrNone = z
  .union([z.literal(''), z.iso.date()])
  .optional()
  .default('');

/** JSON text. Its errors are those of `filter`. */
const filterField = z
  .string({ error: text.filter })
  .max(5_000, { error: text.filter })
  .transform((value, context) => {
    const parsed = letterFilter.safeParse(value.trim() === '' ? {} : parsedJson(value));
    if (parsed.success) return withoutEmpty(parsed.data);
    context.addIssue({ code: 'custom', message: text.filter });
    return z.NEVER;
  });

/** What of a filter says anything. */
export const withoutEmpty = (filter: LetterFilter): LetterFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value));

/** '' means none. */
const meetingOn = z
  .union([z.literal(''), z.iso.date()], { error: text.meetingOn })
  .transform((value) => value || null)
  .optional();

const letterFields = {
  kind: choice(letterKinds, text.kind),
  title: requiredText(text.title, limits.lineLength),
  text: requiredText(text.text, limits.letterLength),
  filter: filterField.optional(),
  meetingOn,
  removeFile: flag.optional(),
};
export const letterSchema = z.object(letterFields);
const letterChanges = z.object({ ...letterSchema.partial().shape, version: z.coerce.number().int().min(0) });

const files = { file: { accept: 'any', message: text.file } } as const;
const forms = { files, fieldLimit: limits.letterBytes };

const circular = z.object({
  _id: z.string(),
  kind: z.enum(letterKinds),
  /** 2026/012; null before sending. */
  number: z.string().nullable(),
  title: z.string(),
  text: z.string(),
  filter: z.object(filterFields),
  /** Its author's States, which are meant where the filter names none; none is all India. */
  states: z.array(z.string()),
  /** Of a notice: the day of the meeting. */
  meetingOn: z.string().nullable(),
  file: z.object({ name: z.string(), size: z.number() }).nullable(),
  state: z.enum(letterStates),
  /** When a scheduled one is sent. */
  at: isoDate.nullable(),
  startedAt: isoDate.nullable(),
  endedAt: isoDate.nullable(),
  /** A notice that was sent later than its clear days ask for. */
  tooLate: z.object({ clearDays: z.number(), by: z.string(), at: isoDate }).nullable(),
  counts: z.object({
    people: z.number(),
    waiting: z.number(),
    sent: z.number(),
    failed: z.number(),
    bounced: z.number(),
    leftOut: z.number(),
    read: z.number(),
  }),
  /** The author's e-mail. */
  by: z.string(),
  version: z.number(),
  createdAt: isoDate,
});
export type Circular = z.output<typeof circular>;

const answered = z.object({ ...success, message: z.string(), circular });

export const letterRecipients = endpoint({
  method: 'GET',
  path: '/Letters/recipients',
  access: ['admin'],
  power: 'letters',
  summary: 'How many members a letter to this selection reaches, and why some get no mail',
  query: z.strictObject({ ...filterFields, kind: z.enum(letterKinds).optional().default('circular') }),
  response: z.object({
    ...success,
    data: z.object({
      people: z.number(),
      byMail: z.number(),
      leftOut: z.object({ switchedOff: z.number(), bounced: z.number() }),
    }),
  }),
});

export const listLetters = endpoint({
  method: 'GET',
  path: '/Letters/list',
  access: ['admin'],
  power: 'letters',
  summary: 'Circulars and notices, newest first',
  query: z.object({
    state: orEmpty(letterStates).optional().default(''),
    kind: orEmpty(letterKinds).optional().default(''),
    /** Days in India between which sending began. */
    from: dayOrNone,
    until: dayOrNone,
    page,
  }),
  response: z.object({ ...success, data: z.array(circular), pagination }),
});

export const getLetter = endpoint({
  method: 'GET',
  path: '/Letters/get/{id}',
  access: ['admin'],
  power: 'letters',
  summary: 'A circular or notice',
  params: id,
  response: z.object({ ...success, circular }),
});

/** The file of a letter, also before it is sent. */
export const letterFile = endpoint({
  method: 'GET',
  path: '/Letters/file/{id}',
  access: ['admin'],
  power: 'letters',
  summary: 'The file of a circular or notice',
  params: id,
  response: fileResponse,
});

export const createLetter = endpoint({
  method: 'POST',
  path: '/Letters/create',
  access: ['admin'],
  power: 'letters',
  summary: 'Write a draft',
  body: letterSchema,
  ...forms,
  response: answered,
});

export const updateLetter = endpoint({
  method: 'PATCH',
  path: '/Letters/update/{id}',
  access: ['admin'],
  power: 'letters',
  summary: 'Change what is sent of a draft',
  params: id,
  body: letterChanges,
  ...forms,
  response: answered,
});

export const deleteLetter = endpoint({
  method: 'DELETE',
  path: '/Letters/delete/{id}',
  access: ['admin'],
  power: 'letters',
  summary: 'Delete a draft',
  params: id,
  response: done,
});

export const sendLetter = endpoint({
  method: 'PATCH',
  path: '/Letters/send/{id}',
  access: ['admin'],
  power: 'letters',
  needsConfirmation: true,
  summary: 'Send a draft now, or at a time; its recipients are fixed when sending begins',
  params: id,
  body: z.object({
    at: z.iso.datetime({ offset: true, error: text.at }).optional(),
    tooLate: z.literal(true).optional(),
    version: z.coerce.number().int().min(0),
  }),
  response: answered,
});

const moved = {
  method: 'PATCH',
  access: ['admin'],
  power: 'letters',
  params: id,
  body: z.object({ version: expectedVersion }).optional(),
  response: answered,
} as const;

export const stopLetter = endpoint({
  ...moved,
  path: '/Letters/stop/{id}',
  summary: 'Stop what is being sent; a scheduled letter is a draft again',
});

export const resumeLetter = endpoint({
  ...moved,
  path: '/Letters/resume/{id}',
  summary: 'Go on sending to those who have not got it',
});

const recipient = z.object({
  _id: z.string(),
  ProsecutorName: z.string(),
  memberNumber: z.string().nullable(),
  State: z.string(),
  /** To which it was handed over; null before, and of an erased person. */
  email: z.string().nullable(),
  mail: z.enum(mailStates),
  reason: z.string(),
  at: isoDate.nullable(),
  readAt: isoDate.nullable(),
});
export type LetterRecipient = z.output<typeof recipient>;

export const letterResults = endpoint({
  method: 'GET',
  path: '/Letters/results/{id}',
  access: ['admin'],
  reads: { lists: 'data' },
  power: 'letters',
  summary: 'What has become of a letter, person by person',
  params: id,
  query: z.object({
    mail: orEmpty([...mailStates, 'read'])
      .optional()
      .default(''),
    page,
  }),
  response: z.object({ ...success, data: z.array(recipient), totals: circular.shape.counts, pagination }),
});

/** Of a notice this is the service list. */
export const exportLetterResults = endpoint({
  method: 'GET',
  path: '/Letters/results/{id}/export',
  writes: 'its line in the log',
  access: ['admin'],
  power: 'letters',
  summary: 'The same for everybody, as XLSX',
  params: id,
  response: fileResponse,
});

const bounded = (min: number, max: number, error: string) =>
  z.coerce.number<string | number>({ error }).int({ error }).min(min, { error }).max(max, { error });

const letterSettings = z.object({
  /** Mails of all letters in any 60 seconds. */
  perMinute: z.number(),
  /** Between the day on which a notice is sent and that of its meeting, neither of them counted. */
  clearDays: z.number(),
  /** Hard bounces after which circulars to an address stop. */
  bouncesUntilStop: z.number(),
  version: z.number(),
});
export type LetterSettings = z.output<typeof letterSettings>;

const settingsAnswer = z.object({ ...success, data: letterSettings });

export const getLetterSettings = endpoint({
  method: 'GET',
  path: '/Letters/settings',
  access: ['admin'],
  power: 'full',
  summary: 'How letters are sent',
  response: settingsAnswer,
});

export const letterSettingsChanges = z.object({
  perMinute: bounded(1, 6_000, text.perMinute).optional(),
  clearDays: bounded(0, 90, text.clearDays).optional(),
  bouncesUntilStop: bounded(1, 20, text.bouncesUntilStop).optional(),
  version: expectedVersion,
});

export const updateLetterSettings = endpoint({
  method: 'PATCH',
  path: '/Letters/settings',
  access: ['admin'],
  power: 'full',
  summary: 'Change what is sent of how letters are sent',
  body: letterSettingsChanges,
  response: settingsAnswer.extend({ message: z.string() }),
});
