import { integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { administrators } from '#server/features/administrators/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { moment } from '#server/platform/database/columns.ts';
import { holdsPeople } from '#server/platform/database/people.ts';

/** The second factor of a member or an administrator. Exactly one of the two subjects is set. */
export const secondFactors = pgTable('second_factors', {
  id: uuid().primaryKey().defaultRandom(),
  memberId: uuid()
    .unique('second_factors_member')
    .references(() => members.id, { onDelete: 'cascade' }),
  administratorId: uuid()
    .unique('second_factors_administrator')
    .references(() => administrators.id, { onDelete: 'cascade' }),
  /** Base32; in force once `onSince` is set. */
  secret: text().notNull(),
  onSince: moment(),
  /** The last time step that was used, so that a code works once. */
  step: integer(),
  /** SHA-256 hashes of the unused recovery codes. */
  recoveryCodes: text().array().notNull().default([]),
});
holdsPeople(secondFactors, {
  class: 'person',
  rehearsal: 'people',
  archive: true,
  erased: 'deleted',
  merged: { memberId: { key: ['id'], becomes: 'login', watched: ['step'] } },
});
