import { date, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { members } from '#server/features/members/tables.ts';
import { moment } from '#server/platform/database/columns.ts';
import { holdsPeople } from '#server/platform/database/people.ts';

/** Pages of the directory that a member has opened, in the current quarter of an hour and on the current day. */
export const directoryBudgets = pgTable('directory_budgets', {
  memberId: uuid()
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  quarterEndsAt: moment().notNull(),
  quarterPages: integer().notNull(),
  /** In India time. */
  day: date({ mode: 'string' }).notNull(),
  dayPages: integer().notNull(),
  /** The day on which the office was last told that this member's budget was used up. */
  toldOn: date({ mode: 'string' }),
});
holdsPeople(directoryBudgets, {
  class: 'technical',
  rehearsal: 'goes',
  archive: true,
  erased: 'deleted',
  merged: { memberId: { key: [], becomes: 'goes' } },
});
