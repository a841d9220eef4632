import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settings } from '#server/features/settings/tables.ts';
import { newsFactory } from './factories/content.ts';
import { adminToken } from './logins.ts';
import { type Processes, setUpProcesses } from './processes.ts';
import type { ServerProcess } from './server-process.ts';
import { scaled } from './speed.ts';

/** Two servers on one database, as behind a load balancer. */
let site: Processes;
let first: ServerProcess;
let second: ServerProcess;
let authorization: string;

beforeAll(async () => {
  site = await setUpProcesses();
  [first, second] = await Promise.all([site.start(), site.start()]);
  authorization = `Bearer ${await adminToken(site)}`;
});
afterAll(() => site.close());

async function office(server: ServerProcess, method: string, path: string, body?: object): Promise<void> {
  const answer = await fetch(`${server.address}/api${path}`, {
    method,
    headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
}

/** Without its file: a shown item needs one. */
const picture = { hash: '0'.repeat(64), width: 400, height: 300, widths: [400] };

const load = async (server: ServerProcess, path: string) => (await fetch(server.address + path)).text();

test('a change on one server is on the next page of the other', async () => {
  const [row] = await site.database.select().from(settings);
  for (const [changed, other] of [
    [first, second],
    [second, first],
  ] as const) {
    for (const mark of ['one', 'two', 'three']) {
      const text = `Welcome ${mark} from ${changed.address}`;
      // The page is cached there before the change.
      expect(await load(other, '/')).not.toContain(text);
      await office(changed, 'PATCH', `/Settings/Update/${row?.id}`, { Home_data: text });
      expect(await load(changed, '/')).toContain(text);
      // The notification may take a moment; nothing else updates the page within the test's time.
      await expect.poll(() => load(other, '/'), { timeout: scaled(5_000), interval: 20 }).toContain(text);
    }
  }
});

test('a news item taken down by one server is gone from every page of the other', async () => {
  const item = await newsFactory(site, { title: 'Headline to be hidden', picture });
  await office(first, 'PATCH', `/News/toggleStatus/${item.id}`);
  await office(first, 'PATCH', `/News/toggleStatus/${item.id}`);
  const pages = ['/', '/news', `/news?id=${item.id}`, `/news/${item.id}`];
  for (const page of pages) {
    await expect.poll(() => load(second, page), { timeout: scaled(5_000), interval: 20 }).toContain(item.title);
  }
  await office(first, 'PATCH', `/News/toggleStatus/${item.id}`);
  for (const page of pages) {
    await expect.poll(() => load(second, page), { timeout: scaled(5_000), interval: 20 }).not.toContain(item.title);
  }
  const gone = await fetch(`${second.address}/news?id=${item.id}`);
  expect(gone.status).toBe(404);
});

test('a page that was being rendered during the change is not cached', async () => {
  const item = await newsFactory(site, { title: 'Before the change', picture });
  await office(first, 'PATCH', `/News/toggleStatus/${item.id}`);
  await office(first, 'PATCH', `/News/toggleStatus/${item.id}`);
  const path = `/news?id=${item.id}`;
  await expect.poll(() => load(second, path), { timeout: scaled(5_000), interval: 20 }).toContain('Before the change');

  // The item changes after the second server has read it, and while that waits for the settings.
  const holder = await site.database.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('lock table settings in access exclusive mode');
    // A notification without a change drops the cached page; later visits wait for the settings.
    await site.database.execute(sql`select pg_notify('content', '')`);
    const visits: Promise<string>[] = [];
    // By wait event, because a connection that waits for a lock while planning counts as idle.
    const underWay = async () => {
      visits.push(load(second, path));
      const { rows } = await holder.query<{ waiting: number; working: number }>(
        `select count(*) filter (where wait_event_type = 'Lock')::int as waiting,
          count(*) filter (where wait_event_type is null or wait_event_type not in ('Lock', 'Client'))::int as working
          from pg_stat_activity
          where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
      );
      return rows[0]!.waiting > 0 && rows[0]!.working === 0;
    };
    await expect.poll(underWay, { timeout: scaled(5_000), interval: 20 }).toBe(true);
    await site.database.execute(
      sql`with changed as (update news set title = 'After the change' where id = ${item.id} returning id)
        select pg_notify('content', '') from changed`,
    );
    await holder.query('commit');
    await Promise.all(visits);
  } finally {
    holder.release();
  }
  await expect.poll(() => load(second, path), { timeout: scaled(5_000), interval: 20 }).toContain('After the change');
});
