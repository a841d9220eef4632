import { desc, sql } from 'drizzle-orm';
import { picturedQueries } from '#server/parts/content/pictured-items.queries.ts';
import { news } from './tables.ts';

export type NewsRow = typeof news.$inferSelect;
/** The fields of the office's form. */
export type NewsText = Pick<NewsRow, 'title' | 'location' | 'description'>;

/** Newest first. */
export const newsQueries = picturedQueries(news, [desc(news.createdAt), sql`${news.id}`]);
