import { desc, eq, sql } from 'drizzle-orm';
import type { Queryable, Transaction } from '#server/database/client.ts';
import { galleryImages, type StoredPicture } from '#server/database/tables/content.ts';
import { currentTime } from '#server/database/time.ts';

export type GalleryRow = typeof galleryImages.$inferSelect;

/** Newest first; pictures that came together in the order in which they came. */
export async function listGallery(db: Queryable): Promise<GalleryRow[]> {
  return db.select().from(galleryImages).orderBy(desc(galleryImages.createdAt), galleryImages.id);
}

export async function insertImages(tx: Transaction, pictures: StoredPicture[]): Promise<void> {
  await tx.insert(galleryImages).values(
    pictures.map((picture, index) => ({
      picture,
      createdAt: sql`${currentTime} - make_interval(secs => ${index / 1_000})`,
    })),
  );
}

/** The picture, held until the transaction ends. */
export async function lockImage(tx: Transaction, id: string): Promise<GalleryRow | undefined> {
  const [row] = await tx.select().from(galleryImages).where(eq(galleryImages.id, id)).for('update');
  return row;
}

export async function removeImage(tx: Transaction, id: string): Promise<void> {
  await tx.delete(galleryImages).where(eq(galleryImages.id, id));
}
