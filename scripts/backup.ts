// `npm run backup -- FOLDER`: a copy of the whole data folder, taken while the server runs or while it does not. The copy
// is a data folder itself: to restore, put it in the place of DATA_DIR and start.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readConfig } from '#server/config.ts';
import { attachForMaintenance } from '#server/database/attach.ts';
import { backUpCluster, copyFolder } from '#server/database/backup.ts';

// The database is copied in its own way; the others belong to the running process.
const APART = new Set(['postgres', 'postgres.new', 'server.lock', 'server.pid', 'uploads']);

async function main(): Promise<void> {
  const given = process.argv[2];
  if (!given) throw new Error('Please name a folder for the backup: npm run backup -- FOLDER');
  const config = readConfig(process.env);
  if (!existsSync(config.dataDir)) throw new Error(`There is nothing to back up: ${config.dataDir} does not exist.`);
  const target = resolve(given);
  if (existsSync(target)) throw new Error(`${target} exists already; name a folder that does not.`);
  mkdirSync(dirname(target), { recursive: true });
  const dataDir = realpathSync(config.dataDir);
  if (`${join(realpathSync(dirname(target)), basename(target))}/`.startsWith(`${dataDir}/`)) {
    throw new Error('The backup cannot lie inside the data folder.');
  }

  // Under another name until it is whole, so that half a backup is never taken for one.
  const partial = `${target}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  const copyRest = () => copyFolder(dataDir, partial, (path) => APART.has(path));
  // Files first and last: one that is removed while the database is copied is in the first round, a new one in the last.
  await copyRest();
  if (config.databaseUrl === undefined) {
    const attached = await attachForMaintenance(config, (line) => console.log(line));
    try {
      if (typeof attached.ownerConnection === 'string')
        throw new Error('The embedded database has no address of its own.');
      await backUpCluster(attached.ownerConnection, join(dataDir, 'postgres'), join(partial, 'postgres'));
    } finally {
      await attached.stop();
    }
  }
  await copyRest();
  spawnSync('sync', ['-f', partial]);
  renameSync(partial, target);
  console.log(`The backup is complete: ${target}`);
  if (config.databaseUrl !== undefined) {
    console.log('It holds the data folder only: save the database of DATABASE_URL with pg_dump.');
  }
  if (config.storageUrl !== undefined)
    console.log('Uploaded files lie in the store of STORAGE_URL and are not part of it.');
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
