import type { Feature } from '#server/feature.ts';
import { metricsRoutes } from './metrics.routes.ts';

/** Figures for Prometheus. */
export const metrics: Feature = {
  name: 'metrics',
  server: metricsRoutes,
};
