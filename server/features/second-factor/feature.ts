import type { Feature } from '#server/feature.ts';
import { secondFactorRoutes } from './second-factor.routes.ts';

/** The second step of a login. */
export const secondFactor: Feature = {
  name: 'second-factor',
  routes: secondFactorRoutes,
};
