import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { clock } from '#shared/clock.ts';
import { members } from './members.ts';

const moment = () => timestamp({ withTimezone: true, mode: 'date' });

/** Addresses at which a person's mails did not arrive; gone with another address, or when the office says that it works again. */
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

/** Links with which members confirm another e-mail: mailed to that one, used once. Each has a secret that is stored only as a hash. */
export const emailLinks = pgTable(
  'email_links',
  {
    hash: text().primaryKey(),
    memberId: uuid()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    /** The wished one. */
    email: text().notNull(),
    createdAt: moment().notNull().defaultNow().$defaultFn(clock.now),
    usedAt: moment(),
    /** There is a later wish, or another e-mail already. */
    replacedAt: moment(),
  },
  (table) => [index('email_links_member').on(table.memberId), index('email_links_created').on(table.createdAt)],
);
