import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { cases } from '#server/features/cases/tables.ts';
import { libraryDocuments } from '#server/features/library/tables.ts';
import { insertedAt } from '#server/platform/database/columns.ts';
import { holdsNobody } from '#server/platform/database/people.ts';
import { files } from '#server/platform/storage/tables.ts';

/** What the association has asked of government. */
export const representations = pgTable(
  'representations',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** R-2026-0017 */
    number: text().notNull().unique(),
    subject: text().notNull(),
    authority: text().notNull(),
    /** '' is all India. */
    homeState: text().notNull().default(''),
    /** The day of the letter. */
    on: date('asked_on', { mode: 'string' }).notNull(),
    answerBy: date({ mode: 'string' }),
    scope: text({ enum: ['office', 'members', 'public'] })
      .notNull()
      .default('office'),
    letter: text().references(() => files.key),
    /** The text of the letter, for warnings of members’ names. */
    letterText: text().notNull().default(''),
    outcome: text({ enum: ['granted', 'partly', 'refused', 'no answer'] }),
    outcomeOn: date({ mode: 'string' }),
    answered: boolean().notNull().default(false),
    /** The day of the last letter, dispatch, reminder or reply. */
    lastWordOn: date({ mode: 'string' }).notNull(),
    version: integer().notNull().default(1),
    createdAt: insertedAt(),
  },
  (table) => [
    index('representations_list').on(
      sql`(case when outcome is not null then 2 when answered then 1 else 0 end)`,
      table.on,
      table.id,
    ),
    index('representations_letter').on(table.letter),
  ],
);
holdsNobody(representations, 'letters of the association', { class: 'content', rehearsal: 'goes' });

/** What happened with a representation since the letter. */
export const representationEntries = pgTable(
  'representation_entries',
  {
    id: uuid().primaryKey().defaultRandom(),
    representationId: uuid()
      .notNull()
      .references(() => representations.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['dispatch', 'reminder', 'reply', 'proceeding', 'outcome'] }).notNull(),
    on: date('happened_on', { mode: 'string' }).notNull(),
    text: text().notNull(),
    file: text().references(() => files.key),
    /** Of a proceeding: its next day. */
    next: date('next_on', { mode: 'string' }),
    /** Of an outcome. */
    result: text({ enum: ['granted', 'partly', 'refused', 'no answer'] }),
    createdAt: insertedAt(),
  },
  (table) => [
    index('representation_entries_of').on(table.representationId, table.on, table.createdAt),
    index('representation_entries_file').on(table.file),
  ],
);
holdsNobody(representationEntries, 'letters of the association', { class: 'content', rehearsal: 'goes' });

/** What a representation rests on. */
export const representationLinks = pgTable(
  'representation_links',
  {
    representationId: uuid()
      .notNull()
      .references(() => representations.id, { onDelete: 'cascade' }),
    caseId: uuid().references(() => cases.id, { onDelete: 'cascade' }),
    documentId: uuid().references(() => libraryDocuments.id, { onDelete: 'cascade' }),
  },
  (table) => [
    uniqueIndex('representation_links_case').on(table.representationId, table.caseId).where(sql`case_id is not null`),
    uniqueIndex('representation_links_document')
      .on(table.representationId, table.documentId)
      .where(sql`document_id is not null`),
    index('representation_links_of_case').on(table.caseId),
    index('representation_links_of_document').on(table.documentId),
  ],
);
holdsNobody(representationLinks, 'what a representation rests on', { class: 'content', rehearsal: 'goes' });

/** The last number given in each year in India. */
export const representationYears = pgTable('representation_years', {
  year: integer().primaryKey(),
  last: integer().notNull(),
});
holdsNobody(representationYears, 'numbers of nobody', { class: 'technical', rehearsal: 'goes' });
