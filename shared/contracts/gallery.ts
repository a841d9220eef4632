import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { answeredId, answerOf, byId, isoDate, pictureSet } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { wire } from '#shared/wire-schemas.ts';

const galleryImage = z.object({
  id: answeredId,
  address: wire('Image', z.string()),
  picture: pictureSet,
  createdAt: isoDate,
});
export type GalleryImage = z.output<typeof galleryImage>;

export const listGallery = endpoint('GET /Gallery/getGallery', 'All pictures of the gallery, newest first', {
  access: ['public'],
  response: answerOf({ data: z.array(galleryImage) }),
});

/** Pictures as base64 data URLs; all are stored or none. */
export const addGalleryImages = endpoint('POST /Gallery/Create', 'Add pictures to the gallery', {
  power: 'content',
  body: z.object({
    images: z
      .array(z.string({ error: messages.gallery.images }).startsWith('data:', { error: messages.gallery.images }), {
        error: messages.gallery.images,
      })
      .min(1, { error: messages.gallery.images })
      .max(limits.galleryUploadImages, { error: `Please upload at most ${limits.galleryUploadImages} images at once` }),
  }),
  bodyLimit: limits.galleryUploadBytes,
});

export const deleteGalleryImage = endpoint('DELETE /Gallery/delete', 'Delete a picture of the gallery', {
  power: 'content',
  query: byId,
});
