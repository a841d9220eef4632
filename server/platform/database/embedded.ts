import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Binaries, findBinaries, POSTGRES_MAJOR } from './embedded-binaries.ts';
import { checkOwner, chooseRunAs, giveTo, type RunAs } from './embedded-privileges.ts';
import { pauseBeforeRestart, readPidFile, stopLeftover } from './embedded-recovery.ts';
import { removeSocketLock, socketFolder } from './embedded-socket.ts';
import { withClient } from './with-client.ts';

/** The connection settings for `pg`: the folder of the unix socket, and a name. */
export interface EmbeddedConnection {
  host: string;
  port: number;
  user: string;
  database: string;
}

/** The same as an address, for programs that take one. */
export function addressOf({ host, port, user, database }: EmbeddedConnection): string {
  return `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/** A connection for each of the two roles. */
export interface Connections<Connection = string | EmbeddedConnection> {
  /** As the server's role, which can read and change rows, and nothing else. */
  connection: Connection;
  /** As the owner of the tables: for migrations and maintenance. */
  ownerConnection: Connection;
}

export interface EmbeddedDatabase extends Connections<EmbeddedConnection> {
  /** Stops the database cleanly; takes a second, seven at most. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** An existing folder that only this process uses; the cluster lies in `postgres` below it. */
  dataDir: string;
  /** Gets a line for every event that an operator should know; never a query or its values. */
  log: (line: string) => void;
  /** Further server settings, such as `{ fsync: 'off' }` for throw-away databases of tests. */
  settings?: Record<string, string>;
}

// The owner created the cluster, and is therefore its superuser; the server's own queries run as the other role.
const OWNER = 'association';
const APP = 'association_app';
const DATABASE = 'association';
const PORT = 5432;

// For one small machine that also runs Node.js. Durability (fsync, synchronous_commit, full_page_writes) stays at its
// default: on. Messages about single queries are not logged, because they would contain personal data.
const SETTINGS = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '60',
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_wal_size: '512MB',
  // A segment of the log that is done with is deleted: after the end of a vote none from before may be left.
  wal_recycle: 'off',
  random_page_cost: '1.1',
  // Parallel workers need shared memory, which containers are short of, and gain nothing at this size.
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  jit: 'off',
  // The directory counts by index-only scans, which need a recently vacuumed table.
  autovacuum_vacuum_scale_factor: '0.05',
  autovacuum_vacuum_insert_scale_factor: '0.05',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_autovacuum_min_duration: '-1',
};

/**
 * Starts a PostgreSQL in `dataDir/postgres`, creating it at the first start and cleaning up after a killed process.
 * It listens only on a unix socket, which only its own user can reach. If it dies while in
 * use, it is restarted.
 * @throws Error with one plain sentence when it cannot run here
 */
export async function startEmbeddedDatabase(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log } = options;
  const binaries = findBinaries();
  const dataDir = realpathSync(options.dataDir);
  const runAs = chooseRunAs(binaries.initdb, dataDir);
  const cluster = join(dataDir, 'postgres');
  if (existsSync(cluster)) {
    checkOwner(cluster);
    checkVersion(cluster);
    await stopLeftover(cluster, log);
    removeSocketLock(cluster, PORT);
    giveTo(runAs, cluster);
  } else {
    await createCluster(binaries, runAs, cluster, log);
  }

  const socket = socketFolder(cluster, PORT, runAs);
  const settings = { ...SETTINGS, ...options.settings, unix_socket_directories: socket.path };
  const start = () => launch(binaries, runAs, cluster, settings, log);

  let stopping = false;
  let server = await start();

  const supervise = async () => {
    let pause = 0;
    for (;;) {
      const since = Date.now();
      await ended(server);
      if (stopping) return;
      log('The database stopped unexpectedly; starting it again.');
      pause = pauseBeforeRestart(pause, Date.now() - since);
      await sleep(pause, undefined, { ref: false });
      if (stopping) return;
      try {
        await stopLeftover(cluster, log);
        server = await start();
        log('The database is back.');
      } catch (error) {
        log(`The database did not start again: ${error instanceof Error ? error.message : error}`);
      }
    }
  };
  const supervised = supervise();

  const connections = connectionsThrough(socket.path);
  const stop = async () => {
    stopping = true;
    await end(server);
    await Promise.race([supervised, sleep(1_000, undefined, { ref: false })]);
    // A restart may have been under way.
    await end(server);
    socket.remove();
  };
  try {
    await createDatabase(connections);
    await makeRoles(connections);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...connections, stop };
}

/** How another program, such as a maintenance command, reaches the database of the server that runs on this folder. */
export function runningDatabase(dataDir: string): Connections<EmbeddedConnection> | undefined {
  const noted = readPidFile(join(realpathSync(dataDir), 'postgres'));
  return noted?.ready ? connectionsThrough(noted.socket) : undefined;
}

function connectionsThrough(socket: string): Connections<EmbeddedConnection> {
  const as = (user: string) => ({ host: socket, port: PORT, user, database: DATABASE });
  return { connection: as(APP), ownerConnection: as(OWNER) };
}

function checkVersion(cluster: string): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version !== POSTGRES_MAJOR) {
    throw new Error(
      `${cluster} was written by PostgreSQL ${version} and this program brings ${POSTGRES_MAJOR}; dump it with the old program and restore it with this one.`,
    );
  }
}

/** Whether a folder beside the database's is an unfinished new one. */
export const isUnfinished = (name: string): boolean => name.startsWith('postgres.new');

/** Removes the unfinished folders of killed starts. */
async function removeUnfinished(cluster: string): Promise<void> {
  const folder = dirname(cluster);
  for (const name of await readdir(folder)) {
    if (isUnfinished(name)) await rm(join(folder, name), { recursive: true, force: true, maxRetries: 10 });
  }
}

/** Creates the cluster under a temporary name and renames it, so that an unfinished one is never used. */
async function createCluster(binaries: Binaries, runAs: RunAs, cluster: string, log: (line: string) => void) {
  await removeUnfinished(cluster);
  // With a unique name: an initdb that outlived its server still writes to its own folder, and deletes it at the end.
  const unfinished = mkdtempSync(`${cluster}.new-`);
  chmodSync(unfinished, 0o700);
  giveTo(runAs, unfinished);
  log('Creating the database.');
  const args = [
    '-D',
    unfinished,
    '-U',
    OWNER,
    '--auth=trust',
    '--encoding=UTF8',
    '--data-checksums',
    '--no-instructions',
  ];
  // The built-in provider knows upper and lower case of all scripts, independent of the machine.
  args.push('--locale-provider=builtin', '--locale=C.UTF-8', '--text-search-config=english');
  const initdb = run(runAs, binaries.initdb, args);
  const lines: string[] = [];
  collect(initdb, (line) => lines.push(line));
  if ((await ended(initdb)) !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new Error(`The database could not be created: ${lines.slice(-3).join(' ')}`);
  }
  renameSync(unfinished, cluster);
  // The rename must be durable before any data is promised to be stored.
  const parent = openSync(dirname(cluster), 'r');
  fsyncSync(parent);
  closeSync(parent);
}

/** Starts the server process and waits until it accepts connections, however long its recovery takes. */
async function launch(
  binaries: Binaries,
  runAs: RunAs,
  cluster: string,
  settings: Record<string, string>,
  log: (line: string) => void,
): Promise<ChildProcess> {
  const args = ['-D', cluster, '-p', String(PORT)];
  for (const [name, value] of Object.entries(settings)) args.push('-c', `${name}=${value}`);
  const retryUntil = Date.now() + 20_000;
  for (;;) {
    const server = run(runAs, binaries.postgres, args);
    const lines: string[] = [];
    collect(server, (line) => {
      lines.push(line);
      if (lines.length > 20) lines.shift();
      if (/\b(PANIC|WARNING):/.test(line)) log(`PostgreSQL: ${line}`);
    });
    const exit = ended(server);
    const slow = setTimeout(
      () => log('The database is recovering from an unclean stop; this may take a while.'),
      5_000,
    );
    try {
      for (;;) {
        const noted = readPidFile(cluster);
        if (noted?.pid === server.pid && noted?.ready) return server;
        if ((await Promise.race([exit, sleep(20, 'waiting')])) !== 'waiting') break;
      }
    } finally {
      clearTimeout(slow);
    }
    const output = lines.join('\n');
    // The remains of a killed server need a moment to go: its lock file, or a process that still holds its shared memory.
    if (!/lock file|shared memory block/.test(output) || Date.now() > retryUntil) {
      throw new Error(`The database did not start: ${lines.slice(-3).join(' ') || 'it said nothing'}`);
    }
    await sleep(200);
    await stopLeftover(cluster, log);
  }
}

/** Starts a program in its own session: Ctrl+C is for the server, which then stops the database after its requests. */
function run({ prefix }: RunAs, program: string, args: string[]): ChildProcess {
  const [command = '', ...rest] = [...prefix, program, ...args];
  return spawn(command, rest, {
    detached: true,
    cwd: '/',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
  });
}

function collect(child: ChildProcess, each: (line: string) => void): void {
  if (child.stderr) createInterface({ input: child.stderr }).on('line', each);
}

/** Resolves with the exit code; null when a signal ended it, -1 when it could not be started. */
async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  try {
    const [code] = await once(child, 'exit');
    return code;
  } catch {
    return -1;
  }
}

/** Fast shutdown (clients are disconnected, everything is written), then the harder ways. */
async function end(server: ChildProcess): Promise<void> {
  const exit = ended(server);
  for (const [signal, timeout] of [
    ['SIGINT', 5_000],
    ['SIGQUIT', 1_000],
    ['SIGKILL', 1_000],
  ] as const) {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await Promise.race([exit, sleep(timeout, undefined, { ref: false })]);
  }
}

async function createDatabase({ ownerConnection }: Connections<EmbeddedConnection>): Promise<void> {
  await withClient({ ...ownerConnection, database: 'postgres' }, async (client) => {
    const result = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (result.rowCount === 0) await client.query(`create database ${DATABASE}`);
  });
}

/**
 * Creates the server's role, in folders of older versions too. It may log in and use the schema; migrations grant its
 * rights on the tables.
 */
export async function makeRoles({ ownerConnection }: Connections<EmbeddedConnection>): Promise<void> {
  await withClient(ownerConnection, async (client) => {
    const result = await client.query('select from pg_roles where rolname = $1', [APP]);
    if (result.rowCount === 1) return;
    // Sent together, they are one transaction.
    await client.query(`revoke all on database ${DATABASE} from public;
      revoke create on schema public from public;
      create role ${APP} login;
      grant connect on database ${DATABASE} to ${APP}`);
  });
}
