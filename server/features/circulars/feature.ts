import type { Feature } from '#server/feature.ts';
import { circularsRoutes } from './circulars.routes.ts';
import { unsubscribePage } from './unsubscribe.routes.ts';

/** Circulars for members, and the way out of them. */
export const circulars: Feature = {
  name: 'circulars',
  routes: circularsRoutes,
  server: unsubscribePage,
};
