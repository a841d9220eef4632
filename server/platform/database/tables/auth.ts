import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { powers } from '#shared/powers.ts';
import { insertedAt, moment } from './columns.ts';
import { members } from './members.ts';

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
  },
  (table) => [
    check('administrators_have_powers', sql`cardinality(${table.powers}) > 0`),
    check(
      'administrators_bound',
      sql`cardinality(${table.states}) = 0 or ${table.powers} <@ array['members', 'letters']`,
    ),
  ],
);

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
  },
  (table) => [
    index('sessions_member').on(table.memberId),
    index('sessions_administrator').on(table.administratorId),
    index('sessions_expiry').on(table.expiresAt),
  ],
);

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

/** The one live code of a member who has forgotten their password. */
export const oneTimeCodes = pgTable('one_time_codes', {
  memberId: uuid()
    .primaryKey()
    .references(() => members.id, { onDelete: 'cascade' }),
  codeHash: text().notNull(),
  triesLeft: integer().notNull(),
  expiresAt: moment().notNull(),
});

/** Counters of the throttles: `key` names what is counted, hashed where it is personal. */
export const throttles = pgTable(
  'throttles',
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    /** How many of them are pending: not yet known to be right or wrong. */
    underWay: integer().notNull().default(0),
    resetAt: moment().notNull(),
  },
  (table) => [index('throttles_reset').on(table.resetAt)],
);

/** Keys that the server generates, shared by all its processes. */
export const secrets = pgTable('secrets', { name: text().primaryKey(), value: text().notNull() });
