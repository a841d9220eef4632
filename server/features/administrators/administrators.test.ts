import { verify } from '@node-rs/argon2';
import { and, eq, gt, sql } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { sessions } from '#server/features/auth/tables.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { log } from '#server/platform/log/tables.ts';
import * as administratorCalls from '#shared/contracts/administrators.ts';
import * as contract from '#shared/contracts/auth.ts';
import * as sessionCalls from '#shared/contracts/sessions.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { createTestDatabase, startLoginApp } from '#tests/app.ts';
import {
  adminToken,
  confirmedToken,
  giveSecondFactor,
  hashOfPassword,
  newAdministrator,
  nextPassword,
  password,
  setSecondFactorRequired,
} from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { ensureFirstAdministrator, maintenance, makeInvitationPassword } from './administrators.service.ts';
import { administrators } from './tables.ts';

vi.mock('@node-rs/argon2', () => import('#tests/cheap-argon2.ts'));

const site = await startLoginApp();

async function administratorWithPassword(values: Parameters<typeof newAdministrator>[1] = {}) {
  return newAdministrator(site, { passwordHash: await hashOfPassword(), ...values });
}

const login = (email: string, text = password, code?: string) =>
  site.call(contract.loginAdmin, { body: { email, password: text, ...(code === undefined ? {} : { code }) } });

const tokenOf = ({ body }: { body: object }) => (body as { token: string }).token;

const rowOf = async (id: string) =>
  (await site.database.select().from(administrators).where(eq(administrators.id, id)))[0]!;

const logOf = (by: string) => site.database.select().from(log).where(eq(log.by, by)).orderBy(log.at);

async function withSecondFactor() {
  const row = await administratorWithPassword();
  const factor = await giveSecondFactor(site, { administratorId: row.id });
  return { ...row, ...factor, token: await adminToken(site, row.id) };
}

test('an administrator logs in, and the log says so', async () => {
  const row = await administratorWithPassword();
  const answer = await login(row.email.toUpperCase());
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({
    success: true,
    token: expect.stringMatching(/^admin_/),
    device: expect.any(String),
    message: 'Login successful',
    mustChangePassword: false,
  });
  expect(await site.ok(sessionCalls.getSession, {}, { token: tokenOf(answer) })).toMatchObject({
    role: 'admin',
    email: row.email,
  });
  expect(await logOf(row.email)).toMatchObject([{ kind: 'login', action: 'logged in', note: '' }]);
  expect((await rowOf(row.id)).lastLoginAt).not.toBeNull();
});

test('the login’s fields are checked in the exact words', async () => {
  expect((await site.fails(contract.loginAdmin, { body: {} })).body.fields).toEqual({
    email: messages.adminLogin.email,
    password: messages.adminLogin.password,
  });
  const { fields } = (await site.fails(contract.loginAdmin, { body: { email: 'no address', password: 'x' } })).body;
  expect(fields).toEqual({ email: messages.adminLogin.emailFormat });
});

test('every failing login gets the same answer after the same work', async () => {
  const reasons = {
    'wrong password': { email: (await administratorWithPassword()).email, password: 'not this one' },
    unknown: { email: 'nobody-here@example.org', password },
    disabled: { email: (await administratorWithPassword({ disabled: true })).email, password },
    'invited, no password yet': { email: (await newAdministrator(site)).email, password },
    'invitation too old': {
      email: (await administratorWithPassword({ temporaryPasswordUntil: new Date(Date.now() - 1_000) })).email,
      password,
    },
    'wrong password with a second factor': { email: (await withSecondFactor()).email, password: 'not this one' },
  };
  for (const [reason, body] of Object.entries(reasons)) {
    vi.mocked(verify).mockClear();
    const answer = await site.fails(contract.loginAdmin, { body });
    expect(answer.status, reason).toBe(401);
    expect(answer.body, reason).toEqual({
      success: false,
      code: 'LOGIN_FAILED',
      message: 'The e-mail or the password is incorrect.',
    });
    expect(vi.mocked(verify), reason).toHaveBeenCalledTimes(1);
  }
});

