import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '#server/config.ts';
import { attachDatabase } from '#server/platform/database/attach.ts';
import { dumpDatabase, loadDatabase, RestoreRefused } from '#server/platform/database/dump.ts';
import { isInUse } from '#server/platform/database/locks.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { openArchive, writeArchive } from './archive.ts';

/**
 * Copies the database of `from` into the empty one of `to`: embedded or external, of any version from 15 on. Files stay
 * where they are, and the source is not changed.
 * @returns how many rows were copied and compared
 * @throws RestoreRefused while a server works on either, or when the target is not empty
 */
export async function moveDatabase(from: Config, to: Config, log: (line: string) => void): Promise<number> {
  const source = await attachDatabase(from, log);
  // Beside the data that it copies, and as private.
  await mkdir(from.dataDir, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(from.dataDir, '.moving-'));
  try {
    const archive = await writeArchive(folder, undefined);
    log('Reading the database …');
    const database = await withClient(source.ownerConnection, async (client) => {
      if (await isInUse(client)) throw new RestoreRefused('A server works on the present database; stop it first.');
      return dumpDatabase(client, (table, text) => archive.add(`database/${table}.copy`, text));
    });
    await archive.finish({ takenAt: new Date().toISOString(), database, missing: [] });
    const copy = await openArchive(folder, undefined);
    const target = await attachDatabase(to, log);
    try {
      log('Writing the other one …');
      await withClient(target.ownerConnection, async (client) => {
        if (await isInUse(client)) throw new RestoreRefused('A server works on the other database; stop it first.');
        await loadDatabase(client, database, (table) => copy.open(`database/${table}.copy`), { replace: false });
      });
      await migrate(target);
    } finally {
      await target.stop();
    }
    return database.tables.reduce((sum, table) => sum + table.rows, 0);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await source.stop();
  }
}
