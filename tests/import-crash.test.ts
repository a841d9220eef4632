import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imports } from '#server/features/imports/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { csvOf, listRow, tableOf } from './factories/lists.ts';
import { adminToken } from './logins.ts';
import { type Processes, setUpProcesses } from './processes.ts';
import { eventually } from './wait.ts';

// An import whose server is killed while rows become members.

const count = 1_500;
let site: Processes;
beforeAll(async () => {
  site = await setUpProcesses();
});
afterAll(() => site.close());

test('each row becomes one member, whenever the server is killed', async () => {
  const server = await site.start();
  const authorization = `Bearer ${await adminToken(site)}`;
  const form = new FormData();
  const rows = Array.from({ length: count }, () => listRow());
  form.append('file', new Blob([csvOf(tableOf(rows))]), 'members.csv');
  const uploaded = await fetch(`${server.address}/api/Import/upload`, {
    method: 'POST',
    headers: { authorization },
    body: form,
  });
  const { import: record } = (await uploaded.json()) as { import: { _id: string } };
  const state = async () => (await site.database.select().from(imports).where(eq(imports.id, record._id)))[0]!;
  await eventually(async () => (await state()).state === 'ready', 'the list to be read', 40_000);
  // Not awaited, as the server is killed during or after its answer.
  const answered = fetch(`${server.address}/api/Import/commit/${record._id}`, {
    method: 'PATCH',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ credentials: 'later' }),
  }).catch(() => null);
  await eventually(async () => (await state()).result.created > 0, 'some of them made');
  await server.kill();
  await answered;
  expect((await state()).result.created).toBeLessThan(count);
  await site.start();
  await eventually(async () => (await state()).state === 'done', 'the import to end', 60_000);
  expect((await state()).result).toEqual({ created: count, completed: 0, skipped: 0, left: 0 });
  const [value] = await site.database
    .select({
      all: sql<number>`count(*)::int`,
      emails: sql<number>`count(distinct ${members.email})::int`,
      numbers: sql<number>`count(distinct ${members.memberNumber})::int`,
    })
    .from(members);
  expect(value).toEqual({ all: count, emails: count, numbers: count });
  expect(await site.database.$count(payments)).toBe(count);
  expect(await site.database.$count(mail)).toBe(0);
});
