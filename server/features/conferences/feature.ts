import { serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { conferenceQueries } from '#server/features/conference-records/conferences.queries.ts';
import { searchedScreen } from '#server/platform/log/screens.ts';
import { paths } from '#shared/paths.ts';
import { calendarFiles, conferencesRoutes } from './conferences.routes.ts';
import { createConferencesService, searchConferences } from './conferences.service.ts';

/** Conferences and their archive. */
export const conferences: Feature = {
  name: 'conferences',
  routes: conferencesRoutes,
  server: calendarFiles,
  logScreens: [searchedScreen('Conference ', paths.admin.conferences, conferenceQueries.existingTitles)],
  search: {
    kind: 'conference',
    heading: 'Conferences',
    power: ['content', 'members'],
    find: searchConferences,
  },
  sitemap: (core, max) => serviceOf(core, createConferencesService).sitemap(max),
};
