import type { Core } from '#server/core.ts';
import { archivePage } from '#server/features/content/archive-page.ts';
import { createPicturedItems } from '#server/features/content/pictured-items.ts';
import { pictureSet } from '#server/storage/public-pictures.ts';
import type { ArchivedNews, NewsItem } from '#shared/contracts/news.ts';
import { notFound } from '#shared/errors.ts';
import type { Pagination } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import * as queries from './news.queries.ts';

const called = 'This news item';

/** News items; for `create`, `update`, `toggle` and `remove` see {@link createPicturedItems}. */
export function createNewsService(core: Pick<Core, 'database' | 'pictures'>) {
  const { reader } = core.database;
  return {
    ...createPicturedItems<queries.NewsText>(core, {
      name: 'News',
      called,
      pictureField: 'news_pic',
      pictureMissing: messages.news.news_pic,
      lock: queries.lockNews,
      insert: queries.insertNews,
      save: queries.saveNews,
      setActive: queries.setNewsActive,
      remove: queries.removeNews,
    }),

    /** All items, newest first. */
    async list(): Promise<NewsItem[]> {
      return (await queries.listNews(reader)).map(present);
    },

    /** The public items, newest first. */
    async listActive(limit?: number): Promise<NewsItem[]> {
      return (await queries.listActiveNews(reader, limit)).map(present);
    },

    /** The items after the cards of the News page. @throws NOT_FOUND for a page beyond the last */
    async archive(page: number): Promise<{ data: ArchivedNews[]; pagination: Pagination }> {
      const { pagination, part } = archivePage(page, await queries.countActiveNews(reader), limits.sidebarNews);
      const rows = await queries.listNewsTitles(reader, part);
      const data = rows.map(({ id, title, location, createdAt }) => ({
        _id: id,
        Newstitle: title,
        Location: location,
        createdAt: createdAt.toISOString(),
      }));
      return { data, pagination };
    },

    /** For search engines: the newest active items with when they were changed, and how many pages the archive has. */
    async addresses(limit: number) {
      const count = await queries.countActiveNews(reader);
      const { pagination } = archivePage(1, count, limits.sidebarNews);
      return { items: await queries.listNewsChanges(reader, limit), archivePages: pagination.totalPages };
    },

    /** @throws NOT_FOUND also for an inactive item, unless `inactiveToo` */
    async get(id: string, { inactiveToo }: { inactiveToo: boolean }): Promise<NewsItem> {
      const row = await queries.findNews(reader, id);
      if (!row || !(row.active || inactiveToo)) throw notFound(called);
      return present(row);
    },
  };
}

function present(row: queries.NewsRow): NewsItem {
  const picture = pictureSet(row.picture);
  return {
    _id: row.id,
    Newstitle: row.title,
    Location: row.location,
    Description: row.description,
    news_pic: picture?.src ?? null,
    picture,
    Status: row.active,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}

export type NewsService = ReturnType<typeof createNewsService>;
