import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { administrators } from '#server/features/administrators/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { insertedAt, moment } from '#server/platform/database/columns.ts';
import { holdsNobody, holdsPeople } from '#server/platform/database/people.ts';

/** Addresses at which a person's mails bounced; deleted with a new address, or when the office says that it works again. */
export const emailBounces = pgTable(
  'email_bounces',
  {
    memberId: uuid()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    address: text().notNull(),
    /** How many mails. */
    times: integer().notNull().default(1),
    since: moment().notNull(),
    last: moment().notNull(),
    /** Of the last one, in words for the office. */
    reason: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.memberId, table.address] }),
    index('email_bounces_last').on(table.last.desc().nullsFirst(), table.memberId),
  ],
);
holdsPeople(emailBounces, {
  class: 'person',
  rehearsal: 'goes',
  archive: true,
  erased: 'deleted',
  merged: { memberId: { key: ['address'], becomes: 'follows', once: ['address'] } },
});

/** The words of mails that the office has changed; a row without words has the default again, and keeps its version. */
export const mailTemplates = pgTable(
  'mail_templates',
  {
    kind: text().primaryKey(),
    subject: text(),
    text: text(),
    /** The same in Hindi. */
    hindiSubject: text(),
    hindiText: text(),
    version: integer().notNull().default(0),
  },
  (table) => [check('mail_templates_words', sql`(${table.subject} is null) = (${table.text} is null)`)],
);
holdsNobody(mailTemplates, 'the office’s words', { class: 'content', rehearsal: 'stays', what: 'Templates' });

/** The mail server that the office has set in its form; one row at most. */
export const mailServers = pgTable(
  'mail_servers',
  {
    id: integer().primaryKey().default(1),
    host: text().notNull(),
    port: integer().notNull(),
    secure: text({ enum: ['tls', 'starttls', 'none'] }).notNull(),
    user: text().notNull(),
    /** Sealed; '' for none. */
    password: text().notNull(),
    sender: text().notNull(),
    /** The site for which its code was typed back: a copy elsewhere sends nothing. */
    publicUrl: text().notNull(),
    savedAt: insertedAt(),
  },
  (table) => [check('mail_servers_one', sql`${table.id} = 1`)],
);
holdsNobody(mailServers, 'settings of the office', { class: 'content', rehearsal: 'stays' });

/** The live code that an administrator was mailed: to prove that mails arrive, or to keep what a form says of a mail server. */
export const mailCodes = pgTable(
  'mail_codes',
  {
    administratorId: uuid()
      .notNull()
      .references(() => administrators.id, { onDelete: 'cascade' }),
    purpose: text({ enum: ['ready', 'form'] }).notNull(),
    codeHash: text().notNull(),
    /** The hash of the way by which it was sent: it proves no other. */
    way: text().notNull(),
    until: moment().notNull(),
    triesLeft: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.administratorId, table.purpose] })],
);
holdsNobody(mailCodes, 'codes of administrators', { class: 'technical', rehearsal: 'stays' });

/** The same for mails. */
export const mailText = sql.raw(`("mail"."recipient" || chr(10) || "mail"."error")`);

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
holdsPeople(mail, {
  class: 'log',
  rehearsal: 'goes',
  what: 'Mails',
  archive: true,
  erased: 'deleted',
  merged: { memberId: { key: ['id'], becomes: 'follows' } },
});
