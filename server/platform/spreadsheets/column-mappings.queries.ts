import { createHash } from 'node:crypto';
import { desc, sql } from 'drizzle-orm';
import type { Queryable } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { columnMappings } from './tables.ts';

// What the office has said of the columns of tables, remembered for the next file with the same heads.

/** The field of a column, by its number from 0 as text; '' for a column that is not read. */
export type ColumnFields = Record<string, string>;

/** Mappings by {@link headsKey}. */
export type KnownMappings = ReadonlyMap<string, ColumnFields>;

/** Far more layouts than an association meets. */
const maxMappings = 1_000;

/**
 * The key of a table's mapping.
 * @param words the heads without what does not tell them apart, such as case and blanks
 */
export function headsKey(words: readonly string[]): string {
  const filled = words.findLastIndex((word) => word !== '') + 1;
  return createHash('sha256')
    .update(JSON.stringify(words.slice(0, filled)))
    .digest('base64url');
}

export async function findMappings(db: Queryable): Promise<KnownMappings> {
  const rows = await db.select().from(columnMappings).orderBy(desc(columnMappings.savedAt)).limit(maxMappings);
  return new Map(rows.map(({ heads, mapping }) => [heads, mapping]));
}

export async function saveMapping(tx: Queryable, heads: string, mapping: ColumnFields): Promise<void> {
  const savedAt = sql`${currentTime}`;
  await tx
    .insert(columnMappings)
    .values({ heads, mapping })
    .onConflictDoUpdate({ target: columnMappings.heads, set: { mapping, savedAt } });
}
