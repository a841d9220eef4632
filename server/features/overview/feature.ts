import type { Feature } from '#server/feature.ts';
import { overviewRoutes } from './overview.routes.ts';

/** The figures of the office. */
export const overview: Feature = {
  name: 'overview',
  routes: overviewRoutes,
};
