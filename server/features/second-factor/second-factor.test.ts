import { eq, sql } from 'drizzle-orm';
import { Secret, TOTP, URI } from 'otpauth';
import { afterEach, describe, expect, test } from 'vitest';
import { makeOneTimeCode } from '#server/features/auth/mailed-secrets.ts';
import type { Subject } from '#server/features/auth/sessions.queries.ts';
import { log } from '#server/platform/log/tables.ts';
import { throttles } from '#server/platform/throttles/tables.ts';
import { inviteAdministrator } from '#shared/contracts/administrators.ts';
import { loginAdmin, loginMember, logout, resetPassword } from '#shared/contracts/auth.ts';
import { listNews } from '#shared/contracts/news.ts';
import * as contract from '#shared/contracts/second-factor.ts';
import { getSession } from '#shared/contracts/sessions.ts';
import { getSettings } from '#shared/contracts/settings.ts';
import { startLoginApp } from '#tests/app.ts';
import {
  adminToken,
  confirmedToken,
  giveSecondFactor,
  hashOfPassword,
  memberToken,
  newAdministrator,
  newMember,
  password,
  setSecondFactorRequired,
} from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { secondFactors } from './tables.ts';
import { newTotpSecret, stepOfCode } from './totp.ts';

const site = await startLoginApp();

interface Person {
  subject: Subject;
  email: string;
  /** A session created without a login. */
  token(): Promise<string>;
  login(value: { password?: string; code?: string }): ReturnType<typeof site.call>;
  lines(): Promise<(typeof log.$inferSelect)[]>;
}

async function newPerson(role: 'member' | 'administrator'): Promise<Person> {
  const passwordHash = await hashOfPassword();
  if (role === 'member') {
    const { id, email } = await newMember(site, { passwordHash });
    return {
      subject: { memberId: id },
      email,
      token: () => memberToken(site, id),
      login: (value) => site.call(loginMember, { body: { email, password, ...value } }),
      lines: () => site.database.select().from(log).where(eq(log.memberId, id)).orderBy(log.at),
    };
  }
  const { id, email } = await newAdministrator(site, { passwordHash });
  return {
    subject: { administratorId: id },
    email,
    token: () => adminToken(site, id),
    login: (value) => site.call(loginAdmin, { body: { email, password, ...value } }),
    lines: () => site.database.select().from(log).where(eq(log.by, email)).orderBy(log.at),
  };
}

async function withFactor(role: 'member' | 'administrator') {
  const person = await newPerson(role);
  return { ...person, ...(await giveSecondFactor(site, person.subject)) };
}

const actions = (lines: { action: string }[]) => lines.map(({ action }) => action);

