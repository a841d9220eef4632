import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** The words of mails that the office has changed; a row without words has the default again, and keeps its version. */
export const mailTemplates = pgTable(
  'mail_templates',
  {
    kind: text().primaryKey(),
    subject: text(),
    text: text(),
    version: integer().notNull().default(0),
  },
  (table) => [check('mail_templates_words', sql`(${table.subject} is null) = (${table.text} is null)`)],
);
