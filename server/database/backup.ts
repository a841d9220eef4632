import { constants, type Dirent } from 'node:fs';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { EmbeddedConnection } from './embedded.ts';

// What PostgreSQL makes anew at every start, or what a copy of the cluster must not have. So are the socket and its lock file.
const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map']);
const CONTENT_NOT_COPIED = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
]);

/** Copies a folder while others may write in it: what vanishes meanwhile is left out; sockets are no files. */
export async function copyFolder(
  from: string,
  to: string,
  skip: (path: string, entry: Dirent) => boolean = () => false,
  inner = '',
): Promise<void> {
  await mkdir(join(to, inner), { recursive: true, mode: 0o700 });
  for (const entry of await readdir(join(from, inner), { withFileTypes: true }).catch(unlessGone)) {
    const path = join(inner, entry.name);
    if (skip(path, entry)) continue;
    if (entry.isDirectory()) await copyFolder(from, to, skip, path);
    else if (entry.isFile())
      await copyFile(join(from, path), join(to, path), constants.COPYFILE_FICLONE).catch(unlessGone);
  }
}

function unlessGone(error: NodeJS.ErrnoException): [] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/**
 * Copies the files of a running database so that they can be started again as of the end of the copy, the way PostgreSQL
 * provides for that: between the start and the end of a backup it notes what is needed to complete a copy that was taken
 * while it wrote. Nobody has to wait meanwhile.
 * @param cluster its folder, on this machine
 * @param target a folder that does not exist yet
 */
export async function backUpCluster(connection: EmbeddedConnection, cluster: string, target: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    // Keeps the log from the start on until this connection ends.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [`backup_${process.pid}`]);
    await client.query('select pg_backup_start($1, true)', ['backup']);
    await copyFolder(cluster, target, (path, entry) => {
      const [folder = '', ...below] = path.split('/');
      if (CONTENT_NOT_COPIED.has(folder) && below.length > 0) return true;
      return NOT_COPIED.has(path) || /^(pgsql_tmp|\.s\.PGSQL\.)/.test(entry.name);
    });
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
    await writeFile(join(target, 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o600 });
    await copyFolder(join(cluster, 'pg_wal'), join(target, 'pg_wal'), (_path, entry) => {
      return entry.isFile() && !/^([0-9A-F]{24}|[0-9A-F]{8}\.history)$/.test(entry.name);
    });
  } finally {
    await client.end();
  }
}
