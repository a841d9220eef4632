import type { Feature } from '#server/feature.ts';
import { clock } from '#shared/clock.ts';
import { keepNames } from './bearers.queries.ts';
import { bearersRoutes } from './bearers.routes.ts';

/** Office bearers and their terms. */
export const bearers: Feature = {
  name: 'bearers',
  routes: bearersRoutes,
  cleanUps: { bearers: ({ database }) => keepNames(database, clock.today()) },
};
