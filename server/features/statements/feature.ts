import type { Feature } from '#server/feature.ts';
import { officeLimits } from '#shared/office-limits.ts';
import { deleteOldLines } from './statements.queries.ts';
import { statementsRoutes } from './statements.routes.ts';

/** Bank statements, from the file to the receipts. */
export const statements: Feature = {
  name: 'statements',
  routes: statementsRoutes,
  cleanUps: { statements: ({ database }) => deleteOldLines(database, officeLimits.statement.openDays) },
};
