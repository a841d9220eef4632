import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { members } from '#server/features/members/tables.ts';
import { insertedAt } from '#server/platform/database/columns.ts';
import { holdsPeople } from '#server/platform/database/people.ts';

/** The text that the search of the log uses, so that one index serves it; a pattern holds no line end. */
export const logText = sql.raw(
  `("log"."by" || chr(10) || "log"."subject" || chr(10) || "log"."action" || chr(10) || "log"."from" || chr(10) || "log"."to" || chr(10) || "log"."reason" || chr(10) || "log"."note")`,
);

/**
 * The office's log: decisions, logins, exports, changes. Names records by reference number, holds no personal data.
 * Trigger `guard_log`, Trigger `guard_log_text` and Trigger `guard_log_dates` refuse every change by the server's role but those that counting and
 * deleting records need: the log is evidence also against who has the server.
 */
export const log = pgTable(
  'log',
  {
    id: uuid().primaryKey().defaultRandom(),
    at: insertedAt(),
    kind: text({
      enum: ['decision', 'login', 'export', 'content', 'administrator', 'member', 'security', 'reading'],
    }).notNull(),
    /** Of content: the feature whose screen shows the record; '' in lines from before it was noted. */
    feature: text().notNull().default(''),
    /** An administrator's e-mail, 'member' or 'website'. */
    by: text().notNull(),
    subject: text().notNull().default(''),
    action: text().notNull(),
    /** For decisions: the status before and after. */
    from: text().notNull().default(''),
    to: text().notNull().default(''),
    /** What the person was told; `note` is the office's own remark. */
    reason: text().notNull().default(''),
    note: text().notNull().default(''),
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
    /** The import that changed this record: shown in the record's history, and in the log as one line per import. */
    importId: uuid(),
    /** How often it happened; more than once only where `countKey` is set. */
    times: integer().notNull().default(1),
    /** Repeated events with the same key are counted in this line. */
    countKey: text(),
  },
  (table) => [
    index('log_at').on(table.at.desc().nullsFirst()),
    index('log_kind').on(table.kind, table.at.desc().nullsFirst()),
    index('log_member').on(table.memberId),
    // The actions of one administrator within some days.
    index('log_by').on(table.by, table.at.desc().nullsFirst(), table.kind),
    index('log_text_trigram').using('gin', sql`${logText} gin_trgm_ops`),
    uniqueIndex('log_count_key').on(table.countKey).where(sql`count_key is not null`),
  ],
);
holdsPeople(log, {
  class: 'log',
  rehearsal: 'partly',
  what: 'The log of settings, content and administrators',
  archive: true,
  erased: {
    feature: 'nobody',
    by: 'nobody',
    subject: { stays: 'the reference, by which decisions are found without a name' },
    action: 'nobody',
    from: 'nobody',
    to: 'nobody',
    reason: 'emptied',
    note: 'emptied',
    memberId: 'emptied',
    countKey: 'nobody',
  },
  merged: { memberId: { key: ['id'], becomes: 'follows' } },
});
