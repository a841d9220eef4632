import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { BaseCore } from '#server/platform/base-core.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import type { StoredPicture } from '#server/platform/database/columns.ts';
import type { UploadedFile } from '#server/platform/http/multipart.ts';
import type { PictureSet } from '#shared/fields.ts';
import * as queries from './files.queries.ts';
import { type Files, sweptAway } from './files.ts';
import { encodePublicPicture } from './pictures.ts';
import { publicPrefix } from './storage.ts';

/** Public pictures, whose address contains the hash of their content. */
export interface PublicPictures {
  /**
   * Encodes and stores a picture in all its sizes, pending until {@link PublicPictures.attach}; `field` is the field for
   * messages.
   * @throws UNSUPPORTED_FILE, UNAVAILABLE (too many at once)
   */
  store(source: UploadedFile | Uint8Array, field: string): Promise<StoredPicture>;
  /** Part of the change that shows the picture. @throws UNAVAILABLE when it was cleaned up meanwhile */
  attach(tx: Transaction, picture: StoredPicture): Promise<void>;
  /** Part of the change that no longer shows it; it is deleted once no record shows it. */
  release(tx: Transaction, picture: StoredPicture | null): Promise<void>;
}

/** Part of every address: a new value gives new addresses to pictures with new sizes or qualities. */
const recipe = '2';
const card = 'og.jpg';

const keyOf = (hash: string, file: string) => `${publicPrefix}${hash}/${file}`;
const keysOf = ({ hash, widths, avif }: StoredPicture) =>
  [...widths.flatMap((width) => [`${width}.webp`, ...(avif ? [`${width}.avif`] : [])]), card].map((file) =>
    keyOf(hash, file),
  );

/** The key of `/media/<hash>/<file>`; undefined for an address of another form. */
export function publicKey(hash: string, file: string): string | undefined {
  return /^[0-9a-f]{32}$/.test(hash) && /^(\d{1,4}\.(webp|avif)|og\.jpg)$/.test(file) ? keyOf(hash, file) : undefined;
}

export function createPublicPictures({ database, storage }: BaseCore, files: Files): PublicPictures {
  return {
    async store(source, field) {
      const bytes = source instanceof Uint8Array ? source : await readFile(source.path);
      const hash = createHash('sha256').update(recipe).update(bytes).digest('hex').slice(0, 32);
      const { files: encoded, ...size } = await encodePublicPicture(bytes, field);
      const rows = [...encoded].map(([file, picture]) => ({
        key: keyOf(hash, file),
        type: picture.type,
        name: file,
        bytes: picture.bytes.byteLength,
        hash,
      }));
      await queries.upsertPending(database, database.writerKey, rows);
      for (const [file, picture] of encoded) await storage.put(keyOf(hash, file), { bytes: picture.bytes });
      return { hash, ...size };
    },
    async attach(tx, picture) {
      const keys = keysOf(picture);
      if ((await queries.markAttached(tx, keys, 'any')) !== keys.length) throw sweptAway();
    },
    async release(tx, picture) {
      if (!picture) return;
      await queries.markRemoved(tx, keysOf(picture));
      files.cleanUpSoon();
    },
  };
}

/** The addresses of a picture for an `<img>`: `src` about 800 wide, `srcSet` and `avif` with every width. */
export function pictureSet(picture: StoredPicture): PictureSet;
export function pictureSet(picture: StoredPicture | null): PictureSet | null;
export function pictureSet(picture: StoredPicture | null): PictureSet | null {
  if (!picture) return null;
  const { hash, widths, width, height } = picture;
  const address = (wide: number, format: string) => `/${keyOf(hash, `${wide}.${format}`)}`;
  const every = (format: string) => widths.map((wide) => `${address(wide, format)} ${wide}w`).join(', ');
  const middle = widths.findLast((wide) => wide <= 800) ?? width;
  return {
    src: address(middle, 'webp'),
    srcSet: every('webp'),
    avif: picture.avif ? every('avif') : null,
    width,
    height,
  };
}

/** The address of the 1200 x 630 card for shared links. */
export const cardAddress = ({ hash }: Pick<StoredPicture, 'hash'>) => `/${keyOf(hash, card)}`;
