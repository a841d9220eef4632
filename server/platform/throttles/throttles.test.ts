import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { startTestApp } from '#tests/app.ts';
import { networkOf } from './network.ts';
import { throttles } from './tables.ts';
import { countTry, forgetTries, sweepThrottles, type Throttle, uncountTry } from './throttles.queries.ts';

const site = await startTestApp();

const twice = (name: string): Throttle => ({ name, count: 2, seconds: 60 });
const refused = { code: 'TOO_MANY' };

test('counts exactly, also concurrent tries', async () => {
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => countTry(site.database, twice('a'), 'x')));
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  await expect(countTry(site.database, twice('a'), 'x')).rejects.toMatchObject(refused);
  await countTry(site.database, twice('a'), 'y');
  await countTry(site.database, twice('b'), 'x');
});

test('begins again when the time is over', async () => {
  for (let times = 0; times < 2; times += 1) await countTry(site.database, twice('c'), 'x');
  await expect(countTry(site.database, twice('c'), 'x')).rejects.toMatchObject(refused);
  await site.database.update(throttles).set({ resetAt: sql`now() - interval '1 second'` });
  for (let times = 0; times < 2; times += 1) await countTry(site.database, twice('c'), 'x');
  await expect(countTry(site.database, twice('c'), 'x')).rejects.toMatchObject(refused);
});

test('an uncounted try makes room for one, a reset subject for all', async () => {
  const throttle = twice('d');
  for (let times = 0; times < 2; times += 1) await countTry(site.database, throttle, 'x');
  await uncountTry(site.database, throttle, 'x');
  await countTry(site.database, throttle, 'x');
  await expect(countTry(site.database, throttle, 'x')).rejects.toMatchObject(refused);
  await forgetTries(site.database, throttle, 'x');
  for (let times = 0; times < 2; times += 1) await countTry(site.database, throttle, 'x');
  await uncountTry(site.database, throttle, 'never counted');
});

test('stores no e-mail and no address, and the sweep deletes expired counters', async () => {
  await countTry(site.database, twice('e'), 'person@example.org');
  expect(JSON.stringify(await site.database.select().from(throttles))).not.toContain('person');
  await site.database.update(throttles).set({ resetAt: sql`now() - interval '1 second'` });
  await countTry(site.database, twice('e'), 'fresh@example.org');
  await sweepThrottles(site.database);
  expect(await site.database.$count(throttles)).toBe(1);
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
