import type { Feature } from '#server/feature.ts';
import { reportsRoutes } from './reports.routes.ts';
import { keepReports } from './reports.service.ts';

/** The year’s report. */
export const reports: Feature = {
  name: 'reports',
  routes: reportsRoutes,
  cleanUps: { reports: keepReports },
};
