import type { Feature } from '#server/feature.ts';
import { healthRoutes } from './health.routes.ts';

/** Whether the server works, for probes. */
export const health: Feature = {
  name: 'health',
  server: healthRoutes,
};
