import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { insertedAt, moment } from '#server/platform/database/columns.ts';
import { holdsPeople } from '#server/platform/database/people.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { languages } from '#shared/languages.ts';

/**
 * The text that the office's search of messages uses, in lower case, each field on its own line. The mobile number also without
 * the usual separators of its digits.
 */
export const contactSearch = sql.raw(
  "lower(name || chr(10) || email || chr(10) || mobile || chr(10) || translate(mobile, ' +-().', '') || chr(10) || message)",
);

export const contactMessages = pgTable(
  'contact_messages',
  {
    id: uuid().primaryKey().defaultRandom(),
    name: text().notNull(),
    email: text().notNull(),
    mobile: text().notNull(),
    message: text().notNull(),
    /** It seems to be sent by a program. */
    doubtful: boolean().notNull().default(false),
    /** In which the person is written to. */
    language: text({ enum: languages }).notNull().default('en'),
    state: text({ enum: ['open', 'answered'] })
      .notNull()
      .default('open'),
    /** The administrator who set the state last, and when; '' and null until somebody did. */
    stateBy: text().notNull().default(''),
    stateAt: moment(),
    createdAt: insertedAt(),
  },
  (table) => [
    index('contact_newest').on(table.createdAt.desc().nullsFirst(), table.id),
    // The default list, whatever programs send.
    index('contact_usual').on(table.createdAt.desc().nullsFirst(), table.id).where(sql`not doubtful`),
    // Each tab, and its count.
    index('contact_state').on(table.doubtful, table.state, table.createdAt.desc().nullsFirst(), table.id),
    index('contact_sender').on(sql`lower(email)`),
    index('contact_text_trigram').using('gin', sql`${contactSearch} gin_trgm_ops`),
  ],
);
holdsPeople(contactMessages, {
  class: 'person',
  rehearsal: 'goes',
  what: 'Messages',
  archive: true,
  erased: 'deleted',
});

/** The office's replies; deleted with their message. */
export const contactReplies = pgTable(
  'contact_replies',
  {
    id: uuid().primaryKey().defaultRandom(),
    messageId: uuid()
      .notNull()
      .references(() => contactMessages.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    /** The administrator's e-mail. */
    by: text().notNull(),
    /** Null once the mail was deleted from the log. */
    mailId: uuid().references(() => mail.id, { onDelete: 'set null' }),
    createdAt: insertedAt(),
  },
  (table) => [
    index('contact_replies_message').on(table.messageId, table.createdAt),
    index('contact_replies_mail').on(table.mailId),
  ],
);
holdsPeople(contactReplies, { class: 'person', rehearsal: 'goes', archive: true, erased: 'deleted' });
