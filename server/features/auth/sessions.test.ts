import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { administrators } from '#server/features/administrators/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { startTestApp } from '#tests/app.ts';
import { adminToken, memberToken, newAdministrator, newMember } from '#tests/logins.ts';
import { deleteSessions, sessionLife, sweepSessions } from './sessions.queries.ts';
import { authenticate, createSession } from './sessions.service.ts';
import { sessions } from './tables.ts';

const site = await startTestApp();

/** Makes the sessions of one person this much older: created and last used that long ago. */
async function age(owner: { memberId: string } | { administratorId: string }, created: number, used: number) {
  const owned =
    'memberId' in owner ? eq(sessions.memberId, owner.memberId) : eq(sessions.administratorId, owner.administratorId);
  await site.database
    .update(sessions)
    .set({
      createdAt: sql`now() - make_interval(secs => ${created})`,
      usedAt: sql`now() - make_interval(secs => ${used})`,
      expiresAt: sql`${sessions.expiresAt} - make_interval(secs => ${created})`,
    })
    .where(owned);
}

test('tokens of one person share a prefix, and those of two do not', async () => {
  const ownerOf = (token: string) => token.split('_')[1];
  const [first, second] = [await newMember(site), await newMember(site)];
  const owner = ownerOf(await memberToken(site, first.id));
  expect(ownerOf(await memberToken(site, first.id))).toBe(owner);
  expect(ownerOf(await memberToken(site, second.id))).not.toBe(owner);
  // The prefix does not reveal the record.
  expect(first.id.replaceAll('-', '')).not.toContain(owner);
});

test('a token opens its own role and is stored only as a hash', async () => {
  const member = await newMember(site);
  const administrator = await newAdministrator(site);
  const ofMember = await memberToken(site, member.id);
  const ofAdministrator = await adminToken(site, administrator.id);
  expect(ofMember).toMatch(/^member_[0-9a-f]{12}_[\w-]{43}$/);
  expect(ofAdministrator).toMatch(/^admin_[0-9a-f]{12}_[\w-]{43}$/);
  expect(await authenticate(site.database, ofMember)).toMatchObject({
    role: 'member',
    memberId: member.id,
    email: member.email,
  });
  expect(await authenticate(site.database, ofAdministrator)).toMatchObject({
    role: 'admin',
    administratorId: administrator.id,
  });
  const stored = JSON.stringify(await site.database.select().from(sessions));
  for (const token of [ofMember, ofAdministrator]) {
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(token.slice(token.indexOf('_') + 1));
  }
});

test('the prefix is not trusted', async () => {
  const token = await memberToken(site);
  expect(await authenticate(site.database, token.replace('member_', 'admin_'))).toBeNull();
});

test('a session ends when it is idle and when it is old, depending on its role', async () => {
  const hour = 60 * 60;
  const member = await newMember(site);
  const administrator = await newAdministrator(site);
  for (const { owner, token, life } of [
    {
      owner: { memberId: member.id },
      token: () => memberToken(site, member.id),
      life: { idle: 12 * hour, absolute: 7 * 24 * hour },
    },
    {
      owner: { administratorId: administrator.id },
      token: () => adminToken(site, administrator.id),
      life: { idle: hour / 2, absolute: 12 * hour },
    },
  ]) {
    const idle = await token();
    await age(owner, life.idle - 60, life.idle - 60);
    expect(await authenticate(site.database, idle)).not.toBeNull();
    await age(owner, 0, life.idle + 1);
    expect(await authenticate(site.database, idle)).toBeNull();
    await deleteSessions(site.database, owner);

    const old = await token();
    await age(owner, life.absolute - 60, 0);
    expect(await authenticate(site.database, old)).not.toBeNull();
    await age(owner, 61, 0);
    expect(await authenticate(site.database, old)).toBeNull();
    await deleteSessions(site.database, owner);
  }
});

test('using a session keeps it alive, and writes at most once a minute', async () => {
  const member = await newMember(site);
  const token = await memberToken(site, member.id);
  const usedAt = async () =>
    (await site.database.select().from(sessions).where(eq(sessions.memberId, member.id)))[0]!.usedAt.getTime();
  const first = await usedAt();
  await authenticate(site.database, token);
  expect(await usedAt()).toBe(first);
  await age({ memberId: member.id }, 0, 3_600);
  await authenticate(site.database, token);
  expect(await usedAt()).toBeGreaterThanOrEqual(first);
});

test('a session ends with the right to log in', async () => {
  const member = await newMember(site);
  const token = await memberToken(site, member.id);
  for (const status of ['New', 'Rejected'] as const) {
    await site.database.update(members).set({ status }).where(eq(members.id, member.id));
    expect(await authenticate(site.database, token)).toBeNull();
  }
  const administrator = await newAdministrator(site);
  const ofAdministrator = await adminToken(site, administrator.id);
  await site.database.update(administrators).set({ disabled: true }).where(eq(administrators.id, administrator.id));
  expect(await authenticate(site.database, ofAdministrator)).toBeNull();
});

test('revoking spares only the calling session', async () => {
  const member = await newMember(site);
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => memberToken(site, member.id)));
  const other = await memberToken(site);
  const auth = await authenticate(site.database, two!);
  await deleteSessions(site.database, { memberId: member.id }, auth!.sessionId);
  expect(await authenticate(site.database, one!)).toBeNull();
  expect(await authenticate(site.database, two!)).not.toBeNull();
  expect(await authenticate(site.database, three!)).toBeNull();
  expect(await authenticate(site.database, other)).not.toBeNull();
});

test('the sweep deletes only expired sessions', async () => {
  const member = await newMember(site);
  const idle = await newMember(site);
  const live = await createSession(site.database, { memberId: member.id });
  await createSession(site.database, { memberId: idle.id });
  await age({ memberId: idle.id }, 0, sessionLife.member.idle + 1);
  await sweepSessions(site.database);
  expect(await site.database.$count(sessions, eq(sessions.memberId, idle.id))).toBe(0);
  expect(await authenticate(site.database, live)).not.toBeNull();
});
