import { sql } from 'drizzle-orm';
import { boolean, check, date, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { holdsNobody } from '#server/platform/database/people.ts';
import { limits } from '#shared/limits.ts';

const everyReminder = { first: true, after30: true, after60: true, after90: true };

/** The settings of the annual subscription: one row, inserted by the migration. */
export const subscription = pgTable(
  'subscription',
  {
    id: integer().primaryKey().default(1),
    /** Off until the office turns it on. */
    enabled: boolean().notNull().default(false),
    /** Whole rupees a year. */
    amount: integer().notNull().default(limits.annualSubscriptionRupees),
    /** The first financial year it is asked for; null until the office has saved one: the next year. */
    firstYear: text(),
    /** `included`: the admission pays the year of the approval; `extra`: it is asked for beside it, but for `freeFromMonth`. */
    yearOfApproval: text({ enum: ['included', 'extra'] })
      .notNull()
      .default('included'),
    /** A member approved in this month of a financial year or later pays from the next one on; null: no such rule. */
    freeFromMonth: integer().default(1),
    reminders: jsonb()
      .$type<{ first: boolean; after30: boolean; after60: boolean; after90: boolean }>()
      .notNull()
      .default(everyReminder),
    /** Days after which an unpaid membership counts as lapsed; null: it never does. */
    lapseAfterDays: integer(),
    lapsedKeeps: text({ enum: ['everything', 'noDirectory'] })
      .notNull()
      .default('everything'),
    /** From this month on members may pay the next year's subscription; null: from 1 April. */
    payableFrom: integer(),
    version: integer().notNull().default(1),
    /** The last day, in India, on which all members were billed. */
    askedOn: date({ mode: 'string' }),
  },
  () => [check('subscription_one', sql`id = 1`), check('subscription_amount', sql`amount > 0`)],
);
holdsNobody(subscription, 'settings', { class: 'content', rehearsal: 'stays' });
