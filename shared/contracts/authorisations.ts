import { z } from 'zod';
import { endpoint, fileResponse } from '#shared/endpoint.ts';
import {
  answeredId,
  answerOf,
  byId,
  expectedVersion,
  filter,
  flag,
  isoDate,
  optionalText,
  orEmpty,
  page,
  pagination,
  recordId,
  requiredText,
} from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { wire } from '#shared/wire-schemas.ts';
import { deductions, givenMonth, officeShown, checkoffTexts as text } from './checkoff.ts';

// Consents of members to the deduction of the subscription from their salary.

export const authorisationStates = ['asked', 'confirmed', 'withdrawn', 'ended'] as const;

const authorisation = z.object({
  id: answeredId,
  state: z.enum(authorisationStates),
  /** Null: the member has named one that is in no list. */
  office: officeShown.nullable(),
  officeName: z.string(),
  employeeNumber: z.string(),
  /** Whole rupees a deduction. */
  amount: z.number(),
  /** The first month. */
  from: z.string(),
  /** The last month that is deducted, of one that was withdrawn or ended; null: none was. */
  until: z.string().nullable(),
  reason: z.string(),
  /** Whether the signed letter was sent. */
  signed: z.boolean(),
  askedAt: isoDate,
  confirmedAt: isoDate.nullable(),
});
export type Authorisation = z.output<typeof authorisation>;

export const authoriseSchema = z
  .object({
    /** Of the list; without it `officeName`. */
    officeId: recordId.optional(),
    officeName: optionalText(),
    employeeNumber: requiredText(text.employeeNumber, limits.localityLength).refine(
      (text) => text === '' || /[\p{L}\p{N}]/u.test(text),
      { error: text.employeeNumber },
    ),
  })
  .check(({ value, issues }) => {
    if (value.officeId || value.officeName !== '') return;
    issues.push({ code: 'custom', message: text.office, path: ['officeId'], input: undefined });
  });

export const authoriseDeduction = endpoint(
  'POST /Checkoff/authorise',
  'Ask to have the subscription deducted from the salary',
  {
    access: ['member'],
    body: authoriseSchema,
    response: answerOf({ message: z.string(), authorisation }),
  },
);

export const ownAuthorisation = endpoint(
  'GET /Checkoff/mine',
  'The member’s own authorisation, and earlier ones, newest first',
  {
    access: ['member'],
    response: answerOf({
      /** Whether one can be asked for now. */
      enabled: z.boolean(),
      authorisation: authorisation.nullable(),
      /** Asked beside a confirmed one, for another paying office, which ends that one when it is confirmed. */
      transfer: authorisation.nullable(),
      /** From which month, and how much a deduction, if it were asked for today; null while it cannot. */
      offer: z.object({ from: z.string(), amount: z.number(), deduction: z.enum(deductions) }).nullable(),
      history: z.array(authorisation),
    }),
  },
);

export const consentLetter = endpoint('GET /Checkoff/letter/{id}', 'The letter of consent, to print and sign', {
  access: ['member', 'admin'],
  power: 'money',
  params: byId,
  query: z.object({ language: z.enum(['en', 'hi'], { error: messages.general.option }).optional().default('en') }),
  response: fileResponse,
});

export const sendSignedLetter = endpoint('PATCH /Checkoff/signed/{id}', 'Send the signed letter of consent', {
  access: ['member'],
  params: byId,
  body: z.object({}),
  files: { file: { accept: 'any', message: text.signed, requiredFor: ['member'] } },
  response: answerOf({ message: z.string(), authorisation }),
});

export const signedLetter = endpoint('GET /Checkoff/signed/{id}', 'The signed letter of consent', {
  access: ['member', 'admin'],
  power: 'money',
  params: byId,
  response: fileResponse,
});

export const withdrawAuthorisation = endpoint(
  'PATCH /Checkoff/withdraw/{id}',
  'Withdraw an own authorisation; a confirmed one is deducted until the month before the next change takes effect',
  {
    access: ['member'],
    params: byId,
    body: z.object({}),
    response: answerOf({ message: z.string(), authorisation }),
  },
);

/** For the office; offices bound to States see who and where alone. */
const listedAuthorisation = z.object({
  name: z.string(),
  memberNumber: z.string().nullable(),
  office: officeShown.nullable(),
  state: z.enum(authorisationStates),
  id: wire('_id', z.string().optional()),
  directory: z.object({ id: wire('_id', z.string().nullable()), reference: z.string() }).optional(),
  officeName: z.string().optional(),
  employeeNumber: z.string().optional(),
  amount: z.number().optional(),
  from: z.string().optional(),
  until: z.string().nullable().optional(),
  reason: z.string().optional(),
  signed: z.boolean().optional(),
  paper: z.boolean().optional(),
  askedAt: isoDate.optional(),
  confirmedAt: isoDate.nullable().optional(),
  version: z.number().optional(),
});
export type ListedAuthorisation = z.output<typeof listedAuthorisation>;

export const listAuthorisations = endpoint(
  'GET /Checkoff/authorisations',
  'Authorisations, newest first; asked ones oldest first',
  {
    reads: { lists: 'data' },
    power: 'money',
    scope: 'ownStates',
    query: z.object({
      state: orEmpty(z.enum(authorisationStates), messages.general.option),
      officeId: orEmpty(recordId),
      homeState: wire('State', filter),
      /** Part of the name, or the whole member number or reference. */
      search: filter,
      page,
    }),
    response: answerOf({ data: z.array(listedAuthorisation), pagination }),
  },
);

export const confirmCodes = [
  'NOT_FOUND',
  'WRONG_STATE',
  'RECORD_CHANGED',
  'NO_OFFICE',
  'NOT_SIGNED',
  'NUMBER_TAKEN',
] as const;

export const confirmAuthorisations = endpoint(
  'PATCH /Checkoff/confirm',
  'Confirm authorisations whose signed letters were seen; a transfer ends the one before',
  {
    power: 'money',
    bodyLimit: 512 * 1024,
    body: z.object({
      items: z
        .array(
          z.object({
            id: recordId,
            version: expectedVersion,
            /** Where the member has named an office that was in no list. */
            officeId: recordId.optional(),
            /** The signed letter came on paper. */
            paper: flag.optional().default(false),
          }),
          { error: messages.payment.choose },
        )
        .min(1, { error: messages.payment.choose })
        .max(limits.paymentsAtOnce, { error: messages.payment.tooMany }),
      seen: z.literal(true, { error: text.seen }),
      /** Another first month than the rule's, with the reason. */
      from: givenMonth.optional(),
      reason: optionalText(limits.reasonLength),
    }),
    response: answerOf({
      message: z.string(),
      confirmed: z.number(),
      left: z.array(z.object({ id: z.string(), code: z.enum(confirmCodes), message: z.string() })),
    }),
  },
);

export const endAuthorisation = endpoint(
  'PATCH /Checkoff/end',
  'End an authorisation with the last month that is deducted: somebody was suspended, has retired or left',
  {
    power: 'money',
    body: z.object({
      id: recordId,
      reason: requiredText(messages.payment.reason, limits.reasonLength),
      month: givenMonth,
    }),
    response: answerOf({ message: z.string(), authorisation: listedAuthorisation }),
  },
);
