import type { Feature } from '#server/feature.ts';
import type { DoStep } from '#server/platform/jobs/jobs.ts';
import { checkoffRoutes } from './checkoff.routes.ts';
import { bookKind, bookStep } from './schedules.service.ts';

/** The annual subscription paid from the salary: paying offices, authorisations, schedules and remittances. */
export const checkoff: Feature = {
  name: 'checkoff',
  routes: checkoffRoutes,
  jobs: () => ({ [bookKind]: bookStep() as DoStep<never> }),
};
