import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { createContact } from '#shared/contracts/contact.ts';
import { listActiveNews } from '#shared/contracts/news.ts';
import { getSettings } from '#shared/contracts/settings.ts';
import { startTestApp } from './app.ts';
import { adminToken } from './logins.ts';
import { eventually } from './wait.ts';

const site = await startTestApp();
const killer = openDatabase(site.ownerConnection, { poolSize: 1 });
const token = await adminToken(site);
afterAll(async () => {
  await killer.close();
});

test('calls during the loss of database connections are told to try again, and get no internal error', async () => {
  let over = false;
  const answers = new Map<number, number>();
  let sent = 0;
  const calls = [
    () => site.call(getSettings, {}),
    () => site.call(listActiveNews, { query: {} }, { token }),
    () => {
      sent += 1;
      const body = { fullname: 'Asha', email: `asha${sent}@example.org`, mobile_no: '1', message: `Message ${sent}` };
      return site.call(createContact, { body });
    },
  ];
  const ask = async (number: number) => {
    for (let index = number; !over; index += 1) {
      const { status } = await calls[index % calls.length]!();
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  };
  const asking = Promise.all(Array.from({ length: 30 }, (_, number) => ask(number)));
  for (let times = 0; times < 60; times += 1) {
    await killer.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and random() < 0.5`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  over = true;
  await asking;
  expect([...answers.keys()].filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
  expect(answers.get(503)).toBeGreaterThan(0);
  expect((await site.call(getSettings, {})).status).toBe(200);
});

test('a transaction whose connection is lost at its start does not leak a connection', async () => {
  const database = openDatabase(site.ownerConnection, { poolSize: 1 });
  try {
    for (let times = 0; times < 3; times += 1) {
      const { rows } = await database.pool.query<{ pid: number }>('select pg_backend_pid() as pid');
      // The connection is lost, but the pool has not noticed: its next user will.
      database.pool.once('acquire', (client) => {
        (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
      });
      await expect(database.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow();
      expect(rows).toHaveLength(1);
    }
    const answered = await database.transaction((tx) => tx.execute(sql`select 1 as one`));
    expect(answered.rows).toEqual([{ one: 1 }]);
  } finally {
    await database.close();
  }
});

test('a process whose connection for notices is lost opens another, and hears them again', async () => {
  const database = openDatabase(site.ownerConnection, { poolSize: 1 });
  try {
    await database.ready();
    let heard = 0;
    database.listen('content', () => {
      heard += 1;
    });
    await eventually(() => heard > 0, 'it listens');
    for (let times = 0; times < 2; times += 1) {
      const before = heard;
      await killer.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and query ilike 'listen content%'`);
      // Also of what was missed meanwhile.
      await eventually(() => heard > before, 'it has another connection');
    }
  } finally {
    await database.close();
  }
});
