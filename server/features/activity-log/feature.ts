import type { Feature } from '#server/feature.ts';
import { deleteOldLogins } from '#server/platform/log/log.queries.ts';
import { limits } from '#shared/limits.ts';
import { logRoutes } from './log.routes.ts';

/** The office’s log. */
export const log: Feature = {
  name: 'activity-log',
  routes: logRoutes,
  cleanUps: { log: ({ database }) => deleteOldLogins(database, limits.kept.logDays) },
};
