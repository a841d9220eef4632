import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { payments } from '#server/features/payments/tables.ts';
import { bytes, insertedAt, moment } from '#server/platform/database/columns.ts';
import { holdsNobody, holdsPeople } from '#server/platform/database/people.ts';
import type { TallyLedgers } from '#shared/contracts/tally.ts';
import type { allPaymentModes, paymentPurposes } from '#shared/options.ts';

/** The content of a receipt as it was issued. */
export interface ReceiptContent {
  association: {
    name: string;
    address: string;
    phone: string;
    email: string;
    /** Absent from older receipts, like all fields below. */
    registrationNumber?: string;
    pan?: string;
    gstin?: string;
    treasurer?: string;
    /** Hash of a picture in `receipt_pictures`. */
    signature?: string;
    /** Of a receipt for a reader of Hindi, where the office has written it. */
    nameInHindi?: string;
  };
  receivedFrom: string;
  memberNumber: string;
  reference: string;
  purpose: (typeof paymentPurposes)[number];
  period: string;
  membership: string;
  amount: number;
  utr: string;
  /** How it was paid; absent where unknown. */
  mode?: (typeof allPaymentModes)[number];
  /** Of one that was deducted from the salary: by which office, of which month, and how its money came. */
  salary?: { office: string; month: string; mode?: string };
  /** In which language, beside English, its reader reads; absent: none. */
  language?: 'hi';
  /** YYYY-MM-DD. */
  receivedOn: string;
  /** The number of the cancelled receipt that this one replaces; '' for none. */
  replaces: string;
}

/** Receipts: numbered without gaps within a financial year, never changed, only cancelled. */
export const receipts = pgTable(
  'receipts',
  {
    id: uuid().primaryKey().defaultRandom(),
    paymentId: uuid()
      .notNull()
      .references(() => payments.id),
    /** Financial year of the day the money arrived. */
    year: text().notNull(),
    number: integer().notNull(),
    /** As it is written: `2026-27/000123`, with the prefix of that time. */
    label: text().notNull().unique(),
    /** 128 random bits, for verification by anyone who holds the receipt. */
    code: text().notNull().unique(),
    replaces: uuid().references((): AnyPgColumn => receipts.id),
    content: jsonb().$type<ReceiptContent>().notNull(),
    issuedAt: insertedAt(),
    cancelledAt: moment(),
    cancelReason: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('receipts_number').on(table.year, table.number),
    index('receipts_payment').on(table.paymentId),
    index('receipts_label_trigram').using('gin', sql`lower(label) gin_trgm_ops`),
    /** A payment has at most one valid receipt. */
    uniqueIndex('receipts_valid').on(table.paymentId).where(sql`cancelled_at is null`),
  ],
);
holdsPeople(receipts, {
  erased: {
    year: 'nobody',
    label: 'nobody',
    code: 'nobody',
    content: 'emptied',
    cancelReason: 'emptied',
  },
});

/** The last number of each financial year, and whether that is closed; its row is the lock that keeps numbers without gaps. */
export const receiptYears = pgTable('receipt_years', {
  year: text().primaryKey(),
  last: integer().notNull(),
  /** In a closed year nothing more can be dated. */
  closedAt: moment(),
  /** The administrator's e-mail. */
  closedBy: text().notNull().default(''),
  /** The year's report once the year was closed and over; null while it can change. */
  report: jsonb(),
});
holdsNobody(receiptYears, 'figures');

/** The treasurer's signature on receipts. Never deleted: a receipt must look the same years later. */
export const receiptPictures = pgTable('receipt_pictures', {
  /** SHA-256 of the picture, hex. */
  hash: text().primaryKey(),
  jpeg: bytes().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
});
holdsNobody(receiptPictures, 'signatures of the office');

/** Under which names the ledger's vouchers are booked in Tally: one row, inserted by the migration. */
export const tallySettings = pgTable(
  'tally_settings',
  {
    id: integer().primaryKey().default(1),
    /** The company's name in Tally; '' for the association's. */
    company: text().notNull().default(''),
    /** The names that the office has changed. */
    ledgers: jsonb().$type<Partial<TallyLedgers>>().notNull().default({}),
    version: integer().notNull().default(1),
  },
  () => [check('tally_settings_one', sql`id = 1`)],
);
holdsNobody(tallySettings, 'settings');
