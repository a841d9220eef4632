import { buffer } from 'node:stream/consumers';
import { LRUCache } from 'lru-cache';
import type { Core } from '#server/core.ts';
import { imageLibrary } from '#server/platform/storage/pictures.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';

/** The largest size that a list of thousands can carry. */
const maxBytes = 4_096;
/** In memory only: people's files are never stored unencrypted. '' is a picture that cannot be used. */
const ready = new LRUCache<string, string>({ max: 6_000 });
const atOnce = 4;
/** A list waits no longer; pictures that are not ready are in the next one. */
const waitMs = 1_500;

async function small(picture: Buffer): Promise<Buffer | null> {
  const sharp = await imageLibrary();
  for (const side of [72, 56, 40]) {
    const jpeg = await sharp(picture)
      .resize(side, side, { fit: 'cover' })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 55, mozjpeg: true })
      .toBuffer();
    // Base64 makes four characters of three bytes.
    if (jpeg.byteLength * 1.4 <= maxBytes) return jpeg;
  }
  return null;
}

async function prepare(files: Core['files'], key: string): Promise<void> {
  try {
    const file = await files.open(key);
    const picture = file && (await buffer(file.body));
    // A failing picture must not fail the list.
    const jpeg = picture && (await small(picture).catch(() => null));
    ready.set(key, jpeg ? `data:image/jpeg;base64,${jpeg.toString('base64')}` : '');
  } catch {
    // The store did not give it: the next list asks again.
  }
}

/** Thumbnails for the phone at the door, by their file keys. */
export async function doorPhotos(
  { files }: Pick<Core, 'files'>,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const missing = keys.filter((key) => !ready.has(key));
  const lanes = Array.from({ length: atOnce }, async () => {
    for (let key = missing.pop(); key !== undefined; key = missing.pop()) await prepare(files, key);
  });
  await withTimeout(waitMs, Promise.all(lanes)).catch(() => {});
  return new Map(keys.map((key) => [key, ready.get(key) ?? '']));
}
