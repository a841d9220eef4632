import { bigint, boolean, index, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { moment } from '#server/platform/database/columns.ts';
import { holdsNobody } from '#server/platform/database/people.ts';

/** Verified backups; the office and the operator's monitoring see the age of the last one. */
export const backups = pgTable(
  'backups',
  {
    id: uuid().primaryKey().defaultRandom(),
    finishedAt: moment().notNull(),
    rows: bigint({ mode: 'number' }).notNull(),
    files: integer().notNull(),
    bytes: bigint({ mode: 'number' }).notNull(),
    /** Files that rows name but the store did not have. */
    missing: integer().notNull(),
    /** Encrypted. */
    sealed: boolean().notNull(),
  },
  (table) => [index('backups_finished').on(table.finishedAt.desc().nullsFirst())],
);
holdsNobody(backups, 'figures', { class: 'technical', rehearsal: 'stays' });

/** Backups that were restored into an empty place beside the running site, and what was counted there. */
export const restoreChecks = pgTable('restore_checks', {
  id: uuid().primaryKey().defaultRandom(),
  checkedAt: moment().notNull(),
  takenAt: moment().notNull(),
  rows: bigint({ mode: 'number' }).notNull(),
  files: integer().notNull(),
});
holdsNobody(restoreChecks, 'figures', { class: 'technical', rehearsal: 'stays' });
