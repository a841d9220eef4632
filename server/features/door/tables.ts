import { boolean, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { participations } from '#server/features/participations/tables.ts';
import { moment } from '#server/platform/database/columns.ts';
import { holdsNobody } from '#server/platform/database/people.ts';

/** Every scan at a door, including late uploads; together they tell who is in. */
export const checkIns = pgTable(
  'check_ins',
  {
    participationId: uuid()
      .notNull()
      .references(() => participations.id, { onDelete: 'cascade' }),
    at: moment().notNull(),
    undo: boolean().notNull(),
    /** The administrator's e-mail. */
    by: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.participationId, table.at, table.undo] })],
);
holdsNobody(checkIns, 'which door scanned when', { class: 'person', rehearsal: 'goes' });
