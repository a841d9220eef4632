import type { Feature } from '#server/feature.ts';
import { templatesRoutes } from './templates.routes.ts';

/** The texts of mails. */
export const templates: Feature = {
  name: 'templates',
  routes: templatesRoutes,
};
