import { z } from 'zod';
import { subscriptionStates } from '#shared/contracts/payments.ts';
import { endpoint, fileResponse } from '#shared/endpoint.ts';
import {
  answeredId,
  answerOf,
  byId,
  choice,
  expectedVersion,
  flag,
  isoDate,
  isoDay,
  orEmpty,
  page,
  pagination,
  requiredText,
  sentAsJson,
  withoutBreaks,
} from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { membershipValues } from '#shared/memberships.ts';
import { messages } from '#shared/messages.ts';
import { anyAssociationOffice, associationOffices } from '#shared/options.ts';
import { namesOf, wire } from '#shared/wire-schemas.ts';

const text = messages.letters;

/** A circular goes to subscribers of circulars only; a notice, of a General Body or an election, to every selected member. */
export const letterKinds = ['circular', 'notice'] as const;
export type LetterKind = (typeof letterKinds)[number];

export const letterStates = ['draft', 'scheduled', 'sending', 'stopped', 'sent'] as const;
export type LetterState = (typeof letterStates)[number];

/** The state of a recipient; `leftOut`: nothing was sent, for the given reason. */
export const mailStates = ['waiting', 'sent', 'failed', 'bounced', 'leftOut'] as const;
export type LetterMailState = (typeof mailStates)[number];

const part = z.string().trim().max(limits.lineLength);
const noneOr = <const T extends readonly [string, ...string[]]>(values: T) => z.enum(['', ...values]);

/** The recipients of a letter, by the directory's filters; '' and absent are everybody. The service checks the State. */
const filterFields = {
  state: wire('State', part.optional()),
  district: wire('District', part.optional()),
  membership: noneOr(membershipValues).optional(),
  specialisations: wire('Specialisation', part.optional()),
  standing: noneOr(subscriptionStates).optional(),
  associationOffice: wire('Association', noneOr([anyAssociationOffice, ...associationOffices]).optional()),
};
export const memberFilter = z.strictObject(filterFields);
/** Or exactly the roll of a vote. */
const letterFilter = memberFilter.extend({ vote: z.uuid().optional() });
/** The wire's names in a filter, also in a stored one. */
export const letterFilterNames = namesOf(letterFilter);
export type LetterFilter = z.output<typeof letterFilter>;

const dayOrNone = orEmpty(isoDay());

/** Its errors have the name `filter`. */
const filterField = sentAsJson(
  z
    .unknown()
    .transform((value, context) => {
      const parsed = letterFilter.safeParse(value ?? {});
      if (parsed.success) return withoutEmpty(parsed.data);
      context.addIssue({ code: 'custom', message: text.filter });
      return z.NEVER;
    })
    .meta({ type: 'string' }),
  text.filter,
  letterFilter,
);

/** Drops empty fields of a filter. */
export const withoutEmpty = (filter: LetterFilter): LetterFilter =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value));

/** '' means none. */
const meetingOn = z
  .union([z.literal(''), isoDay()], { error: text.meetingOn })
  .transform((value) => value || null)
  .optional();

const letterFields = {
  kind: choice(letterKinds, text.kind),
  title: z
    .string({ error: text.title })
    .overwrite(withoutBreaks)
    .trim()
    .min(1, { error: text.title })
    .max(limits.lineLength, { error: messages.general.tooLong }),
  text: requiredText(text.text, limits.letterLength),
  filter: filterField.optional(),
  meetingOn,
  removeFile: flag.optional(),
};
export const letterSchema = z.object(letterFields);
const letterChanges = z.object({ ...letterSchema.partial().shape, version: z.coerce.number().int().min(0) });

const files = { file: { accept: 'any', message: text.file } } as const;
const forms = { files, fieldLimit: limits.letterBytes };