describe.each(['member', 'administrator'] as const)('the second factor of a %s', (role) => {
  test('is begun with the password, on after a first code, and its address works in an app', async () => {
    const person = await newPerson(role);
    const [here, there] = [await person.token(), await person.token()];
    const call = { token: here };
    const state = { success: true, required: false, passkeys: 0 };
    expect(await site.ok(contract.secondFactorState, {}, call)).toEqual({
      ...state,
      enabled: false,
      recoveryCodesLeft: 0,
    });
    const wrong = await site.fails(contract.beginSecondFactor, { body: { password: 'nope' } }, call);
    expect(wrong.body).toMatchObject({ code: 'WRONG_PASSWORD', fields: { password: expect.any(String) } });
    const early = await site.fails(contract.confirmSecondFactor, { body: { code: '123456' } }, call);
    expect(early.body.code).toBe('WRONG_STATE');

    await site.ok(contract.beginSecondFactor, { body: { password } }, call);
    const result = await site.ok(contract.beginSecondFactor, { body: { password } }, call);
    const parsed = URI.parse(result.uri) as TOTP;
    expect(parsed).toBeInstanceOf(TOTP);
    expect(parsed).toMatchObject({ label: person.email, digits: 6, period: 30, algorithm: 'SHA1' });
    expect(parsed.secret.base32).toBe(result.secret);
    // Not on yet, so it can be neither turned off nor renewed.
    expect((await person.login({})).status).toBe(200);
    const both = { body: { password, code: parsed.generate() } };
    expect((await site.fails(contract.disableSecondFactor, both, call)).body.code).toBe('WRONG_STATE');
    expect((await site.fails(contract.renewRecoveryCodes, both, call)).body.code).toBe('WRONG_STATE');

    const right = parsed.generate();
    const off = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    expect((await site.fails(contract.confirmSecondFactor, { body: { code: off } }, call)).body).toMatchObject({
      code: 'WRONG_CODE',
      fields: { code: expect.any(String) },
    });
    const { recoveryCodes } = await site.ok(contract.confirmSecondFactor, { body: { code: right } }, call);
    expect(recoveryCodes).toHaveLength(10);
    expect(new Set(recoveryCodes).size).toBe(10);
    // 31 letters and digits: 24 of them have 118 bits, too many to be guessed even with a fast hash.
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-hjkmnp-z2-9]{4}-){5}[a-hjkmnp-z2-9]{4}$/);
    const stored = JSON.stringify(await site.database.select().from(secondFactors));
    for (const code of recoveryCodes) expect(stored).not.toContain(code);
    expect(await site.ok(contract.secondFactorState, {}, call)).toEqual({
      ...state,
      enabled: true,
      recoveryCodesLeft: 10,
    });
    // Sessions created with the password alone have ended.
    expect((await site.call(getSession, {}, { token: there })).status).toBe(401);
    // The code that turned it on was used.
    expect((await person.login({ code: right })).status).toBe(401);
    const again = await site.fails(contract.beginSecondFactor, { body: { password } }, call);
    expect(again.body.code).toBe('WRONG_STATE');
    const told = await waitForMail(site, { to: person.email, kind: 'second-factor-changed' });
    expect(told.subject).toBe('A second factor was turned on');
  });

  test('is asked for after the right password, and a wrong code is refused', async () => {
    const person = await withFactor(role);
    const result = await person.login({});
    expect(result.status).toBe(401);
    expect(result.body).toMatchObject({
      code: 'SECOND_FACTOR',
      message: 'Please enter the code from your authenticator app',
      fields: { code: expect.any(String) },
    });
    // Being asked for the code is not a failed try.
    for (let round = 0; round < 15; round += 1) expect((await person.login({})).status).toBe(401);
    expect((await person.login({ code: person.codeAt(20) })).body).toMatchObject({
      code: 'SECOND_FACTOR',
      fields: { code: 'This code is incorrect, or has already been used' },
    });
    // A right code reveals nothing about a wrong password.
    const guess = await person.login({ password: 'not this one', code: person.codeAt(0) });
    expect(guess.body).toMatchObject({ code: 'LOGIN_FAILED' });
    expect((await person.login({ code: person.codeAt(0) })).status).toBe(200);
  });

  test('takes a code of the app once, also when sent twice at once, and with a clock one step off', async () => {
    const person = await withFactor(role);
    const code = person.codeAt(0);
    const answers = await Promise.all([1, 2, 3].map(() => person.login({ code })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await person.login({ code: person.codeAt(1) })).status).toBe(200);
  });

  test('takes each recovery code once, in any spelling, and logs it', async () => {
    const person = await withFactor(role);
    const [first, second] = person.recoveryCodes;
    const answers = await Promise.all([1, 2, 3].map(() => person.login({ code: first! })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect((await person.login({ code: ` ${second!.toUpperCase().replaceAll('-', ' ')}` })).status).toBe(200);
    const state = await site.ok(contract.secondFactorState, {}, { token: await person.token() });
    expect(state.recoveryCodesLeft).toBe(8);
    const notes = (await person.lines()).map(({ note }) => note).filter((note) => note !== '');
    expect(notes).toEqual(['with a recovery code; 9 left', 'with a recovery code; 8 left']);
  });

  test('cannot be guessed code by code', async () => {
    const person = await withFactor(role);
    await Promise.all(Array.from({ length: 10 }, () => person.login({ code: person.codeAt(40) })));
    await site.database.delete(throttles).where(sql`${throttles.key} like '%login%'`);
    expect((await person.login({ code: person.codeAt(0) })).status).toBe(429);
  });

  test('gets new recovery codes for the password and a code; the earlier ones are invalid', async () => {
    const person = await withFactor(role);
    const call = { token: await person.token() };
    const renew = (body: object) => site.call(contract.renewRecoveryCodes, { body }, call);
    expect((await renew({ password: 'nope', code: person.codeAt(0) })).body).toMatchObject({ code: 'WRONG_PASSWORD' });
    expect((await renew({ password, code: person.codeAt(30) })).body).toMatchObject({ code: 'WRONG_CODE' });
    const { recoveryCodes } = (await renew({ password, code: person.codeAt(0) })).body as { recoveryCodes: string[] };
    expect(recoveryCodes).toHaveLength(10);
    expect((await person.login({ code: person.recoveryCodes[0]! })).status).toBe(401);
    expect((await person.login({ code: recoveryCodes[0]! })).status).toBe(200);
    expect(actions(await person.lines())).toContain('made new recovery codes');
    const told = await waitForMail(site, { to: person.email, kind: 'second-factor-changed' });
    expect(told.subject).toBe('New recovery codes were made');
  });

  test('is turned off with the password and a code', async () => {
    const person = await withFactor(role);
    const call = { token: await person.token() };
    const turnOff = (body: object) => site.call(contract.disableSecondFactor, { body }, call);
    expect((await turnOff({ password })).body).toMatchObject({ fields: { code: expect.any(String) } });
    expect((await turnOff({ password: 'nope', code: person.codeAt(0) })).body).toMatchObject({
      code: 'WRONG_PASSWORD',
    });
    expect((await turnOff({ password, code: person.codeAt(30) })).body).toMatchObject({ code: 'WRONG_CODE' });
    expect((await turnOff({ password, code: person.recoveryCodes[3] })).status).toBe(200);
    expect((await turnOff({ password, code: person.codeAt(1) })).body).toMatchObject({ code: 'WRONG_STATE' });
    expect((await person.login({})).status).toBe(200);
    expect((await person.lines()).map(({ action, note }) => `${action} ${note}`)).toContain(
      'turned the second factor off with a recovery code; 9 left',
    );
    const told = await waitForMail(site, { to: person.email, kind: 'second-factor-changed' });
    expect(told.subject).toBe('The second factor was turned off');
  });
});

