import cluster from 'node:cluster';
import { once } from 'node:events';
import { existsSync, type Stats, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { clock } from '#shared/clock.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { firstAdministratorNotice } from './features/administrators/feature.ts';
import { lockDataDir } from './platform/data-dir.ts';
import { type AttachedDatabase, attachDatabase } from './platform/database/attach.ts';
import type { Database } from './platform/database/client.ts';
import { migrate } from './platform/database/migrate.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { explainFailure } from './platform/explain-failure.ts';
import { fileKeyPath, readFileKeys } from './platform/storage/file-keys.ts';
import { withTimeout } from './platform/with-timeout.ts';
import { freeMemory } from './platform/work-queue.ts';
import { startWorkers, type Workers } from './workers.ts';

type Needed = Pick<Config, 'dataDir' | 'filesKey' | 'filesKeyOld' | 'backupPassphraseFile'>;

/**
 * Which files with keys, and whether the data folder, other users of this machine can read. Group access counts only for files
 * of our own: another user's file may be readable for us through its group.
 * @returns the names of their variables; a path may be a mistyped key, so none is repeated
 */
export function readableByOthers({ dataDir, filesKey, filesKeyOld = [], backupPassphraseFile }: Needed): string[] {
  const isOpen = (path: string) => {
    const stats: Stats | undefined = statSync(path, { throwIfNoEntry: false });
    if (!stats || process.platform === 'win32') return false;
    return (stats.mode & (stats.uid === process.getuid?.() ? 0o077 : 0o007)) !== 0;
  };
  const keyFiles = (keys: string[]) => keys.map(fileKeyPath).filter((path) => path !== null);
  const paths = {
    DATA_DIR: [dataDir],
    FILES_KEY: keyFiles(filesKey === undefined ? [] : [filesKey]),
    FILES_KEY_OLD: keyFiles(filesKeyOld),
    BACKUP_PASSPHRASE_FILE: backupPassphraseFile === undefined ? [] : [backupPassphraseFile],
  };
  return Object.entries(paths).flatMap(([name, each]) => (each.some(isOpen) ? [name] : []));
}

// Time limits of a stop: first requests under way, then the database; together less than the ten seconds that are promised.
const REQUESTS_MS = 6_000;
const CONNECTIONS_MS = 1_000;
const EVERYTHING_MS = 9_500;

/** When a start and its first pages are over. */
const SETTLED_MS = 20_000;

interface Running {
  attached?: AttachedDatabase;
  database?: Database;
  app?: FastifyInstance;
  /** The processes that answer, if this one does not. */
  workers?: Workers;
}

const running: Running = {};
// Before the server has its own log, lines go to the operator as they are.
let log = (line: string) => console.log(line);
let stopping = false;

/** Resolves when the work is done or the time is over, whichever comes first; never rejects. */
async function atMost(milliseconds: number, work: Promise<unknown> | undefined): Promise<void> {
  if (work) await withTimeout(milliseconds, work).catch((error) => log(`While stopping: ${error}`));
}

/** Finishes what is in flight, closes the database, and ends the process. */
async function stop(exitCode: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(exitCode), EVERYTHING_MS).unref();
  running.attached?.announceStop();
  await atMost(REQUESTS_MS + CONNECTIONS_MS, running.workers?.stop());
  await atMost(REQUESTS_MS, running.app?.close());
  running.app?.server.closeAllConnections();
  await atMost(CONNECTIONS_MS, running.database?.close());
  await running.attached?.stop().catch((error) => log(`While stopping: ${error}`));
  process.exit(exitCode);
}

function onSignal(signal: NodeJS.Signals): void {
  // A second Ctrl+C ends the process at once.
  if (stopping && signal === 'SIGINT') process.exit(130);
  void stop(0);
}

/**
 * Fails when another program has the port, before anything has been created or printed. When that is a server on the same
 * data folder, the message says so; a server that is just stopping is waited for.
 */
async function checkPort({ host, port, dataDir, databaseUrl }: Config): Promise<void> {
  const listen = async () => {
    const probe = createServer().listen(port, host);
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
  };
  try {
    await listen();
  } catch (error) {
    const isUsed = databaseUrl === undefined && existsSync(join(dataDir, 'server.pid'));
    if (!isUsed) throw error;
    (await lockDataDir(dataDir)).release();
    await listen();
  }
}

/** Imports the server's own code. */
async function loadServer() {
  const [{ createApp }, { ensureFirstAdministrator }] = await Promise.all([
    import('./app.ts'),
    import('./features/administrators/administrators.service.ts'),
  ]);
  return { createApp, ensureFirstAdministrator };
}

async function start(config: Config): Promise<void> {
  if (config.testClock) clock.set(config.testClock);
  readFileKeys(config);
  if (cluster.isPrimary) await checkPort(config);
  // The database starts meanwhile. A failure is reported where this is awaited.
  const loading = config.workers > 1 ? undefined : loadServer();
  loading?.catch(() => {});
  running.attached = await attachDatabase(config, (line) => log(line));
  if (cluster.isPrimary) {
    for (const name of readableByOthers(config)) {
      log(`Other users of this machine may read what ${name} names; take it from them with chmod go= and its path.`);
    }
    await migrate(running.attached, undefined, { testClock: config.testClock });
  }
  if (!loading) {
    running.workers = startWorkers(config.workers, running.attached.connection, (line) => log(line));
    await running.workers.ready();
  } else await serve(config, running.attached, await loading);
  if (cluster.isPrimary) {
    console.log(`The site is ready at ${config.publicUrl} (listening on ${config.host}, port ${config.port}).`);
  }
}

/** Answers on the port. */
async function serve(
  config: Config,
  attached: AttachedDatabase,
  { createApp, ensureFirstAdministrator }: Awaited<ReturnType<typeof loadServer>>,
): Promise<void> {
  running.database = openDatabase(attached.connection, {
    log: (line) => log(line),
    directUrl: config.databaseDirectUrl,
    readUrl: config.databaseReadUrl,
  });
  // From here on other processes see that this one is alive, and it gets their notices: new mails, changed content.
  await running.database.ready();
  const firstAdministrator = await ensureFirstAdministrator({ config, database: running.database });
  if (firstAdministrator) console.log(firstAdministratorNotice(firstAdministrator, config));
  const app = await createApp({ config, database: running.database });
  running.app = app;
  log = (line) => app.log.warn(line);
  await app.listen({ host: config.host, port: config.port });
  // What creating the tables and the first pages left behind would stay for hours on a quiet site.
  setTimeout(freeMemory, SETTLED_MS).unref();
}

function readConfigOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

// A reader of the log may end before the site does, which goes on without it.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
const config = readConfigOrExit();
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
try {
  await start(config);
} catch (error) {
  if (!stopping) {
    console.error(explainFailure(error, config));
    await stop(1);
  }
}
