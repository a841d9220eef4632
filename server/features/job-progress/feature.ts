import type { Feature } from '#server/feature.ts';
import { deleteOldJobs } from '#server/platform/jobs/jobs.queries.ts';
import { jobsRoutes } from './jobs.routes.ts';

/** How long an ended job is kept; the log keeps what it did. */
const keptDays = 7;

/** The progress of jobs. */
export const jobs: Feature = {
  name: 'job-progress',
  routes: jobsRoutes,
  cleanUps: { jobs: ({ database }) => deleteOldJobs(database, keptDays) },
};
