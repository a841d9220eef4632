import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { log, mail } from '#server/database/tables/office.ts';
import { searchLog } from '#shared/contracts/office.ts';
import { startTestApp, type TestApp } from '#tests/app.ts';
import { adminToken, newAdministrator, newMember } from '#tests/logins.ts';
import { eventually } from '#tests/wait.ts';
import { countInLog, deleteOldLogins, writeLog } from './log.queries.ts';

let site: TestApp;
let token: string;
beforeAll(async () => {
  site = await startTestApp();
  token = await adminToken(site);
});
afterAll(() => site.close());
beforeEach(async () => {
  await site.database.delete(log);
  await site.database.delete(mail);
});

const find = (query: object = {}) => site.ok(searchLog, { query }, { token });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

/** A mail of the past; sent, so that no worker takes it up. */
async function addMail(values: Partial<typeof mail.$inferInsert> = {}) {
  await site.database
    .insert(mail)
    .values({ kind: 'credentials', recipient: 'someone@example.org', state: 'sent', ...values });
}

test('an empty log is empty', async () => {
  expect(await find()).toEqual({
    success: true,
    data: [],
    pagination: { currentPage: 1, totalPages: 0, totalCount: 0, pageSize: 10 },
  });
});

test('lines and mails stand together, newest first', async () => {
  const member = await newMember(site);
  const colleague = await newAdministrator(site);
  await site.database.insert(log).values([
    { kind: 'login', by: 'office@example.org', action: 'logged in', at: minutesAgo(1) },
    {
      kind: 'decision',
      by: 'office@example.org',
      subject: member.reference,
      action: 'changed the status',
      from: 'New',
      to: 'Approved',
      note: 'Payment seen',
      at: minutesAgo(3),
    },
  ]);
  await addMail({ recipient: member.email, memberId: member.id, createdAt: minutesAgo(2) });
  await addMail({
    kind: 'administrator-invitation',
    recipient: colleague.email,
    administratorId: colleague.id,
    createdAt: minutesAgo(4),
    state: 'failed',
    error: 'The mail server refused the address.',
  });
  const { data, pagination } = await find();
  expect(pagination.totalCount).toBe(4);
  expect(data.map(({ _id, at, ...rest }) => rest)).toEqual([
    { kind: 'login', by: 'office@example.org', subject: '', text: 'Logged in', mail: null },
    {
      kind: 'mail',
      by: 'website',
      subject: member.reference,
      text: `Credentials to ${member.email}`,
      mail: { state: 'sent', error: '' },
    },
    {
      kind: 'decision',
      by: 'office@example.org',
      subject: member.reference,
      text: 'Changed the status: New → Approved (Payment seen)',
      mail: null,
    },
    {
      kind: 'mail',
      by: 'website',
      subject: colleague.email,
      text: `Invitation as administrator to ${colleague.email}`,
      mail: { state: 'failed', error: 'The mail server refused the address.' },
    },
  ]);
  for (const { at } of data) expect(new Date(at).toISOString()).toBe(at);
});

test('ten a page; both halves are paged as one', async () => {
  for (let minute = 0; minute < 24; minute += 1) {
    if (minute % 2 === 0) {
      await site.database
        .insert(log)
        .values({ kind: 'content', by: 'website', action: `Line ${minute}`, at: minutesAgo(minute) });
    } else {
      await addMail({ recipient: `m${minute}@example.org`, createdAt: minutesAgo(minute) });
    }
  }
  const pages = await Promise.all([1, 2, 3, 4].map((page) => find({ page })));
  expect(pages.map(({ data }) => data.length)).toEqual([10, 10, 4, 0]);
  for (const { pagination } of pages) expect(pagination).toMatchObject({ totalCount: 24, totalPages: 3, pageSize: 10 });
  const texts = pages.flatMap(({ data }) => data.map(({ text }) => text));
  expect(texts).toEqual(
    Array.from({ length: 24 }, (_, minute) =>
      minute % 2 === 0 ? `Line ${minute}` : `Credentials to m${minute}@example.org`,
    ),
  );
  expect((await find({ kind: 'mail', page: 2 })).data).toHaveLength(2);
  expect((await find({ kind: 'content' })).pagination.totalCount).toBe(12);
  expect((await find({ kind: 'export' })).pagination.totalCount).toBe(0);
});

