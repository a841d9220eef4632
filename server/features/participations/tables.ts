import { type SQLWrapper, sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { conferences, type ToldConference } from '#server/features/conferences/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { insertedAt, moment } from '#server/platform/database/columns.ts';
import { holdsPeople } from '#server/platform/database/people.ts';
import { languages } from '#shared/languages.ts';

/** Each entry of a waiting list gets the next number, and comes after all smaller ones. */
export const participationLine = pgSequence('participation_line');

/** The order of the office's list: registered, waiting, unconfirmed, cancelled. */
export const stateOrder = (state: SQLWrapper) =>
  sql`array_position(array['registered', 'waiting', 'unconfirmed', 'cancelled'], ${state})`;

/**
 * Participations in conferences. A row changes only while its conference's row is locked; a trigger keeps `conferences.taken`,
 * the number of registered and held places.
 * Trigger `participations_taken` counts the places taken at the conference, so that the last one is given once, whatever changes a row.
 * Trigger `participations_presence` takes a check-in back from who is registered no longer.
 * Trigger `participations_person` makes one participation of a guest's and a member's with the same e-mail, as merging does.
 * Trigger `members_participations` does so when a member gets that e-mail or is approved, and tells doors of another name or photo.
 */
export const participations = pgTable(
  'participations',
  {
    id: uuid().primaryKey().defaultRandom(),
    conferenceId: uuid()
      .notNull()
      .references(() => conferences.id),
    /** Null for guests, for doubles, and once the record has been erased. */
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
    /** The participation that counts, of the same person: this one takes no place, is in no list, and its code and link lead there. */
    doubleOf: uuid().references((): AnyPgColumn => participations.id, { onDelete: 'cascade' }),
    guest: boolean().notNull(),
    state: text({ enum: ['unconfirmed', 'registered', 'waiting', 'cancelled'] }).notNull(),
    /** A place is held for a guest who has yet to confirm. */
    held: boolean().notNull().default(false),
    /** Until when a guest may confirm. */
    heldUntil: moment(),
    /** The position in the waiting list: smaller ones come first. */
    line: bigint({ mode: 'number' }).notNull().default(sql`nextval('participation_line')`),
    /** Of guests; '' for members, and once a guest's data were deleted. The e-mail is in lower case. */
    name: text().notNull().default(''),
    email: text().notNull().default(''),
    mobile: text().notNull().default(''),
    /** In which a guest is written to. */
    language: text({ enum: languages }).notNull().default('en'),
    /** The name for searching. */
    nameSearch: text().notNull().default(''),
    /** By the question's id. */
    answers: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** 128 random bits, in the QR code. */
    code: text().notNull().unique(),
    /** The earliest scan since the last undone one. */
    checkedInAt: moment(),
    /** How often it was changed in a way that calendars show. */
    sequence: integer().notNull().default(0),
    /** What the person was last told of the conference, if that has changed since. */
    told: jsonb().$type<ToldConference>(),
    /** The conference's start for which a reminder was sent. */
    remindedOf: moment(),
    /** Counts a guest's requests: links in older mails are then invalid. */
    wishes: integer().notNull().default(1),
    /** A guest's data, or a member's answers, were deleted. */
    forgottenAt: moment(),
    updatedAt: insertedAt(),
    version: integer().notNull().default(1),
    createdAt: insertedAt(),
  },
  (table) => [
    check('participations_guest', sql`not guest or member_id is null`),
    check('participations_unconfirmed', sql`(state = 'unconfirmed') = (held_until is not null)`),
    check('participations_held', sql`not held or state = 'unconfirmed'`),
    check(
      'participations_double',
      sql`double_of is null or (member_id is null and state = 'cancelled' and email = '')`,
    ),
    uniqueIndex('participations_member').on(table.conferenceId, table.memberId).where(sql`member_id is not null`),
    uniqueIndex('participations_email').on(table.conferenceId, table.email).where(sql`email <> ''`),
    index('participations_of_guest').on(table.email).where(sql`email <> ''`),
    index('participations_double_of').on(table.doubleOf).where(sql`double_of is not null`),
    index('participations_of_member').on(table.memberId).where(sql`member_id is not null`),
    // The office's list and its totals.
    index('participations_list').on(table.conferenceId, table.state, table.line, table.id),
    index('participations_order').on(table.conferenceId, stateOrder(table.state), table.line, table.id),
    index('participations_attended')
      .on(table.conferenceId, table.checkedInAt, table.id)
      .where(sql`checked_in_at is not null`),
    index('participations_held').on(table.heldUntil).where(sql`state = 'unconfirmed'`),
    index('participations_remembered').on(table.conferenceId).where(sql`forgotten_at is null`),
  ],
);
holdsPeople(participations, {
  class: 'person',
  rehearsal: 'goes',
  what: 'Registrations for conferences',
  archive: true,
  erased: {
    memberId: 'emptied',
    name: 'emptied',
    email: 'emptied',
    mobile: 'emptied',
    nameSearch: 'emptied',
    answers: 'emptied',
    code: 'nobody',
    told: 'emptied',
  },
  merged: { memberId: { key: ['id'], becomes: 'follows', changes: 'both', watched: ['remindedOf'] } },
});

/** Links that were mailed to guests; only a hash of each secret is stored. */
export const participationLinks = pgTable(
  'participation_links',
  {
    hash: text().primaryKey(),
    /** Null once a guest's place has expired. */
    participationId: uuid().references(() => participations.id, { onDelete: 'set null' }),
    /** Another link has replaced it, or the data were erased. */
    ended: text({ enum: ['replaced', 'erased'] }),
    createdAt: insertedAt(),
  },
  (table) => [
    index('participation_links_participation').on(table.participationId),
    index('participation_links_created').on(table.createdAt),
  ],
);
holdsPeople(participationLinks, { class: 'person', rehearsal: 'goes', erased: { hash: 'nobody' } });

/** The secret address of a member's calendar: 192 random bits. */
export const memberCalendars = pgTable('member_calendars', {
  memberId: uuid()
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  secret: text().notNull().unique(),
});
holdsPeople(memberCalendars, {
  class: 'person',
  rehearsal: 'goes',
  erased: 'deleted',
  merged: { memberId: { key: [], becomes: 'follows', once: [] } },
});
