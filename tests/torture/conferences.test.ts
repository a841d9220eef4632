import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/client.ts';
import { addressOf, runningDatabase } from '#server/database/embedded.ts';
import { mail } from '#server/database/tables/office.ts';
import { participations } from '#server/database/tables/participations.ts';
import { createSession } from '#server/features/auth/sessions.service.ts';
import { multipartBody } from '#tests/app.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { guestFactory, guestToken, openConferenceFactory } from '#tests/factories/participations.ts';
import { adminToken } from '#tests/logins.ts';
import { type ServerProcess, startServerProcess } from '#tests/server-process.ts';
import { eventually } from '#tests/wait.ts';
import { figure, isLong, size } from './size.ts';

// 500 people at once for 50 places, over three processes of which one is killed, and then their database, while people cancel,
// guests confirm, the office cancels for others, and places are taken away and added. At full length again and again.

const people = size(500, 5_000);
const places = { first: people / 10, last: people / 10 + 10 };

let dataDir: string;
let first: ServerProcess;
const servers: ServerProcess[] = [];
let urls: Record<string, string>;
let database: Database;

async function startBeside(): Promise<ServerProcess> {
  const server = await startServerProcess({ dataDir, env: { TRUST_PROXY: 'loopback', ...urls } });
  await server.ready();
  return server;
}

function killDatabase(): void {
  process.kill(Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'association-race-'));
  first = await startServerProcess({ dataDir, env: { TRUST_PROXY: 'loopback' } });
  await first.ready();
  const running = runningDatabase(dataDir);
  if (!running) throw new Error('The database is not running.');
  urls = { DATABASE_URL: addressOf(running.connection), DATABASE_OWNER_URL: addressOf(running.ownerConnection) };
  servers.push(first);
  for (let count = 0; count < 2; count++) {
    servers.push(await startBeside());
  }
  database = openDatabase(running.ownerConnection, { poolSize: 5 });
});
afterAll(async () => {
  await database?.close();
  // In reverse, because the first one runs the database.
  for (const server of servers.toReversed()) {
    server.child.kill('SIGTERM');
    await server.ended();
  }
  await rm(dataDir, { recursive: true, force: true });
});

const isAlive = ({ child }: ServerProcess) => child.exitCode === null && child.signalCode === null;

let turn = 0;

/** Sends a request to a server that is running; repeats it if there was no answer, as a member would. */
async function send(method: string, path: string, token: string, init: RequestInit = {}): Promise<Response> {
  for (let tries = 0; tries < 600; tries += 1) {
    turn += 1;
    const server = servers[turn % servers.length]!;
    if (!isAlive(server)) continue;
    const from = `2001:db8:0:${(turn & 0xffff).toString(16)}::1`;
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': from, ...init.headers };
    try {
      const response = await fetch(`${server.address}/api${path}`, { ...init, method, headers });
      const body = await response.text();
      if (response.status !== 503) return new Response(body, response);
    } catch {
      // The server was killed; it is unknown whether the call was done.
    }
    await sleep(50);
  }
  throw new Error(`No server takes ${path}.`);
}

