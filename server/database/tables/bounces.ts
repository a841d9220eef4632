import { index, integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core';
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
