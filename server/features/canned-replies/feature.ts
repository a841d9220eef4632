import type { Feature } from '#server/feature.ts';
import { textsRoutes } from './texts.routes.ts';

/** The texts of the site. */
export const texts: Feature = {
  name: 'canned-replies',
  routes: textsRoutes,
};
