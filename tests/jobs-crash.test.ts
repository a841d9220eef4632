import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/client.ts';
import { jobs } from '#server/database/tables/jobs.ts';
import { members } from '#server/database/tables/members.ts';
import { log, mail } from '#server/database/tables/office.ts';
import { createTestDatabase } from './app.ts';
import { memberFactory } from './factories/members.ts';
import { adminToken } from './logins.ts';
import { startKillable } from './server-process.ts';
import { eventually } from './wait.ts';

// A decision about many registrations, whose server is killed in the middle of it.

const count = 90;
let database: Database;
let env: Record<string, string>;
const cleanUps: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  const { connection, env: databaseEnv, drop } = await createTestDatabase();
  env = databaseEnv;
  cleanUps.push(drop);
  database = openDatabase(connection);
  cleanUps.push(() => database.close());
});
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

async function start() {
  const server = await startKillable(env);
  cleanUps.push(server.cleanUp);
  return server;
}

test('each registration is decided once, whenever the server is killed', async () => {
  const rows = await Promise.all(Array.from({ length: count }, () => memberFactory({ database }, { status: 'New' })));
  const server = await start();
  const token = await adminToken({ database });
  // Not awaited: the server is killed while, or after, it answers.
  const body = { action: 'approve', items: rows.map(({ id, version }) => ({ id, version })) };
  const answered = fetch(`${server.address}/api/Directory/decideMany`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null);
  const job = async () => (await database.select().from(jobs))[0];
  await eventually(async () => ((await job())?.done ?? 0) >= 20, 'some of them decided');
  await server.kill();
  await answered;
  expect(await job()).toMatchObject({ state: 'running', total: count });
  expect((await job())!.done).toBeLessThan(count);
  await start();
  await eventually(async () => (await job())?.state === 'done', 'the job to end', 40_000);
  expect(await job()).toMatchObject({ done: count, leftOut: 0 });
  const decided = await database.select().from(members).where(eq(members.status, 'Approved'));
  expect(decided).toHaveLength(count);
  expect(new Set(decided.map((row) => row.memberNumber)).size).toBe(count);
  const lines = await database.select({ id: log.memberId }).from(log).where(eq(log.action, 'approved'));
  expect(lines.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
  const mails = await database.select({ id: mail.memberId }).from(mail).where(eq(mail.kind, 'credentials'));
  expect(mails.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
}, 120_000);
