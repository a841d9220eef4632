import type { Feature } from '#server/feature.ts';
import { searchedScreen } from '#server/platform/log/screens.ts';
import { paths } from '#shared/paths.ts';
import { newsQueries } from './news.queries.ts';
import { newsRoutes } from './news.routes.ts';

/** News and its archive. */
export const news: Feature = {
  name: 'news',
  routes: newsRoutes,
  logScreens: [searchedScreen('News ', paths.admin.news, newsQueries.existingTitles)],
};
