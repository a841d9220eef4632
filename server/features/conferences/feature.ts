import type { Feature } from '#server/feature.ts';
import { conferencesRoutes } from './conferences.routes.ts';

/** Conferences and their archive. */
export const conferences: Feature = {
  name: 'conferences',
  routes: conferencesRoutes,
};
