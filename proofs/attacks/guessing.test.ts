import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { administrators } from '#server/features/administrators/tables.ts';
import { loginAdmin, loginMember, resetPassword, sendOtp } from '#shared/contracts/auth.ts';
import { applicationState, getCorrection } from '#shared/contracts/corrections.ts';
import { verifyCode } from '#shared/contracts/verification.ts';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { type Answer, startLoginApp, type TestApp } from '#tests/app.ts';
import {
  giveSecondFactor,
  hashOfPassword,
  newAdministrator,
  newMember,
  password as rightPassword,
} from '#tests/logins.ts';

// As behind a reverse proxy on this machine.
const site = await startLoginApp({ TRUST_PROXY: 'loopback' });
const result = await newMember(site, { passwordHash: await hashOfPassword() });

/** The visible parts of an answer, without those that always differ. */
function seen({ status, headers, raw }: Answer<unknown>) {
  const { date: _, 'x-request-id': __, ...value } = headers;
  return { status, headers: value, length: raw.length, body: raw.toString('utf8') };
}

/** Makes a call with each input, of which at most one is right, and expects indistinguishable answers. */
async function expectAlike(call: AnyEndpoint, inputs: Record<string, object>, headers: Record<string, object> = {}) {
  const answers = await Promise.all(
    Object.entries(inputs).map(async ([name, input]) => {
      const options = headers[name] as { token?: string } | undefined;
      return [name, seen(await site.call(call, input, options ?? {}))] as const;
    }),
  );
  const [, first] = answers[0]!;
  for (const [name, answer] of answers) expect(answer, name).toEqual(first);
  return first;
}

describe('nobody can tell by status, headers, length or text', () => {
  test('who is a member, from a login', async () => {
    const hidden = await newMember(site, { status: 'New', passwordHash: await hashOfPassword() });
    const password = 'not this one at all';
    const second = await newMember(site, { passwordHash: await hashOfPassword() });
    await giveSecondFactor(site, { memberId: second.id });
    const { status } = await expectAlike(loginMember, {
      'a member': { body: { email: result.email, password } },
      'one with a second factor': { body: { email: second.email, password } },
      'one with a second factor, and a code': { body: { email: second.email, password, code: '123456' } },
      'nobody, of the same length': { body: { email: `x${result.email.slice(1)}`, password } },
      'nobody, long': { body: { email: `${'x'.repeat(200)}@example.org`, password } },
      'an applicant with the right password': { body: { email: hidden.email, password: rightPassword } },
      'no e-mail at all': { body: { email: "' or 1=1 --", password } },
    });
    expect(status).toBe(401);
  });

  test('who is an administrator, from a login', async () => {
    const password = 'not this one at all';
    const passwordHash = await hashOfPassword();
    const one = await newAdministrator(site, { passwordHash });
    const disabled = await newAdministrator(site, { passwordHash, disabled: true });
    const second = await newAdministrator(site, { passwordHash });
    await giveSecondFactor(site, { administratorId: second.id });
    await expectAlike(loginAdmin, {
      'an administrator': { body: { email: one.email, password, code: '' } },
      nobody: { body: { email: 'nobody@example.org', password, code: '' } },
      disabled: { body: { email: disabled.email, password: rightPassword, code: '' } },
      'one with a second factor': { body: { email: second.email, password, code: '' } },
      'one with a second factor, and a code': { body: { email: second.email, password, code: '123456' } },
    });
    await site.database.delete(administrators).where(eq(administrators.id, second.id));
  });

  test('who is a member, from a forgotten password', async () => {
    const applicant = await newMember(site, { status: 'New', memberNumber: null });
    const second = await newMember(site);
    await giveSecondFactor(site, { memberId: second.id });
    const { status } = await expectAlike(sendOtp, {
      'a member': { body: { email: result.email } },
      'one with a second factor': { body: { email: second.email } },
      nobody: { body: { email: 'nobody@example.org' } },
      'an applicant': { body: { email: applicant.email } },
    });
    expect(status).toBe(200);
  });

  test('whether there is a code, or whose', async () => {
    const given = { otp: '123456', newPassword: 'eleven quiet rivers', confirmPassword: 'eleven quiet rivers' };
    const { status } = await expectAlike(resetPassword, {
      'a member without a code': { body: { email: result.email, ...given } },
      nobody: { body: { email: 'nobody@example.org', ...given } },
      'a member, in another form': { body: { email: result.email, ...given, otp: 'abcdefghijkl' } },
    });
    expect(status).toBe(400);
  });

  test('how close a guessed link or code is', async () => {
    const guess = (kind: string) => `${kind}_${randomBytes(32).toString('base64url')}`;
    for (const [call, kind] of [
      [applicationState, 'application'],
      [getCorrection, 'correction'],
    ] as const) {
      const tokens = {
        'of the right form': { token: guess(kind) },
        'of another kind': { token: guess(kind === 'correction' ? 'application' : 'correction') },
        'a session': { token: guess('member') },
        short: { token: 'x'.repeat(20) },
      };
      const { status } = await expectAlike(
        call,
        { 'of the right form': {}, 'of another kind': {}, 'a session': {}, short: {} },
        tokens,
      );
      expect(status).toBe(404);
    }
    await expectAlike(verifyCode, {
      one: { params: { code: randomBytes(16).toString('base64url') } },
      another: { params: { code: randomBytes(16).toString('base64url') } },
      short: { params: { code: 'x' } },
    });
  });
});

