import { z } from 'zod';
import { officePayment } from '#shared/contracts/payments.ts';
import { endpoint } from '#shared/endpoint.ts';
import { answeredId, answerOf, byId, flag, isoDate, page, pagination, recordId, sentAsJson } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';

const text = messages.statement;

const column = z
  .number({ error: text.mapping })
  .int({ error: text.mapping })
  .min(0, { error: text.mapping })
  .max(limits.statement.columns - 1, { error: text.mapping });

const dateOrder = z.enum(['dayFirst', 'monthFirst'], { error: text.mapping });

/**
 * The columns of a statement, counted from 0. `sign` says credit or debit, and `credit` then has the amount; both
 * may be one column, as in `1,000.00 (Cr)`.
 */
const columnMapping = z.object(
  {
    date: column,
    narration: column,
    credit: column,
    debit: column.nullish(),
    sign: column.nullish(),
    /** How to read numeric dates; absent: the day first, unless that is invalid. */
    dates: dateOrder.optional(),
  },
  { error: text.mapping },
);
export type ColumnMapping = z.output<typeof columnMapping>;

/** The office's mapping of a file: its columns, or only its dates if the columns are recognised. */
const mappingInput = z.union([columnMapping, z.strictObject({ dates: dateOrder })], { error: text.mapping });
export type MappingInput = z.output<typeof mappingInput>;

export const statementBalances = ['agree', 'differ'] as const;

/**
 * What a credit is for: `sure` has the reference of one open payment, or is a settlement of the gateway; `agrees` has the number that one
 * person has given; `toLook` has any other pointer; the amount is that of the payment in the first two.
 */
export const lineLists = ['sure', 'agrees', 'toLook', 'unknown'] as const;
export type LineList = (typeof lineLists)[number];

/** Why a credit is to be looked at. */
const lineReasons = [
  'TWO_CLAIMANTS',
  'AMOUNT_DIFFERS',
  'NAME_ALONE',
  'IN_PARTS',
  'TWO_REFERENCES',
  'REHEARSAL',
  'SEVERAL_NUMBERS',
  'WORD',
  'OWN_NUMBER',
  'FUTURE',
  'TWICE',
  'NOT_OPEN',
  'SCHEDULE',
] as const;
export type LineReason = (typeof lineReasons)[number];

/** A credit of a bank statement that is not booked. */
/** A list of deductions from salaries whose sum a line has. */
const lineSchedule = z.object({
  id: answeredId,
  office: z.string(),
  month: z.string(),
  sum: z.number(),
  /** Received: by hand, and the line is its money. */
  state: z.enum(['open', 'received']),
  /** The line names the paying office. */
  named: z.boolean(),
  mode: z.string().nullable(),
  number: z.string(),
});
export type LineSchedule = z.output<typeof lineSchedule>;

const statementLine = z.object({
  id: answeredId,
  /** The last statement that contains it. */
  statementId: z.string(),
  list: z.enum(lineLists),
  /** YYYY-MM-DD. */
  date: z.string(),
  /** Rupees, with paise where there are any. */
  amount: z.number(),
  narration: z.string(),
  /** The row's other texts: reference, remarks, type; and a narration of several rows without the blanks between them. */
  texts: z.array(z.string()),
  /** By which it is known again; it proves nothing. Null where the row has none, or several. */
  utr: z.string().nullable(),
  /** The payments it may be for. */
  payments: z.array(officePayment),
  /** The settlement of the gateway that it is, or may be; amount in rupees. It is then for no payment. */
  settlement: z.object({ id: answeredId, utr: z.string(), amount: z.number() }).nullable(),
  /** The lists of deductions whose money it may be. */
  schedules: z.array(lineSchedule).optional(),
  /** It agrees, but not every word of three letters and more of the person's name stands in the row. */
  otherName: z.boolean(),
  /** The bank's words for who paid a credit that agrees; '' for none. */
  named: z.string(),
  /** Why it is to be looked at; null in the other lists. */
  reason: z.enum(lineReasons).nullable(),
  /** The reason of the match result, for people. */
  why: z.string(),
  /** Of what it points to: another one once that has changed. */
  version: z.string(),
  /** Set if the office has said that it is not a membership payment. */
  dismissed: z.object({ note: z.string(), by: z.string(), at: isoDate }).nullable(),
});
export type StatementLine = z.output<typeof statementLine>;

/** The state of a file: a large one is `reading` in the first answer, and its lists are empty until it is `ready`. */
const statementStates = ['reading', 'needsMapping', 'ready', 'failed'] as const;

const statementAnswer = answerOf({
  statement: z.object({
    id: answeredId,
    state: z.enum(statementStates),
    /** Credits that are stored. */
    progress: z.object({ done: z.number(), total: z.number() }),
    /** The columns were not recognised: the file has to be sent again with `mapping`. */
    needsMapping: z.boolean(),
    /** The columns of the file; `samples` only in the answer to the file itself. */
    columns: z.array(z.object({ index: z.number(), name: z.string(), samples: z.array(z.string()) })),
    /** The mapping of the columns; null if they were not recognised. */
    mapping: columnMapping.nullable(),
  }),
  sure: z.array(statementLine),
  agrees: z.array(statementLine),
  toLook: z.array(statementLine),
  unknown: z.array(statementLine),
  /** Credits that were booked before. */
  seenBefore: z.number(),
  /** Credits of payments that were received by hand. */
  alreadyReceived: z.number(),
  /** Credits that the office has dismissed as not being membership payments. */
  dismissed: z.number(),
  /** All credits of the file: the sum of the seven above. */
  credits: z.object({ count: z.number(), amount: z.number() }),
  /** The same in rupees. */
  amounts: z.object({
    sure: z.number(),
    agrees: z.number(),
    toLook: z.number(),
    unknown: z.number(),
    seenBefore: z.number(),
    alreadyReceived: z.number(),
    dismissed: z.number(),
  }),
  /** Whether the credits agree with the file's totals or balances; null without any. */
  balances: z.enum(statementBalances).nullable(),
});
export type StatementAnswer = z.output<typeof statementAnswer>;

