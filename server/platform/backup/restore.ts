import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Config } from '#server/config.ts';
import { attachDatabase } from '#server/platform/database/attach.ts';
import { isEmptyDatabase, loadDatabase, migrationsOf, RestoreRefused } from '#server/platform/database/dump.ts';
import { isInUse } from '#server/platform/database/locks.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { pathOf } from '#server/platform/storage/storage.ts';
import { openArchive } from './archive.ts';
import { countOpenVotes, findRevivedPasskeys, noteKey, readFileRows, readPasskeys } from './backups.queries.ts';

export interface RestoreReport {
  takenAt: Date;
  rows: number;
  files: number;
  missing: number;
}

/** Files that every start creates. */
const nothing = new Set(['server.lock', 'server.pid', 'lost+found']);

const notEmpty = (what: string) =>
  new RestoreRefused(`${what} is not empty. To replace everything in it, add --replace.`);

/**
 * Restores a backup to the configured database, files and data folder. Nothing is changed before the whole backup has been
 * verified. The database changes in one transaction, and files are written only when all rows are in it: a refused backup leaves none.
 * @throws BadBackup, RestoreRefused
 */
export async function restore(
  config: Config,
  folder: string,
  {
    replace,
    passphrase,
    log,
    mayLoseBallots = async () => true,
  }: {
    replace: boolean;
    passphrase: string | undefined;
    log: (line: string) => void;
    /** Asked when votes are open in what is replaced. */
    mayLoseBallots?: (question: string) => Promise<boolean>;
  },
): Promise<RestoreReport> {
  const archive = await openArchive(folder, passphrase);
  migrationsOf(archive.contents.database);
  const names = partsBelow(archive.contents.parts.map(({ path }) => path));
  log('Reading the backup …');
  await archive.verify();
  const { database, missing, takenAt } = archive.contents;
  if (!replace && existsSync(config.dataDir)) {
    const present = (await readdir(config.dataDir)).filter((name) => !nothing.has(name));
    if (present.length > 0) throw notEmpty(`The data folder ${config.dataDir}`);
  }
  const storage = await openStorage(config);
  const attached = await attachDatabase(config, log);
  try {
    return await withClient(attached.ownerConnection, async (client) => {
      if (await isInUse(client)) throw new RestoreRefused('A server works on this database; stop it first.');
      const isEmpty = await isEmptyDatabase(client);
      if (!isEmpty && !replace) throw notEmpty('The database');
      const openVotes = isEmpty ? 0 : await countOpenVotes(client);
      const question = `${openVotes === 1 ? 'A vote is' : `${openVotes} votes are`} open in what is replaced: the ballots cast since the backup are lost, and an open vote of the backup is cancelled.`;
      if (openVotes > 0 && !(await mayLoseBallots(question))) throw new RestoreRefused('Nothing was restored.');
      const before = isEmpty ? [] : await readFileRows(client).catch(() => []);
      const passkeys = isEmpty ? null : await readPasskeys(client).catch(() => null);

      const had = new Set(before.map(({ key }) => key));
      const undo: (() => Promise<unknown>)[] = [];
      // Files before the rows that name them, as always: those are in place, and not committed yet.
      const writeFiles = async () => {
        log('Writing the files …');
        for (const key of names.files) {
          if (!had.has(key)) undo.push(() => storage.remove(pathOf(key)));
          await storage.put(pathOf(key), { bytes: await buffer(archive.open(`files/${key}`)) });
        }
        for (const name of names.data) {
          const path = join(config.dataDir, name);
          if (!existsSync(path)) undo.push(() => rm(path, { force: true }));
          await writeRest(path, await buffer(archive.open(`data/${name}`)));
        }
      };
      log('Writing the database …');
      const open = (table: string) => archive.open(`database/${table}.copy`);
      try {
        await loadDatabase(client, database, open, { replace, beforeCommit: writeFiles });
      } catch (error) {
        for (const remove of undo) await remove().catch(() => {});
        throw error;
      }
      const keys = new Set(names.files);
      for (const { key } of before) if (!keys.has(key)) await storage.remove(pathOf(key));
      await migrate(attached);
      // Those who were logged out since the backup would be logged in again.
      await client.query('delete from sessions');
      log(
        'Everybody is logged out. Passkeys that were removed since the backup may have come back: see docs/operations.md.',
      );
      const revived = passkeys ? await findRevivedPasskeys(client, passkeys) : [];
      for (const passkey of revived) log(`Removed in what was replaced, and back: ${passkey}`);
      await noteKey(client, storage.keyId);
      const cancelled = await countOpenVotes(client);
      if (cancelled > 0) {
        log(
          `${cancelled} open ${cancelled === 1 ? 'vote' : 'votes'} will be cancelled at the start: a backup holds no private keys.`,
        );
      }
      return {
        takenAt: new Date(takenAt),
        rows: database.tables.reduce((sum, table) => sum + table.rows, 0),
        files: keys.size,
        missing: missing.length,
      };
    });
  } finally {
    await attached.stop();
  }
}

/** The files and the rest of the data folder among the parts' paths. @throws RestoreRefused for one that leads elsewhere */
function partsBelow(paths: string[]): { files: string[]; data: string[] } {
  if (paths.some((path) => path.split('/').some((each) => each === '' || each === '.' || each === '..'))) {
    throw new RestoreRefused('The backup names a path outside the data folder.');
  }
  const below = (root: string) => paths.filter((path) => path.startsWith(root)).map((path) => path.slice(root.length));
  return { files: below('files/'), data: below('data/') };
}

async function writeRest(path: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFile(path, bytes, { mode: 0o600 });
}
