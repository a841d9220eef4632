import { jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from '#server/platform/database/columns.ts';
import { holdsNobody } from '#server/platform/database/people.ts';

/** What was last found of each check that has been looked at. */
export const readyChecks = pgTable('ready_checks', {
  id: text().primaryKey(),
  state: text({ enum: ['ok', 'missing', 'wrong', 'not needed'] }).notNull(),
  found: text().notNull(),
  act: jsonb().$type<{ text: string; href?: string; tell?: string }>(),
  /** Null: never looked at. */
  checkedAt: moment(),
  /** When it was right for the first time: what never was nags nobody. */
  rightAt: moment(),
  putOffUntil: moment(),
  /** The day in India of the last mail about it, YYYY-MM-DD. */
  mailedOn: text(),
  /** What the check itself remembers. */
  data: jsonb().$type<Record<string, string>>().notNull().default({}),
});
holdsNobody(readyChecks, 'figures', { class: 'technical', rehearsal: 'stays' });
