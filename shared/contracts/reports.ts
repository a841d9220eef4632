import { z } from 'zod';
import { clock } from '#shared/clock.ts';
import { endpoint } from '#shared/endpoint.ts';
import { answeredId, answerOf, filter, orEmpty, page, pagination } from '#shared/fields.ts';
import { daysOfFinancialYear, financialYearOf, isFinancialYear } from '#shared/financial-year.ts';
import { membershipValues } from '#shared/memberships.ts';
import { messages } from '#shared/messages.ts';
import { paymentPurposes } from '#shared/options.ts';
import { wire } from '#shared/wire-schemas.ts';

const text = messages.reports;

/** The days of a financial year (`2026-27`) or a calendar year (`2026`), both as YYYY-MM-DD. */
export function daysOfYear(year: string): { from: string; until: string } {
  if (!isFinancialYear(year)) return { from: `${year}-01-01`, until: `${year}-12-31` };
  const { first, last } = daysOfFinancialYear(year);
  return { from: first, until: last };
}

/** A year that has begun; the current financial year by default. */
const year = z
  .string({ error: text.year })
  .refine((value) => isFinancialYear(value) || /^(19|20)\d\d$/.test(value), { error: text.year })
  .refine((value) => daysOfYear(value).from <= clock.today(), { error: text.future })
  .optional()
  .transform((value) => value ?? financialYearOf(clock.today()));

const number = z.number();
/** Counts of a group of members: at the start, joined, left, moved here or away (net), at the end. */
const movement = { start: number, joined: number, left: number, changed: number, end: number };
/** Whole rupees. */
const sums = { asked: number, received: number, refunded: number, outstanding: number };

const yearReport = z.object({
  year: z.string(),
  /** YYYY-MM-DD; `until` is the last day of the year, also of a current one. */
  from: z.string(),
  until: z.string(),
  members: z.object({
    start: number,
    joined: number,
    left: number,
    rejected: number,
    end: number,
    byTier: z.array(z.object({ membership: z.string(), ...movement })),
    byState: z.array(z.object({ state: wire('State', z.string()), ...movement })),
    byDistrict: z.array(
      z.object({ state: wire('State', z.string()), district: wire('District', z.string()), ...movement }),
    ),
    byGender: z.array(z.object({ gender: wire('Gender', z.string()), ...movement })),
    /** Offices of the association that members hold; members without one are not counted. */
    byOffice: z.array(z.object({ associationOffice: wire('Association', z.string()), ...movement })),
    byMonth: z.array(z.object({ month: z.string(), joined: number, left: number, rejected: number })),
  }),
  money: z.object({
    ...sums,
    waived: number,
    /** What the gateway has kept of payments online, in rupees with paise; absent from older reports. */
    fees: number.optional().default(0),
    byPurpose: z.array(z.object({ purpose: z.string(), ...sums })),
    byTier: z.array(z.object({ membership: z.string(), ...sums })),
  }),
  conferences: z.array(
    z.object({
      id: answeredId,
      title: wire('WebinarName', z.string()),
      startsAt: wire('MeetingDate', z.string()),
      registered: number,
      waiting: number,
      cancelled: number,
      attended: number,
    }),
  ),
  letters: z.object({ circulars: number, notices: number, mails: number, failed: number }),
});
export type YearReport = z.output<typeof yearReport>;

/** With `format=xlsx` the answer is a workbook with one sheet per table. */
export const getYearReport = endpoint(
  'GET /Reports/year',
  'What happened in a financial year (2026-27) or a calendar year (2026): members, money, conferences, letters',
  {
    power: 'full',
    query: z.object({ year, format: z.enum(['json', 'xlsx'], { error: text.format }).optional().default('json') }),
    response: answerOf({ data: yearReport }),
  },
);

/** The numbers of the report that link to a list. */
const reportNumbers = [
  'members.start',
  'members.joined',
  'members.left',
  'members.rejected',
  'members.end',
  'money.asked',
  'money.received',
  'money.refunded',
  'money.outstanding',
  'money.waived',
  'letters.mails',
  'letters.failed',
] as const;
export type ReportNumber = (typeof reportNumbers)[number];

/** A person or a payment behind a number. */
export const reportEntry = z.object({
  /** Of the record; null once it is erased. */
  id: wire('_id', z.string().nullable()),
  name: wire('ProsecutorName', z.string()),
  memberNumber: z.string().nullable(),
  membership: z.string(),
  state: wire('State', z.string()),
  district: wire('District', z.string()),
  /** YYYY-MM-DD. */
  day: z.string(),
  /** Of a payment: its reference, purpose and whole rupees; of a mail: its letter's number and why it failed. Null for members. */
  reference: z.string().nullable(),
  purpose: z.string().nullable(),
  amount: z.number().nullable(),
});
export type ReportEntry = z.output<typeof reportEntry>;

export const listReportEntries = endpoint('GET /Reports/list', 'What a number of the report counts, a page at a time', {
  reads: { lists: 'data' },
  power: 'full',
  query: z.object({
    year,
    number: z.enum(reportNumbers, { error: text.number }),
    membership: orEmpty(z.enum(membershipValues), messages.general.option),
    state: wire('State', filter),
    district: wire('District', filter),
    gender: wire('Gender', filter),
    associationOffice: wire('Association', filter),
    purpose: orEmpty(z.enum(paymentPurposes), messages.general.option),
    /** 2026-04; for numbers of events only. */
    month: z
      .string()
      .refine((value) => value === '' || /^\d{4}-(0[1-9]|1[0-2])$/.test(value), { error: text.month })
      .optional()
      .default(''),
    page,
  }),
  response: answerOf({ data: z.array(reportEntry), pagination }),
});
