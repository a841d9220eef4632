import { sql } from 'drizzle-orm';
import { boolean, check, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { insertedAt, moment } from '#server/platform/database/columns.ts';
import { holdsNobody } from '#server/platform/database/people.ts';
import { powers } from '#shared/powers.ts';

export const administrators = pgTable(
  'administrators',
  {
    id: uuid().primaryKey().defaultRandom(),
    /** Lower case. */
    email: text().notNull().unique(),
    passwordHash: text(),
    temporaryPasswordUntil: moment(),
    mustChangePassword: boolean().notNull().default(false),
    disabled: boolean().notNull().default(false),
    lastLoginAt: moment(),
    /** In the order of `powers`; never empty. */
    powers: text({ enum: powers }).array().notNull().default(['full']),
    /** Whose records they see and change; empty for all India. */
    states: text().array().notNull().default([]),
    /** Counts changes of the powers and States. */
    version: integer().notNull().default(1),
    createdAt: insertedAt(),
    /** The id of who has invited them, and when last. Absent for those made on the server itself. */
    invitedBy: uuid(),
    invitedAt: moment(),
    /** The hash of the copied link that leads in, and until when. */
    inviteLinkHash: text(),
    inviteLinkUntil: moment(),
    /** They came by a copied link, and have not shown yet that their mailbox is theirs. */
    unproved: boolean().notNull().default(false),
  },
  (table) => [
    check('administrators_have_powers', sql`cardinality(${table.powers}) > 0`),
    check(
      'administrators_bound',
      sql`cardinality(${table.states}) = 0 or ${table.powers} <@ array['members', 'letters', 'cases']`,
    ),
  ],
);
holdsNobody(administrators, 'accounts of the office', { class: 'person', rehearsal: 'stays', what: 'Administrators' });