test('clocks may differ by one step', () => {
  const secret = newTotpSecret();
  const now = Date.parse('2026-03-01T10:00:07Z');
  const step = Math.floor(now / 30_000);
  const codeAt = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now + steps * 30_000 });
  for (const steps of [-1, 0, 1]) expect(stepOfCode(secret, codeAt(steps), now)).toBe(step + steps);
  for (const steps of [-3, -2, 2, 3]) expect(stepOfCode(secret, codeAt(steps), now)).toBeNull();
  for (const text of ['', '12345', '1234567', 'abcdef', `${codeAt(0)}0`]) {
    expect(stepOfCode(secret, text, now)).toBeNull();
  }
  expect(stepOfCode(secret, `${codeAt(0).slice(0, 3)} ${codeAt(0).slice(3)}`, now)).toBe(step);
  const inHindi = codeAt(0).replace(/\d/g, (digit) => '०१२३४५६७८९'[Number(digit)]!);
  expect(stepOfCode(secret, inHindi, now)).toBe(step);
});

describe('a member', () => {
  test('without a second factor logs in with email and password alone', async () => {
    const person = await newPerson('member');
    const { status, body } = await site.call(loginMember, { body: { email: person.email, password } });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(['device', 'message', 'mustChangePassword', 'success', 'token']);
  });

  test('who resets the password by mail still needs the code, and gets no new tries of it', async () => {
    const person = await withFactor('member');
    await Promise.all(Array.from({ length: 10 }, () => person.login({ code: person.codeAt(40) })));
    const otp = await makeOneTimeCode(site.database, (person.subject as { memberId: string }).memberId, person.email);
    const newPassword = 'eleven quiet rivers';
    await site.ok(resetPassword, { body: { email: person.email, otp, newPassword, confirmPassword: newPassword } });
    expect((await person.login({ password: newPassword })).body).toMatchObject({ code: 'SECOND_FACTOR' });
    expect((await person.login({ password: newPassword, code: person.codeAt(0) })).status).toBe(429);
  });

  test('whose phone and codes are lost is let in by the office, after its password, and notified by mail', async () => {
    const person = await withFactor('member');
    const params = { id: (person.subject as { memberId: string }).memberId };
    const session = await person.token();
    const lift = (token: string) => site.call(contract.liftSecondFactor, { params }, { token });
    expect((await lift(await adminToken(site))).body).toMatchObject({ code: 'CONFIRMATION_NEEDED' });
    expect((await person.login({})).status).toBe(401);
    const office = await newAdministrator(site);
    const token = await confirmedToken(site, office.id);
    expect((await lift(token)).status).toBe(200);
    expect((await site.call(getSession, {}, { token: session })).status).toBe(401);
    expect((await person.login({})).status).toBe(200);
    const line = (await person.lines()).find(({ action }) => action === 'lifted the second factor');
    expect(line).toMatchObject({ kind: 'member', by: office.email, subject: expect.stringMatching(/^AIP-/) });
    const told = await waitForMail(site, { to: person.email, kind: 'second-factor-changed' });
    expect(told.text).toContain('The office has turned off the second factor');
    expect((await lift(token)).body).toMatchObject({ code: 'WRONG_STATE' });
    const other = { params: { id: '0198a5f0-0000-7000-8000-000000000000' } };
    expect((await site.fails(contract.liftSecondFactor, other, { token })).status).toBe(404);
  });
});

