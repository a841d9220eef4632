import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import {
  answeredId,
  answerOf,
  byId,
  flag,
  isoDate,
  option,
  optionalText,
  orEmpty,
  page,
  pagination,
  recordId,
  requiredText,
  sentAsJson,
} from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import type { PaymentMode } from '#shared/options.ts';
import { wire } from '#shared/wire-schemas.ts';
import { authorisationStates } from './authorisations.ts';
import { givenMonth, officeShown, checkoffTexts as text } from './checkoff.ts';
import { dayOfPayment } from './payments.ts';

// Lists of what paying offices have deducted, and their money. Amounts are rupees.

/** Rows of one list of deductions. */
export const scheduleRowsAtMost = 5_000;

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
  /** The sum in rupees that was on the screen; absent: as it stands. */
  amount?: number | undefined;
}

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

const columnNumber = z.int().min(0).max(limits.statement.columns);
/** The columns of a file, by their numbers from 0. */
const columnNumbers = z.object({ number: columnNumber, name: columnNumber, amount: columnNumber });

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
      id: answeredId,
      state: z.enum(authorisationStates),
      office: z.string(),
      from: z.string(),
      until: z.string().nullable(),
      amount: z.number(),
    })
    .nullable(),
  directory: z.object({ id: answeredId, name: wire('ProsecutorName', z.string()) }).nullable(),
  /** What it is booked to, or would be. */
  payment: z.object({ id: answeredId, amount: z.number(), state: z.string() }).nullable(),
});
export type ScheduleRowShown = z.output<typeof scheduleRow>;

const scheduleHead = z.object({
  id: answeredId,
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
      rows: sentAsJson(typedRows.optional(), text.rows),
      like: z.literal('last', { error: messages.general.option }).optional(),
      mapping: sentAsJson(columnNumbers.optional(), messages.statement.mapping),
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
      /** The sum of the list in rupees as it was read; another one by now is RECORD_CHANGED. */
      amount: z.number().optional(),
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
