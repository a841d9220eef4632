import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { jobs } from '#server/platform/jobs/tables.ts';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { memberFactory } from './factories/members.ts';
import { adminToken } from './logins.ts';
import { type Processes, setUpProcesses } from './processes.ts';
import { eventually } from './wait.ts';

// A decision about many registrations, during which the server is killed.

const count = 90;
let site: Processes;
beforeAll(async () => {
  site = await setUpProcesses();
});
afterAll(() => site.close());

test('each registration is decided once, whenever the server is killed', async () => {
  const rows = await Promise.all(Array.from({ length: count }, () => memberFactory(site, { status: 'New' })));
  const server = await site.start();
  const token = await adminToken(site);
  // Not awaited, as the server is killed during or after its answer.
  const body = { action: 'approve', items: rows.map(({ id, version }) => ({ id, version })) };
  const answered = fetch(`${server.address}/api/Directory/decideMany`, {
    method: 'PATCH',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null);
  const job = async () => (await site.database.select().from(jobs))[0];
  await eventually(async () => ((await job())?.done ?? 0) >= 20, 'some of them decided');
  await server.kill();
  await answered;
  expect(await job()).toMatchObject({ state: 'running', total: count });
  expect((await job())!.done).toBeLessThan(count);
  await site.start();
  await eventually(async () => (await job())?.state === 'done', 'the job to end', 40_000);
  expect(await job()).toMatchObject({ done: count, leftOut: 0 });
  const decided = await site.database.select().from(members).where(eq(members.status, 'Approved'));
  expect(decided).toHaveLength(count);
  expect(new Set(decided.map((row) => row.memberNumber)).size).toBe(count);
  const lines = await site.database.select({ id: log.memberId }).from(log).where(eq(log.action, 'approved'));
  expect(lines.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
  const mails = await site.database.select({ id: mail.memberId }).from(mail).where(eq(mail.kind, 'credentials'));
  expect(mails.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort());
});
