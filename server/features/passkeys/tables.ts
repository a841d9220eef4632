import { sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, boolean, check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { administrators } from '#server/features/administrators/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { bytes, insertedAt, moment } from '#server/platform/database/columns.ts';
import { holdsNobody, holdsPeople } from '#server/platform/database/people.ts';

// `num_nonnulls`: exactly one of the two subjects is set.
const oneOwner = (table: { memberId: AnyPgColumn; administratorId: AnyPgColumn }) =>
  sql`num_nonnulls(${table.memberId}, ${table.administratorId}) = 1`;

/** A passkey of a member or an administrator: the public half of its key. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: uuid().primaryKey().defaultRandom(),
    memberId: uuid().references(() => members.id, { onDelete: 'cascade' }),
    administratorId: uuid().references(() => administrators.id, { onDelete: 'cascade' }),
    /** The host for which it was made; at another one it is useless. */
    host: text().notNull(),
    /** Base64url, as the authenticator names it; unique over members and office. */
    credentialId: text().notNull().unique('passkeys_credential'),
    /** As COSE. */
    publicKey: bytes().notNull(),
    /** The authenticator's count of signatures; stays 0 with those that do not count. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How its browser reaches it, as hints for the next time. */
    transports: text().array().notNull().default([]),
    /** Whether it may be copied between devices: never changes. */
    mayBeSynced: boolean().notNull(),
    /** Whether it has been copied, at its last use. */
    synced: boolean().notNull(),
    name: text().notNull(),
    addedAt: insertedAt(),
    lastUsedAt: moment(),
    /** When the owner was last told of a counter that went back. */
    warnedAt: moment(),
  },
  (table) => [
    index('passkeys_member').on(table.memberId),
    index('passkeys_administrator').on(table.administratorId),
    check('passkeys_owner', oneOwner(table)),
  ],
);
holdsPeople(passkeys, {
  class: 'person',
  rehearsal: 'people',
  archive: true,
  erased: 'deleted',
  merged: { memberId: { key: ['id'], becomes: 'login', watched: ['counter', 'synced', 'lastUsedAt', 'warnedAt'] } },
});

/** By which an authenticator recognizes an account: random, made with its first passkey, kept until its erasure. */
export const passkeyHandles = pgTable(
  'passkey_handles',
  {
    /** 32 bytes, base64url. */
    handle: text().primaryKey(),
    memberId: uuid()
      .unique('passkey_handles_member')
      .references(() => members.id, { onDelete: 'cascade' }),
    administratorId: uuid()
      .unique('passkey_handles_administrator')
      .references(() => administrators.id, { onDelete: 'cascade' }),
  },
  (table) => [check('passkey_handles_owner', oneOwner(table))],
);
holdsPeople(passkeyHandles, {
  class: 'person',
  rehearsal: 'people',
  erased: 'deleted',
  merged: { memberId: { key: ['handle'], becomes: 'login', changes: 'both' } },
});

/** Ceremonies that were answered, until they end by themselves: none is answered twice. */
export const usedCeremonies = pgTable(
  'used_ceremonies',
  { id: text().primaryKey(), endsAt: moment().notNull() },
  (table) => [index('used_ceremonies_end').on(table.endsAt)],
);
holdsNobody(usedCeremonies, 'random ids', { class: 'technical', rehearsal: 'stays' });

/** The link ‘This was not me’ of a mail; only the hash of its secret is stored. */
export const notMeLinks = pgTable(
  'not_me_links',
  {
    id: uuid().primaryKey().defaultRandom(),
    hash: text().notNull().unique('not_me_links_hash'),
    /** The mail that has it; a further try of the mail replaces the secret. */
    mailId: text().notNull().unique('not_me_links_mail'),
    memberId: uuid().references(() => members.id, { onDelete: 'cascade' }),
    administratorId: uuid().references(() => administrators.id, { onDelete: 'cascade' }),
    /** The address of the mail. */
    email: text().notNull(),
    /** What the mail tells of. */
    eventAt: moment().notNull(),
    /** The passkey that opened the session of which the mail tells. */
    passkeyId: uuid(),
    createdAt: insertedAt(),
    usedAt: moment(),
  },
  (table) => [
    index('not_me_links_member').on(table.memberId),
    index('not_me_links_administrator').on(table.administratorId),
    check('not_me_links_owner', oneOwner(table)),
  ],
);
holdsPeople(notMeLinks, {
  class: 'technical',
  rehearsal: 'people',
  erased: 'deleted',
  merged: { memberId: { key: ['id'], becomes: 'login' } },
});
