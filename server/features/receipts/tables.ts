import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { dues } from '#server/features/ledger/dues.tables.ts';
import { members } from '#server/features/members/tables.ts';
import { statementLines } from '#server/parts/bank-credits/tables.ts';
import { bytes, insertedAt, moment } from '#server/platform/database/columns.ts';
import { holdsNobody, holdsPeople } from '#server/platform/database/people.ts';
import type { TallyLedgers } from '#shared/contracts/tally.ts';
import { allPaymentModes, type paymentPurposes } from '#shared/options.ts';

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

/**
 * Receipts: numbered without gaps within a financial year, never changed, only cancelled. Those of the ledger (with an amount) are money that came:
 * triggers of the entries write `used`, `elsewhere` and `returned`, and Trigger `receipts_counters` refuses others. See docs/decisions/ledger.md.
 */
export const receipts = pgTable(
  'receipts',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The payment; of the ledger's ones a key for exports, which refers to nothing. */
    paymentId: uuid().notNull(),
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
    /** Issued for; null: for nothing that was owed. */
    dueId: uuid().references(() => dues.id),
    /** The payer: a member, the guest of a participation, or a paying office. None once erased. */
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
    participationId: uuid(),
    office: text(),
    erased: jsonb().$type<{ reference: string; membership: string }>(),
    /** Those of its due, when it was made: sums are read from an index of this table alone. */
    purpose: text({ enum: [...dues.purpose.enumValues, 'excess'] }),
    period: text(),
    /** Whole rupees. Named otherwise in the database, as `state`: servers of the version before read those of shares beside receipts. */
    amount: integer('rupees'),
    /** The day the money arrived, in India. */
    receivedOn: date({ mode: 'string' }),
    mode: text({ enum: allPaymentModes }),
    lineId: uuid().references(() => statementLines.id),
    /** The moment of its due, or else its own: the order of lists. */
    askedAt: moment(),
    /** Of the free rupees those that go back; the others are kept. */
    toReturn: integer().notNull().default(0),
    /** Allocated, and of that for other dues than its own. */
    used: integer().notNull().default(0),
    elsewhere: integer().notNull().default(0),
    returned: integer().notNull().default(0),
    free: integer().generatedAlwaysAs(sql`case when cancelled_at is null then rupees - used - returned else 0 end`),
    /** What its row shows: what was used elsewhere has rows of its own. */
    shown: integer().generatedAlwaysAs(sql`case when cancelled_at is null then rupees - elsewhere else 0 end`),
    state: text('standing', { enum: ['received', 'cancelled', 'refunded'] }).generatedAlwaysAs(
      sql`case when rupees is null then null when cancelled_at is not null then 'cancelled' when returned > 0 and returned = rupees - elsewhere then 'refunded' else 'received' end`,
    ),
  },
  (table) => [
    check(
      'receipts_counters',
      sql`rupees is null or (rupees > 0 and received_on is not null and asked_at is not null and (purpose = 'excess') = (due_id is null) and elsewhere between 0 and used and least(returned, to_return) >= 0 and used + returned + to_return <= rupees)`,
    ),
    check(
      'receipts_cancelled',
      sql`rupees is null or cancelled_at is null or (used = 0 and returned = 0 and to_return = 0)`,
    ),
    check(
      'receipts_payer',
      sql`num_nonnulls(member_id, participation_id, office, erased) = case when rupees is null then 0 else 1 end`,
    ),
    index('receipts_due').on(table.dueId).where(sql`due_id is not null`),
    index('receipts_member').on(table.memberId, table.receivedOn).where(sql`member_id is not null`),
    index('receipts_line').on(table.lineId).where(sql`line_id is not null`),
    index('receipts_newest')
      .on(table.askedAt.desc().nullsFirst(), table.id)
      .where(sql`standing in ('received', 'refunded')`),
    // Number and sum for any filter are read from this index alone.
    index('receipts_totals').on(table.state, table.purpose, table.period, table.shown).where(sql`rupees is not null`),
    index('receipts_elsewhere').on(table.id).where(sql`elsewhere > 0`),
    index('receipts_to_return').on(table.askedAt.desc().nullsFirst(), table.id).where(sql`to_return > 0`),
    index('receipts_received_on').on(table.receivedOn, table.amount).where(sql`standing in ('received', 'refunded')`),
    uniqueIndex('receipts_number').on(table.year, table.number),
    index('receipts_payment').on(table.paymentId),
    index('receipts_label_trigram').using('gin', sql`lower(label) gin_trgm_ops`),
    /** A payment has at most one valid receipt. */
    uniqueIndex('receipts_valid').on(table.paymentId).where(sql`cancelled_at is null`),
  ],
);
holdsPeople(receipts, {
  class: 'money',
  rehearsal: 'goes',
  what: 'Receipts',
  archive: true,
  erased: {
    year: 'nobody',
    label: 'nobody',
    code: 'nobody',
    content: 'emptied',
    cancelReason: 'emptied',
    memberId: 'emptied',
    office: 'nobody',
    period: 'nobody',
    erased: { stays: 'the reference by which bank and log know the money' },
  },
  merged: { memberId: { key: ['id'], becomes: 'follows' } },
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
holdsNobody(receiptYears, 'figures', { class: 'technical', rehearsal: 'goes' });

/** The treasurer's signature on receipts. Never deleted: a receipt must look the same years later. */
export const receiptPictures = pgTable('receipt_pictures', {
  /** SHA-256 of the picture, hex. */
  hash: text().primaryKey(),
  jpeg: bytes().notNull(),
  width: integer().notNull(),
  height: integer().notNull(),
});
holdsNobody(receiptPictures, 'signatures of the office', { class: 'content', rehearsal: 'stays' });

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
holdsNobody(tallySettings, 'settings', { class: 'content', rehearsal: 'stays' });
