import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** PostgreSQL's pid file: line 1 is its process, line 5 its socket's folder, line 8 its state. */
export function readPidFile(cluster: string): { pid: number; socket: string; ready: boolean } | undefined {
  let lines: string[];
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return undefined;
  }
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0) return undefined;
  return { pid, socket: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

/**
 * How long to wait before an ended database is restarted: briefly when it had run well, longer and longer when
 * it keeps ending.
 * @param last the pause before its last start, @param ranFor how long it then ran; all in milliseconds
 */
export function pauseBeforeRestart(last: number, ranFor: number): number {
  return last === 0 || ranFor > 60_000 ? 500 : Math.min(last * 2, 5_000);
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Whether that process is the running PostgreSQL of this very folder. After a crash another process may have its number. */
function serves(pid: number, cluster: string): boolean {
  if (process.platform === 'linux') {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return basename(words[0] ?? '') === 'postgres' && words.includes(cluster);
    } catch {
      return false;
    }
  }
  try {
    const line = execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return line.includes('postgres') && line.includes(cluster);
  } catch {
    return false;
  }
}

/**
 * Stops the database that a killed server left running, so that a new one can take the folder. Returns when it has ended.
 * Only the holder of the data folder may call this.
 */
export async function stopLeftover(cluster: string, log: (line: string) => void): Promise<void> {
  const noted = readPidFile(cluster);
  if (!noted) return;
  const { pid } = noted;
  if (serves(pid, cluster)) {
    log('Stopping the database that an earlier start left running.');
    await stopProcess(pid, cluster);
  }
  // PostgreSQL refuses to start while a process with that number exists: a zombie that its
  // parent never collected, or another process that has got the number since.
  if (exists(pid) && readPidFile(cluster)?.pid === pid) rmSync(join(cluster, 'postmaster.pid'), { force: true });
}

async function stopProcess(pid: number, cluster: string): Promise<void> {
  for (const [signal, timeout] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    try {
      process.kill(pid, signal);
    } catch {
      // It has ended already, or it is not ours to stop: the wait below tells.
    }
    const until = Date.now() + timeout;
    while (Date.now() < until) {
      if (!serves(pid, cluster)) return;
      await sleep(50);
    }
  }
  throw new Error(`The database process ${pid} left by an earlier start cannot be stopped; stop it and start again.`);
}
