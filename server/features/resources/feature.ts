import type { Feature } from '#server/feature.ts';
import { resourcesRoutes } from './resources.routes.ts';

/** Useful links. */
export const resources: Feature = {
  name: 'resources',
  routes: resourcesRoutes,
};
