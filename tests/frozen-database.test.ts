import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { expect, type TestContext, test } from 'vitest';
import { startEmbeddedDatabase } from '#server/platform/database/embedded.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { toAppError } from '#server/platform/http/error-handler.ts';
import { getSettings } from '#shared/contracts/settings.ts';
import { openTestApp } from './app.ts';
import { eventually } from './wait.ts';

// A database that accepts statements but never answers: no connection ends or is refused, so only timeouts detect it. Each test has
// its own database, and all wait at the same time.

function signal(name: NodeJS.Signals, pids: number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch {
      // The process has ended.
    }
  }
}

/** Stops the processes until the end of the test. */
function freeze(pids: number[], { onTestFinished }: TestContext): () => void {
  const resume = () => signal('SIGCONT', pids);
  onTestFinished(resume);
  signal('SIGSTOP', pids);
  return resume;
}

test.concurrent('calls on silent connections are told to try again, and the next one is served on others', async (context) => {
  const site = await openTestApp();
  context.onTestFinished(() => site.close());
  expect((await site.call(getSettings, {})).status).toBe(200);
  const { rows } = await withClient(site.ownerConnection, (client) =>
    client.query<{ pid: number }>(`select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`),
  );
  freeze(
    rows.map(({ pid }) => pid),
    context,
  );

  // As many as there are connections, so that none of the silent ones is left.
  const answers = await Promise.all(Array.from({ length: 10 }, () => site.call(getSettings, {})));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).not.toEqual([]);
  for (const { status, headers, body } of refused) {
    expect([status, body]).toEqual([503, expect.objectContaining({ success: false, code: 'UNAVAILABLE' })]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }

  await eventually(async () => (await site.call(getSettings, {})).status === 200, 'it is answered on new connections');
}, 120_000);

/** Starts a separate database, and finds all of its processes. */
async function startOwnDatabase({ onTestFinished }: TestContext) {
  const dataDir = await mkdtemp(join(tmpdir(), 'association-frozen-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const postgres = await startEmbeddedDatabase({ dataDir, log: () => {} });
  onTestFinished(() => postgres.stop());
  const database = openDatabase(postgres.connection);
  onTestFinished(() => database.close());
  await database.ready();
  await database.execute(sql`select 1`);
  const first = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  const pids = () => {
    const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString().trim().split('\n');
    const children = processes.map((line) => line.trim().split(/\s+/).map(Number)).filter(([, of]) => of === first);
    return [first, ...children.map(([pid]) => pid!)];
  };
  const works = () =>
    database.execute(sql`select 1`).then(
      () => true,
      () => false,
    );
  return { database, pids, works };
}

async function expectToBeToldToAskAgain(underWay: Promise<unknown>[]): Promise<void> {
  for (const result of await Promise.allSettled(underWay)) {
    expect(result.status).toBe('rejected');
    expect(toAppError((result as PromiseRejectedResult).reason)).toMatchObject({ code: 'UNAVAILABLE' });
  }
}

test.concurrent('while the database is silent, calls fail after a time; afterwards everything continues by itself', async (context) => {
  const { database, pids, works } = await startOwnDatabase(context);
  const resume = freeze(pids(), context);

  const underWay = [
    database.execute(sql`select 1`),
    database.transaction((tx) => tx.execute(sql`select 1`)),
    // More than the number of connections.
    ...Array.from({ length: 20 }, () => database.execute(sql`select 1`)),
  ];
  await expectToBeToldToAskAgain(underWay);
  resume();
  await eventually(works, 'the database is used again', 60_000);
}, 120_000);
