import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { done, expectedVersion, flag, isoDate, optionalText, recordId, requiredText } from '#shared/fields.ts';
import { fileResponse } from '#shared/file-response.ts';
import { isFinancialYear } from '#shared/financial-year.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';

const yearMessage = 'Please choose a financial year such as 2026-27';
const year = z.string({ error: yearMessage }).refine(isFinancialYear, { error: yearMessage });

/** A number that a government office has given: without blanks, in upper case, of one form or empty. */
const officialNumber = (form: RegExp, error: string) =>
  z
    .string()
    .transform((text) => text.replace(/\s/g, '').toUpperCase())
    .pipe(z.string().regex(form, { error }))
    .optional()
    .default('');

/** What receipts say beside the association's name and address; an empty one hides its line. */
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

export const getReceiptSettings = endpoint({
  method: 'GET',
  path: '/Payments/receiptSettings',
  access: ['admin'],
  power: 'money',
  summary: 'What stands on receipts',
  response: z.object({ success: z.literal(true), data: receiptSettingsRecord }),
});

export const updateReceiptSettings = endpoint({
  method: 'PATCH',
  path: '/Payments/receiptSettings',
  access: ['admin'],
  power: 'full',
  summary: 'Change what stands on receipts from now on; those that were given out stay as they are',
  body: receiptSettingsSchema.extend({ removeSignature: flag.optional().default(false), version: expectedVersion }),
  files: { Signature: { accept: 'image', message: 'Please choose a picture of the signature' } },
  response: done,
});

export const receiptSignature = endpoint({
  method: 'GET',
  path: '/Payments/signature',
  access: ['admin'],
  power: 'money',
  summary: 'The signature that stands on receipts',
  response: fileResponse,
});

/** The receipt of a payment; its bytes are the same each time. */
export const receiptFile = endpoint({
  method: 'GET',
  path: '/Payments/receipt/{id}',
  access: ['member', 'admin'],
  power: 'money',
  summary: 'The receipt of a payment as PDF: one’s own, or any for the office',
  params: z.object({ id: recordId }),
  response: fileResponse,
});

export const receiptYears = endpoint({
  method: 'GET',
  path: '/Payments/years',
  access: ['admin'],
  summary: 'The financial years with receipts or refunds, newest first',
  power: 'money',
  response: z.object({
    success: z.literal(true),
    data: z.array(
      z.object({
        year: z.string(),
        receipts: z.number(),
        closed: z.boolean(),
        /** By whom and when; null while it is open. */
        by: z.string().nullable(),
        at: isoDate.nullable(),
      }),
    ),
  }),
});

export const closeYear = endpoint({
  method: 'PATCH',
  path: '/Payments/closeYear',
  access: ['admin'],
  power: 'money',
  needsConfirmation: true,
  summary: 'Close a financial year, so that nothing more is dated in it, or open it again',
  body: z.object({
    year,
    closed: z.boolean({ error: messages.general.option }),
    reason: requiredText(messages.payment.reason, limits.reasonLength),
  }),
  response: z.object({
    success: z.literal(true),
    message: z.string(),
    data: z.object({ year: z.string(), closed: z.boolean(), by: z.string().nullable(), at: isoDate.nullable() }),
  }),
});

export const receiptsOfYear = endpoint({
  method: 'GET',
  path: '/Payments/receipts',
  writes: 'its line in the log',
  access: ['admin'],
  needsConfirmation: true,
  power: 'money',
  summary: 'All receipts of a financial year as one ZIP',
  query: z.object({ year }),
  response: fileResponse,
});

export const ledgerOfYear = endpoint({
  method: 'GET',
  path: '/Payments/ledger',
  writes: 'its line in the log',
  access: ['admin'],
  needsConfirmation: true,
  power: 'money',
  summary: 'The ledger of a financial year as CSV or XLSX, with totals',
  query: z.object({ year, format: z.enum(['csv', 'xlsx'], { error: 'Please choose csv or xlsx' }).default('csv') }),
  response: fileResponse,
});
