import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { insertedAt, storedPicture } from '#server/platform/database/columns.ts';
import { holdsNobody } from '#server/platform/database/people.ts';

export const galleryImages = pgTable('gallery_images', {
  id: uuid().primaryKey().defaultRandom(),
  picture: storedPicture().notNull(),
  createdAt: insertedAt(),
});
holdsNobody(galleryImages, 'published pictures', { class: 'content', rehearsal: 'stays', what: 'Gallery' });
