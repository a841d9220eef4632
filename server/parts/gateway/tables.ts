import { sql } from 'drizzle-orm';
import { bigint, boolean, check, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { payments } from '#server/features/payments/tables.ts';
import { statementLines } from '#server/parts/bank-credits/tables.ts';
import { insertedAt, moment } from '#server/platform/database/columns.ts';
import { holdsNobody, holdsPeople } from '#server/platform/database/people.ts';
import { reviewReasons } from '#shared/contracts/online.ts';

/**
 * `asking` until the gateway has answered, `open` while it can be paid, `cancelling` until the gateway has confirmed that it
 * cannot; `lost` if no answer came, so that nobody knows its address; the others are the gateway's last word.
 */
export const linkStates = ['asking', 'open', 'cancelling', 'lost', 'paid', 'expired', 'cancelled'] as const;

/** Payment links of the gateway: a page of its own on which one payment can be made. */
export const onlineLinks = pgTable(
  'online_links',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Null once the payment was deleted. */
    paymentId: uuid().references(() => payments.id, { onDelete: 'set null' }),
    /** Our reference, unique at the gateway for ever: the payment's id, then with `-2`, `-3` and so on. */
    reference: text().notNull().unique(),
    /** Whole rupees. */
    amount: integer().notNull(),
    /** The gateway's id; null while it is not known. */
    gatewayId: text().unique(),
    /** Where it is paid. */
    url: text().notNull().default(''),
    state: text({ enum: linkStates }).notNull().default('asking'),
    expiresAt: moment().notNull(),
    /** When the gateway is asked next; null for never again. */
    askAt: moment(),
    /** When the gateway was asked last: not more often than every few seconds. */
    askedAt: moment(),
    /** How often in a row it gave no answer. */
    failures: integer().notNull().default(0),
    createdAt: insertedAt(),
  },
  (table) => [
    check('online_links_amount', sql`amount > 0`),
    /** A payment has at most one that can be paid. */
    uniqueIndex('online_links_live').on(table.paymentId).where(sql`state in ('asking', 'open', 'cancelling')`),
    index('online_links_payment').on(table.paymentId),
    index('online_links_due').on(table.askAt).where(sql`ask_at is not null`),
  ],
);
holdsNobody(onlineLinks, 'addresses at the gateway, without a payer', { class: 'money', rehearsal: 'goes' });

/**
 * Payments that the gateway has captured, each once; written in the transaction that makes its receipt, or lists it for the office to look at.
 * Nothing of the payer is kept: neither name nor account, card, UPI address or mobile number.
 */
export const onlinePayments = pgTable(
  'online_payments',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The gateway's id. */
    gatewayId: text().notNull().unique(),
    linkId: uuid()
      .notNull()
      .references(() => onlineLinks.id),
    /** What it was received as, or else what it was paid for; null once that was deleted. */
    paymentId: uuid().references(() => payments.id, { onDelete: 'set null' }),
    /** `paymentId` was received with it. */
    booked: boolean().notNull(),
    /** In the smallest unit of the currency: paise. */
    amount: bigint({ mode: 'number' }).notNull(),
    currency: text().notNull(),
    method: text().notNull(),
    /** Paise; the fee includes the tax. */
    fee: bigint({ mode: 'number' }).notNull().default(0),
    tax: bigint({ mode: 'number' }).notNull().default(0),
    paidAt: moment().notNull(),
    /** The day of it in India. */
    paidOn: date({ mode: 'string' }).notNull(),
    /** Why the office has to look at it; null: it does not. */
    reason: text({ enum: reviewReasons }),
    /** What the gateway said of a refund that failed. */
    failure: text().notNull().default(''),
    /** How the office settled what it looked at. */
    settledAs: text({ enum: ['refund', 'excess'] }),
    /** The idempotency key of its refund, stored before the gateway is asked. */
    refundKey: uuid(),
    /** Since when a refund is under way; null: none is. */
    refundingSince: moment(),
    /** When the gateway is asked about it next. */
    refundAskAt: moment(),
    refundId: text(),
    /** The administrator's e-mail and note. */
    refundBy: text().notNull().default(''),
    refundNote: text().notNull().default(''),
    /** Paise that the gateway has sent back, as it said last. */
    refunded: bigint({ mode: 'number' }).notNull().default(0),
    settlementId: uuid().references(() => settlements.id),
    createdAt: insertedAt(),
  },
  (table) => [
    uniqueIndex('online_payments_booked').on(table.paymentId).where(sql`booked`),
    index('online_payments_payment').on(table.paymentId),
    index('online_payments_link').on(table.linkId),
    index('online_payments_look').on(table.paidAt.desc().nullsFirst(), table.id).where(sql`reason is not null`),
    index('online_payments_refunding').on(table.refundAskAt).where(sql`refunding_since is not null`),
    index('online_payments_settled').on(table.paidAt.desc().nullsFirst(), table.id).where(sql`settled_as is not null`),
    index('online_payments_settlement').on(table.settlementId).where(sql`settlement_id is not null`),
    // Fees per year are summed from this index alone.
    index('online_payments_fees').on(table.paidOn, table.fee).where(sql`booked`),
  ],
);
holdsPeople(onlinePayments, {
  class: 'money',
  rehearsal: 'goes',
  erased: {
    gatewayId: { stays: 'what the gateway’s money is known by' },
    currency: 'nobody',
    method: 'nobody',
    failure: 'nobody',
    refundId: 'nobody',
    refundBy: 'nobody',
    refundNote: 'emptied',
  },
});

/** What the gateway paid into the bank account. Amounts are paise. */
export const settlements = pgTable(
  'settlements',
  {
    id: uuid().primaryKey().defaultRandom(),
    gatewayId: text().notNull().unique(),
    amount: bigint({ mode: 'number' }).notNull(),
    fees: bigint({ mode: 'number' }).notNull(),
    tax: bigint({ mode: 'number' }).notNull(),
    /** As the bank prints it, in upper case; '' while it has none. */
    utr: text().notNull(),
    settledAt: moment().notNull(),
    /** The credit that it is in the bank account. */
    lineId: uuid().references(() => statementLines.id, { onDelete: 'set null' }),
    /** Whether its payments are known. */
    read: boolean().notNull().default(false),
    createdAt: insertedAt(),
  },
  (table) => [
    index('settlements_utr').on(table.utr).where(sql`utr <> ''`),
    uniqueIndex('settlements_line').on(table.lineId).where(sql`line_id is not null`),
  ],
);
holdsNobody(settlements, 'money of the gateway', { class: 'money', rehearsal: 'goes' });

/** When the gateway is asked for settlements next: one row. */
export const settlementRuns = pgTable('settlement_runs', {
  id: boolean().primaryKey().default(true),
  at: moment().notNull(),
});
holdsNobody(settlementRuns, 'a moment', { class: 'technical', rehearsal: 'stays' });
