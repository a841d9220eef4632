import { and, count, eq, gte, sql } from 'drizzle-orm';
import { members } from '#server/features/members/tables.ts';
import type { Queryable, Readable } from '#server/platform/database/client.ts';
import { currentTime } from '#server/platform/database/columns.ts';
import { comparable } from '#server/platform/database/searchable.ts';
import { locationCache } from './tables.ts';

export interface CachedNames {
  names: string[];
  ageMs: number;
}

/** The last answer of the open-data service to a query, and its age. */
export async function findCached(db: Queryable, key: string): Promise<CachedNames | undefined> {
  const [row] = await db
    .select({
      names: locationCache.names,
      ageMs: sql<number>`extract(epoch from ${currentTime} - ${locationCache.fetchedAt})::float8 * 1000`,
    })
    .from(locationCache)
    .where(eq(locationCache.key, key));
  return row;
}

export async function saveCached(db: Queryable, key: string, names: string[]): Promise<void> {
  await db
    .insert(locationCache)
    .values({ key, names })
    .onConflictDoUpdate({ target: locationCache.key, set: { names, fetchedAt: sql`${currentTime}` } });
}

/**
 * The sub-districts that members of a district have entered, as suggestions; spellings that differ only in case or
 * encoding are merged into the most frequent one.
 * @param shown only of members who do not hide their entry
 * @param usedBy the least number of members who have entered it
 */
export async function findSubDistricts(
  db: Readable,
  locality: { state: string; district: string },
  { shown, usedBy }: { shown: boolean; usedBy: number },
): Promise<string[]> {
  const rows = await db
    .select({ name: sql<string>`normalize(mode() within group (order by ${members.subDistrict}), NFC)` })
    .from(members)
    .where(
      and(
        sql`status = 'Approved'`,
        shown ? sql`not hide_entry` : undefined,
        eq(members.state, locality.state),
        eq(members.district, locality.district),
      ),
    )
    .groupBy(comparable(members.subDistrict))
    .having(gte(count(), usedBy))
    .orderBy(sql`1`)
    .limit(500);
  return rows.map((row) => row.name);
}