export const uploadStatement = endpoint(
  'POST /Payments/statement',
  'Read a bank statement and say which payments its credits are for; debits and balances are not kept',
  {
    power: 'money',
    body: z.object({ mapping: sentAsJson(mappingInput.optional(), text.mapping).optional() }),
    files: { file: { accept: 'table', message: text.file, requiredFor: ['admin'] } },
    response: statementAnswer.extend({
      /** Rows that could not be read, numbered as in spreadsheet programs; in this answer only. */
      unread: z.array(z.object({ sheet: z.string(), row: z.number(), text: z.string(), reason: z.string() })),
      /** Sheets that were left out. */
      left: z.array(z.object({ sheet: z.string(), reason: z.string() })),
    }),
  },
);

export const getStatement = endpoint(
  'GET /Payments/statement/{id}',
  'A statement that was read before, as it stands now',
  { power: 'money', params: byId, response: statementAnswer },
);

export const listOpenLines = endpoint(
  'GET /Payments/statement/open',
  'Credits of the last 90 days that have not been booked, newest first; or those that were dismissed',
  {
    reads: { lists: 'data' },
    power: 'money',
    query: z.object({ page, dismissed: flag.optional() }),
    response: answerOf({ data: z.array(statementLine), pagination }),
  },
);

export const dismissLine = endpoint(
  'PATCH /Payments/dismiss',
  'Say that a credit is no payment of a membership, so that it is in no list and matched by nothing, or undo that',
  {
    power: 'money',
    body: z
      .object({
        lineId: recordId,
        note: z
          .string()
          .trim()
          .max(limits.statement.noteLength, { error: text.dismissNoteLong })
          .optional()
          .default(''),
        undo: flag.optional().default(false),
      })
      .refine(({ note, undo }) => undo || note !== '', { error: text.dismissNote, path: ['note'] }),
    response: answerOf({ message: z.string(), line: statementLine }),
  },
);

export const leftCodes = [
  'ALREADY_RECEIVED',
  'NOT_FOUND',
  'WRONG_STATE',
  'AMOUNT_DIFFERS',
  'LINE_USED',
  'YEAR_CLOSED',
  'NOT_SURE',
  'RECORD_CHANGED',
] as const;

/** A credit and the payment it is for, or the settlement that it is, or the list of deductions whose money it is. */
const acceptedPair = z
  .object({
    lineId: recordId,
    paymentId: recordId.optional(),
    /** In place of a payment: the line is this settlement of the gateway. */
    settlementId: recordId.optional(),
    /** In place of a payment: the line is the money of this list of deductions. */
    scheduleId: recordId.optional(),
    /** Overpaid: the rest becomes a separate payment to be refunded. */
    excess: flag.optional().default(false),
    /** Underpaid: the payment is split, and the rest stays due. */
    part: flag.optional().default(false),
    /** Somebody has read it; without this it is left out (`NOT_SURE`) unless it is sure at that moment. */
    seen: flag.optional().default(false),
    /** The line's `version` that was read: it is left out (`RECORD_CHANGED`) if it has another one. */
    version: z.string().max(100).optional(),
  })
  .refine(({ excess, part }) => !(excess && part), { error: text.excessOrPart })
  .refine(
    ({ paymentId, settlementId, scheduleId }) =>
      [paymentId, settlementId, scheduleId].filter((id) => id !== undefined).length === 1,
    { error: messages.payment.choose, path: ['paymentId'] },
  )
  .refine(({ scheduleId, excess, part }) => scheduleId === undefined || !(excess || part), {
    error: messages.payment.choose,
    path: ['scheduleId'],
  });

export const reconcilePayments = endpoint(
  'PATCH /Payments/reconcile',
  'Receive payments from lines of a statement, each on the day of its line',
  {
    power: 'money',
    fieldPowers: { approve: 'members' },
    body: z.object({
      statementId: recordId,
      /** A line may be matched with several payments if their sum is its amount. */
      accept: z
        .array(acceptedPair, { error: messages.payment.choose })
        .min(1, { error: messages.payment.choose })
        .max(limits.statement.acceptedAtOnce, { error: messages.payment.tooMany }),
      /** Also approve new registrations with a sure match and without warnings. */
      approve: flag.optional().default(false),
    }),
    bodyLimit: limits.statement.acceptedBytes,
    response: answerOf({
      message: z.string(),
      received: z.number(),
      approved: z.number(),
      /** What books a long list of deductions in the background; null without one. */
      job: z.string().nullable().optional(),
      left: z.array(z.object({ id: z.string(), lineId: z.string(), code: z.enum(leftCodes), message: z.string() })),
    }),
  },
);
