import { sql } from 'drizzle-orm';
import { customType, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { members } from '#server/features/members/tables.ts';
import { insertedAt, jsonInWireNames, moment } from '#server/platform/database/columns.ts';
import { holdsPeople } from '#server/platform/database/people.ts';
import { personNamesAsData } from '#shared/person-fields.ts';
import { fromWire, toWire } from '#shared/wire-names.ts';

/** A value that an applicant has corrected, as people see it; of a file its name, '' without one. */
export interface FieldChange {
  field: string;
  from: string;
  to: string;
}

/** Names of a person's fields, stored as the wire calls them. */
const namesOfFields = customType<{ data: string[]; driverData: string[] }>({
  dataType: () => 'text[]',
  toDriver: (names) => toWire(names, personNamesAsData),
  fromDriver: (names) => fromWire(names, personNamesAsData),
});

/** Corrections that the office has asked applicants for. */
export const corrections = pgTable(
  'corrections',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid()
      .notNull()
      .references(() => members.id, { onDelete: 'cascade' }),
    fields: namesOfFields().notNull(),
    /** For the applicant. */
    note: text().notNull(),
    /** The administrator's e-mail. */
    by: text().notNull(),
    askedAt: insertedAt(),
    expiresAt: moment().notNull(),
    remindedAt: moment(),
    answeredAt: moment(),
    /** Another one has replaced it. */
    replacedAt: moment(),
    /** The registration was decided. */
    endedAt: moment(),
    /** Deleted with the decision: corrected values are in the record. */
    changes: jsonInWireNames<FieldChange[]>({ field: personNamesAsData }).notNull().default([]),
  },
  (table) => [
    index('corrections_member').on(table.memberId),
    /** A record has at most one current correction. */
    uniqueIndex('corrections_current').on(table.memberId).where(sql`replaced_at is null and ended_at is null`),
    index('corrections_open')
      .on(table.askedAt)
      .where(sql`replaced_at is null and ended_at is null and answered_at is null and reminded_at is null`),
  ],
);
holdsPeople(corrections, {
  class: 'person',
  rehearsal: 'goes',
  archive: true,
  erased: 'deleted',
  merged: { memberId: { key: ['id'], becomes: 'follows', changes: 'theirs', watched: ['remindedAt'] } },
});

/**
 * Links that were mailed to applicants; only a hash of each secret is stored. One whose record was
 * deleted is kept for a while, so that its owner can be told what happened to it.
 */
export const applicantLinks = pgTable(
  'applicant_links',
  {
    hash: text().primaryKey(),
    kind: text({ enum: ['application', 'correction'] }).notNull(),
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
    correctionId: uuid().references(() => corrections.id, { onDelete: 'set null' }),
    createdAt: insertedAt(),
    /** The e-mail it was sent to is no longer the person's. */
    replacedAt: moment(),
  },
  (table) => [
    index('applicant_links_member').on(table.memberId),
    index('applicant_links_correction').on(table.correctionId),
    index('applicant_links_created').on(table.createdAt),
  ],
);
holdsPeople(applicantLinks, {
  class: 'person',
  rehearsal: 'goes',
  erased: { hash: 'nobody', memberId: 'emptied' },
  merged: { memberId: { key: ['hash'], becomes: 'follows' } },
});
