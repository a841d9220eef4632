import { index, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { administrators } from './auth.ts';
import { members } from './members.ts';

const moment = () => timestamp({ withTimezone: true, mode: 'date' });

/** What happened: decisions, logins, exports, changes. Names records by reference number, holds no personal data. */
export const log = pgTable(
  'log',
  {
    id: uuid().primaryKey().defaultRandom(),
    at: moment().notNull().defaultNow(),
    kind: text({ enum: ['decision', 'login', 'export', 'content', 'administrator', 'member'] }).notNull(),
    /** An administrator's e-mail, 'member' or 'website'. */
    by: text().notNull(),
    subject: text().notNull().default(''),
    action: text().notNull(),
    /** For decisions: the status before and after. */
    from: text().notNull().default(''),
    to: text().notNull().default(''),
    note: text().notNull().default(''),
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
  },
  (table) => [index('log_at').on(table.at.desc().nullsFirst()), index('log_member').on(table.memberId)],
);

/**
 * The transactional outbox and at once the mail log. `data` fills the template; it never holds a secret:
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
    nextAttemptAt: moment().notNull().defaultNow(),
    error: text().notNull().default(''),
    memberId: uuid().references(() => members.id, { onDelete: 'cascade' }),
    administratorId: uuid().references(() => administrators.id, { onDelete: 'cascade' }),
    createdAt: moment().notNull().defaultNow(),
    sentAt: moment(),
  },
  (table) => [
    index('mail_due').on(table.state, table.nextAttemptAt),
    index('mail_member').on(table.memberId),
    index('mail_created').on(table.createdAt.desc().nullsFirst()),
  ],
);
