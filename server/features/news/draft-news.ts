import { recordContentChange } from '#server/features/content/content-change.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { limits } from '#shared/limits.ts';
import { newsQueries } from './news.queries.ts';

/** Writes an inactive news item without a picture, which the office completes and shows. */
export async function draftNews(
  tx: Transaction,
  { title, description }: { title: string; description: string },
  by: string,
): Promise<void> {
  const text = { title: title.slice(0, limits.lineLength), description: description.slice(0, limits.articleLength) };
  await newsQueries.insert(tx, { ...text, location: '', active: false });
  await recordContentChange(tx, by, 'News added', text.title);
}
