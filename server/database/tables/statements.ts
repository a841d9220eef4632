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
import { type ColumnMapping, lineCautions, statementBalances } from '#shared/contracts/statements.ts';

const createdAt = () => timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow().$defaultFn(clock.now);

/** Bank statements that were read. What their files held beside credits is nowhere. */
export const statements = pgTable(
  'statements',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The administrator's e-mail. */
    by: text().notNull(),
    needsMapping: boolean().notNull().default(false),
    /** The headings of its columns; '' where what is above the first line is a line itself. */
    columns: text().array().notNull().default(sql`'{}'`),
    mapping: jsonb().$type<ColumnMapping>(),
    /** Of the file, so that another mapping of the same file is known as one; '' for what was read before this was kept. */
    fileHash: text().notNull().default(''),
    /** The credits of the file and their sum, in paise; null for what was read before they were kept. */
    creditCount: integer(),
    creditAmount: bigint({ mode: 'number' }),
    /** Whether the credits agree with the balances or totals that the file gives; null: it gives none. */
    balances: text({ enum: statementBalances }),
    createdAt: createdAt(),
  },
  (table) => [index('statements_file').on(table.fileHash).where(sql`file_hash <> ''`)],
);

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
    /** What it is for: its UTR and the payment references in its narration. */
    keys: text().array().notNull().default(sql`'{}'`),
    /** Other numbers in its narration: what is found by them is at most to be looked at. */
    numbers: text().array().notNull().default(sql`'{}'`),
    /** What speaks against its being money that came for a payment; '' for nothing. */
    caution: text({ enum: lineCautions }).notNull().default(''),
    /** Hash of day, amount and narration: by it a line is known whose column of references was taken otherwise before. */
    textHash: text().notNull().default(''),
    /** Another mapping of its file does not give it: it is in no list. */
    withdrawn: boolean().notNull().default(false),
    /** It is no payment of a membership, says the office: in no list until that is undone. */
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
    index('statement_lines_open').on(table.date.desc().nullsFirst(), table.id).where(sql`booked < amount`),
    index('statement_lines_dismissed')
      .on(table.date.desc().nullsFirst(), table.id)
      .where(sql`dismissed_at is not null`),
    index('statement_lines_text').on(table.textHash),
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
