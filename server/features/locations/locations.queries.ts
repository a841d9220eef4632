import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '#server/database/client.ts';
import { locationCache } from '#server/database/tables/content.ts';
import { currentTime } from '#server/database/time.ts';

export interface CachedNames {
  names: string[];
  ageMs: number;
}

/** What the open-data service last answered to a question, and how long ago. */
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
