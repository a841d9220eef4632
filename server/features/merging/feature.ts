import { serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { mergingRoutes } from './merging.routes.ts';
import { createMergingService } from './merging.service.ts';

/** Two records of one person become one. */
export const merging: Feature = {
  name: 'merging',
  routes: mergingRoutes,
  cleanUps: {
    merges: (core, isStopping) => serviceOf(core, createMergingService).close(isStopping),
  },
};
