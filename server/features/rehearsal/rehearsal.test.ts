import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { administrators } from '#server/features/administrators/tables.ts';
import { peopleOfTables } from '#server/platform/database/people.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { loginMember } from '#shared/contracts/auth.ts';
import { registerMember } from '#shared/contracts/registrations.ts';
import * as calls from '#shared/contracts/rehearsal.ts';
import { getSettings } from '#shared/contracts/settings.ts';
import { startTestApp, type TestApp } from '#tests/app.ts';
import { pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import { adminToken, confirmedToken } from '#tests/logins.ts';
import { eventually } from '#tests/wait.ts';

const site: TestApp = await startTestApp();
let token: string;
let shortName: string;

beforeAll(async () => {
  token = await confirmedToken(site, { email: 'secretary@example.org', powers: ['full'] });
  shortName = (await site.ok(getSettings, {})).data[0]!.association.shortName;
});

const register = async (email: string) =>
  site.call(registerMember, {
    body: registrationBody({ email }),
    files: { document: scannedId(), picture: await pictureFile() },
  });
const rows = async <Row extends object>(query: ReturnType<typeof sql>) =>
  (await site.database.execute<Row & Record<string, unknown>>(query)).rows;
const goes = () => peopleOfTables().filter(({ rehearsal }) => rehearsal === 'goes');

describe('a rehearsal', () => {
  it('is begun by full administrators who have confirmed, and once', async () => {
    expect(await site.ok(calls.getRehearsal, {})).toMatchObject({ data: { on: false } });
    expect(
      (await site.fails(calls.beginRehearsal, {}, { token: await adminToken(site, { powers: ['members'] }) })).status,
    ).toBe(403);
    expect((await site.fails(calls.endRehearsal, { body: { name: shortName } }, { token })).body.code).toBe(
      'WRONG_STATE',
    );
    expect((await site.fails(calls.fillRehearsal, {}, { token })).body.code).toBe('WRONG_STATE');
    await site.ok(calls.beginRehearsal, {}, { token });
    expect((await site.fails(calls.beginRehearsal, {}, { token })).body.code).toBe('WRONG_STATE');
    expect(await site.ok(calls.getRehearsal, {})).toEqual({ success: true, data: { on: true } });
    const { data } = await site.ok(calls.getRehearsal, {}, { token });
    expect(data).toMatchObject({
      on: true,
      goes: [],
      addresses: [],
      missing: expect.arrayContaining(['mail']),
      filled: false,
    });
    expect(data.stays).toContain('Settings');
  });

  it('takes test addresses, twenty at most', async () => {
    const wrong = await site.fails(calls.setRehearsalAddresses, { body: { addresses: ['nobody'] } }, { token });
    expect([wrong.status, Object.keys(wrong.body.fields!)]).toEqual([400, ['addresses']]);
    const many = Array.from({ length: 21 }, (_, index) => `t${index}@example.org`);
    expect(
      (await site.fails(calls.setRehearsalAddresses, { body: { addresses: many } }, { token })).body.fields,
    ).toHaveProperty('addresses');
    const saved = await site.ok(
      calls.setRehearsalAddresses,
      { body: { addresses: ['Trial@Example.org '] } },
      { token },
    );
    expect(saved.addresses).toEqual(['trial@example.org']);
  });

  it('is closed to strangers, and its references and receipts are TEST', async () => {
    expect(await register('stranger@example.org')).toMatchObject({ status: 409, body: { code: 'CLOSED' } });
    const { body } = await register('trial@example.org');
    expect(body).toMatchObject({ directory: { reference: expect.stringMatching(/^TEST-\d{4}-000001$/) } });
    const { login: made } = await site.ok(calls.fillRehearsal, {}, { token });
    expect((await site.call(loginMember, { body: made })).status).toBe(200);
    expect((await site.fails(calls.fillRehearsal, {}, { token })).body.code).toBe('WRONG_STATE');
    const receipts = await rows<{ label: string }>(sql`select label from receipts order by number limit 1`);
    expect(receipts[0]!.label).toMatch(/^TEST\/\d{4}-\d\d\/000001$/);
    const [other] = await rows<{ count: number }>(
      sql`select count(*)::int as count from payments where reference not like 'TEST-%'`,
    );
    expect(other!.count).toBe(0);
    const { data } = await site.ok(calls.getRehearsal, {}, { token });
    expect(data.goes).toContainEqual({ what: 'Members and applications', count: 61 });
    expect(data.goes).toContainEqual({ what: 'Votes', count: 1 });
  });

  it('mails nobody but administrators and those on its list, and says so', async () => {
    await eventually(
      async () => {
        const left = await site.database.select().from(mail);
        return left.every(({ state }) => state !== 'waiting');
      },
      'all mails end',
      60_000,
    );
    const all = await site.database.select().from(mail);
    const sent = all.filter(({ state }) => state === 'sent').map(({ recipient }) => recipient);
    expect(sent).toContain('trial@example.org');
    expect(sent.filter((to) => to.startsWith('sample'))).toEqual([]);
    expect(all.filter(({ error }) => error === 'not sent: rehearsal').length).toBeGreaterThan(10);
  });

  it('is found by no search engine', async () => {
    const answer = await site.app.inject({ url: '/sitemap.xml' });
    expect(answer.headers['x-robots-tag']).toBe('noindex, nofollow');
    expect(answer.body).not.toContain('<loc>');
  });

  it('ends only under the association’s short name, and leaves nothing of it', async () => {
    const wrong = await site.fails(calls.endRehearsal, { body: { name: 'Another' } }, { token });
    expect([wrong.status, Object.keys(wrong.body.fields!)]).toEqual([400, ['name']]);
    const [before] = await rows<{ count: number }>(sql`select count(*)::int as count from administrators`);
    const refused = await site.fails(calls.endRehearsal, { body: { name: shortName } }, { token });
    expect([refused.status, refused.body.code]).toEqual([409, 'NOT_READY']);
    expect(refused.body.missing).toContain('people');
    const both = await Promise.all(
      [1, 2].map(() => site.call(calls.endRehearsal, { body: { name: ` ${shortName} `, anyway: true } }, { token })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const { table } of goes()) {
      const [{ count }] = (await rows<{ count: number }>(
        sql`select count(*)::int as count from ${sql.identifier(table)}`,
      )) as [{ count: number }];
      expect([table, count]).toEqual([table, 0]);
    }
    expect(await rows(sql`select from conferences`)).toEqual([]);
    const [after] = await rows<{ count: number }>(sql`select count(*)::int as count from administrators`);
    expect(after).toEqual(before);
    expect(await site.ok(calls.getRehearsal, {}, { token })).toMatchObject({ data: { on: false, possible: false } });
    const lines = await rows<{ action: string }>(sql`select action from log where kind = 'administrator' order by at`);
    expect(lines.map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'began the rehearsal',
        'filled the rehearsal with sample people',
        expect.stringMatching(/^ended the rehearsal without: .*people/),
      ]),
    );
    expect(await rows(sql`select from log where member_id is not null or kind in ('decision', 'member')`)).toEqual([]);
    expect((await site.fails(calls.beginRehearsal, {}, { token })).body.code).toBe('WRONG_STATE');
    const { body } = await register('first@example.org');
    expect(body).toMatchObject({ directory: { reference: expect.stringMatching(/^AIP-\d{4}-000001$/) } });
    expect((await site.database.select().from(administrators)).length).toBeGreaterThan(0);
  });

  it('is written by nobody afterwards', async () => {
    await expect(site.database.execute(sql`update rehearsal set ended_at = null`)).rejects.toThrow();
    await expect(site.database.execute(sql`delete from rehearsal`)).rejects.toThrow();
    await expect(site.database.execute(sql`select end_rehearsal('{}', '{}', now())`)).rejects.toThrow();
  });
});

describe('with people', () => {
  let other: TestApp;
  beforeAll(async () => {
    other = await startTestApp();
  });
  afterAll(() => other.close());

  it('is not begun', async () => {
    const administrator = await confirmedToken(other, { powers: ['full'] });
    await other.call(registerMember, {
      body: registrationBody(),
      files: { document: scannedId(), picture: await pictureFile() },
    });
    expect((await other.fails(calls.beginRehearsal, {}, { token: administrator })).body.code).toBe('PEOPLE_THERE');
  });
});
