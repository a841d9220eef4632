import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Keeps the databases and files of a test run in memory, where there is room for them: a disk takes most of the time of
 * creating a database. A test run whose `TMPDIR` is set uses that.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR || !hasRoom()) return;
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = /^tests-(\d+)$/.exec(name) ?? [];
    if (pid && !lives(Number(pid))) remove(join(MEMORY, name));
  }
  const folder = join(MEMORY, `tests-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  // As `/tmp`: some tests start servers as another user.
  chmodSync(folder, 0o1777);
  process.env.TMPDIR = folder;
  process.once('exit', () => remove(folder));
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  } catch {
    // It is another user's.
  }
}

function hasRoom(): boolean {
  try {
    // Some tests make programs; containers often forbid running them there, and have little room.
    const mounted = /^\S+ \/dev\/shm tmpfs (\S+)/m.exec(readFileSync('/proc/mounts', 'utf8'))?.[1] ?? 'noexec';
    const { bavail, bsize } = statfsSync(MEMORY);
    return !mounted.split(',').includes('noexec') && bavail * bsize > NEEDED_BYTES;
  } catch {
    return false;
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
