import type { Core } from '#server/core.ts';
import type { SitemapEntry } from '#server/feature.ts';
import { recordContentChange } from '#server/parts/content/public-content.ts';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import { assertVersion } from '#server/platform/database/versions.ts';
import type { UploadedFile } from '#server/platform/http/multipart.ts';
import type { PublicPictures } from '#server/platform/storage/public-pictures.ts';
import { AppError, notFound } from '#shared/errors.ts';
import type { Pagination } from '#shared/fields.ts';
import { archivePage } from './public-content.ts';

type Part = ReturnType<typeof archivePage>['part'];
type Picture = Awaited<ReturnType<PublicPictures['store']>>;

interface Row {
  id: string;
  title: string;
  active: boolean;
  version: number;
  picture: Picture | null;
  updatedAt: Date;
}

/** Of `picturedQueries`, what is asked here. */
interface Queries<R extends Row> {
  listPart: <Name extends keyof R>(db: Readable, names: readonly Name[], part: Part) => Promise<Pick<R, Name>[]>;
  countActive: (db: Readable) => Promise<number>;
  find: (db: Readable, id: string) => Promise<R | undefined>;
  lock: (tx: Transaction, id: string) => Promise<R | undefined>;
  setActive: (tx: Transaction, id: string, active: boolean) => Promise<void>;
  remove: (tx: Transaction, id: string) => Promise<void>;
}

interface Kind<R extends Row, Text, Name extends keyof R> {
  feature: string;
  /** In the log and in answers: 'News', as in 'News added'. */
  name: string;
  /** In a message: 'This news item'. */
  called: string;
  /** The message for an item without a picture; absent: a picture is optional. */
  pictureMissing?: string;
  queries: Queries<R>;
  insert: (tx: Transaction, text: Text, picture: Picture | undefined) => Promise<unknown>;
  /** Without `picture` the current one stays. */
  save: (tx: Transaction, before: R, text: Text, picture: Picture | undefined) => Promise<void>;
  /** Asked before an item is deleted. */
  mayRemove?: (tx: Transaction, id: string) => Promise<void>;
  /** How many are cards on the public page, before the archive begins, and what a line of that tells. */
  cards: number;
  archived: readonly Name[];
  /** Of its public pages. */
  paths: { list: string; archive: (page: number) => string; item: (id: string) => string };
}

type Done = Promise<{ message: string }>;

/**
 * Changes and pages of items with a title, a picture and a switch: news and conferences. `by` is the administrator's
 * e-mail, which every change is logged with. A `version` is the one that the editor began from.
 */
export function createPicturedItems<R extends Row, Text extends { title: string }, Name extends keyof R>(
  { database, pictures }: Pick<Core, 'database' | 'pictures'>,
  kind: Kind<R, Text, Name>,
) {
  const { feature, name, called, pictureMissing, queries } = kind;
  const { reader } = database;
  const store = async (upload: UploadedFile | undefined) => upload && (await pictures.store(upload, 'picture'));

  return {
    /** @throws VALIDATION without a required picture, UNSUPPORTED_FILE when it cannot be used */
    async create(text: Text, upload: UploadedFile | undefined, by: string): Done {
      if (!upload && pictureMissing) throw withoutPicture(pictureMissing);
      const picture = await store(upload);
      await database.transaction(async (tx) => {
        if (picture) await pictures.attach(tx, picture);
        await kind.insert(tx, text, picture);
        await recordContentChange(tx, feature, by, `${name} added`, text.title);
      });
      return { message: `${name} added successfully` };
    },

    /**
     * Without an upload the picture stays; otherwise the old picture is released.
     * @throws NOT_FOUND, RECORD_CHANGED, VALIDATION without a required picture, UNSUPPORTED_FILE
     */
    async update(
      id: string,
      text: Text,
      upload: UploadedFile | undefined,
      version: number | undefined,
      by: string,
    ): Done {
      const picture = await store(upload);
      await database.transaction(async (tx) => {
        const row = assertVersion(await queries.lock(tx, id), called, version);
        if (!picture && !row.picture && pictureMissing) throw withoutPicture(pictureMissing);
        await kind.save(tx, row, text, picture);
        if (picture) {
          // In this order a picture that replaces itself stays.
          await pictures.release(tx, row.picture);
          await pictures.attach(tx, picture);
        }
        await recordContentChange(tx, feature, by, `${name} changed`, text.title);
      });
      return { message: `${name} updated successfully` };
    },

    /** Shows or hides an item. @throws NOT_FOUND, RECORD_CHANGED; VALIDATION for a draft without its required picture */
    async toggle(id: string, version: number | undefined, by: string): Done {
      return database.transaction(async (tx) => {
        const row = assertVersion(await queries.lock(tx, id), called, version);
        if (!row.active && !row.picture && pictureMissing) throw withoutPicture(pictureMissing);
        await queries.setActive(tx, id, !row.active);
        const state = row.active ? 'InActive' : 'Active';
        await recordContentChange(tx, feature, by, `${name} set ${state}`, row.title);
        return { message: `${name} is now ${state}` };
      });
    },

    /** Deletes an item with its picture. @throws NOT_FOUND, RECORD_CHANGED */
    async remove(id: string, version: number | undefined, by: string): Done {
      await database.transaction(async (tx) => {
        const row = assertVersion(await queries.lock(tx, id), called, version);
        await kind.mayRemove?.(tx, id);
        await queries.remove(tx, id);
        await pictures.release(tx, row.picture);
        await recordContentChange(tx, feature, by, `${name} deleted`, row.title);
      });
      return { message: `${name} deleted successfully` };
    },

    /** The items after the cards of the public page. @throws NOT_FOUND for a page beyond the last */
    async archive(page: number): Promise<{ rows: Pick<R, Name>[]; pagination: Pagination }> {
      const { part, pagination } = archivePage(page, await queries.countActive(reader), kind.cards);
      return { rows: await queries.listPart(reader, kind.archived, part), pagination };
    },

    /** For search engines: the list, its archive, and the first `max` active items. */
    async sitemap(max: number): Promise<SitemapEntry[]> {
      const { list, archive, item } = kind.paths;
      const { pagination } = archivePage(1, await queries.countActive(reader), kind.cards);
      const shown = await queries.listPart(reader, ['id', 'updatedAt'], { offset: 0, limit: max });
      return [
        { path: list },
        ...Array.from({ length: pagination.totalPages }, (_, index) => ({ path: archive(index + 1) })),
        ...shown.map(({ id, updatedAt }) => ({ path: item(id), updatedAt })),
      ];
    },

    /** @throws NOT_FOUND also for an inactive item, unless `inactiveToo` */
    async find(id: string, { inactiveToo }: { inactiveToo: boolean }): Promise<R> {
      const row = await queries.find(reader, id);
      if (!row || !(row.active || inactiveToo)) throw notFound(called);
      return row;
    },
  };
}

const withoutPicture = (message: string) => new AppError('VALIDATION', message, { fields: { picture: message } });
