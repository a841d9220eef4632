import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { administrators } from './auth.ts';
import { insertedAt, moment } from './columns.ts';
import { members } from './members.ts';

/** The words of mails that the office has changed; a row without words has the default again, and keeps its version. */
export const mailTemplates = pgTable(
  'mail_templates',
  {
    kind: text().primaryKey(),
    subject: text(),
    text: text(),
    version: integer().notNull().default(0),
  },
  (table) => [check('mail_templates_words', sql`(${table.subject} is null) = (${table.text} is null)`)],
);

/** The text that the search of the log uses, so that one index serves it; a pattern holds no line end. */
export const logText = sql.raw(
  `("log"."by" || chr(10) || "log"."subject" || chr(10) || "log"."action" || chr(10) || "log"."from" || chr(10) || "log"."to" || chr(10) || "log"."reason" || chr(10) || "log"."note")`,
);
/** The same for mails. */
export const mailText = sql.raw(`("mail"."recipient" || chr(10) || "mail"."error")`);

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

/** What administrators have opened of a person, per day in India; the log has a line per day and administrator. */
export const readings = pgTable(
  'readings',
  {
    day: date().notNull(),
    /** The administrator's e-mail. */
    by: text().notNull(),
    what: text({ enum: ['record', 'ID', 'proof'] }).notNull(),
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

/**
 * The transactional outbox and the mail log in one table. `data` fills the template; it never holds a secret:
 * temporary passwords and one-time codes are made when the mail is sent.
 */
export const mail = pgTable(
  'mail',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text().notNull(),
    recipient: text().notNull(),
    data: jsonb().$type<Record<string, string>>().notNull().default({}),
    state: text({ enum: ['waiting', 'sent', 'failed', 'dropped'] })
      .notNull()
      .default('waiting'),
    attempts: integer().notNull().default(0),
    nextAttemptAt: insertedAt(),
    error: text().notNull().default(''),
    memberId: uuid().references(() => members.id, { onDelete: 'cascade' }),
    administratorId: uuid().references(() => administrators.id, { onDelete: 'cascade' }),
    createdAt: insertedAt(),
    /** Part of a bulk mailing: sent only when nothing else is due. */
    bulk: boolean().notNull().default(false),
    /** Written into the outbox folder, because no mail server is configured: nobody has received it. */
    toFile: boolean().notNull().default(false),
    /** When the current try began. */
    startedAt: moment(),
    sentAt: moment(),
    /** Its address was rejected permanently, by the mail server or in a later report; counted once. */
    bouncedAt: moment(),
  },
  (table) => [
    index('mail_due').on(table.state, table.bulk, table.nextAttemptAt),
    index('mail_kind').on(table.kind, table.createdAt.desc().nullsFirst()),
    index('mail_member').on(table.memberId),
    index('mail_text_trigram').using('gin', sql`${mailText} gin_trgm_ops`),
    index('mail_created').on(table.createdAt.desc().nullsFirst()),
  ],
);

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
