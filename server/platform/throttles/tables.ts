import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/platform/database/columns.ts';
import { holdsNobody } from '#server/platform/database/people.ts';

/** Counters of the throttles: `key` names what is counted, hashed where it is personal. */
export const throttles = pgTable(
  'throttles',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    /** How many of them are pending: not yet known to be right or wrong. */
    underWay: integer().notNull().default(0),
    resetAt: moment().notNull(),
  },
  (table) => [index('throttles_reset').on(table.resetAt)],
);
holdsNobody(throttles, 'hashed keys, for a day at most', { class: 'technical', rehearsal: 'stays' });