describe('where administrators need a second factor', () => {
  afterEach(() => setSecondFactorRequired(site, false));
  const require = (token: string, required = true) =>
    site.call(contract.requireSecondFactor, { body: { required } }, { token });

  test('an administrator with one can require it, after the password; one without cannot', async () => {
    const without = await confirmedToken(site);
    expect((await require(without)).body).toMatchObject({ code: 'WRONG_STATE' });
    const person = await withFactor('administrator');
    const id = (person.subject as { administratorId: string }).administratorId;
    expect((await require(await person.token())).body).toMatchObject({ code: 'CONFIRMATION_NEEDED' });
    const token = await confirmedToken(site, id);
    expect((await require(token)).status).toBe(200);
    expect((await require(token)).status).toBe(200);
    expect(await site.ok(contract.secondFactorState, {}, { token })).toMatchObject({ enabled: true, required: true });
    const off = { body: { password, code: person.codeAt(0) } };
    expect((await site.fails(contract.disableSecondFactor, off, { token })).body.code).toBe('WRONG_STATE');
    expect((await require(token, false)).status).toBe(200);
    expect((await site.call(contract.disableSecondFactor, off, { token })).status).toBe(200);
    expect(actions(await person.lines())).toEqual([
      'made a second factor a requirement for administrators',
      'ended the requirement of a second factor for administrators',
      'turned the second factor off',
    ]);
  });

  test('of requiring it and turning off one’s own at the same time, one fails', async () => {
    for (let round = 0; round < 5; round += 1) {
      await setSecondFactorRequired(site, false);
      const person = await withFactor('administrator');
      const token = await confirmedToken(site, (person.subject as { administratorId: string }).administratorId);
      const off = site.call(contract.disableSecondFactor, { body: { password, code: person.codeAt(0) } }, { token });
      const statuses = (await Promise.all([off, require(token)])).map(({ status }) => status).sort();
      expect(statuses).toEqual([200, 409]);
    }
  });

  test('an administrator without one can only set it up; then everything is open', async () => {
    const person = await newPerson('administrator');
    const before = await person.token();
    await setSecondFactorRequired(site, true);
    const answer = await person.login({});
    expect(answer.body).toMatchObject({ success: true, mustSetUpSecondFactor: true });
    const { token } = answer.body as unknown as { token: string };
    const call = { token };
    for (const each of [token, before]) {
      expect((await site.fails(getSession, {}, { token: each })).body).toEqual({
        success: false,
        code: 'SECOND_FACTOR_REQUIRED',
        message: 'The association requires a second factor of every administrator. Please set it up to go on.',
      });
    }
    // Public calls work, but without the office's part.
    expect((await site.fails(listNews, {}, call)).status).toBe(403);
    expect((await site.call(getSettings, {}, call)).status).toBe(200);
    expect((await site.fails(inviteAdministrator, { body: {} }, call)).body.code).toBe('SECOND_FACTOR_REQUIRED');
    expect(await site.ok(contract.secondFactorState, {}, call)).toMatchObject({ enabled: false, required: true });
    const { secret } = await site.ok(contract.beginSecondFactor, { body: { password } }, call);
    // Beginning is not enough.
    expect((await site.fails(getSession, {}, call)).status).toBe(403);
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    await site.ok(contract.confirmSecondFactor, { body: { code } }, call);
    expect((await site.call(getSession, {}, call)).status).toBe(200);
    expect((await site.call(listNews, {}, call)).status).toBe(200);
    expect((await site.call(getSession, {}, { token: before })).status).toBe(401);
  });

  test('the rule can be dropped again, and members are not affected', async () => {
    await setSecondFactorRequired(site, true);
    const token = await adminToken(site);
    expect((await site.call(logout, {}, { token })).status).toBe(200);
    const member = await newPerson('member');
    expect((await member.login({})).status).toBe(200);
    const call = { token: await member.token() };
    expect((await site.ok(contract.secondFactorState, {}, call)).required).toBe(false);
    expect((await site.call(getSession, {}, call)).status).toBe(200);
  });
});
