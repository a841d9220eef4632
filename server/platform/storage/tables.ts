import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { holdsPeople } from '#server/platform/database/people.ts';
import { clock } from '#shared/clock.ts';

export const scanResults = ['none', 'clean', 'infected'] as const;

export type ScanResult = (typeof scanResults)[number];

/**
 * Every stored file. A row is written before the file (`pending`), becomes `attached` in the transaction of the
 * change that uses it, and `removed` in the transaction that no longer does; the clean-up deletes left-over ones.
 */
export const files = pgTable(
  'files',
  {
    /** Random; also the name in the store. */
    key: text().primaryKey(),
    state: text({ enum: ['pending', 'attached', 'removed'] })
      .notNull()
      .default('pending'),
    /** The server process that is writing it: the number of an advisory lock that it holds while it is alive. */
    writer: bigint({ mode: 'number' }).notNull(),
    /** Media type as detected by the server, never as claimed. */
    type: text().notNull(),
    /** The name it came with, for a later download. */
    name: text().notNull().default(''),
    bytes: integer().notNull(),
    /**
     * The id of the key that encrypts it; null: unencrypted. With a trailing '?' it may still be
     * unencrypted. 'lost': nobody has the key any more. Readers decide by the bytes themselves.
     */
    encryptedWith: text(),
    /** SHA-256 of the original, hex, before encryption: shows that a picture was used before. */
    hash: text().notNull(),
    /** The malware scanner's result for the original; 'none' without one. */
    scan: text({ enum: scanResults }).notNull().default('none'),
    createdAt: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow().$defaultFn(clock.now),
  },
  (table) => [
    index('files_left_over').on(table.state).where(sql`state <> 'attached'`),
    index('files_hash').on(table.hash),
  ],
);
holdsPeople(files, {
  class: 'technical',
  rehearsal: 'partly',
  archive: true,
  erased: 'deleted',
});
