import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { createdAt } from '#server/platform/database/columns.ts';
import { holdsNobody, holdsPeople } from '#server/platform/database/people.ts';

/** Credits of bank statements, each once even if several statements hold it. Amounts are paise. */
export const statementLines = pgTable(
  'statement_lines',
  {
    /** Version 7, so that a file's lines are adjacent in every index. */
    id: uuid().primaryKey(),
    /** Hash of day, amount and the narration's letters and digits; lines with the same one differ in `ordinal`, from 1 on. */
    hash: text().notNull(),
    ordinal: integer().notNull(),
    /** The day of the transaction. */
    date: date({ mode: 'string' }).notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    /** How much of it is assigned to received payments: the sum of their `payments.amount`. */
    booked: bigint({ mode: 'number' }).notNull().default(0),
    /** The number of its row, by which it is known again; '' without one. It proves nothing. */
    utr: text().notNull().default(''),
    narration: text().notNull(),
    /** The digits of the association's account that its bank shows, without zeros in front; '' where its files name none. */
    account: text().notNull().default(''),
    /** Its row's other texts: reference, remarks, type; and a narration of several rows without the blanks between them. */
    texts: text().array().notNull().default(sql`'{}'`),
    /** The narration's words in lower case, for names. */
    words: text().array().notNull().default(sql`'{}'`),
    /** The beginning of a reference that is cut off. */
    cut: text().notNull().default(''),
    /** The keys for matching: whole references, and whole runs of digits or letters and digits. */
    keys: text().array().notNull().default(sql`'{}'`),
    /** References and numbers in pieces: a match by them is only a suggestion. */
    numbers: text().array().notNull().default(sql`'{}'`),
    /** Its keys that stand in a debit of its file too; null for lines of older servers, which cut narrations by other rules. */
    debitNumbers: text().array(),
    /** Written and read by servers before 0064 alone. */
    number: text().notNull().default(''),
    caution: text({ enum: ['', 'debit', 'reversal', 'both'] })
      .notNull()
      .default(''),
    /** Written and read by servers before 0053 alone. */
    textHash: text().notNull().default(''),
    /** Another mapping of its file does not contain it: it is in no list. */
    withdrawn: boolean().notNull().default(false),
    /** The office says that it is not a membership payment: in no list until that is undone. */
    dismissedAt: timestamp({ withTimezone: true, mode: 'date' }),
    /** The administrator's e-mail. */
    dismissedBy: text().notNull().default(''),
    dismissedNote: text().notNull().default(''),
    createdAt: createdAt(),
  },
  (table) => [
    check('statement_lines_amount', sql`amount > 0`),
    check('statement_lines_booked', sql`booked >= 0 and booked <= amount`),
    uniqueIndex('statement_lines_same').on(table.hash, table.ordinal),
    // The same credit in a file that prints its narration in another way.
    index('statement_lines_utr').on(table.utr, table.date, table.amount).where(sql`utr <> ''`),
    index('statement_lines_open').on(table.date.desc().nullsFirst(), table.id).where(sql`booked < amount`),
    index('statement_lines_dismissed')
      .on(table.date.desc().nullsFirst(), table.id)
      .where(sql`dismissed_at is not null`),
    // Without a pending list: each search for a payment's line would read all of it.
    index('statement_lines_keys').using('gin', table.keys).with({ fastupdate: false }),
  ],
);
holdsPeople(statementLines, {
  class: 'money',
  rehearsal: 'goes',
  what: 'Lines of bank statements',
  erased: {
    hash: 'nobody',
    utr: { stays: 'what the bank’s money is known by' },
    narration: 'emptied',
    texts: 'emptied',
    words: 'emptied',
    cut: 'emptied',
    keys: 'emptied',
    numbers: 'emptied',
    account: 'nobody',
    debitNumbers: 'emptied',
    number: 'emptied',
    textHash: 'nobody',
    dismissedBy: 'nobody',
    dismissedNote: 'emptied',
  },
});

/**
 * The lines of each statement, in the order of the file. No foreign keys: checking both for 100,000 lines takes
 * as long as inserting them. Lines are deleted in one place, with their entries, and a statement only without any.
 */
export const statementEntries = pgTable(
  'statement_entries',
  {
    statementId: uuid().notNull(),
    lineId: uuid().notNull(),
    position: integer().notNull(),
    /** Its payment was already marked as received by hand. */
    alreadyReceived: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.statementId, table.lineId] }),
    index('statement_entries_line').on(table.lineId),
  ],
);
holdsNobody(statementEntries, 'which statement has which credit', { class: 'money', rehearsal: 'goes' });
