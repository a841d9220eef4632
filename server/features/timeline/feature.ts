import type { Feature } from '#server/feature.ts';
import { timelineRoutes } from './timeline.routes.ts';

/** What has happened with a person, for the office. */
export const timeline: Feature = {
  name: 'timeline',
  routes: timelineRoutes,
};
