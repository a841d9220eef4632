import { existsSync } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import pg from 'pg';
import { voteKeyFolder } from '#server/platform/data-dir.ts';
import { dumpDatabase, RestoreRefused } from '#server/platform/database/dump.ts';
import type { Connections } from '#server/platform/database/embedded.ts';
import { isUnfinished } from '#server/platform/database/embedded.ts';
import { holdLock } from '#server/platform/database/locks.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { UnreadableFile } from '#server/platform/storage/envelope.ts';
import { mustKnowKeys } from '#server/platform/storage/keys-in-use.ts';
import { pathOf, type Storage } from '#server/platform/storage/storage.ts';
import { type ArchiveWriter, isBackup, openArchive, writeArchive } from './archive.ts';
import { type FileRow, noteBackup, readFileRows } from './backups.queries.ts';

/** The result of a backup. */
export interface BackupReport {
  folder: string;
  takenAt: Date;
  rows: number;
  files: number;
  bytes: number;
  /** Keys of files that rows name but the store did not have, or that were damaged. */
  missing: string[];
  /** Older backups that were removed. */
  removed: string[];
}

export interface BackupOptions {
  /** The folder of all backups; each is a subfolder named after its time. */
  parent: string;
  dataDir: string;
  connections: Connections;
  storage: Storage;
  passphrase: string | undefined;
  /** How many to keep, this one included; undefined: all. */
  keep: number | undefined;
}

// The database and the files are saved separately; the others belong to the running process.
const savedSeparately = new Set(['postgres', 'server.lock', 'server.pid', 'uploads', 'files', voteKeyFolder]);
/** Private keys of votes, and what they are encrypted with: a restored one must take no ballots, as those cast since are lost. */
const leftOut = ['vote_keys'];
const nameOf = (time: Date) =>
  time
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-');
const namePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
const partialEnding = '.partial';
const dayMs = 86_400_000;

/**
 * Takes a complete backup while the site runs, verifies it, records it as good, and removes the oldest beyond `keep`.
 * Rows and files are of one moment: until everything is copied, no file is deleted that a row of that moment names.
 * @throws on any failure; earlier backups stay untouched then
 */
export async function backUp(options: BackupOptions): Promise<BackupReport> {
  const { parent, connections, passphrase } = options;
  const takenAt = new Date();
  const folder = join(parent, nameOf(takenAt));
  if (existsSync(folder)) throw new Error(`${folder} exists already.`);
  // Under another name until it is complete, so that a partial backup is never taken for a complete one.
  const partial = `${folder}${partialEnding}`;
  await mkdir(parent, { recursive: true, mode: 0o700 });
  await mkdir(partial, { mode: 0o700 });
  try {
    const report = await withClient(connections.ownerConnection, (client) => write(client, partial, takenAt, options));
    const back = await openArchive(partial, passphrase);
    await back.verify();
    await syncFolder(partial);
    await rename(partial, folder);
    await syncFolder(parent);
    await withClient(connections.ownerConnection, (client) =>
      noteBackup(client, {
        ...report,
        missing: report.missing.length,
        finishedAt: new Date(),
        isSealed: back.isSealed,
      }),
    );
    return { ...report, folder, takenAt, removed: await removeOld(parent, options.keep) };
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if (!(error instanceof RestoreRefused)) throw error;
    throw new Error(`No backup was made, because this program could not restore it. ${error.message}`);
  }
}

async function write(client: pg.Client, folder: string, takenAt: Date, options: BackupOptions) {
  const { dataDir, storage, passphrase } = options;
  const archive = await writeArchive(folder, passphrase);
  const missing: string[] = [];
  let files = 0;
  // Released with this connection. A transaction that deletes a file holds it in shared mode.
  await client.query(`set lock_timeout = '30s'`);
  try {
    await holdLock(client, 'backup');
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== '55P03') throw error;
    throw new Error('Another backup is under way.');
  }
  const dump = await dumpDatabase(
    client,
    (table, text) => archive.add(`database/${table}.copy`, text),
    async (snapshot) => {
      const rows = await readFileRows(snapshot);
      const attached = rows.filter(({ state }) => state === 'attached');
      mustKnowKeys(
        attached.map(({ encryptedWith }) => ({ encryptedWith, files: 1 })),
        storage,
      );
      for (const row of rows) {
        if (await addFile(archive, storage, row)) files += 1;
        else if (row.state === 'attached') missing.push(row.key);
      }
    },
    leftOut,
  );
  for (const path of await listRest(dataDir)) await addIfThere(archive.add, dataDir, path);
  await archive.finish({ takenAt: takenAt.toISOString(), database: dump, missing });
  const rows = dump.tables.reduce((sum, table) => sum + table.rows, 0);
  return { rows, files, bytes: await sizeOf(folder), missing };
}

/** Adds a file in its original form, decrypted; false when it is missing or damaged. */
async function addFile(archive: ArchiveWriter, storage: Storage, { key, encryptedWith }: FileRow): Promise<boolean> {
  try {
    const body = await storage.get(pathOf(key), { isClear: encryptedWith === null });
    if (body) await archive.add(`files/${key}`, body.body);
    return body !== null;
  } catch (error) {
    if (error instanceof UnreadableFile) return false;
    throw error;
  }
}

/** The other files in the data folder, above all mails written as files. Relative paths. */
async function listRest(dataDir: string): Promise<string[]> {
  const problems: string[] = [];
  for (const name of (await readdir(dataDir)).filter(
    (each) => !savedSeparately.has(each) && !isUnfinished(each) && !each.startsWith('.moving-'),
  )) {
    const path = join(dataDir, name);
    if ((await stat(path)).isFile()) problems.push(name);
    else {
      for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
        if (entry.isFile()) problems.push(relative(dataDir, join(entry.parentPath, entry.name)));
      }
    }
  }
  return problems.sort();
}

/** A file that vanishes meanwhile is left out. */
async function addIfThere(add: (path: string, source: Readable) => Promise<void>, dataDir: string, path: string) {
  const file = await open(join(dataDir, path)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file) await add(`data/${path}`, file.createReadStream());
}

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size;
  }
  return bytes;
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Removes the oldest complete backups beyond `keep`, and partial ones older than a day. */
async function removeOld(parent: string, keep: number | undefined): Promise<string[]> {
  const names = await readdir(parent);
  for (const name of names) {
    const isLeft = name.endsWith(partialEnding) && namePattern.test(basename(name, partialEnding));
    if (!isLeft || Date.now() - (await stat(join(parent, name))).mtimeMs < dayMs) continue;
    await rm(join(parent, name), { recursive: true, force: true });
  }
  if (keep === undefined) return [];
  const whole = names.filter((name) => namePattern.test(name) && isBackup(join(parent, name))).sort();
  const old = whole.slice(0, Math.max(0, whole.length - keep));
  for (const name of old) await rm(join(parent, name), { recursive: true, force: true });
  return old;
}
