import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { makeOneTimeCode } from '#server/features/auth/mailed-secrets.ts';
import { inviteAdministrator } from '#shared/contracts/administrators.ts';
import { loginAdmin, loginMember, resetPassword } from '#shared/contracts/auth.ts';
import * as contract from '#shared/contracts/passkeys.ts';
import {
  beginSecondFactor,
  liftSecondFactor,
  requireSecondFactor,
  secondFactorState,
} from '#shared/contracts/second-factor.ts';
import { confirmSession, getSession } from '#shared/contracts/sessions.ts';
import { startLoginApp } from '#tests/app.ts';
import {
  adminToken,
  confirmedToken,
  hashOfPassword,
  memberToken,
  newAdministrator,
  newMember,
  nextPassword,
  password,
  setSecondFactorRequired,
} from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { addPasskeyTo, proofOf } from '#tests/passkeys.ts';
import { passkeys } from './tables.ts';

const site = await startLoginApp();
afterEach(() => setSecondFactorRequired(site, false));

const add = (token: string) => addPasskeyTo(site, token);

test('an administrator who needs a second factor may add a passkey, and must use it beside the password', async () => {
  const { id, email } = await newAdministrator(site, { passwordHash: await hashOfPassword() });
  await setSecondFactorRequired(site, true);
  const first = await site.ok(loginAdmin, { body: { email, password } });
  expect(first).toMatchObject({ mustSetUpSecondFactor: true });
  const call = { token: first.token };
  const { device, passkey } = await add(first.token);
  expect((await site.fails(contract.listPasskeys, {}, call)).body.code).toBe('SECOND_FACTOR_REQUIRED');
  expect((await site.fails(beginSecondFactor, { body: { password } }, call)).body.code).toBe('SECOND_FACTOR_REQUIRED');
  expect((await site.fails(confirmSession, { body: { password } }, call)).body.code).toBe('SECOND_FACTOR_REQUIRED');
  expect((await site.call(getSession, {}, call)).status).toBe(200);
  await site.ok(confirmSession, { body: await proofOf(site, first.token, device) }, call);
  expect(await site.ok(secondFactorState, {}, call)).toMatchObject({ enabled: false, passkeys: 1 });
  await site.ok(requireSecondFactor, { body: { required: true } }, call);
  // The last factor stays.
  const params = { id: passkey.id };
  expect((await site.fails(contract.removePasskey, { params }, call)).body.code).toBe('WRONG_STATE');

  const next = await site.ok(loginAdmin, { body: { email, password } });
  expect(next).toMatchObject({ mustUsePasskey: true });
  expect(next).not.toHaveProperty('mustSetUpSecondFactor');
  expect((await site.fails(secondFactorState, {}, { token: next.token })).body.code).toBe('SECOND_FACTOR_REQUIRED');
  const { options, ceremony } = await site.ok(contract.beginPasskey, { body: { for: 'admin' } });
  const { token } = await site.ok(contract.loginWithPasskey, { body: { ceremony, response: device.get(options) } });
  expect((await site.call(secondFactorState, {}, { token })).status).toBe(200);
  await setSecondFactorRequired(site, false);
  await site.ok(contract.removePasskey, { params }, call);
  expect(await site.database.$count(passkeys, eq(passkeys.administratorId, id))).toBe(0);
});

test('the office lifts a member’s passkeys like the code, and ends the sessions', async () => {
  const { id } = await newMember(site, { passwordHash: await hashOfPassword() });
  const token = await memberToken(site, id);
  await add(token);
  const office = await confirmedToken(site);
  await site.ok(liftSecondFactor, { params: { id } }, { token: office });
  expect(await site.database.$count(passkeys, eq(passkeys.memberId, id))).toBe(0);
  expect((await site.call(getSession, {}, { token })).status).toBe(401);
  expect((await site.fails(liftSecondFactor, { params: { id } }, { token: office })).status).toBe(409);
});

test.each([false, true])('a reset by code names the passkeys that stay; all removed: %s', async (removePasskeys) => {
  const { id, email } = await newMember(site, { passwordHash: await hashOfPassword() });
  await add(await memberToken(site, id));
  const otp = await makeOneTimeCode(site.database, id, email);
  const body = { email, otp, newPassword: nextPassword, confirmPassword: nextPassword, removePasskeys };
  await site.ok(resetPassword, { body });
  const { text } = await waitForMail(site, { to: email, kind: 'password-changed' });
  expect(text.includes('These passkeys still log in: ‘Passkey’, added on ')).toBe(!removePasskeys);
  expect(await site.database.$count(passkeys, eq(passkeys.memberId, id))).toBe(removePasskeys ? 0 : 1);
});

const linkIn = (text: string) => /^This was not me: \S+#(notme_\S+)$/m.exec(text)![1]!;

test('‘This was not me’ removes the passkey it tells of and voids the password, once; one from before the owner’s last proof stays', async () => {
  const { id, email } = await newMember(site, { passwordHash: await hashOfPassword() });
  await add(await memberToken(site, id));
  await waitForMail(site, { to: email, kind: 'passkey-added' });
  const otp = await makeOneTimeCode(site.database, id, email);
  const body = { email, otp, newPassword: password, confirmPassword: password };
  await site.ok(resetPassword, { body });
  const token = await memberToken(site, id);
  await add(token);
  await expect.poll(async () => site.database.$count(passkeys, eq(passkeys.memberId, id))).toBe(2);
  // Each call waits for a mail that none has returned.
  const second = await waitForMail(site, { to: email, kind: 'passkey-added' });
  const link = { token: linkIn(second.text) };
  expect(await site.ok(contract.notMe, {}, link)).toMatchObject({
    passkeysRemoved: 1,
    sessionsEnded: 1,
    next: 'code',
  });
  expect((await site.fails(loginMember, { body: { email, password } })).body.code).toBe('LOGIN_FAILED');
  await waitForMail(site, { to: email, kind: 'otp' });
  expect((await site.fails(contract.notMe, {}, link)).body.code).toBe('LINK_USED');
  const unknown = { token: `notme_${'x'.repeat(43)}` };
  expect(await site.call(contract.notMe, {}, unknown)).toMatchObject({ status: 404, body: { code: 'LINK_UNKNOWN' } });
});

test('an administrator’s link tells the others, and an invitation leads back', async () => {
  const other = await newAdministrator(site);
  const { id, email } = await newAdministrator(site, { passwordHash: await hashOfPassword(), lastLoginAt: new Date() });
  await add(await adminToken(site, id));
  const { text } = await waitForMail(site, { to: email, kind: 'passkey-added' });
  const answer = await site.ok(contract.notMe, {}, { token: linkIn(text) });
  expect(answer).toMatchObject({ passkeysRemoved: 1, next: 'invitation' });
  expect((await waitForMail(site, { to: other.email, kind: 'not-me-office' })).text).toContain(email);
  await site.ok(inviteAdministrator, { body: { email } }, { token: await confirmedToken(site) });
  await waitForMail(site, { to: email, kind: 'administrator-invitation' });
});
