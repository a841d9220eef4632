import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { holdsNobody } from '#server/platform/database/people.ts';

/** What the columns of a table are, as the office has once said: of lists of members and of bank statements. */
export const columnMappings = pgTable('import_mappings', {
  /** A hash, because the first row of a table without headings may be somebody's; a few older keys are the words themselves. */
  heads: text().primaryKey(),
  /** The field of a column, by its number from 0. */
  mapping: jsonb().$type<Record<string, string>>().notNull(),
  savedAt: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow(),
});
holdsNobody(columnMappings, 'hashed headings', { class: 'content', rehearsal: 'stays' });
