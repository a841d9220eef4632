import { z } from 'zod';
import { type EndpointResponse, endpoint, fileResponse } from '#shared/endpoint.ts';
import {
  answerOf,
  byId,
  expectedVersion,
  filter,
  flag,
  isoDate,
  option,
  optionalEmail,
  optionalText,
  orEmpty,
  page,
  pagination,
  recordId,
  requiredText,
} from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { PaymentMode } from '#shared/options.ts';
import { dayOfPayment } from './payments.ts';
import { givenYear } from './receipts.ts';

// The annual subscription paid from the salary. Months are YYYY-MM, days YYYY-MM-DD, amounts rupees.

/** The messages of fields. */
export const checkoffTexts = {
  month: 'Please choose a month such as 2026-07',
  monthNumber: 'Please choose a month',
  dueDay: 'Please enter a day from 1 to 28',
  officeName: 'Please enter the name of the paying office',
  office: 'Please choose the paying office, or enter its name',
  state: 'Please choose the State of the paying office',
  strength: 'Please enter a whole number, or leave it empty',
  employeeNumber: 'Please enter your employee number as it stands on your pay slip',
  signed: 'Please choose the signed letter',
  seen: 'Please confirm that you have seen the signed letters',
  rows: 'Please choose the list, or enter its rows',
  unknownOffice: 'Please choose a paying office of the list',
  amount: 'Please enter the amount',
  row: 'Please choose a row of the list',
  letterFormat: 'Please choose pdf or xlsx',
  listFormat: 'The list for recognition is a workbook: xlsx',
};
const text = checkoffTexts;

/** Rows of one list of deductions. */
export const scheduleRowsAtMost = 5_000;

export const authorisationStates = ['asked', 'confirmed', 'withdrawn', 'ended'] as const;
export const deductions = ['yearly', 'monthly'] as const;
export const scheduleStates = ['open', 'booking', 'received', 'cancelled'] as const;
export const rowDecisions = ['leftOut', 'office', 'excess', 'book'] as const;
/** Why a row has to be looked at: the first that holds. */
export const rowReasons = [
  'STRANGER',
  'NAME_ALONE',
  'OTHER_OFFICE',
  'TWICE',
  'IN_ANOTHER_SCHEDULE',
  'NOT_CONFIRMED',
  'NOT_YET',
  'WITHDRAWN',
  'ENDED',
  'OTHER_NAME',
  'ALREADY_RECEIVED',
  'NO_DUE',
  'PAISE',
  'AMOUNT_DIFFERS',
] as const;
export type RowReason = (typeof rowReasons)[number];

/** With what a schedule is to be booked. */
export interface BookingWish {
  schedules: string[];
  lines: string[];
  receivedOn: string;
  mode: PaymentMode | 'challan' | null;
  number: string;
}

/** A month such as 2026-07. */
export const givenMonth = z.string({ error: text.month }).regex(/^20\d\d-(0[1-9]|1[0-2])$/, { error: text.month });
const monthNumber = (message: string) =>
  z.number({ error: message }).int({ error: message }).min(1, { error: message }).max(12, { error: message });

const letterTexts = z.object({
  en: z.string().trim().max(limits.textLength, { error: messages.general.tooLong }),
  hi: z.string().trim().max(limits.textLength, { error: messages.general.tooLong }),
});
export type LetterTexts = z.output<typeof letterTexts>;

export const checkoffSettingsSchema = z.object({
  enabled: z.boolean({ error: messages.general.option }),
  /** A wish of this month or an earlier one counts for the same year. */
  optionMonth: monthNumber(text.monthNumber),
  /** From this month on it is deducted. */
  effectiveMonth: monthNumber(text.monthNumber),
  deduction: option(deductions, messages.general.option),
  /** The day of the following month on which a schedule is due. */
  dueDay: z
    .number({ error: text.dueDay })
    .int({ error: text.dueDay })
    .min(1, { error: text.dueDay })
    .max(28, { error: text.dueDay }),
  /** The consent in the letter by language; '' for the usual one. */
  texts: letterTexts,
});
export type CheckoffSettings = z.output<typeof checkoffSettingsSchema>;

