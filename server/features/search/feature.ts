import type { Feature } from '#server/feature.ts';
import { searchRoutes } from './search.routes.ts';

/** Search over the public site and the office. */
export const search: Feature = {
  name: 'search',
  routes: searchRoutes,
};
