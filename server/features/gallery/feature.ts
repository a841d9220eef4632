import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, route } from '#server/platform/http/route.ts';
import * as contract from '#shared/contracts/gallery.ts';
import { paths } from '#shared/paths.ts';
import { createGalleryService } from './gallery.service.ts';

/** Pictures. */
export const gallery: Feature = {
  name: 'gallery',
  routes: galleryRoutes,
  logScreens: [{ action: 'Gallery ', path: () => paths.admin.gallery }],
};

function galleryRoutes(app: FastifyInstance, core: Core): void {
  const gallery = serviceOf(core, createGalleryService);

  route(app, contract.listGallery, async () => ({ data: await gallery.list() }));

  route(app, contract.addGalleryImages, async ({ body }, caller) => {
    const count = await gallery.add(body.images, administratorOf(caller).email);
    return { message: count === 1 ? 'Image added successfully' : `${count} images added successfully` };
  });

  route(app, contract.deleteGalleryImage, async ({ query }, caller) => {
    await gallery.remove(query.id, administratorOf(caller).email);
    return { message: 'Image deleted successfully' };
  });
}
