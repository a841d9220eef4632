import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { libraryCategories as categories } from './tables.ts';

/** The categories in their order, with their numbers of documents, drafts included. */
export async function findCategories(db: Readable) {
  return db
    .select({
      id: categories.id,
      name: categories.name,
      hindi: categories.hindi,
      older: categories.older,
      version: categories.version,
      count: sql<number>`(select count(*)::int from library_documents d where d.category_id = library_categories.id)`,
    })
    .from(categories)
    .orderBy(asc(categories.position), categories.name);
}

export async function findCategory(db: Readable, name: string): Promise<string | undefined> {
  const [row] = await db.select({ id: categories.id }).from(categories).where(eq(categories.name, name)).limit(1);
  return row?.id;
}

export async function saveCategoryList(
  tx: Transaction,
  list: (Pick<typeof categories.$inferSelect, 'name' | 'hindi' | 'older'> & { id: string | null })[],
  removed: readonly string[],
  version: number,
): Promise<void> {
  if (removed.length > 0) await tx.delete(categories).where(inArray(categories.id, [...removed]));
  for (const [position, { id, ...texts }] of list.entries()) {
    const values = { ...texts, position: position + 1, version };
    if (id === null) await tx.insert(categories).values(values);
    else await tx.update(categories).set(values).where(eq(categories.id, id));
  }
}
