import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { payments } from '#server/features/payments/tables.ts';
import { insertedAt } from '#server/platform/database/columns.ts';
import { holdsPeople } from '#server/platform/database/people.ts';

// Beside `tables.ts`, which payments refer to.

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
holdsPeople(claimedNumbers, {
  class: 'money',
  rehearsal: 'goes',
  erased: {
    number: { stays: 'a bank’s number, hashed where only the person said it: it proves one payment for ever' },
  },
});
