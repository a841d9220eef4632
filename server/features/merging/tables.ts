import { bigserial, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { members } from '#server/features/members/tables.ts';
import { insertedAt } from '#server/platform/database/columns.ts';
import { holdsNobody, holdsPeople } from '#server/platform/database/people.ts';
import { likenesses } from '#shared/likenesses.ts';

/** Pairs of New or Approved records that may be of one person. The smaller id first. */
export const likelyDoubles = pgTable(
  'likely_doubles',
  {
    one: uuid()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    other: uuid()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    by: text({ enum: likenesses }).array().notNull(),
    at: insertedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.one, table.other] }),
    index('likely_doubles_other').on(table.other),
    index('likely_doubles_newest').on(table.at.desc().nullsFirst(), table.one, table.other),
  ],
);
holdsPeople(likelyDoubles, {
  class: 'person',
  rehearsal: 'goes',
  erased: 'deleted',
  // Looked for again, as both records are.
  merged: {
    one: { key: ['one', 'other'], becomes: 'forgotten' },
    other: { key: ['one', 'other'], becomes: 'forgotten' },
  },
});

/**
 * Records whose doubles are to be looked for. Trigger `members_double_check` adds each that is new or has another name, e-mail, mobile number,
 * birth date, State or status. Nobody waits for a row of it: it refers to no record.
 */
export const doubleChecks = pgTable('double_checks', {
  id: bigserial({ mode: 'number' }).primaryKey(),
  member: uuid().notNull(),
});
holdsNobody(doubleChecks, 'ids of records, until they are looked at', { class: 'technical', rehearsal: 'goes' });
