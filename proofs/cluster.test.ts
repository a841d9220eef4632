import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { addressOf } from '#server/platform/database/embedded.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { registerMember } from '#shared/contracts/registrations.ts';
import { formOf, type TestFile } from '../tests/app.ts';
import { anyPicture, newsFactory } from '../tests/factories/content.ts';
import { pictureFile, registrationBody, scannedId } from '../tests/factories/members.ts';
import { adminToken } from '../tests/logins.ts';
import { type Replicated, startReplicated } from '../tests/replication.ts';
import { type ServerProcess, startServerProcess } from '../tests/server-process.ts';
import { eventually } from '../tests/wait.ts';

// Three servers in turn, on a primary whose replica takes over; each of them is ended during the work.

let postgres: Replicated;
let address: Awaited<ReturnType<Replicated['addressTo']>>;
let dataDir: string;
let picture: TestFile;
let authorization: string;
const servers: (ServerProcess | undefined)[] = [];

async function start(): Promise<ServerProcess> {
  const env = {
    DATABASE_URL: address.url,
    DATABASE_OWNER_URL: address.ownerUrl,
    DATABASE_READ_URL: addressOf(postgres.replica.connections().connection),
    TRUST_PROXY: 'loopback',
  };
  const server = await startServerProcess({ dataDir, env });
  await server.ready();
  return server;
}

beforeAll(async () => {
  postgres = await startReplicated();
  // Without synchronous replication a takeover may lose the last acknowledged changes.
  await postgres.primary.sql(`alter system set synchronous_standby_names = 'replica'`);
  await postgres.primary.sql('select pg_reload_conf()');
  address = await postgres.addressTo(postgres.primary);
  dataDir = await mkdtemp(join(tmpdir(), 'association-cluster-'));
  picture = await pictureFile();
  const database = openDatabase(postgres.primary.connections().connection);
  authorization = `Bearer ${await adminToken({ database })}`;
  await newsFactory({ database }, { title: 'Before the takeover', picture: anyPicture });
  await database.close();
  servers.push(...(await Promise.all([start(), start(), start()])));
  // One administrator reads more here than the office in a day.
  await postgres.primary.sql(`update settings set security = '{"officeRecordsPerHour":1000000}'`);
});
afterAll(async () => {
  for (const server of servers) server?.child.kill('SIGTERM');
  await Promise.all(servers.map((server) => server?.ended()));
  await postgres?.close();
  await rm(dataDir, { recursive: true, force: true });
});

let turn = 0;

/** Passes a request on like a proxy: to the next available server; a GET is retried after a broken connection. */
async function pass(method: string, path: string, init: RequestInit = {}): Promise<Response | null> {
  for (let tries = 0; tries < 12; tries += 1) {
    turn += 1;
    const server = servers[turn % servers.length];
    // Skips a process that has ended.
    if (!server || server.child.exitCode !== null || server.child.signalCode !== null) continue;
    const from = `2001:db8:${(turn >> 16).toString(16)}:${(turn & 0xffff).toString(16)}::1`;
    const headers = { authorization, 'x-forwarded-for': from, ...init.headers };
    try {
      const response = await fetch(server.address + path, { ...init, method, headers });
      const body = await response.arrayBuffer();
      return new Response(body, response);
    } catch {
      if (method !== 'GET') return null;
    }
  }
  throw new Error(`No server takes ${path}.`);
}

