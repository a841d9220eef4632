import type { Feature } from '#server/feature.ts';
import { homeRoutes } from './home.routes.ts';

/** A member's start page. */
export const home: Feature = {
  name: 'home',
  routes: homeRoutes,
};
