import type { FastifyInstance } from 'fastify';
import { createApp } from './app.ts';
import { type Config, ConfigError, readConfig } from './config.ts';
import { type AttachedDatabase, attachDatabase } from './database/attach.ts';
import { type Database, migrate, openDatabase } from './database/client.ts';
import { explainFailure } from './explain-failure.ts';
import { ensureFirstAdministrator } from './features/administrators/administrators.service.ts';

// What a stop may take: requests under way first, then the database; in all less than the ten seconds that are promised.
const REQUESTS_MS = 6_000;
const CONNECTIONS_MS = 1_000;
const EVERYTHING_MS = 9_500;

interface Running {
  attached?: AttachedDatabase;
  database?: Database;
  app?: FastifyInstance;
}

const running: Running = {};
// Until the server has its own log, an operator reads the lines as they are.
let log = (line: string) => console.log(line);
let stopping = false;

/** Resolves when the work is done or the time is over, whichever comes first; never rejects. */
async function atMost(milliseconds: number, work: Promise<unknown> | undefined): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work?.catch((error) => log(`While stopping: ${error}`)), over]);
  clearTimeout(timer);
}

/** Finishes what is in flight, closes the database, and ends the process. */
async function stop(exitCode: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(exitCode), EVERYTHING_MS).unref();
  running.attached?.announceStop();
  await atMost(REQUESTS_MS, running.app?.close());
  running.app?.server.closeAllConnections();
  await atMost(CONNECTIONS_MS, running.database?.close());
  await running.attached?.stop().catch((error) => log(`While stopping: ${error}`));
  process.exit(exitCode);
}

function onSignal(signal: NodeJS.Signals): void {
  // Whoever presses Ctrl+C a second time does not want to wait.
  if (stopping && signal === 'SIGINT') process.exit(130);
  void stop(0);
}

/** Only a hash is stored, so this is the one time that the password can be shown. */
async function greetFirstAdministrator(config: Config, database: Database): Promise<void> {
  const first = await ensureFirstAdministrator({ config, database });
  if (!first) return;
  console.log(`The first administrator has been made; log in at ${config.publicUrl}/admin/Login`);
  console.log(`  E-mail: ${first.email}`);
  console.log(`  Password: ${first.random ? first.password : '(the one in ADMIN_PASSWORD)'}`);
}

async function start(config: Config): Promise<void> {
  running.attached = await attachDatabase(config, (line) => log(line));
  running.database = openDatabase(running.attached.connection, { log: (line) => log(line) });
  await migrate(running.database);
  // From here on other processes see that this one lives, and it hears what they tell: mails to send, pages to drop.
  await running.database.ready();
  await greetFirstAdministrator(config, running.database);
  const app = await createApp({ config, database: running.database });
  running.app = app;
  log = (line) => app.log.warn(line);
  await app.listen({ host: config.host, port: config.port });
  console.log(`The site is ready at ${config.publicUrl} (listening on ${config.host}, port ${config.port}).`);
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
