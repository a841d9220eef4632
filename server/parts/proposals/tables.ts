import { jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { administrators } from '#server/features/administrators/tables.ts';
import { moment } from '#server/platform/database/columns.ts';
import { holdsPeople } from '#server/platform/database/people.ts';

/** What one administrator proposes and another must agree to; one for each record. */
export const proposals = pgTable(
  'proposals',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** The kind of record, such as 'vote', and its id. */
    subject: text().notNull(),
    subjectId: uuid().notNull(),
    what: text().notNull(),
    /** In words, as the second person reads it. */
    text: text().notNull(),
    details: jsonb().$type<Record<string, unknown>>().notNull(),
    /** The power that its author needs until it is carried out. */
    power: text().notNull(),
    by: text().notNull(),
    administratorId: uuid()
      .notNull()
      .references(() => administrators.id, { onDelete: 'cascade' }),
    at: moment().notNull(),
  },
  (table) => [uniqueIndex('proposals_subject').on(table.subject, table.subjectId)],
);
holdsPeople(proposals, {
  class: 'content',
  rehearsal: 'goes',
  erased: {
    subject: 'nobody',
    what: 'nobody',
    text: { stays: 'the office’s words, until it is decided, for a week at most' },
    details: { stays: 'as the text' },
    power: 'nobody',
    by: 'nobody',
  },
});
