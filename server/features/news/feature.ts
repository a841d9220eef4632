import type { Feature } from '#server/feature.ts';
import { newsRoutes } from './news.routes.ts';

/** News and its archive. */
export const news: Feature = {
  name: 'news',
  routes: newsRoutes,
};
