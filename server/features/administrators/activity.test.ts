import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readings } from '#server/features/access-audit/tables.ts';
import { log } from '#server/platform/log/tables.ts';
import { indianDay } from '#shared/clock.ts';
import { administratorActivity } from '#shared/contracts/activity.ts';
import { startTestApp } from '#tests/app.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { adminToken, newAdministrator } from '#tests/logins.ts';

const site = await startTestApp();
const token = await adminToken(site);

const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
const dayOf = (days: number) => indianDay(ago(days));

test('a full administrator reads what another one opened, exported and decided in some days', async () => {
  const { id, email: by } = await newAdministrator(site, { powers: ['members'], states: ['Kerala'] });
  const person = await memberFactory(site, { name: 'Asha Rao' });
  const opened = { memberId: person.id, by };
  await site.database.insert(readings).values([
    { ...opened, what: 'record', day: dayOf(1), at: ago(1), times: 4 },
    { ...opened, what: 'record', day: dayOf(2), at: ago(2) },
    { ...opened, what: 'ID', day: dayOf(3), at: ago(3) },
    { ...opened, what: 'ID', day: dayOf(40), at: ago(40) },
    { ...opened, by: 'somebody@example.org', what: 'ID', day: dayOf(3), at: ago(3) },
  ]);
  await site.database.insert(log).values([
    { kind: 'export', by, action: 'exported the directory', note: '12 rows', at: ago(4) },
    { kind: 'decision', by, action: 'approved', subject: 'AIP-1', at: ago(5), from: 'New', to: 'Approved' },
    { kind: 'login', by, action: 'logged in', at: ago(6) },
    // Per person above, and as one line once that is deleted.
    { kind: 'reading', by, action: 'opened 2 records', at: ago(1) },
    { kind: 'reading', by, action: 'opened 9 records', at: ago(400) },
    { kind: 'export', by: 'somebody@example.org', action: 'exported the ledger', at: ago(4) },
  ]);
  const read = (query: object = {}) => site.ok(administratorActivity, { params: { id }, query }, { token });
  const month = await read();
  expect(month).toMatchObject({
    administrator: { id, email: by, disabled: false },
    from: dayOf(29),
    until: dayOf(0),
    totals: { opened: { record: 1, ID: 1, proof: 0 }, exported: 1, decided: 1, other: 1 },
    pagination: { totalCount: 6 },
  });
  expect(month.data.map(({ text, subject, name }) => [text, subject, name])).toEqual([
    ['Opened the record (4 times)', person.reference, 'Asha Rao'],
    ['Opened the record', person.reference, 'Asha Rao'],
    ['Opened the scanned ID', person.reference, 'Asha Rao'],
    ['Exported the directory (12 rows)', '', ''],
    ['Approved: New → Approved', 'AIP-1', ''],
    ['Logged in', '', ''],
  ]);
  expect((await read({ kind: 'opened', from: dayOf(450) })).data.map((row) => row.text).slice(3)).toEqual([
    'Opened the scanned ID',
    'Opened 9 records',
  ]);
  for (const [kind, count] of [
    ['opened', 3],
    ['exported', 1],
    ['decided', 1],
    ['other', 1],
  ] as const) {
    const { data, pagination } = await read({ kind });
    expect([kind, pagination.totalCount, data.length]).toEqual([kind, count, count]);
  }
  expect((await read({ from: dayOf(4), until: dayOf(4) })).data).toHaveLength(1);
});

test('needs full powers, a known administrator, and days in their order', async () => {
  const { id } = await newAdministrator(site);
  const fails = async (query: object, params = { id }, as = token) => {
    const { status, body } = await site.fails(administratorActivity, { params, query }, { token: as });
    return [status, Object.keys(body.fields ?? {})];
  };
  expect(await fails({ from: '2026-02-30' })).toEqual([400, ['from']]);
  expect(await fails({ from: '2026-02-03', until: '2026-02-02' })).toEqual([400, ['until']]);
  expect(await fails({ kind: 'all' })).toEqual([400, ['kind']]);
  expect(await fails({}, { id: randomUUID() })).toEqual([404, []]);
  const money = await adminToken(site, (await newAdministrator(site, { powers: ['money'] })).id);
  expect((await fails({}, { id }, money))[0]).toBe(403);
});
