import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { clock } from '#shared/clock.ts';

export const scanResults = ['none', 'clean', 'infected'] as const;
export type ScanResult = (typeof scanResults)[number];

/**
 * Every stored file. A row is written before the file (`pending`), becomes `attached` in the transaction of the
 * change that uses it, and `removed` in the transaction that no longer does; the sweeper deletes what is left over.
 */
export const files = pgTable(
  'files',
  {
    /** Random; also the name in the store. */
    key: text().primaryKey(),
    state: text({ enum: ['pending', 'attached', 'removed'] })
      .notNull()
      .default('pending'),
    /** The server process that is writing it: the key of an advisory lock it holds while it lives. */
    writer: bigint({ mode: 'number' }).notNull(),
    /** Media type as found by the server, never as claimed. */
    type: text().notNull(),
    /** The name it came with, for a later download. */
    name: text().notNull().default(''),
    bytes: integer().notNull(),
    /**
     * The id of the key that its bytes are encrypted with; null: they lie in the clear. With a '?' behind it they may still do
     * so. 'lost': nobody has the key any more. What is read decides by the bytes themselves.
     */
    encryptedWith: text(),
    /** SHA-256 of what was sent, hex, before anything was encrypted: tells that a picture was used before. */
    hash: text().notNull(),
    /** What the malware scanner said of what was sent; 'none' where it said nothing. */
    scan: text({ enum: scanResults }).notNull().default('none'),
    createdAt: timestamp({ withTimezone: true, mode: 'date' }).notNull().defaultNow().$defaultFn(clock.now),
  },
  (table) => [
    index('files_left_over').on(table.state).where(sql`state <> 'attached'`),
    index('files_hash').on(table.hash),
  ],
);
