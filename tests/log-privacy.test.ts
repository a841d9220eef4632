import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sessions } from '#server/features/auth/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import * as auth from '#shared/contracts/auth.ts';
import * as sessionCalls from '#shared/contracts/sessions.ts';
import { startTestApp } from './app.ts';
import { hashOfPassword, newAdministrator, newMember, nextPassword, password } from './logins.ts';
import { waitForMail } from './mail.ts';

const lines: string[] = [];
const site = await startTestApp({}, { logTo: { write: (line) => lines.push(line) } });

test('the log tells what happened, without secrets and personal data', async () => {
  const passwordHash = await hashOfPassword();
  const member = await newMember(site, { passwordHash, name: 'Padmavati Ranganathan', mobile: '9898012345' });
  const administrator = await newAdministrator(site, { passwordHash });
  const secrets = [password, nextPassword, passwordHash, member.email, administrator.email, member.name, member.mobile];

  const { token } = await site.ok(auth.loginMember, { body: { email: member.email, password } });
  const admin = await site.ok(auth.loginAdmin, { body: { email: administrator.email, password } });
  secrets.push(token, token.slice(7), admin.token, admin.token.slice(6));
  for (const { tokenHash } of await site.database.select().from(sessions)) secrets.push(tokenHash);

  await site.fails(auth.loginMember, { body: { email: member.email, password: nextPassword } });
  await site.fails(auth.loginAdmin, { body: { email: member.email, password: nextPassword } });
  await site.ok(auth.sendOtp, { body: { email: member.email } });
  const otp = /^OTP: (\d{6})$/m.exec((await waitForMail(site, { to: member.email, kind: 'otp' })).text)![1]!;
  secrets.push(`"${otp}"`);
  await site.fails(auth.resetPassword, {
    body: { email: member.email, otp: '', newPassword: nextPassword, confirmPassword: nextPassword },
  });
  await site.ok(auth.resetPassword, {
    body: { email: member.email, otp, newPassword: nextPassword, confirmPassword: nextPassword },
  });
  await site.fails(sessionCalls.getSession, {}, { token });

  // Secrets in the wrong place: an address, a malformed body, another header.
  const headers = { authorization: `Bearer ${admin.token}`, cookie: `token=${admin.token}` };
  await site.app.inject({ url: `/api/Session?token=${admin.token}&email=${member.email}`, headers });
  await site.app.inject({ url: `/api/${member.email}/${admin.token}`, headers });
  await site.app.inject({
    method: 'POST',
    url: '/api/Directory/Login',
    headers: { 'content-type': 'application/json' },
    payload: `{"email":"${member.email}","password":"${password}"`,
  });

  const asOwner = (text: string) => withClient(site.ownerConnection, (client) => client.query(text));
  // PostgreSQL's error message of a failed query contains its values.
  await asOwner('alter table sessions rename to sessions_away');
  const broken = await site.fails(auth.loginMember, { body: { email: member.email, password: nextPassword } });
  await site.fails(sessionCalls.getSession, {}, { token: admin.token });
  await asOwner('alter table sessions_away rename to sessions');
  expect(broken.status).toBe(500);
  expect(broken.raw.toString()).not.toMatch(/sessions|insert|select|\.ts/);

  const printed = lines.join('');
  expect(printed).toContain('"call":"/api/Directory/Login","status":200');
  expect(printed).toContain('"call":"/api/Directory/Login","status":500');
  expect(printed).toContain('a request failed');
  for (const secret of secrets) expect(printed).not.toContain(secret);
  const [row] = await site.database.select().from(members).where(eq(members.id, member.id));
  expect(printed).not.toContain(row!.passwordHash!);
});