test('tries are limited, also concurrent ones, and for an unknown e-mail as well', async () => {
  for (const email of [(await administratorWithPassword()).email, 'who-is-this@example.org']) {
    const answers = await Promise.all(Array.from({ length: 13 }, () => login(email, 'wrong one')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
  }
});

test('the password is changed as specified; other sessions end', async () => {
  const row = await administratorWithPassword();
  const [here, there] = [await adminToken(site, row.id), await adminToken(site, row.id)];
  const change = (body: object) => site.call(administratorCalls.changeAdminPassword, { body }, { token: here });

  const empty = await change({});
  expect(empty.body).toMatchObject({
    fields: {
      oldPassword: messages.password.old,
      newPassword: messages.password.new,
      confirmPassword: messages.password.confirm,
    },
  });
  const differing = await change({ oldPassword: password, newPassword: nextPassword, confirmPassword: password });
  expect(differing.body).toMatchObject({ fields: { confirmPassword: 'Passwords do not match' } });
  const wrong = await change({ oldPassword: 'nope', newPassword: nextPassword, confirmPassword: nextPassword });
  expect(wrong.status).toBe(400);
  expect(wrong.body).toMatchObject({ code: 'WRONG_PASSWORD', fields: { oldPassword: expect.any(String) } });

  const right = await change({ oldPassword: password, newPassword: nextPassword, confirmPassword: nextPassword });
  expect(right.status).toBe(200);
  expect(right.body).toEqual({ success: true, message: 'Password changed successfully' });
  expect((await site.call(sessionCalls.getSession, {}, { token: here })).status).toBe(200);
  expect((await site.call(sessionCalls.getSession, {}, { token: there })).status).toBe(401);
  expect((await login(row.email)).status).toBe(401);
  expect((await login(row.email, nextPassword)).status).toBe(200);
});

test('confirming the password allows protected calls for ten minutes in this session', async () => {
  const row = await administratorWithPassword();
  const [here, there] = [await adminToken(site, row.id), await adminToken(site, row.id)];
  const invite = (token: string) =>
    site.call(administratorCalls.inviteAdministrator, { body: { email: 'asked.again@example.org' } }, { token });
  const confirm = (body: object, token = here) => site.call(sessionCalls.confirmSession, { body }, { token });
  expect(await invite(here)).toMatchObject({ status: 403, body: { code: 'CONFIRMATION_NEEDED' } });
  expect((await confirm({})).body).toMatchObject({ fields: { password: messages.adminLogin.password } });
  expect(await confirm({ password: 'nope' })).toMatchObject({
    status: 400,
    body: { code: 'WRONG_PASSWORD', fields: { password: expect.any(String) } },
  });
  expect((await invite(here)).status).toBe(403);
  expect((await confirm({ password })).status).toBe(200);
  expect((await invite(here)).status).toBe(200);
  expect((await invite(there)).status).toBe(403);
  const inFuture = (minutes: number) => sql`now() + make_interval(mins => ${minutes})`;
  const [session] = await site.database
    .select()
    .from(sessions)
    .where(and(eq(sessions.administratorId, row.id), gt(sessions.confirmedUntil, inFuture(9))));
  expect(session!.confirmedUntil!.getTime()).toBeLessThan(Date.now() + 601_000);
  await site.database
    .update(sessions)
    .set({ confirmedUntil: inFuture(-1) })
    .where(eq(sessions.id, session!.id));
  expect((await invite(here)).status).toBe(403);
  expect((await logOf(row.email)).map(({ action }) => action)).toContain('gave the password again');
});

test('with a second factor the code is needed as well, each code once', async () => {
  const row = await withSecondFactor();
  const confirm = (body: object) => site.call(sessionCalls.confirmSession, { body }, { token: row.token });
  expect((await confirm({ password: 'nope', code: row.codeAt(0) })).body).toMatchObject({ code: 'WRONG_PASSWORD' });
  expect((await confirm({ password })).body).toMatchObject({
    code: 'WRONG_CODE',
    fields: { code: 'Please enter the code from your authenticator app' },
  });
  expect((await confirm({ password, code: row.codeAt(30) })).body).toMatchObject({ code: 'WRONG_CODE' });
  expect((await confirm({ password, code: row.codeAt(0) })).status).toBe(200);
  expect((await confirm({ password, code: row.codeAt(0) })).body).toMatchObject({ code: 'WRONG_CODE' });
  expect((await confirm({ password, code: row.recoveryCodes[0] })).status).toBe(200);
  expect((await logOf(row.email)).map(({ note }) => note)).toContain('with a recovery code; 9 left');
});

test('a stranger’s wrong tries do not lock an administrator out, and the command resets the counters', async () => {
  const row = await administratorWithPassword();
  const loginFrom = (from: string, text = password, device?: string) =>
    site.call(contract.loginAdmin, { body: { email: row.email, password: text, device } }, { from });
  const { device } = (await loginFrom('10.9.9.9')).body as { device: string };
  const wrong = (count: number, networks: number) =>
    Promise.all(Array.from({ length: count }, (_, index) => loginFrom(`10.1.1.${index % networks}`, 'wrong one')));
  await wrong(12, 1);
  expect((await loginFrom('10.1.1.0')).status).toBe(429);
  expect((await loginFrom('10.7.7.7')).status).toBe(200);
  await wrong(60, 12);
  expect((await loginFrom('10.7.7.7')).status).toBe(429);
  expect((await loginFrom('10.7.7.7', password, device)).status).toBe(200);
  const { password: temporary } = await maintenance.resetPassword(site.database, site.takeBack, row.email);
  expect((await loginFrom('10.1.1.0', temporary)).status).toBe(200);
});

test('an invitation brings a temporary password; it can be sent again until it is used', async () => {
  const office = await administratorWithPassword();
  const call = { token: await confirmedToken(site, office.id) };
  const email = 'new.colleague@example.org';
  const invite = () =>
    site.call(administratorCalls.inviteAdministrator, { body: { email: email.toUpperCase() } }, call);
  expect((await invite()).status).toBe(200);
  const first = await waitForMail(site, { to: email, kind: 'administrator-invitation' });
  expect(first.text).toContain(`${site.config.publicUrl}/admin/Login`);

  expect((await invite()).body).toMatchObject({ message: 'The invitation is being sent again.' });
  const second = await waitForMail(site, { to: email, kind: 'administrator-invitation' });
  const secretIn = (text: string) => /^Temporary password: (\S+)$/m.exec(text)![1]!;
  // The previous one is invalid.
  expect((await login(email, secretIn(first.text))).status).toBe(401);
  expect(
    (await site.ok(administratorCalls.listAdministrators, {}, call)).data.find((row) => row.email === email),
  ).toMatchObject({
    invited: true,
    disabled: false,
    you: false,
    lastLoginAt: null,
  });
  const loggedIn = await login(email, secretIn(second.text));
  expect(loggedIn.body).toMatchObject({ mustChangePassword: true });

  expect((await invite()).body).toMatchObject({ code: 'EMAIL_TAKEN', fields: { email: expect.any(String) } });
  const list = (await site.ok(administratorCalls.listAdministrators, {}, call)).data;
  expect(list.find((row) => row.email === email)).toMatchObject({ invited: false });
  expect(list.find((row) => row.id === office.id)).toMatchObject({ you: true });
  expect((await logOf(office.email)).map(({ action, subject }) => [action, subject])).toEqual([
    ['invited an administrator', email],
    ['invited the administrator again', email],
  ]);
});

test('an answer contains only what the list needs of an administrator', async () => {
  await withSecondFactor();
  const { data } = await site.ok(administratorCalls.listAdministrators, {}, { token: await adminToken(site) });
  for (const row of data) {
    expect(Object.keys(row).sort()).toEqual(
      [
        'id',
        'createdAt',
        'disabled',
        'email',
        'invited',
        'invitedAt',
        'invitedBy',
        'lastLoginAt',
        'powers',
        'secondFactor',
        'sees',
        'states',
        'version',
        'you',
      ].sort(),
    );
  }
});

test('an invitation that is no longer valid is not mailed', async () => {
  const disabled = await newAdministrator(site, { disabled: true });
  expect(await makeInvitationPassword(site, disabled.id)).toBeNull();
  const used = await administratorWithPassword({ lastLoginAt: new Date() });
  expect(await makeInvitationPassword(site, used.id)).toBeNull();
  expect((await login(used.email)).status).toBe(200);
});

test('disabling ends the sessions and blocks the login; enabling gives it back', async () => {
  const [one, other] = [await administratorWithPassword(), await administratorWithPassword()];
  const call = { token: await confirmedToken(site, one.id) };
  const token = await adminToken(site, other.id);
  const set = (id: string, disabled: boolean) =>
    site.call(administratorCalls.setAdministratorDisabled, { params: { id }, body: { disabled } }, call);
  expect((await set(other.id, true)).status).toBe(200);
  expect((await site.call(sessionCalls.getSession, {}, { token })).status).toBe(401);
  expect(await site.database.$count(sessions, eq(sessions.administratorId, other.id))).toBe(0);
  expect((await login(other.email)).status).toBe(401);
  expect((await set(other.id, false)).status).toBe(200);
  expect((await site.call(sessionCalls.getSession, {}, { token })).status).toBe(401);
  expect((await login(other.email)).status).toBe(200);
  expect((await set(other.id, false)).status).toBe(200);
  const actions = (await logOf(one.email)).map(({ action }) => action);
  expect(actions.filter((action) => action.endsWith('abled the administrator'))).toEqual([
    'disabled the administrator',
    'enabled the administrator',
  ]);
  expect((await set('00000000-0000-4000-8000-000000000000', true)).status).toBe(404);
  expect((await set('not-an-id', true)).status).toBe(404);
  const result = await set(one.id, true);
  expect(result.status).toBe(409);
  expect(result.body).toMatchObject({ code: 'WRONG_STATE' });
});

test('of two who disable each other at once one remains', async () => {
  for (let round = 0; round < 5; round += 1) {
    const [one, other] = [await administratorWithPassword(), await administratorWithPassword()];
    const [token, otherToken] = [await confirmedToken(site, one.id), await confirmedToken(site, other.id)];
    const disable = (id: string, by: string) =>
      site.call(
        administratorCalls.setAdministratorDisabled,
        { params: { id }, body: { disabled: true } },
        { token: by },
      );
    const answers = await Promise.all([disable(other.id, token), disable(one.id, otherToken)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect([(await rowOf(one.id)).disabled, (await rowOf(other.id)).disabled].sort()).toEqual([false, true]);
  }
});

test('the first administrator is created once, even if several processes start together', async () => {
  const { connection, drop } = await createTestDatabase();
  const databases = Array.from({ length: 4 }, () => openDatabase(connection, { poolSize: 2 }));
  const config = { adminEmail: 'first@example.org' };
  const values = await Promise.all(databases.map((database) => ensureFirstAdministrator({ config, database })));
  const [first, ...others] = values.filter((result) => result !== null);
  expect(others).toEqual([]);
  expect(first).toMatchObject({ email: 'first@example.org', random: true });
  const rows = await databases[0]!.select().from(administrators);
  expect(rows).toHaveLength(1);
  expect(rows[0]!.mustChangePassword).toBe(false);
  expect(await verify(rows[0]!.passwordHash!, first!.password)).toBe(true);
  expect(await ensureFirstAdministrator({ config, database: databases[1]! })).toBeNull();
  await Promise.all(databases.map((database) => database.close()));
  await drop();
});

test('the first administrator gets the operator’s password', async () => {
  const { connection, drop } = await createTestDatabase();
  const database = openDatabase(connection);
  const config = { adminEmail: 'first@example.org', adminPassword: 'chosen by the operator' };
  expect(await ensureFirstAdministrator({ config, database })).toEqual({
    email: 'first@example.org',
    password: 'chosen by the operator',
    random: false,
  });
  await database.close();
  await drop();
});

test('the maintenance command cannot lock everybody out', async () => {
  const { connection, drop } = await createTestDatabase();
  const database = openDatabase(connection);
  const config = { adminEmail: 'first@example.org' };
  await ensureFirstAdministrator({ config, database });
  await expect(maintenance.setDisabled(database, 'first@example.org', true)).rejects.toMatchObject({
    code: 'LAST_FULL',
  });
  const temporary = await maintenance.create(database, 'second@example.org');
  const [row] = await database.select().from(administrators).where(eq(administrators.email, 'second@example.org'));
  expect(await verify(row!.passwordHash!, temporary)).toBe(true);
  expect(row!.mustChangePassword).toBe(true);
  const days = (row!.temporaryPasswordUntil!.getTime() - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(limits.temporaryPasswordDays);
  // An administrator who has never logged in does not count: the mail may not have arrived.
  await expect(maintenance.setDisabled(database, 'first@example.org', true)).rejects.toMatchObject({
    code: 'LAST_FULL',
  });
  await database.update(administrators).set({ lastLoginAt: new Date() });
  await maintenance.setDisabled(database, 'first@example.org', true);
  await expect(
    maintenance.setPowers(database, 'second@example.org', { powers: ['money'], states: [] }),
  ).rejects.toMatchObject({ code: 'LAST_FULL' });
  await expect(maintenance.resetPassword(database, site.takeBack, 'first@example.org')).rejects.toMatchObject({
    code: 'WRONG_STATE',
  });
  await expect(maintenance.create(database, 'second@example.org')).rejects.toMatchObject({ code: 'EMAIL_TAKEN' });
  await expect(maintenance.resetPassword(database, site.takeBack, 'nobody@example.org')).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await database.close();
  await drop();
});

test('a lost phone: the command turns the second factor off and ends the sessions', async () => {
  const row = await withSecondFactor();
  expect(await maintenance.resetSecondFactor(site.database, site.takeBack, row.email)).toEqual({ passkeys: 0 });
  expect((await site.call(sessionCalls.getSession, {}, { token: row.token })).status).toBe(401);
  expect((await login(row.email)).status).toBe(200);
  expect(await maintenance.resetSecondFactor(site.database, site.takeBack, row.email)).toBeNull();
  const told = await waitForMail(site, { to: row.email, kind: 'second-factor-changed' });
  expect(told.text).toContain('The office has turned off the second factor');
});

test('where a second factor is required, the command still lets an administrator in, to set up another', async () => {
  const row = await withSecondFactor();
  await setSecondFactorRequired(site, true);
  try {
    expect((await login(row.email, password, row.codeAt(0))).body).not.toHaveProperty('mustSetUpSecondFactor');
    await maintenance.resetSecondFactor(site.database, site.takeBack, row.email);
    expect((await login(row.email)).body).toMatchObject({ success: true, mustSetUpSecondFactor: true });
  } finally {
    await setSecondFactorRequired(site, false);
  }
});
