import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#server/database/client.ts';
import { imports } from '#server/database/tables/imports.ts';
import { members } from '#server/database/tables/members.ts';
import { mail } from '#server/database/tables/office.ts';
import { payments } from '#server/database/tables/payments.ts';
import { createTestDatabase } from './app.ts';
import { csvOf, listRow, tableOf } from './factories/lists.ts';
import { adminToken } from './logins.ts';
import { startServerProcess } from './server-process.ts';
import { eventually } from './wait.ts';

// A list whose server is killed while it becomes members.

const count = 1_500;
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

test('each row becomes one member, whenever the server is killed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'association-import-'));
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }));
  const start = async () => {
    const server = await startServerProcess({ dataDir, env });
    const kill = async () => {
      server.child.kill('SIGKILL');
      await server.ended();
    };
    cleanUps.push(kill);
    await server.ready();
    return { address: server.address, kill };
  };
  const server = await start();
  const authorization = `Bearer ${await adminToken({ database })}`;
  const form = new FormData();
  const rows = Array.from({ length: count }, () => listRow());
  form.append('file', new Blob([csvOf(tableOf(rows))]), 'members.csv');
  const uploaded = await fetch(`${server.address}/api/Import/upload`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  });
  const { import: record } = (await uploaded.json()) as { import: { _id: string } };
  const state = async () => (await database.select().from(imports).where(eq(imports.id, record._id)))[0]!;
  await eventually(async () => (await state()).state === 'ready', 'the list to be read', 40_000);
  // Not awaited: the server is killed while, or after, it answers.
  const answered = fetch(`${server.address}/api/Import/commit/${record._id}`, {
    method: 'PATCH',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ credentials: 'later' }),
  }).catch(() => null);
  await eventually(async () => (await state()).result.created > 0, 'some of them made');
  await server.kill();
  await answered;
  expect((await state()).result.created).toBeLessThan(count);
  await start();
  await eventually(async () => (await state()).state === 'done', 'the import to end', 60_000);
  expect((await state()).result).toEqual({ created: count, completed: 0, skipped: 0, left: 0 });
  const [made] = await database
    .select({
      all: sql<number>`count(*)::int`,
      emails: sql<number>`count(distinct ${members.email})::int`,
      numbers: sql<number>`count(distinct ${members.memberNumber})::int`,
    })
    .from(members);
  expect(made).toEqual({ all: count, emails: count, numbers: count });
  expect(await database.$count(payments)).toBe(count);
  expect(await database.$count(mail)).toBe(0);
}, 180_000);
