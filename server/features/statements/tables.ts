import { sql } from 'drizzle-orm';
import { bigint, boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt } from '#server/platform/database/columns.ts';
import { holdsNobody } from '#server/platform/database/people.ts';
import { type ColumnMapping, statementBalances } from '#shared/contracts/statements.ts';

/** Bank statements. Of their files only credits are stored. */
export const statements = pgTable(
  'statements',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The administrator's e-mail. */
    by: text().notNull(),
    needsMapping: boolean().notNull().default(false),
    /** The headings of its columns; '' where the row above the first line is a line itself. */
    columns: text().array().notNull().default(sql`'{}'`),
    mapping: jsonb().$type<ColumnMapping>(),
    /** Of the file, so that another mapping of the same file is recognized; '' for older statements. */
    fileHash: text().notNull().default(''),
    /** Number and sum of the file's credits, in paise; null for older statements. */
    creditCount: integer(),
    creditAmount: bigint({ mode: 'number' }),
    /** Whether the credits agree with the file's balances or totals; null: it has none. */
    balances: text({ enum: statementBalances }),
    /** What stores the lines of a large file; null for others. */
    jobId: uuid(),
    createdAt: createdAt(),
  },
  (table) => [index('statements_file').on(table.fileHash).where(sql`file_hash <> ''`)],
);
holdsNobody(statements, 'files of the bank, read and gone', { class: 'money', rehearsal: 'goes' });

/** Written and read by servers before 0061 alone: mappings are in `columnMappings`. */
export const statementMappings = pgTable('statement_mappings', {
  headings: text().primaryKey(),
  mapping: jsonb().$type<ColumnMapping>().notNull(),
});
holdsNobody(statementMappings, 'headings of bank statements', { class: 'content', rehearsal: 'stays' });
