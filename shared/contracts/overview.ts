import { z } from 'zod';
import { reportEntry } from '#shared/contracts/reports.ts';
import { endpoint } from '#shared/endpoint.ts';
import { answerOf, isoDate, page, pagination } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';
import { everyAdministrator } from '#shared/powers.ts';
import { wire } from '#shared/wire-schemas.ts';

/** The kinds of pending work; `online` are payments at the gateway that were not booked by themselves, mails failed ones. */
const waitingKinds = [
  'registrations',
  'corrections',
  'erasures',
  'payments',
  'online',
  'votes',
  'objections',
  'messages',
  'mails',
] as const;
export type WaitingKind = (typeof waitingKinds)[number];

/** What is one's to do, each by itself or one entry a list. */
const mineKinds = [
  'breach',
  'registration',
  'proof',
  'correction',
  'message',
  'erasure',
  'case',
  'representation',
  'letter',
  'vote',
  'objection',
  'statement',
  'deduction',
  'import',
  'online',
  'mail',
  'ready',
  'claimedPlaces',
  'notice',
  'processors',
  'accessReview',
] as const;
export type MineKind = (typeof mineKinds)[number];

const waiting = z.array(z.object({ kind: z.enum(waitingKinds), count: z.number(), since: isoDate.nullable() }));

export const getWaiting = endpoint(
  'GET /Overview/waiting',
  'What waits for the office, for the counts beside its pages',
  { power: everyAdministrator, response: answerOf({ data: waiting }) },
);

export const getMine = endpoint('GET /Overview/mine', 'What is one’s to do across all screens, the oldest first', {
  power: everyAdministrator,
  response: answerOf({
    data: z.array(
      z.object({ kind: z.enum(mineKinds), title: z.string(), since: isoDate.nullable(), href: z.string() }),
    ),
    total: z.number(),
  }),
});

const monthText = /^\d{4}-(0[1-9]|1[0-2])$/;

/** Limited to the caller's powers and States. */
export const getOverview = endpoint(
  'GET /Overview/get',
  'What waits for the office, the oldest first, and members and money by month',
  {
    power: everyAdministrator,
    response: answerOf({
      data: z.object({
        /** Every kind that the caller may see, also with none pending, but `online`; `since` is the time of the oldest. */
        waiting,
        /** What the State of an office that is bound to it is owed, in rupees; null for others, and where nothing is shared. */
        shares: z
          .object({ state: wire('State', z.string()), balance: z.number(), oldestUnpaid: z.string().nullable() })
          .nullable(),
        /** The last twelve months in India time, oldest first; `month` is YYYY-MM, money whole rupees. */
        months: z.array(
          z.object({
            month: z.string(),
            joined: z.number().optional(),
            left: z.number().optional(),
            received: z.number().optional(),
          }),
        ),
      }),
    }),
  },
);
export type OverviewData = (typeof getOverview)['response']['_output']['data'];

/** The numbers of a month that link to a list, and the power for each. */
export const monthNumbers = {
  'members.registered': 'members',
  'members.joined': 'members',
  'members.left': 'members',
  'money.received': 'money',
} as const;
export type MonthNumber = keyof typeof monthNumbers;

export const listMonthEntries = endpoint(
  'GET /Overview/list',
  'What a number of a month counts, a page at a time; POWER_NEEDED where it is not the caller’s',
  {
    reads: { lists: 'data' },
    power: ['members', 'money'],
    query: z.object({
      number: z.enum(Object.keys(monthNumbers) as [MonthNumber, ...MonthNumber[]], {
        error: messages.reports.number,
      }),
      /** 2026-04. */
      month: z.string({ error: messages.reports.month }).regex(monthText, { error: messages.reports.month }),
      page,
    }),
    response: answerOf({ data: z.array(reportEntry), pagination }),
  },
);
