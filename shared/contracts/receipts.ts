import { z } from 'zod';
import { endpoint, fileResponse } from '#shared/endpoint.ts';
import { answerOf, byId, expectedVersion, flag, isoDate, optionalText, requiredText } from '#shared/fields.ts';
import { isFinancialYear } from '#shared/financial-year.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';

const yearMessage = 'Please choose a financial year such as 2026-27';
export const givenYear = z.string({ error: yearMessage }).refine(isFinancialYear, { error: yearMessage });

/** An official number: without blanks, in upper case, of one format or empty. */
const officialNumber = (form: RegExp, error: string) =>
  z
    .string()
    .transform((text) => text.replace(/\s/g, '').toUpperCase())
    .pipe(z.string().regex(form, { error }))
    .optional()
    .default('');

/** The fields of receipts besides the association's name and address; an empty one hides its line. */
export const receiptSettingsSchema = z.object({
  prefix: officialNumber(
    /^([A-Z0-9][A-Z0-9-]{0,11})?$/,
    'Please use at most 12 letters, digits and hyphens, such as AIAPP',
  ),
  registrationNumber: optionalText(100),
  pan: officialNumber(/^([A-Z]{5}\d{4}[A-Z])?$/, 'Please enter a PAN such as AAATA1234B'),
  gstin: officialNumber(/^(\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d])?$/, 'Please enter a GSTIN of 15 characters'),
  treasurer: optionalText(limits.nameLength),
});
export type ReceiptSettings = z.output<typeof receiptSettingsSchema>;

const receiptSettingsRecord = z.object({
  ...receiptSettingsSchema.shape,
  /** Address of the signature's picture; null without one. */
  signature: z.string().nullable(),
  version: z.number(),
});
export type ReceiptSettingsRecord = z.output<typeof receiptSettingsRecord>;

export const getReceiptSettings = endpoint('GET /Payments/receiptSettings', 'What stands on receipts', {
  power: 'money',
  response: answerOf({ data: receiptSettingsRecord }),
});

export const updateReceiptSettings = endpoint(
  'PATCH /Payments/receiptSettings',
  'Change what stands on receipts from now on; those that were given out stay as they are',
  {
    power: 'full',
    body: receiptSettingsSchema.extend({ removeSignature: flag.optional().default(false), version: expectedVersion }),
    files: { signature: { wire: 'Signature', accept: 'image', message: 'Please choose a picture of the signature' } },
  },
);

export const receiptSignature = endpoint('GET /Payments/signature', 'The signature that stands on receipts', {
  power: 'money',
  response: fileResponse,
});

/** The receipt of a payment; its bytes are the same each time. */
export const receiptFile = endpoint(
  'GET /Payments/receipt/{id}',
  'The receipt of a payment as PDF: one’s own, or any for the office',
  { access: ['member', 'admin'], power: 'money', params: byId, response: fileResponse },
);

/** What was paid in parts, as from a salary, added up. A year without a receipt is NOT_FOUND. */
export const statementOfYear = endpoint(
  'GET /Payments/statementOfYear',
  'The own receipts of a financial year with their sum, as PDF',
  { access: ['member'], query: z.object({ year: givenYear }), response: fileResponse },
);

export const receiptYears = endpoint(
  'GET /Payments/years',
  'The financial years with receipts or refunds, newest first',
  {
    power: 'money',
    response: answerOf({
      data: z.array(
        z.object({
          year: z.string(),
          receipts: z.number(),
          closed: z.boolean(),
          /** Who closed it and when; null while it is open. */
          by: z.string().nullable(),
          at: isoDate.nullable(),
        }),
      ),
    }),
  },
);

export const closeYear = endpoint(
  'PATCH /Payments/closeYear',
  'Close a financial year, so that nothing more is dated in it, or open it again',
  {
    power: 'money',
    needsConfirmation: true,
    body: z.object({
      year: givenYear,
      closed: z.boolean({ error: messages.general.option }),
      reason: requiredText(messages.payment.reason, limits.reasonLength),
    }),
    response: answerOf({
      message: z.string(),
      data: z.object({ year: z.string(), closed: z.boolean(), by: z.string().nullable(), at: isoDate.nullable() }),
    }),
  },
);

export const receiptsOfYear = endpoint('GET /Payments/receipts', 'All receipts of a financial year as one ZIP', {
  writes: 'its line in the log',
  needsConfirmation: true,
  power: 'money',
  query: z.object({ year: givenYear }),
  response: fileResponse,
});

export const ledgerOfYear = endpoint(
  'GET /Payments/ledger',
  'The ledger of a financial year as CSV or XLSX with totals, or as vouchers for Tally’s import',
  {
    writes: 'its line in the log',
    needsConfirmation: true,
    power: 'money',
    query: z.object({
      year: givenYear,
      format: z.enum(['csv', 'xlsx', 'tally'], { error: 'Please choose csv, xlsx or tally' }).default('csv'),
    }),
    response: fileResponse,
  },
);
