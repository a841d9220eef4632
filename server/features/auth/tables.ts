import { boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { administrators } from '#server/features/administrators/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { insertedAt, moment } from '#server/platform/database/columns.ts';
import { holdsPeople } from '#server/platform/database/people.ts';

/** A login; only the hash of its token is stored. Exactly one of the two subjects is set. */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    tokenHash: text().notNull().unique(),
    role: text({ enum: ['member', 'admin'] }).notNull(),
    memberId: uuid().references(() => members.id, { onDelete: 'cascade' }),
    administratorId: uuid().references(() => administrators.id, { onDelete: 'cascade' }),
    /** Of the login, in words, so that its owner recognizes it in the list of sessions. */
    browser: text().notNull().default(''),
    createdAt: insertedAt(),
    usedAt: insertedAt(),
    expiresAt: moment().notNull(),
    /** Until this time the session counts as confirmed: the password was given again. */
    confirmedUntil: moment(),
    /** Opened or confirmed with a second factor: a passkey, or password and code. */
    twoFactors: boolean().notNull().default(false),
    /** The passkey that opened it; it may be removed since. */
    passkeyId: uuid(),
    /** The browser that opened it; it may be forgotten since. */
    deviceId: uuid(),
  },
  (table) => [
    index('sessions_member').on(table.memberId),
    index('sessions_administrator').on(table.administratorId),
    index('sessions_expiry').on(table.expiresAt),
    index('sessions_passkey').on(table.passkeyId),
  ],
);
holdsPeople(sessions, {
  class: 'person',
  rehearsal: 'people',
  archive: true,
  erased: 'deleted',
  merged: { memberId: { key: ['id'], becomes: 'forgotten' } },
});

/**
 * A browser from which an account has been logged in to; only the hash of its token is stored. One browser may know
 * several accounts.
 */
export const loginDevices = pgTable(
  'login_devices',
  {
    id: uuid().primaryKey().defaultRandom(),
    tokenHash: text().notNull(),
    memberId: uuid().references(() => members.id, { onDelete: 'cascade' }),
    administratorId: uuid().references(() => administrators.id, { onDelete: 'cascade' }),
    usedAt: insertedAt(),
  },
  (table) => [
    unique('login_devices_account').on(table.tokenHash, table.memberId, table.administratorId).nullsNotDistinct(),
    index('login_devices_member').on(table.memberId),
    index('login_devices_administrator').on(table.administratorId),
    index('login_devices_used').on(table.usedAt),
  ],
);
holdsPeople(loginDevices, {
  class: 'person',
  rehearsal: 'people',
  archive: true,
  erased: 'deleted',
  merged: { memberId: { key: ['id'], becomes: 'login' } },
});

/** The one live code of a member who has forgotten their password. */
export const oneTimeCodes = pgTable('one_time_codes', {
  memberId: uuid()
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  codeHash: text().notNull(),
  triesLeft: integer().notNull(),
  expiresAt: moment().notNull(),
});
holdsPeople(oneTimeCodes, {
  class: 'person',
  rehearsal: 'goes',
  archive: true,
  erased: 'deleted',
  merged: { memberId: { key: [], becomes: 'forgotten' } },
});
