import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { clock } from '#shared/clock.ts';
import type { LetterFilter } from '#shared/contracts/letters.ts';
import { administrators } from './auth.ts';
import { files } from './files.ts';
import { members } from './members.ts';

const moment = () => timestamp({ withTimezone: true, mode: 'date' });

/** Circulars and notices of the office to members. */
export const circulars = pgTable(
  'circulars',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: ['circular', 'notice'] }).notNull(),
    /** 2026/012; given when sending begins. */
    number: text().unique(),
    title: text().notNull(),
    text: text().notNull(),
    filter: jsonb().$type<LetterFilter>().notNull().default({}),
    /** Its author's States; none is all India. */
    states: text().array().notNull().default([]),
    /** Of a notice: the day of the meeting. */
    meetingOn: date({ mode: 'string' }),
    file: text().references(() => files.key),
    fileName: text().notNull().default(''),
    fileBytes: integer().notNull().default(0),
    state: text({ enum: ['draft', 'scheduled', 'sending', 'stopped', 'sent'] })
      .notNull()
      .default('draft'),
    /** When a scheduled one is to be sent. */
    at: moment(),
    startedAt: moment(),
    endedAt: moment(),
    /** Since when refusals are counted: from the start, and again from each time it goes on. */
    resumedAt: moment(),
    /** A notice that is sent later than its clear days ask for: how many there are, who has said so, and when. */
    tooLate: jsonb().$type<{ clearDays: number; by: string; at: string }>(),
    /** The author's e-mail. */
    by: text().notNull(),
    /** Who has it sent: with their powers and States it must still be when a scheduled one begins. */
    senderId: uuid().references(() => administrators.id, { onDelete: 'set null' }),
    version: integer().notNull().default(1),
    createdAt: moment().notNull().defaultNow().$defaultFn(clock.now),
  },
  (table) => [
    check('circulars_started', sql`(state in ('draft', 'scheduled')) = (started_at is null)`),
    check('circulars_numbered', sql`(number is null) = (started_at is null)`),
    check('circulars_scheduled', sql`state <> 'scheduled' or at is not null`),
    index('circulars_created').on(table.createdAt.desc().nullsFirst(), table.id),
    index('circulars_state').on(table.state, table.createdAt.desc().nullsFirst(), table.id),
    index('circulars_started').on(table.startedAt),
  ],
);

/**
 * To whom a letter went, or goes: fixed when sending begins, and never deleted. The id is also that of the mail, so that it has the same
 * Message-ID at every try. A trigger keeps `circular_counts`.
 */
export const circularRecipients = pgTable(
  'circular_recipients',
  {
    id: uuid().primaryKey().defaultRandom(),
    circularId: uuid()
      .notNull()
      .references(() => circulars.id),
    /** In this order they are sent and listed. */
    position: integer().notNull(),
    /** Null once the record has been erased. */
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
    /** As they were at the start; '' and null of an erased person. */
    name: text().notNull(),
    memberNumber: text(),
    state: text().notNull(),
    /** To which address it was handed over, or was to be. */
    email: text(),
    mail: text({ enum: ['waiting', 'sent', 'failed', 'bounced', 'leftOut'] })
      .notNull()
      .default('waiting'),
    /** Why it failed, bounced or was left out. */
    reason: text().notNull().default(''),
    /** When `mail` became what it is. */
    at: moment(),
    readAt: moment(),
    /** Since when the mail lies in the outbox. */
    queuedAt: moment(),
  },
  (table) => [
    uniqueIndex('circular_recipients_position').on(table.circularId, table.position),
    uniqueIndex('circular_recipients_member').on(table.memberId, table.circularId),
    index('circular_recipients_mail').on(table.circularId, table.mail, table.position),
    index('circular_recipients_next')
      .on(table.circularId, table.position)
      .where(sql`mail = 'waiting' and queued_at is null`),
    index('circular_recipients_read').on(table.circularId, table.position).where(sql`read_at is not null`),
    /** The last ones that were handed over: of one letter for refusals, of all for the pace. */
    index('circular_recipients_settled')
      .on(table.circularId, table.at)
      .where(sql`mail in ('sent', 'failed', 'bounced')`),
    index('circular_recipients_pace').on(table.at).where(sql`mail in ('sent', 'failed', 'bounced')`),
  ],
);

/** A letter's figures, so that nobody counts its recipients. */
export const circularCounts = pgTable('circular_counts', {
  circularId: uuid()
    .primaryKey()
    .references(() => circulars.id),
  people: integer().notNull().default(0),
  waiting: integer().notNull().default(0),
  sent: integer().notNull().default(0),
  failed: integer().notNull().default(0),
  bounced: integer().notNull().default(0),
  leftOut: integer().notNull().default(0),
  read: integer().notNull().default(0),
});

/** The last number given in each calendar year; its row is the lock that keeps numbers without gaps. */
export const circularYears = pgTable('circular_years', {
  year: integer().primaryKey(),
  last: integer().notNull(),
});

/** By which a member ends circulars by mail without a login: 128 random bits, the same in all of them. */
export const unsubscribeCodes = pgTable('unsubscribe_codes', {
  memberId: uuid()
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  code: text().notNull().unique(),
});

/** How letters are sent; one row. */
export const letterSettings = pgTable(
  'letter_settings',
  {
    one: boolean().primaryKey().default(true),
    /** Mails of all letters and processes in any 60 seconds. */
    perMinute: integer().notNull().default(60),
    /** Between the day on which a notice is sent and that of its meeting. */
    clearDays: integer().notNull().default(14),
    /** Hard bounces after which circulars to an address stop. */
    bouncesUntilStop: integer().notNull().default(3),
    version: integer().notNull().default(1),
  },
  () => [check('letter_settings_one', sql`one`)],
);