const settingsRecord = z.object({ ...checkoffSettingsSchema.shape, version: z.number() });
export type CheckoffSettingsRecord = z.output<typeof settingsRecord>;

export const getCheckoffSettings = endpoint(
  'GET /Checkoff/settings',
  'How the subscription is deducted from salaries',
  { power: 'money', response: answerOf({ data: settingsRecord }) },
);

export const updateCheckoffSettings = endpoint(
  'PATCH /Checkoff/settings',
  'Change how the subscription is deducted; authorisations that exist keep their month and amount',
  {
    power: 'money',
    body: z.object({ ...checkoffSettingsSchema.partial().shape, version: expectedVersion }),
    response: answerOf({ message: z.string(), data: settingsRecord }),
  },
);

const officeShown = z.object({ _id: z.string(), name: z.string(), State: z.string(), District: z.string() });
export type PayingOfficeShown = z.output<typeof officeShown>;

const office = officeShown.extend({
  ddoCode: z.string(),
  address: z.string(),
  email: z.string(),
  strength: z.number().nullable(),
  version: z.number(),
  /** Its authorisations that wait for the office, and the confirmed ones. */
  asked: z.number(),
  confirmed: z.number(),
  /** Its schedules that are not received. */
  open: z.number(),
});
export type PayingOffice = z.output<typeof office>;

export const listPayingOffices = endpoint(
  'GET /Checkoff/offices',
  'Paying offices by name; members search them by two letters at least and see name and place alone',
  {
    access: ['member', 'admin'],
    power: 'money',
    orBound: true,
    query: z.object({
      /** Part of the name, or the code. */
      search: filter,
      State: filter,
      page,
    }),
    response: answerOf({ data: z.array(office), pagination }),
    responses: { member: answerOf({ data: z.array(officeShown), pagination }) },
  },
);

export const payingOfficeSchema = z.object({
  name: requiredText(text.officeName),
  ddoCode: optionalText(limits.localityLength),
  address: optionalText(limits.textLength),
  email: optionalEmail(messages.registration.emailFormat),
  State: requiredText(text.state, limits.localityLength),
  District: optionalText(limits.localityLength),
  /** How many prosecutors serve there. */
  strength: z
    .number({ error: text.strength })
    .int({ error: text.strength })
    .min(0, { error: text.strength })
    .max(1_000_000, { error: text.strength })
    .nullable()
    .optional()
    .default(null),
});

export const createPayingOffice = endpoint('POST /Checkoff/offices', 'Add a paying office', {
  power: 'money',
  body: payingOfficeSchema,
  response: answerOf({ message: z.string(), office }),
});

export const updatePayingOffice = endpoint('PATCH /Checkoff/offices/{id}', 'Change a paying office', {
  power: 'money',
  params: byId,
  body: z.object({
    name: requiredText(text.officeName).optional(),
    ddoCode: z.string().trim().max(limits.localityLength, { error: messages.general.tooLong }).optional(),
    address: z.string().trim().max(limits.textLength, { error: messages.general.tooLong }).optional(),
    email: payingOfficeSchema.shape.email.unwrap().unwrap().optional(),
    State: requiredText(text.state, limits.localityLength).optional(),
    District: z.string().trim().max(limits.localityLength, { error: messages.general.tooLong }).optional(),
    strength: payingOfficeSchema.shape.strength.unwrap().unwrap().optional(),
    version: expectedVersion,
  }),
  response: answerOf({ message: z.string(), office }),
});

