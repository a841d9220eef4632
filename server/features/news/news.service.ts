import type { Core } from '#server/core.ts';
import type { FeedEntry, OfficeSearch } from '#server/feature.ts';
import { createPicturedItems } from '#server/parts/content/pictured-items.ts';
import { recordContentChange } from '#server/parts/content/public-content.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { dayInWords } from '#server/platform/languages/dates.ts';
import { pictureSet } from '#server/platform/storage/public-pictures.ts';
import type { ArchivedNews, NewsItem } from '#shared/contracts/news.ts';
import type { Pagination } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { type NewsRow, type NewsText, newsQueries, newsQueries as queries } from './news.queries.ts';

/** News items; what is not here is {@link createPicturedItems}. */
export function createNewsService(core: Pick<Core, 'database' | 'pictures'>) {
  const { reader } = core.database;
  const { find, archive, ...items } = createPicturedItems(core, {
    feature: 'news',
    name: 'News',
    called: 'This news item',
    pictureMissing: messages.news.picture,
    queries,
    insert: (tx, text: NewsText, picture) => queries.insert(tx, { ...text, picture }),
    save: (tx, { id }, text, picture) => queries.save(tx, id, { ...text, picture }),
    cards: limits.sidebarNews,
    archived: ['id', 'title', 'location', 'createdAt'],
    paths: { list: paths.news, archive: paths.newsArchive, item: paths.newsItem },
  });
  return {
    ...items,
    /** All items, newest first. */
    list: async () => (await queries.list(reader)).map(present),
    /** The public items, newest first. */
    listActive: async (limit?: number) => (await queries.listActive(reader, limit)).map(present),
    get: async (...which: Parameters<typeof find>) => present(await find(...which)),
    async archive(page: number): Promise<{ data: ArchivedNews[]; pagination: Pagination }> {
      const { rows, pagination } = await archive(page);
      const data = rows.map(({ id, title, location, createdAt }) => ({
        id,
        title,
        location,
        createdAt: createdAt.toISOString(),
      }));
      return { data, pagination };
    },

    /** The newest public items for feed readers. */
    async feed(max: number): Promise<FeedEntry[]> {
      const rows = await queries.listActive(reader, max);
      return rows.map(({ id, title, location, description, picture, createdAt, updatedAt }) => ({
        id,
        title,
        path: paths.newsItem(id),
        picture: pictureSet(picture)?.src,
        place: location,
        text: description,
        createdAt,
        updatedAt,
      }));
    },
  };
}

/** For the office's search: newest first. */
export const searchNews: OfficeSearch['find'] = async (db, term) =>
  (await queries.withTitle(db, term)).map(({ id, title, location, createdAt }) => ({
    id,
    title,
    details: [location, dayInWords(createdAt)],
    link: paths.admin.opened(paths.admin.news, id),
  }));

function present(row: NewsRow): NewsItem {
  const picture = pictureSet(row.picture);
  return {
    id: row.id,
    title: row.title,
    location: row.location,
    description: row.description,
    pictureAddress: picture?.src ?? null,
    picture,
    active: row.active,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}

/** Writes an inactive news item without a picture, which the office completes and shows. */
export async function draftNews(
  tx: Transaction,
  { title, description }: { title: string; description: string },
  by: string,
): Promise<void> {
  const text = { title: title.slice(0, limits.lineLength), description: description.slice(0, limits.articleLength) };
  await newsQueries.insert(tx, { ...text, location: '', active: false });
  await recordContentChange(tx, 'news', by, 'News added', text.title);
}
