import { z } from 'zod';
import { endpoint } from '#shared/endpoint.ts';
import { done, isoDate, pictureSet, recordId } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';

const galleryImage = z.object({
  _id: z.string(),
  Image: z.string(),
  picture: pictureSet,
  createdAt: isoDate,
});
export type GalleryImage = z.output<typeof galleryImage>;

export const listGallery = endpoint({
  method: 'GET',
  path: '/Gallery/getGallery',
  access: ['public'],
  summary: 'All pictures of the gallery, newest first',
  response: z.object({ success: z.literal(true), data: z.array(galleryImage) }),
});

/** Pictures as base64 data URLs; all are stored or none. */
export const addGalleryImages = endpoint({
  method: 'POST',
  path: '/Gallery/Create',
  access: ['admin'],
  power: 'content',
  summary: 'Add pictures to the gallery',
  body: z.object({
    images: z
      .array(z.string({ error: messages.gallery.images }).startsWith('data:', { error: messages.gallery.images }), {
        error: messages.gallery.images,
      })
      .min(1, { error: messages.gallery.images })
      .max(limits.galleryUploadImages, { error: `Please upload at most ${limits.galleryUploadImages} images at once` }),
  }),
  bodyLimit: limits.galleryUploadBytes,
  response: done,
});

export const deleteGalleryImage = endpoint({
  method: 'DELETE',
  path: '/Gallery/delete',
  access: ['admin'],
  power: 'content',
  summary: 'Delete a picture of the gallery',
  query: z.object({ id: recordId }),
  response: done,
});