test('the last place is given once, the waiting list keeps its order, and nothing acknowledged is lost', async () => {
  const conference = await openConferenceFactory({ database }, { places: places.first, meetingType: 'Offline' });
  const { id } = conference;
  const office = await adminToken({ database });
  const members: { memberId: string; token: string }[] = [];
  for (let number = 0; number < people; number++) {
    const { id: memberId } = await memberFactory({ database }, { status: 'Approved' });
    members.push({ memberId, token: await createSession(database, { memberId }) });
  }
  // The maximum number of held places.
  const guests: { id: string; email: string; token: string }[] = [];
  const hold = { state: 'unconfirmed', held: true, heldUntil: new Date(Date.now() + 86_400_000) } as const;
  for (let number = 0; number < Math.max(5, places.first / 10); number++) {
    const guest = await guestFactory({ database }, { conferenceId: id, ...hold });
    guests.push({ ...guest, token: await guestToken({ database }, guest.id) });
  }
  /** The last answer to each person. */
  const told = new Map<string, string>();
  const json = { headers: { 'content-type': 'application/json' }, body: '{"answers":{}}' };
  const wrong: string[] = [];

  async function takePart({ memberId, token }: (typeof members)[number], index: number): Promise<void> {
    const answer = await send('POST', `/Conference/participate/${id}`, token, json);
    if (answer.status !== 200) wrong.push(`${answer.status} ${await answer.text()}`);
    const { participation } = (await answer.json()) as { participation: { _id: string; state: string } };
    told.set(memberId, participation.state);
    // One in eight cancels, with or without a place; the office cancels another one in eight.
    if (index % 8 > 1) return;
    const ofOffice = { ...json, body: '{"state":"cancelled"}' };
    const { _id } = participation;
    const left =
      index % 8 === 0
        ? await send('DELETE', `/Conference/participate/${id}`, token)
        : await send('PATCH', `/Conference/participant/${_id}`, office, ofOffice);
    if (left.status !== 200) wrong.push(`${left.status} ${await left.text()}`);
    told.set(memberId, 'cancelled');
  }

  /** Their places are held, so they get them however many others register. */
  async function confirm({ email, token }: (typeof guests)[number], index: number): Promise<void> {
    await sleep(index * 100);
    const answer = await send('PATCH', '/Participation/mine', token, { ...json, body: '{}' });
    const { data } = (await answer.json()) as { data?: { participation: { state: string } } };
    if (data?.participation.state !== 'registered') wrong.push(`${answer.status} ${JSON.stringify(data)}`);
    told.set(email, 'registered');
    if (index % 2 !== 0) return;
    const left = await send('DELETE', '/Participation/mine', token);
    if (left.status !== 200) wrong.push(`${left.status} ${await left.text()}`);
    told.set(email, 'cancelled');
  }

  /** Adds two places each time, with one reduction in the middle, by which nobody loses a place. */
  async function changePlaces(): Promise<void> {
    const more = Array.from({ length: 5 }, (_, index) => places.first + 2 * (index + 1));
    for (const count of [...more.slice(0, 3), places.first - 4, ...more.slice(3)]) {
      const { title, meetingType, meetingAddress, startsAt, description } = conference;
      const { type, bytes } = multipartBody(
        {
          WebinarName: title,
          MeetingType: meetingType,
          MeetingAddress: meetingAddress,
          MeetingDate: startsAt.toISOString(),
          Description: description,
          places: count,
        },
        {},
      );
      const init = { headers: { 'content-type': type }, body: new Uint8Array(bytes) };
      const answer = await send('PATCH', `/Conference/updateConferences/${id}`, office, init);
      if (answer.status !== 200) wrong.push(`places: ${answer.status} ${await answer.text()}`);
      await sleep(150);
    }
  }

  let over = false;
  let most = places.first;
  async function watch(): Promise<void> {
    while (!over) {
      const asked = database.pool.query<{ places: number; taken: number; counted: number }>(
        `select places, taken, (select count(*)::int from participations where conference_id = conferences.id
          and (state = 'registered' or held)) as counted from conferences where id = $1`,
        [id],
      );
      // Not while the database is away.
      const answer = await asked.catch(() => null);
      const now = answer?.rows[0];
      most = Math.max(most, now?.places ?? 0);
      if (answer && (!now || now.taken > most || now.counted !== now.taken)) wrong.push(JSON.stringify(now));
      await sleep(20);
    }
  }

  const watching = watch();
  const killing = (async () => {
    const rounds = isLong ? 20 : 1;
    for (let round = 0; round < rounds; round += 1) {
      const reached = (part: number) => () => told.size > (people * (round + part)) / (rounds + 1);
      await eventually(reached(0.4), 'some are through', 300_000);
      servers[2]!.child.kill('SIGKILL');
      await servers[2]!.ended();
      if (isLong) servers[2] = await startBeside();
      if (isLong && round % 4 !== 0) continue;
      await eventually(reached(0.8), 'more are through', 300_000);
      killDatabase();
    }
  })();
  await Promise.all([...members.map(takePart), ...guests.map(confirm), changePlaces(), killing]);
  over = true;
  await watching;
  expect(wrong).toEqual([]);
  figure(`${turn} requests for ${people} people`);

  const rows = await database.select().from(participations).where(eq(participations.conferenceId, id));
  expect(rows).toHaveLength(people + guests.length);
  const inState = (state: string) => rows.filter((row) => row.state === state);
  expect(inState('registered')).toHaveLength(places.last);
  const eighths = Math.ceil(people / 8) + Math.ceil((people - 1) / 8);
  expect(inState('cancelled')).toHaveLength(eighths + Math.ceil(guests.length / 2));
  // Everybody with a place came before everybody on the waiting list.
  const lines = (state: string) => inState(state).map(({ line }) => line);
  expect(Math.max(...lines('registered'))).toBeLessThan(Math.min(...lines('waiting')));
  for (const { memberId, email, state } of rows) {
    const last = told.get(memberId ?? email);
    // Somebody who was waiting may have got a place since; nobody loses one.
    if (last === 'waiting') expect(['waiting', 'registered']).toContain(state);
    else expect(state).toBe(last);
  }
  // Each change has exactly one mail.
  const mails = Map.groupBy(await database.select().from(mail), ({ memberId, recipient }) => memberId ?? recipient);
  for (const { memberId, email, state } of rows) {
    const kinds = (mails.get(memberId ?? email) ?? [])
      .map(({ kind }) => kind)
      .filter((kind) => kind.startsWith('participation'));
    const begun = kinds.filter((kind) => kind === 'participation-confirmed' || kind === 'participation-waiting');
    expect(begun, `${state}: ${kinds}`).toHaveLength(1);
    const movedUp = kinds.filter((kind) => kind === 'participation-moved-up').length;
    if (state === 'registered') expect(movedUp).toBe(begun[0] === 'participation-waiting' ? 1 : 0);
    if (state === 'waiting') expect(kinds).toEqual(['participation-waiting']);
    expect(kinds.filter((kind) => kind === 'participation-cancelled')).toHaveLength(state === 'cancelled' ? 1 : 0);
  }
}, 1_200_000);