const letter = z.object({
  id: answeredId,
  kind: z.enum(letterKinds),
  /** 2026/012; null before sending. */
  number: z.string().nullable(),
  title: z.string(),
  text: z.string(),
  filter: letterFilter,
  /** Its author's States, which apply if the filter names none; empty for all India. */
  states: z.array(z.string()),
  /** Of a notice: the day of the meeting. */
  meetingOn: z.string().nullable(),
  file: z.object({ name: z.string(), size: z.number() }).nullable(),
  state: z.enum(letterStates),
  /** The scheduled time. */
  at: isoDate.nullable(),
  startedAt: isoDate.nullable(),
  endedAt: isoDate.nullable(),
  /** Set for a notice that was sent later than its clear days allow. */
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
export type Letter = z.output<typeof letter>;

const answered = answerOf({ message: z.string(), circular: letter });

export const letterRecipients = endpoint(
  'GET /Letters/recipients',
  'How many members a letter to this selection reaches, and why some get no mail',
  {
    power: 'letters',
    query: z.strictObject({ ...filterFields, kind: z.enum(letterKinds).optional().default('circular') }),
    response: answerOf({
      data: z.object({
        people: z.number(),
        byMail: z.number(),
        leftOut: z.object({ noAddress: z.number(), switchedOff: z.number(), bounced: z.number() }),
      }),
      /** The number of the letter that is sent next. */
      nextNumber: z.string(),
    }),
  },
);

export const listLetters = endpoint('GET /Letters/list', 'Circulars and notices, newest first', {
  power: 'letters',
  query: z.object({
    state: noneOr(letterStates).optional().default(''),
    kind: noneOr(letterKinds).optional().default(''),
    /** Days in India on which sending began. */
    from: dayOrNone,
    until: dayOrNone,
    page,
  }),
  response: answerOf({ data: z.array(letter), pagination }),
});

export const getLetter = endpoint('GET /Letters/get/{id}', 'A circular or notice', {
  power: 'letters',
  params: byId,
  response: answerOf({ circular: letter }),
});

/** The file of a letter, also before it is sent. */
export const letterFile = endpoint('GET /Letters/file/{id}', 'The file of a circular or notice', {
  power: 'letters',
  params: byId,
  response: fileResponse,
});

export const createLetter = endpoint('POST /Letters/create', 'Write a draft', {
  power: 'letters',
  body: letterSchema,
  ...forms,
  response: answered,
});

export const updateLetter = endpoint('PATCH /Letters/update/{id}', 'Change what is sent of a draft', {
  power: 'letters',
  params: byId,
  body: letterChanges,
  ...forms,
  response: answered,
});

export const deleteLetter = endpoint('DELETE /Letters/delete/{id}', 'Delete a draft', {
  power: 'letters',
  params: byId,
});

export const sendLetter = endpoint(
  'PATCH /Letters/send/{id}',
  'Send a draft now, or at a time; its recipients are fixed when sending begins',
  {
    power: 'letters',
    needsConfirmation: true,
    params: byId,
    body: z.object({
      at: z.iso.datetime({ offset: true, error: text.at }).optional(),
      tooLate: z.literal(true).optional(),
      version: z.coerce.number().int().min(0),
    }),
    response: answered,
  },
);

const moved = {
  power: 'letters',
  params: byId,
  body: z.object({ version: expectedVersion }).optional(),
  response: answered,
} as const;

export const stopLetter = endpoint(
  'PATCH /Letters/stop/{id}',
  'Stop what is being sent; a scheduled letter is a draft again',
  moved,
);

export const resumeLetter = endpoint('PATCH /Letters/resume/{id}', 'Go on sending to those who have not got it', {
  ...moved,
  body: z.object({ tooLate: z.literal(true).optional(), version: expectedVersion }).optional(),
});

const recipient = z.object({
  id: answeredId,
  name: wire('ProsecutorName', z.string()),
  memberNumber: z.string().nullable(),
  state: wire('State', z.string()),
  /** The address it was sent to; null before, and for an erased person. */
  email: z.string().nullable(),
  mail: z.enum(mailStates),
  reason: z.string(),
  at: isoDate.nullable(),
  readAt: isoDate.nullable(),
});
export type LetterRecipient = z.output<typeof recipient>;

export const letterResults = endpoint('GET /Letters/results/{id}', 'What has become of a letter, person by person', {
  reads: { lists: 'data' },
  power: 'letters',
  params: byId,
  query: z.object({
    mail: noneOr([...mailStates, 'read'])
      .optional()
      .default(''),
    page,
  }),
  response: answerOf({ data: z.array(recipient), totals: letter.shape.counts, pagination }),
});

/** For a notice this is the service list. */
export const exportLetterResults = endpoint('GET /Letters/results/{id}/export', 'The same for everybody, as XLSX', {
  writes: 'its line in the log',
  power: 'letters',
  params: byId,
  response: fileResponse,
});

const bounded = (min: number, max: number, error: string) =>
  z.coerce.number<string | number>({ error }).int({ error }).min(min, { error }).max(max, { error });

const letterSettings = z.object({
  /** Mails per minute, of all letters. */
  perMinute: z.number(),
  /** Days between the sending of a notice and its meeting, both excluded. */
  clearDays: z.number(),
  /** Hard bounces after which circulars to an address stop. */
  bouncesUntilStop: z.number(),
  version: z.number(),
});
export type LetterSettings = z.output<typeof letterSettings>;

const settingsAnswer = answerOf({ data: letterSettings });

export const getLetterSettings = endpoint('GET /Letters/settings', 'How letters are sent', {
  power: 'full',
  response: settingsAnswer,
});

export const letterSettingsChanges = z.object({
  perMinute: bounded(1, 6_000, text.perMinute).optional(),
  clearDays: bounded(0, 90, text.clearDays).optional(),
  bouncesUntilStop: bounded(1, 20, text.bouncesUntilStop).optional(),
  version: expectedVersion,
});

export const updateLetterSettings = endpoint('PATCH /Letters/settings', 'Change what is sent of how letters are sent', {
  power: 'full',
  body: letterSettingsChanges,
  response: settingsAnswer.extend({ message: z.string() }),
});
