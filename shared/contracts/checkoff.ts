import { z } from 'zod';
import { type EndpointResponse, endpoint, fileResponse } from '#shared/endpoint.ts';
import {
  answeredId,
  answerOf,
  byId,
  expectedVersion,
  filter,
  isoDay,
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
import { wire } from '#shared/wire-schemas.ts';
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

export const deductions = ['yearly', 'monthly'] as const;
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

export const officeShown = z.object({
  id: answeredId,
  name: z.string(),
  state: wire('State', z.string()),
  district: wire('District', z.string()),
});
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
    scope: 'ownStates',
    query: z.object({
      /** Part of the name, or the code. */
      search: filter,
      state: wire('State', filter),
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
  state: wire('State', requiredText(text.state, limits.localityLength)),
  district: wire('District', optionalText(limits.localityLength)),
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
    state: wire('State', requiredText(text.state, limits.localityLength).optional()),
    district: wire(
      'District',
      z.string().trim().max(limits.localityLength, { error: messages.general.tooLong }).optional(),
    ),
    strength: payingOfficeSchema.shape.strength.unwrap().unwrap().optional(),
    version: expectedVersion,
  }),
  response: answerOf({ message: z.string(), office }),
});

export const missingDeductions = endpoint(
  'GET /Checkoff/missing',
  'Who was authorised for a month and is in no list while the year’s subscription is open, offices that sent none, and rows without authorisation',
  {
    power: 'money',
    scope: 'allIndia',
    query: z.object({ month: givenMonth }),
    response: answerOf({
      data: z.object({
        members: z.array(
          z.object({
            id: answeredId,
            directory: z.object({
              id: answeredId,
              reference: z.string(),
              memberNumber: z.string().nullable(),
              name: wire('ProsecutorName', z.string()),
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
      asOn: isoDay(messages.payment.date).optional(),
    }),
    response: fileResponse,
  },
);
