import { desc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createSession } from '#server/features/auth/sessions.service.ts';
import { sessions } from '#server/features/auth/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { browserName } from '#server/platform/http/request-log.ts';
import { log } from '#server/platform/log/tables.ts';
import { loginAdmin, loginMember } from '#shared/contracts/auth.ts';
import {
  endAdministratorSessions,
  endMemberSessions,
  endOtherSessions,
  endSession,
  getSession,
  listSessions,
} from '#shared/contracts/sessions.ts';
import { startTestApp } from '#tests/app.ts';
import {
  adminToken,
  confirmedToken,
  hashOfPassword,
  memberToken,
  newAdministrator,
  newMember,
  password,
} from '#tests/logins.ts';
import { administrators } from './tables.ts';

const site = await startTestApp();

const lives = async (token: string) => (await site.call(getSession, {}, { token })).status === 200;
const lastLine = async () => (await site.database.select().from(log).orderBy(desc(log.at)).limit(1))[0];
const listed = async (token: string) => (await site.ok(listSessions, {}, { token })).data;

test.each(['member', 'admin'] as const)(
  'a %s sees the own logins by browser, and ends one or all others',
  async (role) => {
    const person = await (role === 'member' ? newMember(site) : newAdministrator(site));
    const table = role === 'member' ? members : administrators;
    await site.database
      .update(table)
      .set({ passwordHash: await hashOfPassword() })
      .where(eq(table.id, person.id));
    const login = async (agent: string) => {
      const body = { email: person.email, password };
      const headers = { 'user-agent': agent };
      return (
        await (role === 'member'
          ? site.ok(loginMember, { body }, { headers })
          : site.ok(loginAdmin, { body }, { headers }))
      ).token;
    };
    const phone = await login('Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36');
    const desk = await login('Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0');
    const other = await login('curl/8');
    const stranger = role === 'member' ? await memberToken(site) : await adminToken(site);
    const rows = await listed(desk);
    expect(rows.map(({ browser, current }) => [browser, current]).sort()).toEqual([
      ['', false],
      ['Chrome on Android', false],
      ['Firefox on Windows', true],
    ]);
    const idOf = (name: string) => rows.find(({ browser }) => browser === name)!.id;

    // Another person's session is answered like an unknown one.
    expect(
      (await site.fails(endSession, { params: { id: idOf('Chrome on Android') } }, { token: stranger })).status,
    ).toBe(404);
    expect((await site.fails(endSession, { params: { id: idOf('Firefox on Windows') } }, { token: desk })).status).toBe(
      409,
    );
    await site.ok(endSession, { params: { id: idOf('Chrome on Android') } }, { token: desk });
    expect([await lives(phone), await lives(desk), await lives(other)]).toEqual([false, true, true]);
    expect(await lastLine()).toMatchObject({
      kind: 'login',
      by: role === 'member' ? 'member' : person.email,
      action: 'logged out another device',
    });
    await site.ok(endOtherSessions, {}, { token: desk });
    expect([await lives(desk), await lives(other), await lives(stranger)]).toEqual([true, false, true]);
    expect((await lastLine())?.action).toBe('logged out all other devices');
    expect(await listed(desk)).toHaveLength(1);
  },
);

test('an expired session is not listed', async () => {
  const { id: memberId } = await newMember(site);
  const token = await createSession(site.database, { memberId });
  await createSession(site.database, { memberId });
  const idle = (await listed(token)).find(({ current }) => !current)!;
  await site.database
    .update(sessions)
    .set({ usedAt: new Date(Date.now() - 13 * 3_600_000) })
    .where(eq(sessions.id, idle.id));
  expect(await listed(token)).toHaveLength(1);
});

test('the office ends all sessions of a member and of another administrator, and the log says so', async () => {
  const member = await newMember(site);
  const tokens = [await memberToken(site, member.id), await memberToken(site, member.id)];
  const beside = await memberToken(site);
  const you = await newAdministrator(site);
  const token = await adminToken(site, you.id);
  const { message } = await site.ok(endMemberSessions, { params: { id: member.id } }, { token });
  expect(message).toBe('2 logins were ended.');
  expect(await Promise.all([...tokens, beside].map(lives))).toEqual([false, false, true]);
  expect(await lastLine()).toMatchObject({
    kind: 'member',
    by: you.email,
    action: 'ended all logins',
    memberId: member.id,
  });

  const colleague = await newAdministrator(site);
  const theirs = await adminToken(site, colleague.id);
  const ofColleague = { params: { id: colleague.id } };
  expect(await site.fails(endAdministratorSessions, ofColleague, { token })).toMatchObject({
    status: 403,
    body: { code: 'CONFIRMATION_NEEDED' },
  });
  await site.ok(endAdministratorSessions, ofColleague, { token: await confirmedToken(site, you.id) });
  expect([await lives(theirs), await lives(token)]).toEqual([false, true]);
  expect(await lastLine()).toMatchObject({ kind: 'administrator', by: you.email, subject: colleague.email });

  // One's own current session stays.
  const second = await adminToken(site, you.id);
  await site.ok(endAdministratorSessions, { params: { id: you.id } }, { token });
  expect([await lives(second), await lives(token)]).toEqual([false, true]);
  const nobody = { params: { id: '00000000-0000-4000-8000-000000000000' } };
  expect((await site.fails(endMemberSessions, nobody, { token })).status).toBe(404);
  expect((await site.fails(endMemberSessions, { params: { id: member.id } }, { token: beside })).status).toBe(403);
});

test.each([
  ['Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0', 'Edge on Windows'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1',
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (Linux; Android 14) SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  ['<script>alert(1)</script>', ''],
  [undefined, ''],
])('the browser %s', (agent, name) => {
  expect(browserName(agent)).toBe(name);
});
