import type { Core } from '#server/core.ts';
import { createPicturedItems } from '#server/features/content/pictured-items.ts';
import { pictureSet } from '#server/storage/public-pictures.ts';
import type { NewsItem } from '#shared/contracts/news.ts';
import { notFound } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import * as queries from './news.queries.ts';

const called = 'This news item';

/** News items; for `create`, `update`, `toggle` and `remove` see {@link createPicturedItems}. */
export function createNewsService(core: Pick<Core, 'database' | 'pictures'>) {
  const { database } = core;
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
      return (await queries.listNews(database)).map(present);
    },

    /** What the public sees, newest first. */
    async listActive(limit?: number): Promise<NewsItem[]> {
      return (await queries.listActiveNews(database, limit)).map(present);
    },

    /** @throws NOT_FOUND also for an inactive item, unless `inactiveToo` */
    async get(id: string, { inactiveToo }: { inactiveToo: boolean }): Promise<NewsItem> {
      const row = await queries.findNews(database, id);
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
