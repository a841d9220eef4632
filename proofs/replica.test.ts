import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Database } from '#server/platform/database/client.ts';
import { addressOf } from '#server/platform/database/embedded.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createReplica } from '#server/platform/database/replica.ts';
import { anyPicture, newsFactory } from '../tests/factories/content.ts';
import { adminToken, confirmedToken, memberToken, newMember } from '../tests/logins.ts';
import { type Replicated, startReplicated } from '../tests/replication.ts';
import { type ServerProcess, startServerProcess } from '../tests/server-process.ts';
import { eventually } from '../tests/wait.ts';

// Two servers, one with two processes, on a primary and a replica that is paused, halted, killed and promoted.

const metricsToken = 'told-to-the-monitor';
let postgres: Replicated;
let dataDir: string;
let database: Database;
let servers: ServerProcess[];
let office: Record<string, string>;

beforeAll(async () => {
  postgres = await startReplicated();
  const { connection, ownerConnection } = postgres.primary.connections();
  dataDir = await mkdtemp(join(tmpdir(), 'association-replica-'));
  database = openDatabase(ownerConnection);
  const env = {
    DATABASE_URL: addressOf(connection),
    DATABASE_OWNER_URL: addressOf(ownerConnection),
    DATABASE_READ_URL: addressOf(postgres.replica.connections().connection),
    METRICS_TOKEN: metricsToken,
  };
  servers = await Promise.all(['2', '1'].map((WORKERS) => startServerProcess({ dataDir, env: { ...env, WORKERS } })));
  await Promise.all(servers.map((server) => server.ready()));
  office = { authorization: `Bearer ${await adminToken({ database })}` };
});
afterAll(async () => {
  for (const { child } of servers ?? []) child.kill('SIGTERM');
  await Promise.all((servers ?? []).map((server) => server.ended()));
  await database?.close();
  await postgres?.close();
  await rm(dataDir, { recursive: true, force: true });
});

