import { sql } from 'drizzle-orm';
import { check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '#server/platform/database/columns.ts';
import { holdsNobody } from '#server/platform/database/people.ts';

/**
 * The rehearsal: no row before one, one ever. Trigger `rehearsal_guarded` refuses to begin it where there are people or receipts, and to change it once it
 * has ended. The function `end_rehearsal` deletes all that goes, and alone sets its end.
 */
export const rehearsal = pgTable(
  'rehearsal',
  {
    id: integer().primaryKey().default(1),
    begunAt: moment().notNull(),
    /** An administrator's e-mail. */
    by: text().notNull(),
    /** Who may be mailed besides the administrators. */
    addresses: text().array().notNull().default([]),
    /** When sample people were made, and their conference. */
    filledAt: moment(),
    conferenceId: uuid(),
    /** Since when it is being ended; null before. */
    endingAt: moment(),
    endedAt: moment(),
  },
  (table) => [check('rehearsal_one', sql`${table.id} = 1`)],
);
holdsNobody(rehearsal, 'when it began and ended, and test addresses', { class: 'technical', rehearsal: 'stays' });
