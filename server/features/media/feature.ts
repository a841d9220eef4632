import type { Feature } from '#server/feature.ts';
import { mediaRoutes } from './media.routes.ts';

/** Public pictures. */
export const media: Feature = {
  name: 'media',
  server: mediaRoutes,
};
