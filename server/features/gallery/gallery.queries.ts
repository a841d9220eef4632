import { desc } from 'drizzle-orm';
import type { Readable, Transaction } from '#server/platform/database/client.ts';
import type { StoredPicture } from '#server/platform/database/columns.ts';
import { rowQueries } from '#server/platform/database/row-queries.ts';
import { clock } from '#shared/clock.ts';
import { galleryImages } from './tables.ts';

export type GalleryRow = typeof galleryImages.$inferSelect;

export const { lock: lockImage, remove: removeImage } = rowQueries(galleryImages);

/** Newest first; pictures of one upload in their order. */
export async function listGallery(db: Readable): Promise<GalleryRow[]> {
  return db.select().from(galleryImages).orderBy(desc(galleryImages.createdAt), galleryImages.id);
}

export async function insertImages(tx: Transaction, pictures: StoredPicture[]): Promise<void> {
  // The clock is read once: it could advance between two reads, and change the order.
  const now = clock.ms();
  await tx
    .insert(galleryImages)
    .values(pictures.map((picture, index) => ({ picture, createdAt: new Date(now - index) })));
}
