import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { membershipValues } from '#shared/memberships.ts';
import { allPaymentModes, paymentPurposes, paymentStates } from '#shared/options.ts';
import { insertedAt, moment } from './columns.ts';
import { files } from './files.ts';
import { members } from './members.ts';
import { statementLines } from './statements.ts';

/** The text by which the office searches payments, besides the person: the references in lower case, each on its own line. */
export const paymentSearch = sql.raw('(lower(reference) || chr(10) || lower(utr) || chr(10) || lower(refund_utr))');

const days = customType<{ data: string }>({ dataType: () => 'datemultirange' });

/**
 * The ledger: the only record of money. `members.payment_status`, `payment_sent_at`, `utr` and `screenshot_file` repeat the
 * admission payment for lists and searches; only a trigger writes them.
 * Trigger `payments_repeat_admission` does so, because lists sort and count by these columns of `members`, and servers of the version before rely on it.
 * Trigger `payments_tier` notes the person's tier when the amount is set, for totals by tier after the record is erased.
 */
export const payments = pgTable(
  'payments',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null once the record was deleted; `erased` then holds what remains of it. */
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
    erased: jsonb().$type<{ reference: string; membership: string }>(),
    /** The reference for bank narrations. The admission has its registration's. */
    reference: text().notNull().unique(),
    purpose: text({ enum: paymentPurposes }).notNull(),
    /** Financial year of an annual subscription, such as 2026-27. */
    period: text(),
    /** The tier that an upgrade leads to. */
    membership: text({ enum: membershipValues }),
    /** The person's tier when the payment was asked for; written by a trigger, so that a later change of tier changes no report. */
    tier: text(),
    /** Whole rupees, fixed when it was asked for. */
    amount: integer().notNull(),
    state: text({ enum: paymentStates }).notNull().default('due'),
    /** As banks print it: upper case, no blanks. */
    utr: text().notNull().default(''),
    /** Whether the UTR was taken from the credit rather than sent by the payer; it is removed with the credit. */
    utrOfLine: boolean().notNull().default(false),
    proofFile: text().references(() => files.key),
    claimedAt: moment(),
    receivedAt: moment(),
    /** The day the money arrived, in India. */
    receivedOn: date({ mode: 'string' }),
    refundedOn: date({ mode: 'string' }),
    /**
     * The days, in India, on which it was waived or cancelled: from that day on, until it is owed again. So what was outstanding on a
     * past day does not change.
     */
    notOwed: days().notNull().default(sql`'{}'`),
    refundUtr: text().notNull().default(''),
    /** How it was paid; null while unknown. */
    mode: text({ enum: allPaymentModes }),
    /** Set for the remainder of a payment of which less was received: that payment. */
    partOf: uuid().references((): AnyPgColumn => payments.id, { onDelete: 'set null' }),
    /** The treasurer has to refund it. */
    refundDue: boolean().notNull().default(false),
    /** Why it was refused or cancelled, as told to the person. */
    reason: text().notNull().default(''),
    /** The credit of a bank statement that paid it; null while unknown. */
    lineId: uuid().references(() => statementLines.id, { onDelete: 'set null' }),
    /** The office's own remark. */
    note: text().notNull().default(''),
    /** Of an annual subscription: the last notice that was sent. 0 none, 1 the first, 2 to 4 after 30, 60 and 90 days. */
    noticeStage: integer().notNull().default(0),
    /** The day of that notice, in India. */
    noticedOn: date({ mode: 'string' }),
    createdAt: insertedAt(),
  },
  (table) => [
    check('payments_amount', sql`amount >= 0`),
    check('payments_period', sql`(purpose = 'annual') = (period is not null)`),
    check('payments_person', sql`(member_id is null) = (erased is not null)`),
    check('payments_received', sql`(state in ('received', 'refunded')) = (received_on is not null)`),
    check('payments_refunded', sql`(state = 'refunded') = (refunded_on is not null)`),
    uniqueIndex('payments_admission').on(table.memberId).where(sql`purpose = 'admission' and part_of is null`),
    uniqueIndex('payments_annual').on(table.memberId, table.period).where(sql`purpose = 'annual' and part_of is null`),
    uniqueIndex('payments_upgrade')
      .on(table.memberId)
      .where(sql`purpose = 'upgrade' and part_of is null and state in ('due', 'claimed', 'refused')`),
    /** Members' debts by person: for reminders, and for lapsed memberships. */
    index('payments_owed').on(table.memberId, table.id).where(sql`purpose = 'annual' and state in ('due', 'refused')`),
    index('payments_member').on(table.memberId, table.createdAt.desc().nullsFirst()),
    index('payments_claimed').on(table.claimedAt, table.id).where(sql`state = 'claimed'`),
    index('payments_state').on(table.state, table.createdAt.desc().nullsFirst(), table.id),
    index('payments_newest').on(table.createdAt.desc().nullsFirst(), table.id),
    // Number and sum for any filter, even of all payments, are read from this index alone.
    index('payments_totals').on(table.state, table.purpose, table.period, table.amount),
    index('payments_refund_due').on(table.createdAt.desc().nullsFirst(), table.id).where(sql`refund_due`),
    index('payments_utr').on(table.utr).where(sql`utr <> ''`),
    index('payments_refund_utr').on(table.refundUtr).where(sql`refund_utr <> ''`),
    // For a picture that proves another payment too, and for files that are no longer needed.
    index('payments_proof').on(table.proofFile).where(sql`proof_file is not null`),
    index('payments_line').on(table.lineId).where(sql`line_id is not null`),
    // For references that a bank has cut off, by their beginning.
    index('payments_reference_beginning').on(table.reference.op('text_pattern_ops')),
    index('payments_part_of').on(table.partOf).where(sql`part_of is not null`),
    index('payments_refunded_on').on(table.refundedOn, table.id).where(sql`refunded_on is not null`),
    // Receipts of money per day are summed from this index alone.
    index('payments_received_amount').on(table.receivedOn, table.amount).where(sql`received_on is not null`),
    index('payments_search').using('gin', sql`${paymentSearch} gin_trgm_ops`),
  ],
);

