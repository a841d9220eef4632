import type { Feature } from '#server/feature.ts';
import { feedsRoutes } from './feeds.routes.ts';

/** The site for programs: search engines, feed readers, calendars. */
export const feeds: Feature = {
  name: 'feeds',
  server: feedsRoutes,
};
