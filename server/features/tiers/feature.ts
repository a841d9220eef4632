import type { Feature } from '#server/feature.ts';
import { tiersRoutes } from './tiers.routes.ts';

/** Memberships and their fees. */
export const tiers: Feature = {
  name: 'tiers',
  routes: tiersRoutes,
};