/**
 * Every number that was ever claimed for a payment, or that one was received, paid back or paid to a State with: one that several people
 * have given is nobody's proof.
 */
export const claimedNumbers = pgTable(
  'claimed_numbers',
  {
    /** Without leading zeros; its keyed hash once the record is gone. */
    number: text().notNull(),
    /** Null once the record is gone, and for what was paid to a State. */
    paymentId: uuid().references(() => payments.id, { onDelete: 'cascade' }),
    /** We have sent that money: a refund, or a State's share. */
    sent: boolean().notNull().default(false),
    createdAt: insertedAt(),
  },
  (table) => [
    unique('claimed_numbers_same').on(table.number, table.paymentId, table.sent).nullsNotDistinct(),
    index('claimed_numbers_payment').on(table.paymentId).where(sql`payment_id is not null`),
    index('claimed_numbers_gone').on(table.createdAt).where(sql`payment_id is null`),
  ],
);

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

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** The treasurer's signature on receipts. Never deleted: a receipt must look the same years later. */
export const receiptPictures = pgTable('receipt_pictures', {
  /** SHA-256 of the picture, hex. */
  hash: text().primaryKey(),
  jpeg: bytes().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
});

/** Issued member cards; a member has one valid card. */
export const memberCards = pgTable(
  'member_cards',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null once the record was deleted: the card then belongs to a former member. */
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
    /** 128 random bits, for verification by anyone who sees the card. */
    code: text().notNull().unique(),
    createdAt: insertedAt(),
    replacedAt: moment(),
  },
  (table) => [
    index('member_cards_member').on(table.memberId),
    uniqueIndex('member_cards_valid').on(table.memberId).where(sql`replaced_at is null`),
  ],
);
