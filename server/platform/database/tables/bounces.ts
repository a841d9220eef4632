import { index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { insertedAt, moment } from './columns.ts';
import { members } from './members.ts';

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

/** Links with which members confirm a new e-mail: mailed to it, used once. Only a hash of the secret is stored. */
export const emailLinks = pgTable(
  'email_links',
  {
    hash: text().primaryKey(),
    memberId: uuid()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The new one. */
    email: text().notNull(),
    createdAt: insertedAt(),
    usedAt: moment(),
    /** A later link, or another e-mail, has replaced it. */
    replacedAt: moment(),
  },
  (table) => [index('email_links_member').on(table.memberId), index('email_links_created').on(table.createdAt)],
);
