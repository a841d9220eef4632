import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
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
import { allocations } from '#server/features/ledger/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import { insertedAt } from '#server/platform/database/columns.ts';
import { holdsNobody } from '#server/platform/database/people.ts';
import type { Percents } from '#shared/contracts/shares.ts';

/** How receipts are shared with the States: one row, inserted by the migration. */
export const shareSettings = pgTable(
  'share_settings',
  {
    id: integer().primaryKey().default(1),
    enabled: boolean().notNull().default(false),
    percent: jsonb().$type<Percents>().notNull().default({}),
    byState: jsonb().$type<Record<string, Percents>>().notNull().default({}),
    /** The first day whose receipts are shared. */
    from: date({ mode: 'string' }),
    version: integer().notNull().default(1),
  },
  () => [
    check('share_settings_one', sql`id = 1`),
    check('share_settings_from', sql`not enabled or "from" is not null`),
  ],
);
holdsNobody(shareSettings, 'settings', { class: 'content', rehearsal: 'stays' });

/**
 * What the association owes its States, line by line: the share of each receipt, its reversal, and payments to a State. Lines are only
 * added, in the transaction of what they follow from; the sum of a State's amounts is its balance. No line names a person.
 */
export const shareEntries = pgTable(
  'share_entries',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: ['share', 'reversal', 'payment'] }).notNull(),
    /** The person's when the receipt was issued; '' for none, whose receipt is wholly the centre's. */
    state: text().notNull(),
    /** The receipt's day, the day of the cancellation or refund, or the day of the payment, in India. */
    date: date({ mode: 'string' }).notNull(),
    receiptId: uuid().references(() => receipts.id),
    /** Of a share or a reversal in the ledger: the allocation that it is the share of, or takes back. */
    allocationId: uuid().references(() => allocations.id),
    membership: text().notNull().default(''),
    /** The receipt's amount in paise; 0 for payments. */
    gross: bigint({ mode: 'number' }).notNull().default(0),
    /** What it adds to the balance, in paise. */
    amount: bigint({ mode: 'number' }).notNull(),
    utr: text().notNull().default(''),
    /** The office's remark on a payment, or why it was taken back. */
    note: text().notNull().default(''),
    /** The administrator's e-mail, of payments. */
    by: text().notNull().default(''),
    /** The payment that this line takes back. */
    cancels: uuid().references((): AnyPgColumn => shareEntries.id),
    createdAt: insertedAt(),
  },
  (table) => [
    check('share_entries_receipt', sql`(kind = 'payment') = (coalesce(receipt_id, allocation_id) is null)`),
    uniqueIndex('share_entries_once').on(table.receiptId, table.kind).where(sql`receipt_id is not null`),
    uniqueIndex('share_entries_allocation').on(table.allocationId).where(sql`allocation_id is not null`),
    uniqueIndex('share_entries_cancels').on(table.cancels).where(sql`cancels is not null`),
    index('share_entries_state').on(table.state, table.date, table.kind, table.amount, table.gross),
    index('share_entries_paid').on(table.state, table.utr).where(sql`kind = 'payment'`),
  ],
);
holdsNobody(shareEntries, 'money of States', { class: 'money', rehearsal: 'goes' });
