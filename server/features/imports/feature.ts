import type { Feature } from '#server/feature.ts';
import { limits } from '#shared/limits.ts';
import { commitKind, commitStep } from './commit.ts';
import { queueDueBatches } from './credentials.ts';
import { importsRoutes } from './imports.routes.ts';
import { dropOldImports } from './lists.service.ts';
import { readKind, readStep } from './reading.ts';
import { undoKind, undoStep } from './undo.ts';

/** Lists of existing members. */
export const imports: Feature = {
  name: 'imports',
  routes: importsRoutes,
  cleanUps: {
    importCredentials: queueDueBatches,
    imports: (core, isStopping) => dropOldImports(core, limits.kept.importDays, isStopping),
  },
  jobs: (core) => ({ [readKind]: readStep, [commitKind]: commitStep(core), [undoKind]: undoStep(core) }),
};
