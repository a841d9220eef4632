import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { administrators } from '#server/features/administrators/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { insertedAt, jsonInWireNames, moment } from '#server/platform/database/columns.ts';
import { holdsNobody, holdsPeople } from '#server/platform/database/people.ts';
import { files } from '#server/platform/storage/tables.ts';
import { type LetterFilter, letterFilterNames } from '#shared/contracts/letters.ts';

/** Circulars and notices of the office to members. */
export const letters = pgTable(
  'circulars',
  {
    id: uuid().primaryKey().defaultRandom(),
    kind: text({ enum: ['circular', 'notice'] }).notNull(),
    /** 2026/012; given when sending begins. */
    number: text().unique(),
    title: text().notNull(),
    text: text().notNull(),
    filter: jsonInWireNames<LetterFilter>(letterFilterNames).notNull().default({}),
    /** Its author's States; empty for all India. */
    states: text().array().notNull().default([]),
    /** Of a notice: the day of the meeting. */
    meetingOn: date({ mode: 'string' }),
    file: text().references(() => files.key),
    fileName: text().notNull().default(''),
    fileBytes: integer().notNull().default(0),
    state: text({ enum: ['draft', 'scheduled', 'sending', 'stopped', 'sent'] })
      .notNull()
      .default('draft'),
    /** The scheduled time. */
    at: moment(),
    startedAt: moment(),
    endedAt: moment(),
    /** Start of the period in which rejected mails are counted: the start, or the last resumption. */
    resumedAt: moment(),
    /** Set for a notice sent later than its clear days allow: their number, who confirmed it, and when. */
    tooLate: jsonb().$type<{ clearDays: number; by: string; at: string }>(),
    /** The author's e-mail. */
    by: text().notNull(),
    /** Who sends it: a scheduled letter needs their powers and States when it begins. */
    senderId: uuid().references(() => administrators.id, { onDelete: 'set null' }),
    version: integer().notNull().default(1),
    createdAt: insertedAt(),
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
holdsNobody(letters, 'the office’s words', { class: 'content', rehearsal: 'goes', what: 'Letters' });

/**
 * The recipients of a letter: fixed when sending begins, and never deleted. The id is also that of the mail, so that it has the same
 * Message-ID at every try. A trigger keeps `circular_counts`.
 */
export const letterRecipients = pgTable(
  'circular_recipients',
  {
    id: uuid().primaryKey().defaultRandom(),
    letterId: uuid('circular_id')
      .notNull()
      .references(() => letters.id),
    /** The order of sending and of the list. */
    position: integer().notNull(),
    /** Null once the record has been erased. */
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
    /** As of the start; '' and null for an erased person. */
    name: text().notNull(),
    memberNumber: text(),
    state: text().notNull(),
    /** The address it was sent to, or will be. */
    email: text(),
    mail: text({ enum: ['waiting', 'sent', 'failed', 'bounced', 'leftOut'] })
      .notNull()
      .default('waiting'),
    /** Why it failed, bounced or was left out. */
    reason: text().notNull().default(''),
    /** When `mail` last changed. */
    at: moment(),
    readAt: moment(),
    /** When the mail was queued. */
    queuedAt: moment(),
  },
  (table) => [
    uniqueIndex('circular_recipients_position').on(table.letterId, table.position),
    uniqueIndex('circular_recipients_member').on(table.memberId, table.letterId),
    index('circular_recipients_mail').on(table.letterId, table.mail, table.position),
    index('circular_recipients_next')
      .on(table.letterId, table.position)
      .where(sql`mail = 'waiting' and queued_at is null`),
    index('circular_recipients_read').on(table.letterId, table.position).where(sql`read_at is not null`),
    /** The last sent ones: of one letter for its rejections, of all for the rate. */
    index('circular_recipients_settled').on(table.letterId, table.at).where(sql`mail in ('sent', 'failed', 'bounced')`),
    index('circular_recipients_pace').on(table.at).where(sql`mail in ('sent', 'failed', 'bounced')`),
  ],
);
holdsPeople(letterRecipients, {
  class: 'person',
  rehearsal: 'goes',
  archive: true,
  erased: {
    memberId: 'emptied',
    name: 'emptied',
    memberNumber: 'emptied',
    state: 'nobody',
    email: 'emptied',
    reason: 'nobody',
  },
  merged: { memberId: { key: ['id'], becomes: 'follows', once: ['letterId'], carries: 'readAt' } },
});

/**
 * A letter's counts, so that its recipients need not be counted.
 * Trigger `circular_recipients_inserted` and Trigger `circular_recipients_updated` add them up by statement, as recipients change by the thousand.
 */
export const letterCounts = pgTable('circular_counts', {
  letterId: uuid('circular_id')
    .primaryKey()
    .references(() => letters.id),
  people: integer().notNull().default(0),
  waiting: integer().notNull().default(0),
  sent: integer().notNull().default(0),
  failed: integer().notNull().default(0),
  bounced: integer().notNull().default(0),
  leftOut: integer().notNull().default(0),
  read: integer().notNull().default(0),
});
holdsNobody(letterCounts, 'counts', { class: 'technical', rehearsal: 'goes' });

/** The last number of each calendar year; its row is the lock that keeps numbers without gaps. */
export const letterYears = pgTable('circular_years', {
  year: integer().primaryKey(),
  last: integer().notNull(),
});
holdsNobody(letterYears, 'numbers', { class: 'technical', rehearsal: 'goes' });

/** The code with which a member unsubscribes without a login: 128 random bits, the same in all mails. */
export const unsubscribeCodes = pgTable('unsubscribe_codes', {
  memberId: uuid()
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  code: text().notNull().unique(),
});
holdsPeople(unsubscribeCodes, {
  class: 'person',
  rehearsal: 'goes',
  erased: 'deleted',
  merged: { memberId: { key: [], becomes: 'follows', once: [] } },
});

/** How letters are sent; one row. */
export const letterSettings = pgTable(
  'letter_settings',
  {
    one: boolean().primaryKey().default(true),
    /** Mails per minute, of all letters and processes. */
    perMinute: integer().notNull().default(60),
    /** Days between the sending of a notice and its meeting. */
    clearDays: integer().notNull().default(14),
    /** Hard bounces after which circulars to an address stop. */
    bouncesUntilStop: integer().notNull().default(3),
    version: integer().notNull().default(1),
  },
  () => [check('letter_settings_one', sql`one`)],
);
holdsNobody(letterSettings, 'settings', { class: 'content', rehearsal: 'stays' });