/** Simulates applicants, members and the office; records what was acknowledged. */
function startLoad() {
  const registered: { id: string; reference: string; email: string }[] = [];
  const approved: string[] = [];
  const wrong: string[] = [];
  let over = false;
  let reads = 0;
  let count = 0;

  async function send(method: string, path: string, init: RequestInit = {}) {
    const response = await pass(method, path, init);
    if (response?.status === 200) return response;
    if (response) {
      const { status, headers } = response;
      if (status !== 503 || !headers.get('retry-after'))
        wrong.push(`${method} ${path}: ${status} ${await response.text()}`);
      // Retries after 'try again', but sooner than a client would.
      await sleep(50);
    }
    return null;
  }

  async function register(): Promise<void> {
    const body = registrationBody();
    const files = { document: scannedId(body.email), picture };
    const { type, bytes } = formOf(registerMember, body, files);
    const form = { headers: { 'content-type': type }, body: new Uint8Array(bytes) };
    const response = await send('POST', '/api/Directory/Create', form);
    if (!response) return;
    const { _id: id, reference } = JSON.parse(await response.text()).directory;
    registered.push({ id, reference, email: String(body.email) });
  }

  async function approve(): Promise<void> {
    const person = registered[count];
    if (!person) return register();
    count += 1;
    const decision = { id: person.id, status: 'Approved', expectedStatus: 'New', paymentSeen: true };
    const init = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(decision) };
    if (!(await send('PATCH', '/api/Directory/updatebystatus', init))) return;
    approved.push(person.id);
    // Every server, and the replica, must see it by now.
    const list = await send('GET', `/api/Directory/getbyStatus?status=Approved&search=${person.reference}`);
    if (list && JSON.parse(await list.text()).pagination.totalCount !== 1)
      wrong.push(`${person.reference} is not listed as Approved`);
  }

  async function read(): Promise<void> {
    const paths = ['/api/Directory/searchDirectory', '/news', '/api/Directory/getbyStatus?status=New'];
    if (await send('GET', paths[reads % paths.length]!)) reads += 1;
  }

  const work = async (task: () => Promise<void>) => {
    while (!over) await task();
  };
  const workers = [register, register, approve, approve, read, read].map(work);
  return {
    registered,
    approved,
    wrong,
    /** Resolves when some more work of each kind has been acknowledged. */
    async goesOn(what: string) {
      const [people, decisions, answers] = [registered.length + 3, approved.length + 3, reads + 5];
      const isOn = () => registered.length >= people && approved.length >= decisions && reads >= answers;
      await eventually(isOn, `the work goes on: ${what}`, 60_000);
    },
    async end() {
      over = true;
      await Promise.all(workers);
    },
  };
}

test('a commit that reached only the primary, because the replica did not answer, is not acknowledged', async () => {
  await postgres.replica.stop();
  try {
    const { news } = JSON.parse(await (await pass('GET', '/api/News/getNews'))!.text());
    let response: Response | null | undefined;
    const answered = pass('PATCH', `/api/News/toggleStatus/${news[0]._id}`).then((each) => {
      response = each;
    });
    // As the statement timeout does after 30 seconds.
    const waiting = `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`;
    const isAnswered = async () => {
      await postgres.primary.sql(waiting);
      return response !== undefined;
    };
    await eventually(isAnswered, 'an answer');
    await answered;
    expect([response?.status, response?.headers.get('retry-after')]).toEqual([503, expect.any(String)]);
  } finally {
    await postgres.replica.start();
  }
});

test('servers end one after the other, and the replica takes over: nothing acknowledged is lost', async () => {
  await eventually(postgres.streams, 'the replica follows');
  const load = startLoad();
  try {
    await load.goesOn('all there');
    for (const [index, server] of servers.entries()) {
      server!.child.kill('SIGKILL');
      await server!.ended();
      await load.goesOn(`without server ${index}`);
      servers[index] = await start();
    }
    await load.goesOn('all there again');

    await postgres.primary.stop();
    address.leadTo(postgres.replica);
    // During a takeover the new primary is read-only for a moment.
    await sleep(2_500);
    await postgres.replica.sql('select pg_promote()');
    await load.goesOn('with the new primary');
  } finally {
    await load.end();
  }
  expect(load.wrong).toEqual([]);

  const database = openDatabase(postgres.replica.connections().connection);
  try {
    const rows = new Map((await database.select().from(members)).map((row) => [row.id, row]));
    for (const { id, reference, email } of load.registered) expect(rows.get(id)).toMatchObject({ reference, email });
    for (const id of load.approved) expect(rows.get(id)?.status).toBe('Approved');
    const numbers = [...rows.values()].flatMap(({ memberNumber }) => memberNumber ?? []);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(await database.$count(members, eq(members.status, 'Approved'))).toBe(numbers.length);
    // The servers receive each other's notifications again.
    const item = await newsFactory({ database }, { title: 'After the takeover', picture: anyPicture });
    const toggle = () => pass('PATCH', `/api/News/toggleStatus/${item.id}`);
    for (const isShown of [false, true, false, true]) {
      expect((await toggle())?.status).toBe(200);
      for (const server of servers) {
        const page = () => fetch(`${server!.address}/news`).then((response) => response.text());
        await eventually(
          async () => (await page()).includes(item.title) === isShown,
          'each has heard of the change',
          10_000,
        );
      }
    }
  } finally {
    await database.close();
  }
});
