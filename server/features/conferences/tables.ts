import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { insertedAt, moment, storedPicture } from '#server/platform/database/columns.ts';
import { holdsNobody } from '#server/platform/database/people.ts';

/** A question of a conference to its participants. */
export interface StoredQuestion {
  id: string;
  text: string;
  kind: 'text' | 'choice' | 'yesNo';
  options: string[];
  required: boolean;
  /** It is no longer asked; its answers are kept. */
  removed: boolean;
}

/** Time, place and link of a conference as participants were told; moments in ISO 8601. */
export interface ToldConference {
  startsAt: string;
  endsAt: string | null;
  meetingType: string;
  meetingAddress: string;
  meetingLink: string;
  meetingId: string;
  meetingPassword: string;
}

export const conferences = pgTable(
  'conferences',
  {
    id: uuid().primaryKey().defaultRandom(),
    title: text().notNull(),
    meetingType: text({ enum: ['Online', 'Offline'] }).notNull(),
    meetingId: text().notNull().default(''),
    meetingPassword: text().notNull().default(''),
    meetingAddress: text().notNull(),
    meetingLink: text().notNull().default(''),
    startsAt: moment().notNull(),
    description: text().notNull(),
    picture: storedPicture(),
    active: boolean().notNull().default(true),
    joinMembersOnly: boolean().notNull().default(false),
    participation: text({ enum: ['off', 'members', 'everybody'] })
      .notNull()
      .default('off'),
    /** Null: unlimited. */
    places: integer(),
    /** Places that are registered or held; a trigger of `participations` keeps it. */
    taken: integer().notNull().default(0),
    closesAt: moment(),
    endsAt: moment(),
    questions: jsonb().$type<StoredQuestion[]>().notNull().default([]),
    certificate: boolean().notNull().default(false),
    cancelledAt: moment(),
    cancelReason: text().notNull().default(''),
    /** How often it was changed in a way that calendars show. */
    sequence: integer().notNull().default(0),
    /** For servers before 0073; since then each participation says what its person was told. */
    told: jsonb().$type<ToldConference>(),
    /** The hash of the last text to participants, and when it was sent. */
    toldText: text().notNull().default(''),
    toldAt: moment(),
    /** When certificates were issued to everybody who had come. */
    certifiedAt: moment(),
    createdAt: insertedAt(),
    updatedAt: insertedAt(),
    version: integer().notNull().default(1),
  },
  (table) => [
    index('conferences_uncertified').on(table.startsAt).where(sql`certificate and certified_at is null`),
    index('conferences_starts').on(table.startsAt),
    index('conferences_title_trigram').using('gin', sql`lower(title) gin_trgm_ops`),
  ],
);
holdsNobody(conferences, 'the office’s words', {
  class: 'content',
  rehearsal: 'partly',
  what: 'Conferences, without people',
});
