import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { Readable, Transaction } from '#server/database/client.ts';
import { resourceLinks } from '#server/database/tables/content.ts';

export type ResourceRow = typeof resourceLinks.$inferSelect;

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

/** Locks the link until the transaction ends. */
export async function lockResource(tx: Transaction, id: string): Promise<ResourceRow | undefined> {
  const [row] = await tx.select().from(resourceLinks).where(eq(resourceLinks.id, id)).for('update');
  return row;
}

export type ResourceInput = Pick<ResourceRow, 'link'> & { name?: string | undefined };

export async function insertResource(tx: Transaction, values: ResourceInput): Promise<void> {
  await tx.insert(resourceLinks).values(values);
}

export async function saveResource(tx: Transaction, id: string, values: ResourceInput): Promise<void> {
  await tx
    .update(resourceLinks)
    .set({ ...values, version: sql`${resourceLinks.version} + 1` })
    .where(eq(resourceLinks.id, id));
}

export async function removeResource(tx: Transaction, id: string): Promise<void> {
  await tx.delete(resourceLinks).where(eq(resourceLinks.id, id));
}
