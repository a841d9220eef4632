import type { Feature } from '#server/feature.ts';
import { searchedScreen } from '#server/platform/log/screens.ts';
import { paths } from '#shared/paths.ts';
import { existingLinks } from './resources.queries.ts';
import { resourcesRoutes } from './resources.routes.ts';

/** Useful links. */
export const resources: Feature = {
  name: 'resources',
  routes: resourcesRoutes,
  logScreens: [searchedScreen('Link ', paths.admin.resources, existingLinks)],
};
