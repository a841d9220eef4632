import { serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { createBulkService, decideManyKind } from './bulk.service.ts';
import { registrationsRoutes } from './registrations.routes.ts';
import { createRetentionService } from './retention.service.ts';
import { deleteOldUndos } from './undo.queries.ts';

/** From the registration form to the decision, and to the deletion of what came to nothing. */
export const registrations: Feature = {
  name: 'registrations',
  routes: registrationsRoutes,
  cleanUps: {
    retention: (core, isStopping) => serviceOf(core, createRetentionService).run(isStopping),
    undos: ({ database }) => deleteOldUndos(database),
  },
  jobs: (core) => ({ [decideManyKind]: serviceOf(core, createBulkService).step }),
};
