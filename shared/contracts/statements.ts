import { z } from 'zod';
import { officePayment } from '#shared/contracts/payments.ts';
import { endpoint } from '#shared/endpoint.ts';
import { answerOf, byId, flag, isoDate, page, pagination, recordId } from '#shared/fields.ts';
import { messages } from '#shared/messages.ts';
import { officeLimits } from '#shared/office-limits.ts';
import { officeMessages } from '#shared/office-messages.ts';

const text = officeMessages.statement;

const column = z
  .number({ error: text.mapping })
  .int({ error: text.mapping })
  .min(0, { error: text.mapping })
  .max(officeLimits.statement.columns - 1, { error: text.mapping });

const dateOrder = z.enum(['dayFirst', 'monthFirst'], { error: text.mapping });

/**
 * Which columns of a statement mean what, counted from 0. `sign` says credit or debit, `credit` then holds the amount; both
 * may be one column, as in `1,000.00 (Cr)`.
 */
const columnMapping = z.object(
  {
    date: column,
    narration: column,
    credit: column,
    debit: column.nullish(),
    sign: column.nullish(),
    /** How dates are to be taken that are all numbers; absent: the day first, unless that makes no sense. */
    dates: dateOrder.optional(),
  },
  { error: text.mapping },
);
export type ColumnMapping = z.output<typeof columnMapping>;

/** What the office says of a file: its columns, or its dates alone where the columns are recognised. */
const mappingGiven = z.union([columnMapping, z.strictObject({ dates: dateOrder })], { error: text.mapping });
export type MappingGiven = z.output<typeof mappingGiven>;

/** A field of a form is a text; an empty one is none. */
const mappingField = z
  .string()
  .transform((given, context) => {
    try {
      return given.trim() === '' ? undefined : (JSON.parse(given) as unknown);
    } catch {
      context.addIssue({ code: 'custom', message: text.mapping });
      return z.NEVER;
    }
  })
  .pipe(mappingGiven.optional());

/** What speaks against a credit's being sure: its narration is a debit's or a reversal's, or both columns of its row are filled. */
export const lineCautions = ['', 'debit', 'reversal', 'both'] as const;

export const statementBalances = ['agree', 'differ'] as const;

/** The match result of a credit: `sure` agrees with exactly one open payment, `toLook` with one or several in part. */
const lineLists = ['sure', 'toLook', 'unknown'] as const;
export type LineList = (typeof lineLists)[number];

/** A credit of a bank statement that has not been booked. */
const statementLine = z.object({
  _id: z.string(),
  /** The last statement that holds it. */
  statementId: z.string(),
  list: z.enum(lineLists),
  /** YYYY-MM-DD. */
  date: z.string(),
  /** Rupees, with paise where there are any. */
  amount: z.number(),
  narration: z.string(),
  /** '' where the narration has none. */
  utr: z.string(),
  /** The payments it may be for. */
  payments: z.array(officePayment),
  /** The reason of the match result, for people. */
  why: z.string(),
  /** The office has said that it is no payment of a membership; null: it has not. */
  dismissed: z.object({ note: z.string(), by: z.string(), at: isoDate }).nullable(),
});
export type StatementLine = z.output<typeof statementLine>;

const statementAnswer = answerOf({
  statement: z.object({
    _id: z.string(),
    /** The columns were not recognised: the file is to be sent again with `mapping`. */
    needsMapping: z.boolean(),
    /** The columns of the file; `samples` only in the answer to the file itself. */
    columns: z.array(z.object({ index: z.number(), name: z.string(), samples: z.array(z.string()) })),
    /** How the columns were taken; null where they were not recognised. */
    mapping: columnMapping.nullable(),
  }),
  sure: z.array(statementLine),
  toLook: z.array(statementLine),
  unknown: z.array(statementLine),
  /** Credits that were booked here before. */
  seenBefore: z.number(),
  /** Credits of payments that had been received by hand. */
  alreadyReceived: z.number(),
  /** Credits that the office has dismissed as no payment of a membership. */
  dismissed: z.number(),
  /** All credits of the file. */
  credits: z.object({ count: z.number(), amount: z.number() }),
  /** Whether they agree with the totals, or the opening and closing balance, of the file; null: it gives none. */
  balances: z.enum(statementBalances).nullable(),
});
export type StatementAnswer = z.output<typeof statementAnswer>;

export const uploadStatement = endpoint(
  'POST /Payments/statement',
  'Read a bank statement and say which payments its credits are for; debits and balances are not kept',
  {
    power: 'money',
    body: z.object({ mapping: mappingField.optional() }),
    files: { file: { accept: 'table', message: text.file, requiredFor: ['admin'] } },
    response: statementAnswer.extend({
      /** Rows of the table that could not be read, numbered as a spreadsheet shows them; in this answer only. */
      unread: z.array(z.object({ row: z.number(), text: z.string(), reason: z.string() })),
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
          .max(officeLimits.statement.noteLength, { error: text.dismissNoteLong })
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
] as const;

/** A credit and a payment that are one. */
const acceptedPair = z
  .object({
    lineId: recordId,
    paymentId: recordId,
    /** More came: the rest becomes a payment of its own, to be sent back. */
    excess: flag.optional().default(false),
    /** Less came: the payment is divided, and the rest stays due. */
    part: flag.optional().default(false),
  })
  .refine(({ excess, part }) => !(excess && part), { error: text.excessOrPart });

export const reconcilePayments = endpoint(
  'PATCH /Payments/reconcile',
  'Receive payments from lines of a statement, each on the day of its line',
  {
    power: 'money',
    body: z.object({
      statementId: recordId,
      /** A line may be matched with several payments if their sum is its amount. */
      accept: z
        .array(acceptedPair, { error: messages.payment.choose })
        .min(1, { error: messages.payment.choose })
        .max(officeLimits.statement.acceptedAtOnce, { error: messages.payment.tooMany }),
      /** Approve new registrations at once whose match is sure and whose record has no warning. */
      approve: flag.optional().default(false),
    }),
    bodyLimit: officeLimits.statement.acceptedBytes,
    response: answerOf({
      message: z.string(),
      received: z.number(),
      approved: z.number(),
      left: z.array(z.object({ id: z.string(), lineId: z.string(), code: z.enum(leftCodes), message: z.string() })),
    }),
  },
);
