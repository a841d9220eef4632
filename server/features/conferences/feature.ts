import type { Feature } from '#server/feature.ts';
import { conferenceQueries } from '#server/features/conference-records/conferences.queries.ts';
import { searchedScreen } from '#server/platform/log/screens.ts';
import { paths } from '#shared/paths.ts';
import { conferencesRoutes } from './conferences.routes.ts';

/** Conferences and their archive. */
export const conferences: Feature = {
  name: 'conferences',
  routes: conferencesRoutes,
  logScreens: [searchedScreen('Conference ', paths.admin.conferences, conferenceQueries.existingTitles)],
};
