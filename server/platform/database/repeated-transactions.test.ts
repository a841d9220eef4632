import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { throttles } from '#server/platform/throttles/tables.ts';
import { createTestDatabase } from '#tests/app.ts';
import { notify } from './client.ts';
import { openDatabase } from './open-database.ts';

test('of two deadlocked transactions the one that the database rolls back is retried', async () => {
  const { connection, drop, deadlocks } = await createTestDatabase();
  const database = openDatabase(connection);
  const rows = ['first', 'second'] as const;
  await database.insert(throttles).values(rows.map((key) => ({ key, count: 0, resetAt: new Date() })));
  let count = 0;
  let bothHoldOne = () => {};
  const both = new Promise<void>((resolve) => {
    bothHoldOne = resolve;
  });
  const countInOrder = (keys: readonly string[]) =>
    database.transaction(async (tx) => {
      for (const key of keys) {
        await tx.execute(sql`update ${throttles} set count = count + 1 where key = ${key}`);
        count += 1;
        if (count === 2) bothHoldOne();
        await both;
      }
      return keys[0];
    });
  try {
    const done = await Promise.all([countInOrder(rows), countInOrder(rows.toReversed())]);
    expect(done).toEqual(['first', 'second']);
    const counts = await database.select({ count: throttles.count }).from(throttles);
    expect(counts).toEqual([{ count: 2 }, { count: 2 }]);
  } finally {
    await database.close();
  }
  expect(await deadlocks()).toBe(1);
  await drop();
});

test('other failures are not retried', async () => {
  const { connection, drop } = await createTestDatabase();
  const database = openDatabase(connection);
  let times = 0;
  const fail = database.transaction(async (tx) => {
    times += 1;
    await tx.execute(sql`select 1 / 0`);
  });
  await expect(fail).rejects.toMatchObject({ cause: { code: '22012' } });
  expect(times).toBe(1);
  await database.close();
  await drop();
});

test('the process that makes a change hears of it before its transaction ends; a rolled back one tells nothing', async () => {
  const { connection, drop } = await createTestDatabase();
  // Not listening yet: a notice of the database itself cannot arrive.
  const database = openDatabase(connection);
  let heard = 0;
  database.listen('content', () => {
    heard += 1;
  });
  await database.transaction((tx) => notify(tx, 'content'));
  expect(heard).toBe(1);
  const failed = database.transaction(async (tx) => {
    await notify(tx, 'content');
    throw new Error('no');
  });
  await expect(failed).rejects.toThrow('no');
  expect(heard).toBe(1);
  await database.close();
  await drop();
});
