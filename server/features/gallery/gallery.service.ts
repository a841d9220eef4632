import type { Core } from '#server/core.ts';
import { recordContentChange } from '#server/parts/content/public-content.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { pictureSet } from '#server/platform/storage/public-pictures.ts';
import { indianDay } from '#shared/clock.ts';
import type { GalleryImage } from '#shared/contracts/gallery.ts';
import { AppError, orNotFound } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { insertImages, listGallery, lockImage, removeImage } from './gallery.queries.ts';

const megabytes = limits.fileBytes / 1024 / 1024;
const head = /^data:[\w.+-]*(?:\/[\w.+-]*)?(?:;[\w-]+=[\w.+-]+)*;base64,/i;

const refuse = (message: string) => new AppError('UNSUPPORTED_FILE', message);

/**
 * The bytes of a base64 data URL, 10 MB at most. The claimed type is ignored.
 * @throws UNSUPPORTED_FILE with a plain message
 */
export function decodeDataUrl(url: string): Uint8Array {
  const start = head.exec(url.slice(0, 300))?.[0].length;
  if (start === undefined) throw refuse('This picture could not be read.');
  // Checked by its length, before anything is decoded.
  const decodedLength = Math.floor(((url.length - start) * 3) / 4) - 2;
  if (decodedLength > limits.fileBytes) throw tooLarge();
  const bytes = Buffer.from(url.slice(start), 'base64');
  if (bytes.byteLength > limits.fileBytes) throw tooLarge();
  if (bytes.byteLength === 0) throw refuse(serverMessages.emptyFile);
  return bytes;
}

const tooLarge = () => refuse(`This picture is larger than ${megabytes} MB. Please choose a smaller one.`);

const field = 'images';

/** The gallery. `by` is the administrator's e-mail; every change is logged with it. */
export function createGalleryService({ database, pictures }: Pick<Core, 'database' | 'pictures'>) {
  return {
    /** Newest first; pictures of one upload in their order. */
    async list(): Promise<GalleryImage[]> {
      return (await listGallery(database.reader)).map((row) => {
        const picture = pictureSet(row.picture);
        return { id: row.id, address: picture.src, picture, createdAt: row.createdAt.toISOString() };
      });
    },

    /**
     * Adds pictures given as base64 data URLs, all of them or none.
     * @returns how many were added
     * @throws UNSUPPORTED_FILE naming every picture that cannot be used, by its position in the list
     */
    async add(dataUrls: string[], by: string): Promise<number> {
      const stored: Awaited<ReturnType<typeof pictures.store>>[] = [];
      const problems: string[] = [];
      // One after the other: a list of large pictures must not be decoded at once.
      for (const [index, url] of dataUrls.entries()) {
        try {
          const bytes = decodeDataUrl(url);
          stored.push(await pictures.store(bytes, field));
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== 'UNSUPPORTED_FILE') throw error;
          problems.push(dataUrls.length === 1 ? error.message : `Image ${index + 1}: ${error.message}`);
        }
      }
      if (problems.length > 0) {
        const message = problems.join('\n');
        throw new AppError('UNSUPPORTED_FILE', message, { fields: { [field]: message } });
      }
      await database.transaction(async (tx) => {
        // In a fixed order, so that two uploads of the same pictures do not deadlock.
        const inOrder = [...stored].sort((a, b) => (a.hash < b.hash ? -1 : 1));
        for (const picture of inOrder) await pictures.attach(tx, picture);
        await insertImages(tx, stored);
        await recordContentChange(tx, 'gallery', by, 'Gallery images added', String(stored.length));
      });
      return stored.length;
    },

    /** @throws NOT_FOUND */
    async remove(id: string, by: string): Promise<void> {
      await database.transaction(async (tx) => {
        const row = orNotFound(await lockImage(tx, id), 'This image');
        await removeImage(tx, id);
        await pictures.release(tx, row.picture);
        await recordContentChange(tx, 'gallery', by, 'Gallery image deleted', indianDay(row.createdAt));
      });
    },
  };
}
