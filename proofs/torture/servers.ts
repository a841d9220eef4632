import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Database } from '#server/platform/database/client.ts';
import { addressOf, runningDatabase } from '#server/platform/database/embedded.ts';
import { readPidFile } from '#server/platform/database/embedded-recovery.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { type ServerProcess, startServerProcess } from '#tests/server-process.ts';
import { eventually } from '#tests/wait.ts';

// Servers with a database of their own, which tests kill and start again.

/** The process id of the first process of the database in this data folder. */
export const databaseProcess = (dataDir: string) => readPidFile(join(dataDir, 'postgres'))?.pid;

export function killProcess(pid: number | undefined): boolean {
  try {
    return pid !== undefined && process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/** Kills the database. It may just be starting again, with the process id of before in its file. */
export const killDatabase = (dataDir: string) =>
  eventually(() => killProcess(databaseProcess(dataDir)), 'the database is there to be killed', 60_000);

async function killServer({ child, ended }: ServerProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended();
}

async function stopServer({ child, ended }: ServerProcess): Promise<void> {
  child.kill('SIGTERM');
  await ended();
}

const newFolder = () => mkdtemp(join(tmpdir(), 'association-torture-'));
const removeFolder = (dataDir: string) =>
  rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });

export type OneServer = Awaited<ReturnType<typeof startOneServer>>;

export async function startOneServer(env: Record<string, string>) {
  const dataDir = await newFolder();
  const start = async () => {
    const started = await startServerProcess({ dataDir, env });
    await started.ready();
    return started;
  };
  let server = await start();

  const isReady = () =>
    fetch(`${server.address}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ status }) => status === 200,
      () => false,
    );
  async function restart(): Promise<void> {
    await killServer(server);
    server = await start();
  }
  async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = openDatabase(runningDatabase(dataDir)!.ownerConnection, { poolSize: 2 });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  }
  /** Just after its kill the server may not have noticed that its database is gone. */
  const hasDatabase = () =>
    withDatabase((database) => database.execute(sql`select 1`)).then(
      () => true,
      () => false,
    );
  return {
    dataDir,
    address: () => server.address,
    isReady,
    restart,
    withDatabase,
    /** Resolves when site and database answer again. */
    async kill(what: 'server' | 'database'): Promise<void> {
      if (what === 'server') await restart();
      else await killDatabase(dataDir);
      const serves = async () => (await hasDatabase()) && isReady();
      await eventually(serves, `it serves again after the kill of the ${what}`, 60_000);
    },
    async close() {
      await stopServer(server);
      await removeFolder(dataDir);
    },
  };
}

export type ThreeServers = Awaited<ReturnType<typeof startThreeServers>>;

/** With a database that is not its own, a server freezes no roll without one. */
const filesKey = Buffer.alloc(32, 7).toString('base64');

/** Three servers on one data folder, of which the first runs their database. */
export async function startThreeServers() {
  const dataDir = await newFolder();
  let urls = {};
  /** Starts again, as a supervisor would, when the database is away just then. */
  const startOne = () =>
    eventually(
      async () => {
        const server = await startServerProcess({
          dataDir,
          env: { TRUST_PROXY: 'loopback', FILES_KEY: filesKey, ...urls },
        });
        return server.ready().then(
          () => server,
          () => null,
        );
      },
      'a server starts',
      60_000,
    );
  const servers = [await startOne()];
  const { connection, ownerConnection } = runningDatabase(dataDir)!;
  urls = { DATABASE_URL: addressOf(connection), DATABASE_OWNER_URL: addressOf(ownerConnection) };
  servers.push(await startOne(), await startOne());
  const database = openDatabase(ownerConnection, { poolSize: 5 });
  let turn = 0;
  return {
    dataDir,
    database,
    addresses: () => servers.map(({ address }) => address),
    /** The number of requests so far. */
    requests: () => turn,
    /** Sends a request to one of the running servers from a network of its own, again if there was no answer, as people do. */
    async send(method: string, path: string, token: string | undefined, init: RequestInit): Promise<Response> {
      for (let tries = 0; tries < 600; tries += 1) {
        turn += 1;
        const { child, address } = servers[turn % servers.length]!;
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const headers = {
          'x-forwarded-for': `2001:db8:0:${(turn & 0xffff).toString(16)}::1`,
          ...(token && { authorization: `Bearer ${token}` }),
          ...init.headers,
        };
        try {
          const response = await fetch(`${address}/api${path}`, { ...init, method, headers });
          const body = await response.text();
          if (response.status !== 503) return new Response(body, response);
        } catch {
          // The server was killed; it is unknown whether the call was done.
        }
        await sleep(50);
      }
      throw new Error(`No server takes ${path}.`);
    },
    /** The second or third one. */
    kill: (index: 1 | 2) => killServer(servers[index]!),
    async startAgain(index: 1 | 2) {
      servers[index] = await startOne();
    },
    async close() {
      await database.close();
      // In reverse, because the first one runs the database.
      for (const server of servers.toReversed()) await stopServer(server);
      await removeFolder(dataDir);
    },
  };
}
