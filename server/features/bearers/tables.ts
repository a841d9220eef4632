import { sql } from 'drizzle-orm';
import { boolean, date, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { members } from '#server/features/members/tables.ts';
import { insertedAt } from '#server/platform/database/columns.ts';
import { holdsPeople } from '#server/platform/database/people.ts';

/**
 * Terms of the association's offices. `name` and `state` are as of the term; while it runs the member's record counts.
 * Trigger `members_bearer` tells of a changed name or picture of an office bearer, Trigger `bearers_erased` of an erased one: public pages drop what they keep.
 */
export const officeBearers = pgTable(
  'office_bearers',
  {
    id: uuid().primaryKey().defaultRandom(),
    office: text().notNull(),
    /** The office for comparison: without case and blanks. */
    officeKey: text().notNull().generatedAlwaysAs(sql`regexp_replace(lower(office), '\\s', '', 'g')`),
    /** Null: by name alone, or the record has been erased. */
    memberId: uuid().references(() => members.id, { onDelete: 'set null' }),
    memberNumber: text(),
    name: text().notNull(),
    state: text().notNull().default(''),
    address: text().notNull().default(''),
    occupation: text().notNull().default(''),
    from: date({ mode: 'string' }).notNull(),
    /** Inclusive. */
    until: date({ mode: 'string' }),
    position: integer().notNull(),
    showPhoto: boolean().notNull().default(false),
    /** Several people may hold the office at the same time. */
    several: boolean().notNull().default(false),
    createdAt: insertedAt(),
    version: integer().notNull().default(1),
  },
  (table) => [
    index('office_bearers_office').on(table.officeKey),
    index('office_bearers_member').on(table.memberId).where(sql`member_id is not null`),
  ],
);
holdsPeople(officeBearers, {
  class: 'content',
  rehearsal: 'people',
  what: 'Office bearers who are no members',
  erased: {
    office: 'nobody',
    officeKey: 'nobody',
    memberId: 'emptied',
    memberNumber: 'emptied',
    name: { stays: 'who has held an office is the association’s history' },
    state: 'nobody',
    address: { stays: 'as the name, in the list of the managing body' },
    occupation: { stays: 'as the address' },
  },
  merged: { memberId: { key: ['id'], becomes: 'follows', watched: [] } },
});
