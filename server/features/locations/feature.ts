import type { Feature } from '#server/feature.ts';
import { locationsRoutes } from './locations.routes.ts';

/** States and districts. */
export const locations: Feature = {
  name: 'locations',
  routes: locationsRoutes,
};
