import type { Feature } from '#server/feature.ts';
import { galleryRoutes } from './gallery.routes.ts';

/** Pictures. */
export const gallery: Feature = {
  name: 'gallery',
  routes: galleryRoutes,
};
