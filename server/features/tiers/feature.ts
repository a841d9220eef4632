import type { Feature } from '#server/feature.ts';
import { paths } from '#shared/paths.ts';
import { insertMissingTiers } from './tiers.queries.ts';
import { tiersRoutes } from './tiers.routes.ts';

/** Memberships and their fees. */
export const tiers: Feature = {
  name: 'tiers',
  prepare: ({ database }) => insertMissingTiers(database),
  routes: tiersRoutes,
  logScreens: [{ action: 'Membership ', path: () => paths.admin.memberships }],
};
