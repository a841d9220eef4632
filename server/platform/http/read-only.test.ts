import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createApp } from '#server/app.ts';
import type { Queryable } from '#server/platform/database/client.ts';
import { mayWrite } from '#server/platform/database/reading.ts';
import { route } from '#server/platform/http/route.ts';
import { countTry } from '#server/platform/throttles/throttles.queries.ts';
import { endpoint } from '#shared/endpoint.ts';
import { startTestApp } from '#tests/app.ts';

const response = z.object({ success: z.literal(true) });
const declared = { access: ['public'], response } as const;
const call = (path: `/${string}`, writes?: string) =>
  endpoint(`GET ${path}`, 'For this test', { ...declared, ...(writes ? { writes } : {}) });

let app: Awaited<ReturnType<typeof createApp>>;
const site = await startTestApp();
beforeAll(async () => {
  const { database } = site;
  app = await createApp({ config: site.config, database, pages: false, logTo: { write: () => {} } });
  const writeOn = async (db: Queryable) => {
    await countTry(db, { name: 'test', count: 99, seconds: 60 }, 'somebody');
    return {};
  };
  const write = () => writeOn(database);
  const insideTransaction = () => database.transaction(writeOn);
  route(app, call('/reads'), async () => {
    await database.pool.query('select 1');
    return {};
  });
  route(app, call('/writes'), write);
  route(app, call('/writes-in-a-transaction'), insideTransaction);
  route(app, call('/writes-and-says-so', 'a try'), write);
  route(app, endpoint('POST /posted', 'For this test', declared), write);
  route(app, call('/leaves-a-trace'), () => mayWrite(write));
  // As on a replica that is about to be promoted.
  route(app, call('/cannot-leave-a-trace'), () =>
    mayWrite(() => database.transaction(writeOn, { accessMode: 'read only' })),
  );
});
afterAll(async () => {
  await app.close();
});

const statusOf = async (url: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
  (await app.inject({ url, method })).statusCode;

test('a GET that writes fails, unless its declaration says what', async () => {
  expect(await statusOf('/reads')).toBe(200);
  expect(await statusOf('/writes')).toBe(500);
  expect(await statusOf('/writes', 'HEAD')).toBe(500);
  expect(await statusOf('/writes-in-a-transaction')).toBe(500);
  expect(await statusOf('/writes-and-says-so')).toBe(200);
  expect(await statusOf('/leaves-a-trace')).toBe(200);
});

test('where the database takes no writes, a trace that cannot be left is no fault of the call', async () => {
  expect(await statusOf('/cannot-leave-a-trace')).toBe(503);
});

test('connections that have refused write again for others, also at the same time', async () => {
  for (let round = 0; round < 5; round += 1) {
    const urls = ['/reads', '/writes', '/writes-and-says-so', '/writes', '/reads', '/writes-and-says-so'];
    expect(await Promise.all(urls.map((url) => statusOf(url)))).toEqual([200, 500, 200, 500, 200, 200]);
    expect(await statusOf('/posted', 'POST')).toBe(200);
  }
});

test('what writes is declared by calls that read alone', () => {
  expect(app.endpoints.filter(({ method, writes }) => writes && method !== 'GET')).toEqual([]);
});
