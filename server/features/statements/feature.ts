import type { Feature } from '#server/feature.ts';
import { deleteOldNumbers } from '#server/features/bank-credits/claimed-numbers.queries.ts';
import { deleteOldLines } from '#server/features/bank-credits/credits.queries.ts';
import { limits } from '#shared/limits.ts';
import { deleteEmptyStatements } from './statements.queries.ts';
import { statementsRoutes } from './statements.routes.ts';
import { storeKind, storeStep } from './storing.ts';

/** Bank statements, from the file to the receipts. */
export const statements: Feature = {
  name: 'statements',
  routes: statementsRoutes,
  cleanUps: {
    statements: async ({ database }) => {
      await deleteOldLines(database, limits.statement.openDays);
      await deleteOldNumbers(database);
      await deleteEmptyStatements(database, limits.statement.openDays);
    },
  },
  jobs: (core) => ({ [storeKind]: storeStep(core) }),
};
