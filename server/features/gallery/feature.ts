import type { Feature } from '#server/feature.ts';
import { paths } from '#shared/paths.ts';
import { galleryRoutes } from './gallery.routes.ts';

/** Pictures. */
export const gallery: Feature = {
  name: 'gallery',
  routes: galleryRoutes,
  logScreens: [{ action: 'Gallery ', path: () => paths.admin.gallery }],
};