/** The number of attempts that are not refused. */
async function tries(count: number, attempt: (index: number) => Promise<Answer<unknown>>): Promise<number> {
  let amount = 0;
  for (let index = 0; index < count; index++) if ((await attempt(index)).status !== 429) amount++;
  return amount;
}
const login = (email: string, options: Parameters<TestApp['call']>[2]) =>
  site.call(loginMember, { body: { email, password: 'not this one at all' } }, options);

describe('no additional attempts are possible', () => {
  test('with other spellings of an e-mail address', async () => {
    const [name, host] = result.email.split('@') as [string, string];
    const forms = [
      result.email,
      result.email.toUpperCase(),
      ` ${result.email}\t`,
      `\u00a0${result.email}\u2003`,
      `${name[0]!.toUpperCase()}${name.slice(1)}@${host.toUpperCase()}`,
      // The kelvin sign becomes a k in lower case.
      result.email.replace(/k/i, '\u212a'),
    ];
    expect(await tries(24, (index) => login(forms[index % forms.length]!, { from: '203.0.113.9' }))).toBe(10);
    // Another e-mail address is another account, so these do not log in either.
    for (const other of [
      `${name}.@${host}`,
      `${name}+1@${host}`,
      `${result.email}.`,
      result.email.replace('m', 'ｍ'),
    ]) {
      expect((await login(other, { from: '203.0.113.8' })).status).toBe(401);
    }
  });

  test('with addresses of one IPv6 network', async () => {
    const from = (index: number) => `2001:db8:1:2:${(index * 791).toString(16)}::${index.toString(16)}`;
    expect(await tries(15, (index) => login(result.email, { from: from(index) }))).toBe(10);
    const forms = ['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207'];
    expect(await tries(15, (index) => login('nobody@example.org', { from: forms[index % 3]! }))).toBe(10);
  });

  test('from a hundred networks: an account has fifty, whether it exists or not', async () => {
    for (const email of [result.email, 'nobody@example.org']) {
      expect(await tries(60, (index) => login(email, { from: `2001:db8:0:${index.toString(16)}::1` }))).toBe(50);
    }
  });

  test('with a forged header, before the proxy’s entry or bypassing the proxy', async () => {
    const forged = (index: number) =>
      [`198.51.100.${index}`, `2001:db8::${index}`, '127.0.0.1', 'unknown', ''][index % 5]!;
    const behind = (index: number) =>
      login(result.email, {
        from: '127.0.0.1',
        headers: {
          'x-forwarded-for': `${forged(index)}, 203.0.113.77`,
          'x-real-ip': forged(index),
          forwarded: `for=${forged(index)}`,
        },
      });
    expect(await tries(15, behind)).toBe(10);
    // The header is ignored on connections that bypass the proxy.
    const past = (index: number) =>
      login('nobody@example.org', { from: '203.0.113.78', headers: { 'x-forwarded-for': `198.51.100.${index}` } });
    expect(await tries(15, past)).toBe(10);
  });

  test('for a code: three mails an hour and twenty attempts, in any spelling of the e-mail address', async () => {
    const from = '203.0.113.80';
    const forms = [result.email, result.email.toUpperCase(), ` ${result.email} `];
    const send = (index: number) => site.call(sendOtp, { body: { email: forms[index % 3]! } }, { from });
    expect(await tries(9, send)).toBe(3);
  });
});
