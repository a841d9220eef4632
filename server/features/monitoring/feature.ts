import type { Feature } from '#server/feature.ts';
import { healthRoutes } from './health.routes.ts';
import { metricsRoutes } from './metrics.routes.ts';

/** What the operator's monitoring asks: whether the server works, and its figures. */
export const monitoring: Feature = {
  name: 'monitoring',
  server: (app, core) => {
    healthRoutes(app, core);
    metricsRoutes(app, core);
  },
};
