import { createHash } from 'node:crypto';
import { chownSync, lstatSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunAs } from './embedded-privileges.ts';

// The kernel's limit is 107 bytes on Linux and 103 on macOS; PostgreSQL also makes a lock file beside the socket.
const LONGEST = 100;

/**
 * Chooses the folder of the unix socket: the cluster's own, which is private already, or, when that path is too long
 * for a socket, a short private folder for temporary files.
 */
export function socketFolder(cluster: string, port: number, runAs: RunAs): { path: string; remove(): void } {
  const fits = (folder: string) => Buffer.byteLength(join(folder, `.s.PGSQL.${port}`)) <= LONGEST;
  if (fits(cluster)) return { path: cluster, remove: () => {} };
  const name = `association-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`;
  const base = fits(join(tmpdir(), `${name}-123456`)) ? tmpdir() : '/tmp';
  const path = privateFolder(join(base, name), runAs);
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** The same folder at every start, so that killed processes do not leave many; another one if it belongs to somebody else. */
function privateFolder(path: string, { uid, gid }: RunAs): string {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch {
    const stats = lstatSync(path);
    const ours = stats.uid === uid || stats.uid === process.getuid?.();
    if (!stats.isDirectory() || !ours || (stats.mode & 0o077) !== 0) path = mkdtempSync(`${path}-`);
  }
  if (process.getuid?.() === 0) chownSync(path, uid, gid);
  return path;
}

/**
 * Removes the socket's lock file, which a copy of a running database's folder contains: PostgreSQL
 * respects it as long as any process with that number exists. Only the holder of the data folder may call this, when no
 * database runs in it.
 */
export function removeSocketLock(cluster: string, port: number): void {
  rmSync(join(cluster, `.s.PGSQL.${port}.lock`), { force: true });
}
