import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text } from 'drizzle-orm/pg-core';

/** Words of mails that the office has changed; without them, the row keeps the version of a mail that has its default words again. */
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