test('a search is literal, in any case, anywhere in a line', async () => {
  await writeLog(site.database, { kind: 'export', by: 'asha@example.org', action: 'Exported 100% of the list' });
  await writeLog(site.database, { kind: 'export', by: 'asha@example.org', action: 'Exported 100 of the list' });
  await writeLog(site.database, {
    kind: 'decision',
    by: 'ravi@example.org',
    subject: 'AIP-2026-000123',
    action: 'A\\B_C',
  });
  await addMail({ kind: 'otp', recipient: 'Meera@example.org' });
  const texts = async (search: string) => (await find({ search })).data.map(({ text }) => text).sort();
  expect(await texts('100%')).toEqual(['Exported 100% of the list']);
  expect(await texts('aip-2026-000123')).toEqual(['A\\B_C']);
  expect(await texts('ASHA@')).toEqual(['Exported 100 of the list', 'Exported 100% of the list']);
  expect(await texts('\\b_')).toEqual(['A\\B_C']);
  expect(await texts('a_b')).toEqual([]);
  expect(await texts('meera')).toEqual(['One-time code to Meera@example.org']);
  // By the name that stands on the screen, not by the one in the table.
  expect(await texts('one-time')).toEqual(['One-time code to Meera@example.org']);
  expect(await texts("' or 1=1 --")).toEqual([]);
  expect((await find({ search: '100%', kind: 'decision' })).data).toEqual([]);
});

test('a kind that does not exist is refused', async () => {
  expect((await site.fails(searchLog, { query: { kind: 'secrets' } }, { token })).status).toBe(400);
  expect((await site.fails(searchLog, { query: { page: 0 } }, { token })).status).toBe(400);
});

test('what happens often is counted in one line', async () => {
  const entry = { kind: 'login', by: 'website', action: 'Failed' } as const;
  for (let times = 0; times < 3; times += 1) await countInLog(site.database, entry);
  const rows = await site.database.select().from(log);
  expect(rows.reduce((sum, { note }) => sum + Number(note), 0)).toBe(3);
  expect(rows.length).toBeLessThanOrEqual(2);
});

test('logins are forgotten after a year; decisions and changes are not', async () => {
  const daysAgo = (days: number) => minutesAgo(days * 24 * 60);
  const kinds = ['decision', 'login', 'export', 'content', 'administrator', 'member'] as const;
  for (const kind of kinds) await site.database.insert(log).values({ kind, by: 'x', action: 'old', at: daysAgo(367) });
  await site.database.insert(log).values({ kind: 'login', by: 'x', action: 'young', at: daysAgo(365) });
  await deleteOldLogins(site.database, 366);
  const left = await site.database.select().from(log);
  expect(left.map(({ kind, action }) => `${kind} ${action}`).sort()).toEqual(
    [...kinds.filter((kind) => kind !== 'login').map((kind) => `${kind} old`), 'login young'].sort(),
  );
});

test('the running server forgets them by itself', async () => {
  const at = minutesAgo(367 * 24 * 60);
  await site.database.insert(log).values([
    { kind: 'login', by: 'x', action: 'logged in', at },
    { kind: 'decision', by: 'x', action: 'approved', at },
  ]);
  await addMail({ createdAt: at });
  const app = await createApp({ config: site.config, database: site.database, pages: false });
  try {
    await app.ready();
    await eventually(
      async () => (await site.database.$count(log)) === 1 && (await site.database.$count(mail)) === 0,
      'the clean-up done',
    );
    expect(await site.database.select().from(log)).toMatchObject([{ kind: 'decision' }]);
  } finally {
    await app.close();
  }
});
