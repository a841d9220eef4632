import type { Core } from '#server/core.ts';
import type { Transaction } from '#server/database/client.ts';
import type { UploadedFile } from '#server/http/multipart.ts';
import type { PublicPictures } from '#server/storage/public-pictures.ts';
import { AppError } from '#shared/errors.ts';
import { recordContentChange } from './content-change.ts';
import { asKnown } from './known-version.ts';

type Picture = Awaited<ReturnType<PublicPictures['store']>>;

interface Row {
  title: string;
  active: boolean;
  version: number;
  picture: Picture | null;
}

interface Kind<Text> {
  /** In the log: 'News', as in 'News added'. */
  name: string;
  /** In a message: 'This news item'. */
  called: string;
  /** The picture's field on the wire, for messages. */
  pictureField: string;
  /** The message for an item without a picture; absent: a picture is optional. */
  pictureMissing?: string;
  lock: (tx: Transaction, id: string) => Promise<Row | undefined>;
  insert: (tx: Transaction, text: Text, picture: Picture | undefined) => Promise<void>;
  /** Without `picture` the current one stays. */
  save: (tx: Transaction, id: string, text: Text, picture: Picture | undefined) => Promise<void>;
  setActive: (tx: Transaction, id: string, active: boolean) => Promise<void>;
  remove: (tx: Transaction, id: string) => Promise<void>;
}

/**
 * Changes of items with a title, a picture and a switch: news and conferences. `by` is the administrator's
 * e-mail, which every change is logged with. A `version` is the one that the editor began from.
 */
export function createPicturedItems<Text extends { title: string }>(
  { database, pictures }: Pick<Core, 'database' | 'pictures'>,
  kind: Kind<Text>,
) {
  const { name, called, pictureField, pictureMissing } = kind;
  const store = async (upload: UploadedFile | undefined) => upload && (await pictures.store(upload, pictureField));

  return {
    /** @throws VALIDATION without a required picture, UNSUPPORTED_FILE when it cannot be used */
    async create(text: Text, upload: UploadedFile | undefined, by: string): Promise<void> {
      if (!upload && pictureMissing) throw withoutPicture(pictureField, pictureMissing);
      const picture = await store(upload);
      await database.transaction(async (tx) => {
        if (picture) await pictures.attach(tx, picture);
        await kind.insert(tx, text, picture);
        await recordContentChange(tx, by, `${name} added`, text.title);
      });
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
    ): Promise<void> {
      const picture = await store(upload);
      await database.transaction(async (tx) => {
        const row = asKnown(await kind.lock(tx, id), called, version);
        if (!picture && !row.picture && pictureMissing) throw withoutPicture(pictureField, pictureMissing);
        await kind.save(tx, id, text, picture);
        if (picture) {
          // In this order a picture that replaces itself stays.
          await pictures.release(tx, row.picture);
          await pictures.attach(tx, picture);
        }
        await recordContentChange(tx, by, `${name} changed`, text.title);
      });
    },

    /** Shows or hides an item. @returns whether it is active now @throws NOT_FOUND, RECORD_CHANGED */
    async toggle(id: string, version: number | undefined, by: string): Promise<boolean> {
      return database.transaction(async (tx) => {
        const row = asKnown(await kind.lock(tx, id), called, version);
        await kind.setActive(tx, id, !row.active);
        await recordContentChange(tx, by, `${name} set ${row.active ? 'InActive' : 'Active'}`, row.title);
        return !row.active;
      });
    },

    /** Deletes an item with its picture. @throws NOT_FOUND, RECORD_CHANGED */
    async remove(id: string, version: number | undefined, by: string): Promise<void> {
      await database.transaction(async (tx) => {
        const row = asKnown(await kind.lock(tx, id), called, version);
        await kind.remove(tx, id);
        await pictures.release(tx, row.picture);
        await recordContentChange(tx, by, `${name} deleted`, row.title);
      });
    },
  };
}

const withoutPicture = (field: string, message: string) =>
  new AppError('VALIDATION', message, { fields: { [field]: message } });
