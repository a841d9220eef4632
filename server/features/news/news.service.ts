import type { Core } from '#server/core.ts';
import type { Transaction } from '#server/database/client.ts';
import { recordContentChange } from '#server/features/content/content-change.ts';
import type { UploadedFile } from '#server/http/multipart.ts';
import { pictureSet } from '#server/storage/public-pictures.ts';
import type { NewsItem } from '#shared/contracts/news.ts';
import { AppError, notFound, recordChanged } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import * as queries from './news.queries.ts';

const missing = () => notFound('This news item');
const pictureField = 'news_pic';

/** News items. `by` is the administrator's e-mail; every change is logged with it. */
export function createNewsService({ database, pictures }: Pick<Core, 'database' | 'pictures'>) {
  async function hold(tx: Transaction, id: string, version: number | undefined): Promise<queries.NewsRow> {
    const row = await queries.lockNews(tx, id);
    if (!row) throw missing();
    if (version !== undefined && version !== row.version) throw recordChanged();
    return row;
  }

  return {
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
      if (!row || !(row.active || inactiveToo)) throw missing();
      return present(row);
    },

    /** @throws UNSUPPORTED_FILE when the picture cannot be used */
    async create(text: queries.NewsText, upload: UploadedFile, by: string): Promise<void> {
      const picture = await pictures.store(upload, pictureField);
      await database.transaction(async (tx) => {
        await pictures.attach(tx, picture);
        await queries.insertNews(tx, text, picture);
        await recordContentChange(tx, by, 'News added', text.title);
      });
    },

    /**
     * Without an upload the picture stays; with one the old picture is released.
     * @throws NOT_FOUND, RECORD_CHANGED, VALIDATION when there would be no picture, UNSUPPORTED_FILE
     */
    async update(
      id: string,
      text: queries.NewsText,
      upload: UploadedFile | undefined,
      version: number | undefined,
      by: string,
    ): Promise<void> {
      const picture = upload && (await pictures.store(upload, pictureField));
      await database.transaction(async (tx) => {
        const row = await hold(tx, id, version);
        if (!picture && !row.picture) {
          throw new AppError('VALIDATION', messages.news.news_pic, {
            fields: { [pictureField]: messages.news.news_pic },
          });
        }
        await queries.saveNews(tx, id, text, picture);
        if (picture) {
          // In this order a picture that is replaced by itself stays.
          await pictures.release(tx, row.picture);
          await pictures.attach(tx, picture);
        }
        await recordContentChange(tx, by, 'News changed', text.title);
      });
    },

    /** Shows or hides an item. @returns whether it is active now @throws NOT_FOUND, RECORD_CHANGED */
    async toggle(id: string, version: number | undefined, by: string): Promise<boolean> {
      return database.transaction(async (tx) => {
        const row = await hold(tx, id, version);
        await queries.setNewsActive(tx, id, !row.active);
        await recordContentChange(tx, by, row.active ? 'News hidden' : 'News shown', row.title);
        return !row.active;
      });
    },

    /** Deletes an item with its picture. @throws NOT_FOUND */
    async remove(id: string, by: string): Promise<void> {
      await database.transaction(async (tx) => {
        const row = await hold(tx, id, undefined);
        await queries.removeNews(tx, id);
        await pictures.release(tx, row.picture);
        await recordContentChange(tx, by, 'News deleted', row.title);
      });
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
