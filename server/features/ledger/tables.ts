import { sql } from 'drizzle-orm';
import {
  bigserial,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { receipts } from '#server/features/receipts/tables.ts';
import { insertedAt, moment } from '#server/platform/database/columns.ts';
import { holdsPeople } from '#server/platform/database/people.ts';
import { files } from '#server/platform/storage/tables.ts';
import { dues } from './dues.tables.ts';
import { becomings, claimStates } from './kinds.ts';

/**
 * What settles what: rupees of a receipt for a due, of one payer. Entries are only added; one that is taken back has a reversal, once and whole, of the same receipt and due.
 * Trigger `allocations_count` adds them to receipts and dues, and demands one payer. Trigger `allocations_keep` refuses changes but for the texts of a due without a person.
 */
export const allocations = pgTable(
  'allocations',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: bigserial({ mode: 'number' }).notNull(),
    receiptId: uuid()
      .notNull()
      .references(() => receipts.id),
    dueId: uuid()
      .notNull()
      .references(() => dues.id),
    /** Whole rupees; negative of a reversal. */
    amount: integer().notNull(),
    /** In India. */
    day: date({ mode: 'string' }).notNull(),
    /** The allocation that this one takes back. */
    reverses: uuid(),
    /** Of a reversal: where its rupees go. */
    becomes: text({ enum: becomings }),
    reason: text().notNull().default(''),
    /** The administrator's e-mail. */
    by: text().notNull().default(''),
    at: insertedAt(),
    undone: integer().notNull().generatedAlwaysAs(sql`-amount`),
  },
  (table) => [
    check(
      'allocations_sign',
      sql`case when reverses is null then amount > 0 and becomes is null else amount < 0 and becomes is not null end`,
    ),
    unique('allocations_once').on(table.reverses),
    unique('allocations_entry').on(table.id, table.receiptId, table.dueId, table.amount),
    foreignKey({
      name: 'allocations_whole',
      columns: [table.reverses, table.receiptId, table.dueId, table.undone],
      foreignColumns: [table.id, table.receiptId, table.dueId, table.amount],
    }),
    index('allocations_receipt').on(table.receiptId),
    index('allocations_due').on(table.dueId),
    index('allocations_day').on(table.day, table.amount),
  ],
);
holdsPeople(allocations, { class: 'money', rehearsal: 'goes', erased: { reason: 'emptied', by: 'nobody' } });

/**
 * Money that went back. Trigger `refunds_count` adds it to its receipt, of which less is then to return. Trigger `refunds_keep` refuses changes but for the texts of a
 * receipt without a person.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid().primaryKey().defaultRandom(),
    receiptId: uuid()
      .notNull()
      .references(() => receipts.id),
    /** Whole rupees. */
    amount: integer().notNull(),
    /** In India. */
    refundedOn: date({ mode: 'string' }).notNull(),
    utr: text().notNull().default(''),
    /** The office's own remark. */
    note: text().notNull().default(''),
    by: text().notNull().default(''),
    /** The gateway's number of it. */
    gatewayRefund: text(),
    at: insertedAt(),
  },
  (table) => [
    check('refunds_amount', sql`amount > 0`),
    uniqueIndex('refunds_gateway').on(table.gatewayRefund).where(sql`gateway_refund is not null`),
    index('refunds_receipt').on(table.receiptId),
    index('refunds_day').on(table.refundedOn, table.amount),
    index('refunds_utr').on(table.utr).where(sql`utr <> ''`),
  ],
);
holdsPeople(refunds, {
  class: 'money',
  rehearsal: 'goes',
  erased: {
    utr: { stays: 'what the bank’s money is known by' },
    note: 'emptied',
    by: 'nobody',
    gatewayRefund: { stays: 'what the gateway’s money is known by' },
  },
});

/**
 * What people say that they have paid: in no sum of money. Trigger `claims_note` and Trigger `claims_note_anew` note the state of the last one at its due.
 */
export const claims = pgTable(
  'claims',
  {
    id: uuid().primaryKey().defaultRandom(),
    position: bigserial({ mode: 'number' }).notNull(),
    dueId: uuid()
      .notNull()
      .references(() => dues.id),
    /** As banks print it: upper case, no blanks. */
    utr: text().notNull().default(''),
    proofFile: text().references(() => files.key),
    at: moment().notNull(),
    state: text({ enum: claimStates }).notNull().default('pending'),
    /** Of a due that became unwanted: what was open then, and is expected. */
    expected: integer(),
    /** Why it was refused, as told to the person. */
    reason: text().notNull().default(''),
    /** The receipt that confirmed it. */
    receiptId: uuid().references(() => receipts.id),
  },
  (table) => [
    check('claims_confirmed', sql`state <> 'confirmed' or receipt_id is not null`),
    uniqueIndex('claims_pending').on(table.dueId).where(sql`state = 'pending'`),
    index('claims_due').on(table.dueId, table.position),
    index('claims_waiting').on(table.at, table.dueId).where(sql`state = 'pending'`),
    index('claims_receipt').on(table.receiptId).where(sql`receipt_id is not null`),
    index('claims_utr').on(table.utr).where(sql`utr <> ''`),
    index('claims_proof').on(table.proofFile).where(sql`proof_file is not null`),
  ],
);
holdsPeople(claims, {
  class: 'money',
  rehearsal: 'goes',
  erased: { utr: { stays: 'what the bank’s money is known by' }, proofFile: 'emptied', reason: 'emptied' },
});
