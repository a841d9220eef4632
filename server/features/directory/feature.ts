import { serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { sweepBudgets } from './budget.queries.ts';
import { createCounts } from './counts.ts';
import { directoryRoutes } from './directory.routes.ts';

/** The directory of members, for members and for the office. */
export const directory: Feature = {
  name: 'directory',
  routes: directoryRoutes,
  cleanUps: { budgets: ({ database }) => sweepBudgets(database) },
  listens: { members: (core) => serviceOf(core, createCounts).drop() },
  changed: (core) => serviceOf(core, createCounts).drop(),
};
