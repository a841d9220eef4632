import { expect, test } from 'vitest';
import { noteBackup } from '#server/platform/backup/backups.queries.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { mail } from '#server/platform/mail/tables.ts';
import * as auth from '#shared/contracts/auth.ts';
import { openTestApp, startTestApp } from '#tests/app.ts';
import { newMember } from '#tests/logins.ts';

const token = 'a token for the monitor';
const site = await startTestApp({ METRICS_TOKEN: token.replaceAll(' ', '-') });

const ask = (authorization?: string, app = site.app) =>
  app.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });

/** Every metric by its name with its labels. */
async function figures(): Promise<Record<string, number>> {
  const answer = await ask(`Bearer ${site.config.metricsToken}`);
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
  ]);
  const lines = answer.body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value] = /^([a-z_]+(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      expect(Number.isFinite(Number(value)), line).toBe(true);
      return [name, Number(value)];
    }),
  );
}

test('answers only with the token, and does not exist without one configured', async () => {
  for (const wrong of [
    undefined,
    'Bearer',
    `Bearer ${site.config.metricsToken}x`,
    `Basic ${site.config.metricsToken}`,
  ]) {
    const answer = await ask(wrong);
    expect([answer.statusCode, answer.json()]).toEqual([401, { success: false }]);
  }
  expect((await site.app.inject(`/metrics?token=${site.config.metricsToken}`)).statusCode).toBe(401);
  const other = await openTestApp();
  try {
    expect((await ask(`Bearer ${site.config.metricsToken}`, other.app)).statusCode).toBe(404);
  } finally {
    await other.close();
  }
});

test('requests are counted by their pattern and status, refusals by their kind', async () => {
  const before = await figures();
  const { email } = await newMember(site);
  for (const path of ['/api/Tiers/unknown-1', '/api/Tiers/unknown-2', '/healthz']) await site.app.inject(path);
  await site.fails(auth.loginMember, { body: { email, password: 'not this one' } });
  for (let round = 0; round < 11; round++) {
    await site.fails(auth.loginMember, { body: { email: 'nobody@example.org', password: 'not this one' } });
  }
  const after = await figures();
  const moved = (name: string) => (after[name] ?? 0) - (before[name] ?? 0);
  expect(moved('association_requests_total{method="GET",call="/healthz",status="200"}')).toBe(1);
  expect(moved('association_requests_total{method="GET",call="/api/*",status="404"}')).toBe(2);
  expect(moved('association_request_seconds_count{call="/healthz"}')).toBe(1);
  expect(moved('association_request_seconds_bucket{call="/healthz",le="+Inf"}')).toBe(1);
  expect(moved('association_refusals_total{action="failed login"}')).toBe(11);
  expect(moved('association_refusals_total{action="refused, too often"}')).toBe(1);
});

test('memory, database, disk, mails, jobs and the last backup are reported', async () => {
  const { email } = await newMember(site);
  await site.database.insert(mail).values([
    { kind: 'test', recipient: email, nextAttemptAt: new Date(Date.now() + 3_600_000) },
    { kind: 'test', recipient: email, state: 'failed' },
  ]);
  const before = await figures();
  expect(before.association_last_backup_timestamp_seconds).toBe(0);
  const finishedAt = new Date('2026-11-20T20:30:00Z');
  await withClient(site.ownerConnection, (client) =>
    noteBackup(client, { finishedAt, rows: 1, files: 1, bytes: 1, missing: 0, isSealed: true }),
  );
  const result = await figures();
  expect(result).toMatchObject({
    association_last_backup_timestamp_seconds: finishedAt.getTime() / 1_000,
    association_database_up: 1,
    association_database_waiting: 0,
    'association_mails{state="late"}': 0,
    'association_mails{state="failed"}': 1,
    'association_jobs{state="running"}': 0,
    'association_jobs{state="failed"}': 0,
  });
  for (const name of [
    'association_mails{state="waiting"}',
    'association_disk_free_bytes',
    'association_disk_total_bytes',
    'association_memory_bytes{kind="resident"}',
    'association_memory_bytes{kind="heap_used"}',
    'association_uptime_seconds',
  ]) {
    expect(result[name], name).toBeGreaterThan(0);
  }
  for (const figure of ['mean', 'p99', 'max'])
    expect(result).toHaveProperty([`association_event_loop_delay_seconds{figure="${figure}"}`]);
});

test('no metric contains personal data, whatever is requested', async () => {
  const member = await newMember(site, { name: 'Padmavati Ranganathan' });
  const secrets = [member.email, member.name, member.id, member.mobile];
  for (const secret of secrets) {
    for (const path of [`/api/${secret}`, `/api/Directory/registration/${secret}`, `/media/${secret}/400.webp`]) {
      await site.app.inject({ url: encodeURI(`${path}?q=${secret}`), headers: { 'user-agent': secret } });
    }
    await site.fails(auth.loginMember, { body: { email: secret, password: 'not this one' } });
  }
  const { body } = await ask(`Bearer ${site.config.metricsToken}`);
  for (const secret of secrets) expect(body.includes(secret) || body.includes(encodeURI(secret))).toBe(false);
});
