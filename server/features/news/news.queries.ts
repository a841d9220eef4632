import { desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Readable, Transaction } from '#server/database/client.ts';
import { preparedOnce } from '#server/database/prepared.ts';
import { news, type StoredPicture } from '#server/database/tables/content.ts';
import { currentTime } from '#server/database/time.ts';

export type NewsRow = typeof news.$inferSelect;
/** The fields of the office's form. */
export type NewsText = Pick<NewsRow, 'title' | 'location' | 'description'>;

const newestFirst = [desc(news.createdAt), news.id];
const isActive: SQL = eq(news.active, true);
const oneMore = sql`${news.version} + 1`;
const now = sql`${currentTime}`;

export async function listNews(db: Readable): Promise<NewsRow[]> {
  return db
    .select()
    .from(news)
    .orderBy(...newestFirst);
}

export async function listActiveNews(db: Readable, limit?: number): Promise<NewsRow[]> {
  const rows = db
    .select()
    .from(news)
    .where(isActive)
    .orderBy(...newestFirst);
  return limit === undefined ? rows : rows.limit(limit);
}

/** Some of the active items, newest first. */
export async function listNewsTitles(db: Readable, { offset, limit }: { offset: number; limit: number }) {
  return db
    .select({ id: news.id, title: news.title, location: news.location, createdAt: news.createdAt })
    .from(news)
    .where(isActive)
    .orderBy(...newestFirst)
    .limit(limit)
    .offset(offset);
}

export async function countActiveNews(db: Readable): Promise<number> {
  return db.$count(news, isActive);
}

/** The newest active items, with when they were changed. */
export async function listNewsChanges(db: Readable, limit: number): Promise<Pick<NewsRow, 'id' | 'updatedAt'>[]> {
  return db
    .select({ id: news.id, updatedAt: news.updatedAt })
    .from(news)
    .where(isActive)
    .orderBy(...newestFirst)
    .limit(limit);
}

// Runs for each rendered news page. Without a name, since there may be a pooler.
const findById = preparedOnce((db: Readable) =>
  db
    .select()
    .from(news)
    .where(eq(news.id, sql.placeholder('id')))
    .prepare(''),
);

export async function findNews(db: Readable, id: string): Promise<NewsRow | undefined> {
  const [row] = await findById(db).execute({ id });
  return row;
}

/** Locks the item until the transaction ends. */
export async function lockNews(tx: Transaction, id: string): Promise<NewsRow | undefined> {
  const [row] = await tx.select().from(news).where(eq(news.id, id)).for('update');
  return row;
}

export async function insertNews(tx: Transaction, text: NewsText, picture?: StoredPicture): Promise<void> {
  await tx.insert(news).values({ ...text, picture });
}

/** Without `picture` the current one stays. */
export async function saveNews(tx: Transaction, id: string, text: NewsText, picture?: StoredPicture): Promise<void> {
  await tx
    .update(news)
    .set({ ...text, picture, version: oneMore, updatedAt: now })
    .where(eq(news.id, id));
}

export async function setNewsActive(tx: Transaction, id: string, active: boolean): Promise<void> {
  await tx.update(news).set({ active, version: oneMore, updatedAt: now }).where(eq(news.id, id));
}

export async function removeNews(tx: Transaction, id: string): Promise<void> {
  await tx.delete(news).where(eq(news.id, id));
}
