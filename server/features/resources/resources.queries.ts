import { desc, inArray } from 'drizzle-orm';
import type { Readable } from '#server/platform/database/client.ts';
import { rowQueries } from '#server/platform/database/row-queries.ts';
import { resourceLinks } from './tables.ts';

export type ResourceRow = typeof resourceLinks.$inferSelect;

export const {
  lock: lockResource,
  insert: insertResource,
  save: saveResource,
  remove: removeResource,
} = rowQueries(resourceLinks);

/** Newest first. */
export async function listResources(db: Readable): Promise<ResourceRow[]> {
  return db.select().from(resourceLinks).orderBy(desc(resourceLinks.createdAt), resourceLinks.id);
}

/** Which of these links exist. */
export async function existingLinks(db: Readable, links: string[]): Promise<string[]> {
  const rows = await db
    .select({ link: resourceLinks.link })
    .from(resourceLinks)
    .where(inArray(resourceLinks.link, links));
  return rows.map(({ link }) => link);
}
