import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { readConfig } from '#server/config.ts';
import { attachForMaintenance } from '#server/platform/database/attach.ts';
import type { Database } from '#server/platform/database/client.ts';
import { runningDatabase } from '#server/platform/database/embedded.ts';
import { migrate } from '#server/platform/database/migrate.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { freePort } from '#tests/free-port.ts';
import { multiplyMembers, seededMembers } from './many-members.ts';

/** The built site in its own process, with sample data and access to its database. */
export interface BenchSite {
  url: string;
  dataDir: string;
  /** The server's process. */
  pid: number;
  database: Database;
  /** The current position in the server's log. */
  mark(): number;
  /** The server's time in milliseconds for each request of a call since a mark, from its log. */
  serverTimes(call: string, from?: number): number[];
  /** The server process's memory in MB. */
  memory(): number;
  stop(): Promise<void>;
}

/**
 * Seeds and starts a site in its own folder.
 * @param members their number; above {@link seededMembers}, SQL multiplies them
 * @param value a seeded folder to use and keep; by default BENCH_DATA_DIR
 * @param more further settings of the server
 */
export async function startBenchSite(
  members: number,
  value = process.env.BENCH_DATA_DIR,
  more: Record<string, string> = {},
): Promise<BenchSite> {
  const dataDir = value ?? (await mkdtemp(join(tmpdir(), 'association-bench-')));
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: 'production',
    DATA_DIR: dataDir,
    TRUST_PROXY: 'loopback',
  };
  if (!value || !existsSync(join(dataDir, 'postgres'))) {
    console.log(`  seeding ${members} members …`);
    const times = members > seededMembers ? Math.round(members / seededMembers) : 1;
    const seeded = times > 1 ? seededMembers : members;
    await promisify(execFile)(process.execPath, ['scripts/seed.ts', '--members', String(seeded)], { env });
    if (times > 1) {
      const attached = await attachForMaintenance(readConfig(env), console.error);
      await migrate(attached);
      await multiplyMembers(attached, times).finally(attached.stop);
    }
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // A file, because with a pipe this process would have to read the log while it measures.
  const logPath = join(dataDir, 'server.log');
  const log = openSync(logPath, 'w');
  const child = spawn(process.execPath, ['--import', './server/import-hooks.ts', 'server/main.ts'], {
    stdio: ['ignore', log, log],
    env: { ...env, PORT: String(port), PUBLIC_URL: url, ...more },
  });
  closeSync(log);
  await untilReady(url, child, logPath);
  const running = runningDatabase(dataDir);
  if (!running) throw new Error('The database is not running.');
  const database = openDatabase(running.ownerConnection, { poolSize: 10 });
  return {
    url,
    dataDir,
    pid: child.pid!,
    database,
    mark: () => readFileSync(logPath).length,
    serverTimes(call, from = 0) {
      const lines = readFileSync(logPath).subarray(from).toString('utf8').split('\n');
      return lines.filter((text) => text.includes(`"${call}"`)).map((text) => (JSON.parse(text) as { ms: number }).ms);
    },
    memory: () =>
      Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024),
    async stop() {
      await database.close();
      const ended = child.exitCode === null ? once(child, 'exit') : undefined;
      child.kill('SIGTERM');
      await ended;
      if (!value) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function untilReady(url: string, child: ChildProcess, logPath: string): Promise<void> {
  const deadline = Date.now() + 900_000;
  while (!(await fetch(`${url}/readyz`).catch(() => null))?.ok) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new Error(`The server did not start:\n${readFileSync(logPath, 'utf8').slice(-2_000)}`);
    }
    await sleep(100);
  }
}