let turn = 0;
/** Sends a request to the servers in turn, on a new connection each time, so that either of two processes may answer. */
function ask(
  path: string,
  { method = 'GET', headers = office, body }: { method?: string; headers?: object; body?: object } = {},
) {
  turn += 1;
  return fetch(servers[turn % servers.length]!.address + path, {
    method,
    headers: { connection: 'close', ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
}
async function answer(path: string, options: Parameters<typeof ask>[1] = {}): Promise<string> {
  const response = await ask(path, options);
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`);
  return text;
}

async function figure(name: string): Promise<number[]> {
  const read = async ({ address }: ServerProcess) => {
    const text = await (
      await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    ).text();
    const lines = text.split('\n').filter((line) => line.startsWith(`association_${name}`));
    return lines.map((line) => Number(line.split(' ').at(-1)));
  };
  return (await Promise.all(servers.map(read))).flat();
}

/** Whether all three processes use the replica, or none does. */
const isUsed = (used: boolean) => async () => {
  const ups = await figure('replica_up');
  return ups.length === 3 && ups.every((up) => up === (used ? 1 : 0));
};
const replicaInUse = () => eventually(isUsed(true), 'all processes use the replica', 60_000);

test('the replica answers read-only calls, but no decisions about access', async () => {
  await newMember({ database }, { name: 'Asha Replicated', state: 'Kerala' });
  await newsFactory({ database }, { title: 'Read from the replica' });
  const member = { authorization: `Bearer ${await memberToken({ database })}` };
  const confirmed = { authorization: `Bearer ${await confirmedToken({ database })}` };
  await replicaInUse();
  const tables = ['"members"', '"news"', '"settings"', '"tiers"', '"member_counts"', '"payments"', '"log"'];
  const before = await Promise.all(tables.map(postgres.reads));
  const result = JSON.parse(await answer('/api/Directory/searchDirectory?ProsecutorName=asha', { headers: member }));
  expect(result).toMatchObject({ data: [{ ProsecutorName: 'Asha Replicated' }], pagination: { totalCount: 1 } });
  expect(await answer('/news')).toContain('Read from the replica');
  const table = await answer('/api/Directory/export?format=csv', { headers: confirmed });
  expect(table).toContain('Asha Replicated');

  const paths = [
    '/Memberships/get',
    '/Directory/getbyStatus?status=Approved',
    '/Payments/list',
    '/Log/get',
    '/News/getNews',
  ];
  const areRead = async () => {
    for (const path of paths) await answer(`/api${path}`);
    const after = await Promise.all(tables.map(postgres.reads));
    return after.every((count, index) => count > before[index]!);
  };
  // The replica may have been behind for a moment.
  await eventually(areRead, 'all of them are read there');
  for (const name of ['"sessions"', 'directory_budgets', '"throttles"', '"second_factors"', '"login_devices"']) {
    expect([name, await postgres.reads(name)]).toEqual([name, 0]);
  }
});

test('while the replica is paused, every server shows every change at once', async () => {
  await replicaInUse();
  await postgres.replica.sql('select pg_wal_replay_pause()');
  onTestFinished(() => postgres.replica.sql('select pg_wal_replay_resume()').then(() => {}));
  const item = await newsFactory({ database }, { title: 'Told while it stands still', picture: anyPicture });
  for (let round = 0; round < 6; round += 1) {
    const isShown = round % 2 === 1;
    await answer(`/api/News/toggleStatus/${item.id}`, { method: 'PATCH' });
    // The office's answers are not cached, so they must be current at any moment.
    for (let reader = 0; reader < 4; reader += 1) {
      const { news } = JSON.parse(await answer('/api/News/getNews'));
      const match = news.find(({ _id }: { _id: string }) => _id === item.id);
      expect(match).toMatchObject({ Status: isShown });
    }
    // A page is rendered again after the notification of the change; from then on it must be current.
    for (const { address } of servers) {
      const page = () =>
        fetch(`${address}/news`, { headers: { connection: 'close' } }).then((response) => response.text());
      const isNew = async () => (await page()).includes(item.title) === isShown;
      await eventually(isNew, `the page shows change ${round}`, 10_000);
    }
  }
  const { id } = await newMember({ database }, { name: 'Chitra Rejected' });
  const listed = async (path: string) => JSON.parse(await answer(path)).pagination.totalCount;
  const found = () => listed('/api/Directory/searchDirectory?ProsecutorName=chitra');
  const approved = () => listed('/api/Directory/getbyStatus?status=Approved&search=chitra');
  expect([await found(), await approved()]).toEqual([1, 1]);
  await answer('/api/Directory/updatebystatus', { method: 'PATCH', body: { id, status: 'Rejected', reason: 'Left' } });
  for (let reader = 0; reader < 4; reader += 1) expect(await approved()).toBe(0);
  // The directory's counts are cached until the notification, and must be current afterwards.
  for (let reader = 0; reader < 12; reader += 1)
    await eventually(async () => (await found()) === 0, 'it is counted again');
  await eventually(isUsed(false), 'the figures tell of it');
});

const readPaths = [
  '/api/Directory/searchDirectory',
  '/api/News/getNews',
  '/api/Directory/getbyStatus?status=Approved',
  '/news',
  '/',
];

/** Makes many reads while something happens, and expects each to succeed. */
async function whileRead(something: () => Promise<void>): Promise<number> {
  let over = false;
  const wrong: string[] = [];
  let answers = 0;
  const reader = async (first: number) => {
    for (let index = first; !over; index += 1) {
      const path = readPaths[index % readPaths.length]!;
      const response = await ask(path);
      await response.arrayBuffer();
      answers += 1;
      if (response.status !== 200) wrong.push(`${path}: ${response.status}`);
    }
  };
  const readers = Promise.all(Array.from({ length: 8 }, (_, index) => reader(index)));
  try {
    await something();
  } finally {
    over = true;
    await readers;
  }
  expect(wrong).toEqual([]);
  return answers;
}

test('nobody notices that a replica is killed, stopped or halted, and it is used again afterwards', async () => {
  await replicaInUse();
  await whileRead(async () => {
    await postgres.replica.kill();
    await eventually(isUsed(false), 'it is missed');
    await replicaInUse();
    await postgres.replica.stop();
    await eventually(isUsed(false), 'it is missed');
    await postgres.replica.start();
    await replicaInUse();

    // It accepts requests but never answers.
    const first = Number((await readFile(join(postgres.replica.cluster, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid=']).toString().trim().split('\n');
    const children = processes.map((line) => line.trim().split(/\s+/).map(Number)).filter(([, of]) => of === first);
    const all = [first, ...children.map(([pid]) => pid!)];
    for (const pid of all) process.kill(pid, 'SIGSTOP');
    try {
      await eventually(isUsed(false), 'it is missed', 60_000);
    } finally {
      for (const pid of all) process.kill(pid, 'SIGCONT');
    }
    await replicaInUse();
  });
  const before = await postgres.reads('"members"');
  const isRead = async () => {
    await answer('/api/Directory/searchDirectory?State=Kerala');
    return (await postgres.reads('"members"')) > before;
  };
  await eventually(isRead, 'it is read again');
  for (const server of servers) {
    expect(server.output()).toMatch(/The read replica cannot be used/);
    expect(server.output()).toMatch(/The read replica is in use/);
  }
});

test('a replica of another cluster, timeline or database is not used, whatever its position', async () => {
  const pool = new pg.Pool(postgres.primary.connections().connection);
  onTestFinished(() => pool.end());
  const lines = {
    own: (line: string) => line,
    'of another cluster': (line: string) => `9${line}`,
    'after a failover': (line: string) => line.replace(/ 1 /, ' 2 '),
    'of another database': (line: string) => `${line}_copy`,
  };
  for (const [what, change] of Object.entries(lines)) {
    const primary = {
      async query(query: pg.QueryConfig | string, values?: unknown[]) {
        const result = await pool.query(query as pg.QueryConfig, values);
        for (const row of result.rows) if ('line' in row) Object.assign(row, { line: change(row.line), lsn: '0/1' });
        return result;
      },
    };
    const log: string[] = [];
    const replica = createReplica(addressOf(postgres.replica.connections().connection), primary as unknown as pg.Pool, {
      poolSize: 1,
      log: (line) => log.push(line),
    });
    onTestFinished(() => replica.close());
    await eventually(() => log.length > 0, 'it has been looked at');
    const { rows } = await replica.query('select pg_is_in_recovery() as there');
    expect([what, rows[0].there]).toEqual([what, what === 'own']);
  }
});

test('a promoted replica is not used any more', async () => {
  await replicaInUse();
  await whileRead(async () => {
    await postgres.replica.sql('select pg_promote()');
    await eventually(isUsed(false), 'it is no replica any more');
  });
  await postgres.replica.sql(`update news set title = 'Written elsewhere'`);
  const { news } = JSON.parse(await answer('/api/News/getNews'));
  expect(JSON.stringify(news)).not.toContain('Written elsewhere');
});
