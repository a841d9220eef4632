import { boolean, date, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { administrators } from '#server/features/administrators/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { moment } from '#server/platform/database/columns.ts';
import { holdsNobody, holdsPeople } from '#server/platform/database/people.ts';

/** What administrators have opened of a person, per day in India; the log has a line per day and administrator. */
export const readings = pgTable(
  'readings',
  {
    day: date().notNull(),
    /** The administrator's e-mail. */
    by: text().notNull(),
    what: text({ enum: ['record', 'ID', 'proof', 'case'] }).notNull(),
    /** Null once the record is deleted: who had opened it counts on, in the log's line and towards the alarm. */
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
    times: integer().notNull().default(1),
    /** The last time. */
    at: moment().notNull(),
  },
  (table) => [
    uniqueIndex('readings_once').on(table.day, table.by, table.what, table.memberId),
    index('readings_member').on(table.memberId),
    index('readings_by').on(table.by, table.at),
  ],
);
holdsPeople(readings, {
  class: 'log',
  rehearsal: 'goes',
  what: 'Notes of what was opened',
  archive: true,
  erased: { by: 'nobody', memberId: 'emptied' },
  merged: { memberId: { key: ['day', 'by', 'what'], becomes: 'follows', once: ['day', 'by', 'what'] } },
});

/** Rows of lists of people that an administrator has read within an hour. */
export const officeBudgets = pgTable('office_budgets', {
  administratorId: uuid()
    .primaryKey()
    .references(() => administrators.id, { onDelete: 'cascade' }),
  rows: integer().notNull(),
  endsAt: moment().notNull(),
  /** Whether the other administrators were told that it is used up. */
  told: boolean().notNull().default(false),
});
holdsNobody(officeBudgets, 'what administrators have read', { class: 'technical', rehearsal: 'goes' });
