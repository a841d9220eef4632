import type { Core } from '#server/core.ts';
import { stillHas, tellOfStoppedWork } from '#server/features/auth/acting.ts';
import { type Database, notify, type Transaction } from '#server/platform/database/client.ts';
import { eachAlone } from '#server/platform/loop.ts';
import { clock } from '#shared/clock.ts';
import { paths } from '#shared/paths.ts';
import {
  addCredentialsGiven,
  findBatchesOf,
  findDueBatches,
  type ImportTableRow,
  lockImport,
  updateImport,
} from './imports.queries.ts';
import { countWithoutCredentials, queueCredentialMails } from './people.queries.ts';

/** Queues credentials for members of an import who have none, and counts the rest. The caller has locked the import. */
export async function queueBatch(
  tx: Transaction,
  { config }: Pick<Core, 'config'>,
  record: ImportTableRow,
  which: { most: number } | { from: number; to: number },
): Promise<void> {
  const queued = await queueCredentialMails(tx, record.id, `${config.publicUrl}/?login`, which);
  if (queued > 0) await notify(tx, 'mail');
  const isBatch = 'most' in which;
  await addCredentialsGiven(tx, record.id, queued);
  // Counted at the end of a batch, not after each step.
  if (!isBatch) return;
  await updateImport(tx, record.id, {
    credentialsOpen: await countWithoutCredentials(tx, record.id),
    ...(queued > 0 && { lastBatchOn: clock.today(), changedAt: clock.now() }),
  });
}

/** Queues the day's batches, once per import, while the administrator who asked for them still may. */
export async function queueDueBatches(
  core: Pick<Core, 'config' | 'log'> & { database: Database },
  isStopping: () => boolean,
): Promise<void> {
  const due = await findDueBatches(core.database, clock.today());
  await eachAlone(core, due, 'credentials of an import could not be queued', async (id) => {
    if (isStopping()) return;
    await core.database.transaction(async (tx) => {
      const record = await lockImport(tx, id);
      const isDue = record?.state === 'done' && record.credentials === 'batch' && record.lastBatchOn !== clock.today();
      if (!record || !isDue) return;
      const by = record.credentialsBy ?? record.by;
      if (!(await stillHas(tx, by, 'full'))) {
        // The rest can be sent by somebody who may.
        await updateImport(tx, id, { credentials: 'later', perDay: null, changedAt: clock.now() });
        const page = `${core.config.publicUrl}${paths.admin.imports}`;
        await tellOfStoppedWork(tx, 'Credentials of an import of members', by, page);
        return;
      }
      await queueBatch(tx, core, record, { most: record.perDay ?? 0 });
      await updateImport(tx, id, { lastBatchOn: clock.today() });
    });
  });
}

/** Ends the daily batches of an administrator whose account was taken back; the rest can be sent by somebody else. */
export async function endBatchesOf(tx: Transaction, administratorId: string): Promise<void> {
  for (const id of await findBatchesOf(tx, administratorId)) {
    await updateImport(tx, id, { credentials: 'later', perDay: null, changedAt: clock.now() });
  }
}
