import type { Feature } from '#server/feature.ts';
import { checkoffRoutes } from './checkoff.routes.ts';

/** The annual subscription paid from the salary: paying offices, authorisations, schedules and remittances. */
export const checkoff: Feature = { name: 'checkoff', routes: checkoffRoutes };
