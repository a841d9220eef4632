import { type SQL, sql } from 'drizzle-orm';
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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { members } from '#server/features/members/tables.ts';
import { statementLines } from '#server/parts/bank-credits/tables.ts';
import { insertedAt, moment } from '#server/platform/database/columns.ts';
import { holdsPeople } from '#server/platform/database/people.ts';
import { files } from '#server/platform/storage/tables.ts';
import { membershipValues } from '#shared/memberships.ts';
import { allPaymentModes, paymentPurposes, paymentStates } from '#shared/options.ts';

const days = customType<{ data: string }>({ dataType: () => 'datemultirange' });

/** The text by which the office searches payments, besides the person: the references in lower case, each on its own line. */
export const paymentSearch = sql.raw('(lower(reference) || chr(10) || lower(utr) || chr(10) || lower(refund_utr))');

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
    /** Null once the record was deleted; `erased` then holds what remains of it. Null too for what a paying office has paid for nobody. */
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
    erased: jsonb().$type<{ reference: string; membership: string; office?: string }>(),
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
    /** Set for a payment that is there twice, since two records of a person became one: the first; `part_of` is the same, for the indexes. */
    doubleOf: uuid().references((): AnyPgColumn => payments.id, { onDelete: 'set null' }),
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
    index('payments_double_of').on(table.doubleOf).where(sql`double_of is not null`),
    index('payments_refunded_on').on(table.refundedOn, table.id).where(sql`refunded_on is not null`),
    // Receipts of money per day are summed from this index alone.
    index('payments_received_amount').on(table.receivedOn, table.amount).where(sql`received_on is not null`),
    index('payments_search').using('gin', sql`${paymentSearch} gin_trgm_ops`),
  ],
);
holdsPeople(payments, {
  class: 'money',
  rehearsal: 'goes',
  what: 'Sums asked for and paid',
  archive: true,
  erased: {
    memberId: 'emptied',
    erased: { stays: 'the reference by which receipt, bank and log know the money' },
    reference: { stays: 'as in `erased`' },
    period: 'nobody',
    tier: 'nobody',
    utr: { stays: 'what the bank’s money is known by' },
    refundUtr: { stays: 'as the UTR' },
    proofFile: 'emptied',
    reason: 'emptied',
    note: 'emptied',
  },
  merged: { memberId: { key: ['id'], becomes: 'follows', changes: 'both', watched: ['noticeStage', 'noticedOn'] } },
});

/** What a payment of this alias is called: its receipts bear the reference of the whole. */
export const referenceOf = (row: SQL) => sql<string>`coalesce((
  select content ->> 'reference' from receipts where payment_id = ${row}.id order by year desc, number desc limit 1), ${row}.reference)`;

/** Of a payment that is open the part that came last, if any; else its own id. */
export const lastReceived = (id: string) => sql<string>`coalesce((
  select part.id from ${payments} own join ${payments} part on part.part_of = own.id and part.purpose <> 'excess' and part.double_of is distinct from own.id
  where own.id = ${id}::uuid and own.state in ('due', 'claimed', 'refused') and part.state = 'received'
  order by part.received_at desc, part.id desc limit 1), ${id}::uuid)`;
