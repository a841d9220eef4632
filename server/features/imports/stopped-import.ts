import type { Core } from '#server/core.ts';
import { stillHas, tellOfStoppedWork } from '#server/features/auth/acting.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { paths } from '#shared/paths.ts';

type Work = 'Import of members' | 'Undoing an import of members' | 'Credentials of an import of members';

/** Whether the administrator who began something with an import may still go on with it. */
export const mayStillImport = (tx: Transaction, by: string): Promise<boolean> => stillHas(tx, by, 'full');

/** Tells those with full powers that the rest of it was left. */
export const tellOfStoppedImport = (tx: Transaction, { config }: Pick<Core, 'config'>, work: Work, by: string) =>
  tellOfStoppedWork(tx, work, by, `${config.publicUrl}${paths.admin.imports}`);
