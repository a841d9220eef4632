import { serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { searchedScreen } from '#server/platform/log/screens.ts';
import { paths } from '#shared/paths.ts';
import { newsQueries } from './news.queries.ts';
import { newsRoutes } from './news.routes.ts';
import { createNewsService, searchNews } from './news.service.ts';

/** News and its archive. */
export const news: Feature = {
  name: 'news',
  routes: newsRoutes,
  logScreens: [searchedScreen('News ', paths.admin.news, newsQueries.existingTitles)],
  search: { kind: 'news', heading: 'News', power: 'content', find: searchNews },
  sitemap: (core, max) => serviceOf(core, createNewsService).sitemap(max),
  feed: (core, max) => serviceOf(core, createNewsService).feed(max),
};
