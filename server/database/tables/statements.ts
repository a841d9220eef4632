import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { clock } from '#shared/clock.ts';
import type { ColumnMapping } from '#shared/contracts/statements.ts';

const createdAt = () => timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow().$defaultFn(clock.now);

/** Bank statements that were read. What their files held beside credits is nowhere. */
export const statements = pgTable('statements', {
  id: uuid().primaryKey().defaultRandom(),
  /** The administrator's e-mail. */
  by: text().notNull(),
  needsMapping: boolean().notNull().default(false),
  /** The headings of its columns; '' where what stands above the first line is a line itself. */
  columns: text().array().notNull().default(sql`'{}'`),
  mapping: jsonb().$type<ColumnMapping>(),
  createdAt: createdAt(),
});

/** Credits of bank statements, each once however many statements hold it. Amounts are paise. */
export const statementLines = pgTable(
  'statement_lines',
  {
    /** Version 7, so that a file's lines stand side by side in every index. */
    id: uuid().primaryKey(),
    /** Hash of what makes the line this line; equal lines of one file are told apart by `ordinal`, from 1 on. */
    hash: text().notNull(),
    ordinal: integer().notNull(),
    /** The day of the transaction. */
    date: date({ mode: 'string' }).notNull(),
    amount: bigint({ mode: 'number' }).notNull(),
    /** What of it stands for payments that were received: the sum of `payments.amount` of those whose line it is. */
    booked: bigint({ mode: 'number' }).notNull().default(0),
    utr: text().notNull().default(''),
    narration: text().notNull(),
    /** The narration's words in lower case, for names. */
    words: text().array().notNull().default(sql`'{}'`),
    /** A reference that breaks off, or that other digits follow at once: what there is of it. */
    cut: text().notNull().default(''),
    /** What it may be found by: transaction references and payment references in its narration. */
    keys: text().array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
  },
  (table) => [
    check('statement_lines_amount', sql`amount > 0`),
    check('statement_lines_booked', sql`booked >= 0 and booked <= amount`),
    uniqueIndex('statement_lines_same').on(table.hash, table.ordinal),
    index('statement_lines_open').on(table.date.desc().nullsFirst(), table.id).where(sql`booked < amount`),
    // Without a list of what is to be put in: each search for a payment's line would read all of it.
    index('statement_lines_keys').using('gin', table.keys).with({ fastupdate: false }),
  ],
);

/**
 * Which statement holds which lines, in the order of the file. No foreign keys: to look up both for each of 100,000 lines takes
 * as long as to write them. Lines are deleted in one place, with their entries, and a statement only without any.
 */
export const statementEntries = pgTable(
  'statement_entries',
  {
    statementId: uuid().notNull(),
    lineId: uuid().notNull(),
    position: integer().notNull(),
    /** It was found here that its payment had been received by hand. */
    alreadyReceived: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.statementId, table.lineId] }),
    index('statement_entries_line').on(table.lineId),
  ],
);

/** How the columns of a table are to be taken, by a hash of its headings. */
export const statementMappings = pgTable('statement_mappings', {
  headings: text().primaryKey(),
  mapping: jsonb().$type<ColumnMapping>().notNull(),
});
