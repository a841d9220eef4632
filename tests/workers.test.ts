import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runningDatabase } from '#server/platform/database/embedded.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { eventually } from './wait.ts';

// Several processes on one port, with the embedded database.

const token = 'told-to-the-monitor';
let dataDir: string;
let server: ServerProcess;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'association-workers-'));
  server = await start();
});
afterAll(async () => {
  server.child.kill('SIGTERM');
  await server.ended();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  const started = await startServerProcess({ dataDir, env: { WORKERS: '2', METRICS_TOKEN: token } });
  await started.ready();
  return started;
}

/** The pids of the worker processes. */
function workers(): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args=']).toString().trim().split('\n');
  return lines
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => Number(parent) === server.child.pid && args.join(' ').includes('server/main.ts'))
    .map(([pid]) => Number(pid));
}

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.address + path, { headers: { connection: 'close', ...headers } });

async function figures(): Promise<string[]> {
  const answer = await get('/metrics', { authorization: `Bearer ${token}` });
  expect(answer.status).toBe(200);
  return (await answer.text()).split('\n');
}

test('all workers answer, one creates the first administrator, and each reports the figures of all', async () => {
  expect(workers()).toHaveLength(2);
  expect(server.output().match(/The first administrator has been made/g)).toHaveLength(1);
  expect(server.output().match(/The site is ready at/g)).toHaveLength(1);
  for (let call = 0; call < 12; call++) expect((await get('/healthz')).status).toBe(200);
  const rows = await figures();
  const answered = rows.filter((line) => /^association_requests_total\{.*call="\/healthz"/.test(line));
  expect(answered).toHaveLength(2);
  expect(answered.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)).toBe(12);
  // Figures of the whole site, and descriptions, are reported once.
  for (const once of ['association_mails{state="waiting"} 0', '# TYPE association_requests_total counter']) {
    expect(rows.filter((line) => line === once)).toHaveLength(1);
  }
});

test('a killed worker is replaced, and one that is asked to end finishes its requests', async () => {
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const [first] = workers();
    process.kill(first!, signal);
    await eventually(async () => {
      const now = workers();
      return now.length === 2 && !now.includes(first!) && (await get('/readyz').catch(() => null))?.status === 200;
    }, `another one stands in for the one that got ${signal}`);
  }
});

test('after all processes, or only the first one, were killed, the next start finds everything in place', async () => {
  for (const dead of ['the first', 'all'] as const) {
    const left = workers();
    server.child.kill('SIGKILL');
    if (dead === 'all') for (const pid of left) process.kill(pid, 'SIGKILL');
    await server.ended();
    server = await start();
    expect((await get('/readyz')).status).toBe(200);
    await eventually(() => !workers().some((pid) => left.includes(pid)), 'the old ones are gone');
  }
});

test('SIGTERM ends workers and database, and the exit code is 0', async () => {
  const pids = workers();
  server.child.kill('SIGTERM');
  expect(await server.ended()).toBe(0);
  for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow(/ESRCH/);
  expect(runningDatabase(dataDir)).toBeUndefined();
  server = await start();
  const { ownerConnection } = runningDatabase(dataDir)!;
  await withClient(ownerConnection, (client) => client.query('select from administrators'));
});