const authorisation = z.object({
  _id: z.string(),
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
      (given) => given === '' || /[\p{L}\p{N}]/u.test(given),
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
  _id: z.string().optional(),
  directory: z.object({ _id: z.string().nullable(), reference: z.string() }).optional(),
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
    orBound: true,
    query: z.object({
      state: orEmpty(z.enum(authorisationStates), messages.general.option),
      officeId: orEmpty(recordId),
      State: filter,
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

/** A row that is typed, or of a program: the amount as a number or as it is written. */
const typedRow = z.object({
  employeeNumber: z.string().trim().max(limits.localityLength, { error: messages.general.tooLong }),
  name: z.string().trim().max(limits.nameLength, { error: messages.general.tooLong }),
  amount: z.union([z.number(), z.string().max(40)], { error: text.amount }),
});
const typedRows = z
  .array(typedRow, { error: text.rows })
  .min(1, { error: text.rows })
  .max(scheduleRowsAtMost, { error: text.rows });

/** Beside a file a form sends texts. */
const rowsField = z.preprocess((given, context) => {
  if (typeof given !== 'string') return given;
  try {
    return given.trim() === '' ? undefined : (JSON.parse(given) as unknown);
  } catch {
    context.addIssue({ code: 'custom', message: text.rows });
    return z.NEVER;
  }
}, typedRows.optional());

const scheduleRow = z.object({
  row: z.number(),
  employeeNumber: z.string(),
  name: z.string(),
  /** Rupees, with paise where there are any. */
  amount: z.number(),
  /** Why it has to be looked at; of one that is left out, the office's reason. */
  reason: z.string().nullable(),
  /** The office's decision; null: as it stands. */
  as: z.enum(rowDecisions).nullable(),
  authorisation: z
    .object({
      _id: z.string(),
      state: z.enum(authorisationStates),
      office: z.string(),
      from: z.string(),
      until: z.string().nullable(),
      amount: z.number(),
    })
    .nullable(),
  directory: z.object({ _id: z.string(), ProsecutorName: z.string() }).nullable(),
  /** What it is booked to, or would be. */
  payment: z.object({ _id: z.string(), amount: z.number(), state: z.string() }).nullable(),
});
export type ScheduleRowShown = z.output<typeof scheduleRow>;

const scheduleHead = z.object({
  _id: z.string(),
  office: officeShown,
  month: z.string(),
  state: z.enum(scheduleStates),
  rows: z.number(),
  /** Of what is not left out. */
  sum: z.number(),
  /** The list's own total; null without one. */
  total: z.number().nullable(),
  /** Why it could not be booked in the background; '' unless it could not. */
  failure: z.string(),
  /** Its money, once it is received. */
  remittance: z
    .object({ mode: z.string().nullable(), number: z.string(), receivedOn: z.string(), amount: z.number() })
    .nullable(),
  createdAt: isoDate,
});
export type ScheduleHead = z.output<typeof scheduleHead>;

const schedule = scheduleHead.extend({
  agrees: z.array(scheduleRow),
  toLook: z.array(scheduleRow),
  left: z.array(scheduleRow),
  unread: z.array(z.object({ row: z.number(), text: z.string(), reason: z.string() })),
});
export type Schedule = z.output<typeof schedule>;

const scheduleAnswer = answerOf({ message: z.string(), schedule });

export const sendSchedule = endpoint(
  'POST /Checkoff/schedule',
  'Read a paying office’s list of deductions: a file, typed rows, or the rows of the last received one',
  {
    power: 'money',
    body: z.object({
      officeId: recordId,
      month: givenMonth,
      rows: rowsField,
      like: z.literal('last', { error: messages.general.option }).optional(),
    }),
    files: { file: { accept: 'table', message: text.rows } },
    bodyLimit: 5 * 1024 * 1024,
    fieldLimit: 5 * 1024 * 1024,
    response: scheduleAnswer,
  },
);

export const listSchedules = endpoint('GET /Checkoff/schedules', 'Lists of deductions, newest first', {
  power: 'money',
  query: z.object({
    officeId: orEmpty(recordId),
    month: orEmpty(givenMonth),
    state: orEmpty(z.enum(scheduleStates), messages.general.option),
    page,
  }),
  response: answerOf({ data: z.array(scheduleHead), pagination }),
});

export const getSchedule = endpoint('GET /Checkoff/schedule/{id}', 'A list of deductions as it stands now', {
  power: 'money',
  params: byId,
  response: answerOf({ schedule }),
});

export const decideScheduleRow = endpoint(
  'PATCH /Checkoff/row',
  'Decide about a row: leave it out, give it to the paying office, book it, or book what is too much for a refund',
  {
    power: 'money',
    body: z.object({
      scheduleId: recordId,
      row: z.number({ error: text.row }).int({ error: text.row }).min(1, { error: text.row }),
      as: option(rowDecisions, messages.general.option),
      /** Whose it is; on a received schedule its receipt is cancelled and another one made. */
      authorisationId: recordId.optional(),
      /** The authorisation is moved from the paying office where it was. */
      move: flag.optional().default(false),
      reason: requiredText(messages.payment.reason, limits.reasonLength),
    }),
    response: scheduleAnswer,
  },
);

export const dropSchedule = endpoint('DELETE /Checkoff/schedule/{id}', 'Drop a list that was not received', {
  power: 'money',
  params: byId,
});

export const remittanceModes = ['cheque', 'cash', 'challan', 'upi', 'imps', 'neft', 'rtgs', 'other'] as const;

export const receiveSchedule = endpoint(
  'PATCH /Checkoff/receive',
  'Note that the money of a list has come: all its rows are booked at once, with their receipts',
  {
    power: 'money',
    body: z.object({
      scheduleId: recordId,
      receivedOn: dayOfPayment.optional(),
      mode: option(remittanceModes, messages.general.option),
      /** The cheque's, the challan's, or the UTR. */
      number: optionalText(limits.utrLength),
    }),
    response: answerOf({
      message: z.string(),
      received: z.number(),
      /** What books a long list in the background; null once it is booked. */
      job: z.string().nullable(),
      schedule: scheduleHead,
    }),
  },
);

export const cancelRemittance = endpoint(
  'PATCH /Checkoff/cancel',
  'Cancel all receipts of a remittance: its lists and its credits are open again',
  {
    power: 'money',
    body: z.object({
      scheduleId: recordId,
      reason: requiredText(messages.payment.reason, limits.reasonLength),
    }),
    response: scheduleAnswer,
  },
);

export const missingDeductions = endpoint(
  'GET /Checkoff/missing',
  'Who was authorised for a month and is in no list while the year’s subscription is open, offices that sent none, and rows without authorisation',
  {
    power: 'money',
    unbound: true,
    query: z.object({ month: givenMonth }),
    response: answerOf({
      data: z.object({
        members: z.array(
          z.object({
            _id: z.string(),
            directory: z.object({
              _id: z.string(),
              reference: z.string(),
              memberNumber: z.string().nullable(),
              ProsecutorName: z.string(),
            }),
            office: officeShown,
            employeeNumber: z.string(),
            amount: z.number(),
          }),
        ),
        offices: z.array(officeShown),
        unauthorised: z.array(
          z.object({
            scheduleId: z.string(),
            row: z.number(),
            office: officeShown,
            employeeNumber: z.string(),
            name: z.string(),
            amount: z.number(),
          }),
        ),
      }),
    }),
  },
);
export type MissingDeductions = EndpointResponse<typeof missingDeductions>['data'];

export const coveringLetters = endpoint(
  'GET /Checkoff/covering',
  'The letter or list for one paying office: new, continuing and withdrawn authorisations; of all offices as a ZIP',
  {
    writes: 'its line in the log',
    needsConfirmation: true,
    power: 'money',
    query: z.object({
      officeId: orEmpty(recordId),
      /** The next month in which changes take effect by default. */
      month: givenMonth.optional(),
      format: z.enum(['pdf', 'xlsx'], { error: text.letterFormat }).optional().default('pdf'),
    }),
    response: fileResponse,
  },
);

export const recognitionList = endpoint(
  'GET /Checkoff/recognition',
  'Members who have paid by deduction, by State and paying office, and their names, as a workbook',
  {
    writes: 'its line in the log',
    needsConfirmation: true,
    power: 'money',
    query: z.object({
      year: givenYear,
      format: z.enum(['xlsx'], { error: text.listFormat }).optional().default('xlsx'),
      /** 31 March by default. */
      asOn: z.iso.date({ error: messages.payment.date }).optional(),
    }),
    response: fileResponse,
  },
);
