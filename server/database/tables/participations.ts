import { type SQLWrapper, sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { clock } from '#shared/clock.ts';
import { conferences } from './content.ts';
import { members } from './members.ts';

const moment = () => timestamp({ withTimezone: true, mode: 'date' });

/** Anyone who joins a waiting list gets the next number, and comes after all who have smaller ones. */
export const participationLine = pgSequence('participation_line');

/** In which order the office sees people: registered, waiting, unconfirmed, cancelled. */
export const stateOrder = (state: SQLWrapper) =>
  sql`array_position(array['registered', 'waiting', 'unconfirmed', 'cancelled'], ${state})`;

/**
 * Who takes part in a conference. A row changes only while its conference's row is locked; a trigger keeps `conferences.taken`,
 * the places that are registered or held.
 */
export const participations = pgTable(
  'participations',
  {
    id: uuid().primaryKey().defaultRandom(),
    conferenceId: uuid()
      .notNull()
      .references(() => conferences.id),
    /** Null for guests, and once the record has been erased. */
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
    guest: boolean().notNull(),
    state: text({ enum: ['unconfirmed', 'registered', 'waiting', 'cancelled'] }).notNull(),
    /** A place is kept for a guest who has yet to confirm. */
    held: boolean().notNull().default(false),
    /** Until when a guest may confirm. */
    heldUntil: moment(),
    /** The place in the waiting list: smaller ones come first. */
    line: bigint({ mode: 'number' }).notNull().default(sql`nextval('participation_line')`),
    /** Of guests; '' for members, and once a guest's data have gone. The e-mail is in lower case. */
    name: text().notNull().default(''),
    email: text().notNull().default(''),
    mobile: text().notNull().default(''),
    /** How the name is searched. */
    nameSearch: text().notNull().default(''),
    /** By the question's id. */
    answers: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** 128 random bits, which the QR code carries. */
    code: text().notNull().unique(),
    /** The earliest scan after the last one that was undone. */
    checkedInAt: moment(),
    /** How often it was changed in a way that calendars show. */
    sequence: integer().notNull().default(0),
    /** The start of the conference of which a reminder was sent. */
    remindedOf: moment(),
    /** How often a guest has asked: a link in an older mail is then worth nothing. */
    wishes: integer().notNull().default(1),
    /** Data of a guest, or a member's answers, have gone. */
    forgottenAt: moment(),
    updatedAt: moment().notNull().defaultNow().$defaultFn(clock.now),
    version: integer().notNull().default(1),
    createdAt: moment().notNull().defaultNow().$defaultFn(clock.now),
  },
  (table) => [
    check('participations_guest', sql`not guest or member_id is null`),
    check('participations_unconfirmed', sql`(state = 'unconfirmed') = (held_until is not null)`),
    check('participations_held', sql`not held or state = 'unconfirmed'`),
    uniqueIndex('participations_member').on(table.conferenceId, table.memberId).where(sql`member_id is not null`),
    uniqueIndex('participations_email').on(table.conferenceId, table.email).where(sql`email <> ''`),
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

/** Every scan at a door, also such as came late: of all of them follows who is in. */
export const checkIns = pgTable(
  'check_ins',
  {
    participationId: uuid()
      .notNull()
      .references(() => participations.id, { onDelete: 'cascade' }),
    at: moment().notNull(),
    undo: boolean().notNull(),
    /** The administrator's e-mail. */
    by: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.participationId, table.at, table.undo] })],
);

/** Links that were mailed to guests, each with a secret of its own that is stored only as a hash. */
export const participationLinks = pgTable(
  'participation_links',
  {
    hash: text().primaryKey(),
    /** Null once a guest's place has lapsed. */
    participationId: uuid().references(() => participations.id, { onDelete: 'set null' }),
    /** Another link has taken its place, or the data were erased. */
    ended: text({ enum: ['replaced', 'erased'] }),
    createdAt: moment().notNull().defaultNow().$defaultFn(clock.now),
  },
  (table) => [
    index('participation_links_participation').on(table.participationId),
    index('participation_links_created').on(table.createdAt),
  ],
);

/** The secret address of a member's calendar: 192 random bits. */
export const memberCalendars = pgTable('member_calendars', {
  memberId: uuid()
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  secret: text().notNull().unique(),
});

/** What a certificate says, as it was when it was issued. */
export interface CertificateContent {
  association: string;
  address: string;
  name: string;
  /** '' for guests. */
  memberNumber: string;
  title: string;
  /** YYYY-MM-DD, the first and the last day. */
  from: string;
  until: string;
  /** '' for a conference online. */
  place: string;
  /** At most two; `signature` is the hash of a picture in `receipt_pictures`, '' without one. */
  signers: { name: string; office: string; signature: string }[];
}

/** Certificates of participation: numbered without gaps within a year, never changed, only cancelled; of an erased person nameless. */
export const certificates = pgTable(
  'certificates',
  {
    id: uuid().primaryKey().defaultRandom(),
    participationId: uuid()
      .notNull()
      .references(() => participations.id),
    conferenceId: uuid()
      .notNull()
      .references(() => conferences.id),
    /** The year of the conference's last day. */
    year: integer().notNull(),
    number: integer().notNull(),
    /** As it is written: 2026/C/000123. */
    label: text().notNull().unique(),
    /** 128 random bits, for verification by anyone who sees the certificate. */
    code: text().notNull().unique(),
    content: jsonb().$type<CertificateContent>().notNull(),
    issuedAt: moment().notNull().defaultNow().$defaultFn(clock.now),
    cancelledAt: moment(),
    erasedAt: moment(),
  },
  (table) => [
    uniqueIndex('certificates_number').on(table.year, table.number),
    /** A participation has one that is valid. */
    uniqueIndex('certificates_valid').on(table.participationId).where(sql`cancelled_at is null`),
    index('certificates_conference').on(table.conferenceId, table.year, table.number),
  ],
);

/** The last number given in each year; its row is the lock that keeps numbers without gaps. */
export const certificateYears = pgTable('certificate_years', {
  year: integer().primaryKey(),
  last: integer().notNull(),
});
