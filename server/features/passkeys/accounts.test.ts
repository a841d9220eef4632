import { eq, ne } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { administrators } from '#server/features/administrators/tables.ts';
import { loginDevices, sessions } from '#server/features/auth/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { secondFactors } from '#server/features/second-factor/tables.ts';
import { log } from '#server/platform/log/tables.ts';
import { changeAdminPassword, inviteAdministrator, listAdministrators } from '#shared/contracts/administrators.ts';
import { changeMemberPassword, loginMember } from '#shared/contracts/auth.ts';
import { askEmail, confirmEmail, downloadOwnData, updateMember } from '#shared/contracts/members.ts';
import * as contract from '#shared/contracts/passkeys.ts';
import { deleteRegistration } from '#shared/contracts/registrations.ts';
import {
  beginSecondFactor,
  disableSecondFactor,
  renewRecoveryCodes,
  secondFactorState,
} from '#shared/contracts/second-factor.ts';
import { getSession } from '#shared/contracts/sessions.ts';
import { passkeyTexts } from '#shared/passkeys.ts';
import { startLoginApp } from '#tests/app.ts';
import { newAuthenticator } from '#tests/authenticator.ts';
import { registrationBody } from '#tests/factories/members.ts';
import {
  adminToken,
  confirmedToken,
  giveSecondFactor,
  hashOfPassword,
  memberToken,
  newAdministrator,
  newMember,
  nextPassword,
  password,
} from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { addPasskeyTo, logInWith, proofOf } from '#tests/passkeys.ts';
import { movePasskeys } from './account-passkeys.ts';
import { passkeyHandles, passkeys, usedCeremonies } from './tables.ts';

const site = await startLoginApp();

async function memberWithPasskey(values: Parameters<typeof newMember>[1] = {}) {
  const { id, email } = await newMember(site, { passwordHash: await hashOfPassword(), ...values });
  const token = await memberToken(site, id);
  return { id, email, token, call: { token }, ...(await addPasskeyTo(site, token)) };
}

async function administratorWithPasskey() {
  const { id, email } = await newAdministrator(site, { passwordHash: await hashOfPassword() });
  const token = await adminToken(site, id);
  return { id, email, token, call: { token }, ...(await addPasskeyTo(site, token)) };
}

const ofMember = (id: string) => site.database.$count(passkeys, eq(passkeys.memberId, id));

/** The server at another address, on the same database. */
async function serverAt(publicUrl: string) {
  const lines: string[] = [];
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: site.config.dataDir, PUBLIC_URL: publicUrl });
  const logTo = { write: (line: string) => void lines.push(line) };
  const app = await createApp({ config, database: site.database, pages: false, logTo });
  await app.ready();
  const call = async (path: string, token = '', body?: object) => {
    const method = body ? 'POST' : 'GET';
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.inject({ method, url: `/api/${path}`, headers, ...(body && { payload: body }) });
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() };
  };
  return { call, lines, close: () => app.close() };
}

test.each([
  'http://127.0.0.1:3000',
  'http://192.168.1.9',
  'https://192.168.1.9',
  'https://[::1]:3000',
  'http://www.example.org',
])('there are none at %s, which is said at the start', async (publicUrl) => {
  const { id, token } = await memberWithPasskey();
  const { call, lines, close } = await serverAt(publicUrl);
  try {
    for (const purpose of ['member', 'admin', 'confirm']) {
      expect(await call('Passkeys/begin', token, { for: purpose })).toMatchObject({
        status: 409,
        body: { code: 'NOT_AVAILABLE' },
      });
    }
    await site.database
      .update(sessions)
      .set({ confirmedUntil: new Date(Date.now() + 60_000) })
      .where(eq(sessions.memberId, id));
    expect((await call('Passkeys/beginAdding', token, {})).body).toMatchObject({ code: 'NOT_AVAILABLE' });
    expect(await call('Passkeys/login', '', {})).toMatchObject({
      status: 400,
      body: { message: passkeyTexts.refused },
    });
    expect((await call('Passkeys/list', token)).body).toMatchObject({ data: [{ usable: false }] });
    expect(lines.filter((line) => line.includes('no passkeys: they need PUBLIC_URL'))).toHaveLength(1);
  } finally {
    await close();
  }
});

test('another host makes them useless, which the start says; back at the first one they work again', async () => {
  const { email, device, token } = await administratorWithPasskey();
  const { call, lines, close } = await serverAt('https://new.example.org');
  try {
    expect(lines.find((line) => line.includes('made for another host'))).toMatch(/"passkeys":[1-9]/);
    expect((await call('Passkeys/list', token)).body).toMatchObject({ data: [{ usable: false }] });
    expect((await call('Session/secondFactor', token)).body).toMatchObject({ passkeys: 0 });
    const office = await confirmedToken(site);
    const row = async () => {
      const { data } = (await call('Admin/list', office)).body as { data: { email: string; secondFactor: boolean }[] };
      return data.find((each) => each.email === email);
    };
    expect(await row()).toMatchObject({ secondFactor: false });
    // Signed for the one host, or for the other: neither is accepted.
    for (const wrong of [{}, { client: { origin: 'https://new.example.org' }, host: 'new.example.org' }]) {
      const result = (await call('Passkeys/begin', '', { for: 'admin' })).body as { options: object; ceremony: string };
      const body = { ceremony: result.ceremony, response: device.get(result.options, wrong) };
      expect(await call('Passkeys/login', '', body)).toMatchObject({ status: 400, body: { code: 'PASSKEY_REFUSED' } });
    }
    const confirming = (await call('Passkeys/begin', token, { for: 'confirm' })).body;
    expect(confirming).toMatchObject({ options: { allowCredentials: [] } });
  } finally {
    await close();
  }
  const { data } = await site.ok(listAdministrators, {}, { token: await confirmedToken(site) });
  expect(data.find((each) => each.email === email)).toMatchObject({ secondFactor: true });
  expect((await logInWith(site, 'admin', device)).status).toBe(200);
});

test('another port keeps them', async () => {
  const { device } = await memberWithPasskey();
  const { call, close } = await serverAt('http://localhost:8080');
  try {
    const begun = async () =>
      (await call('Passkeys/begin', '', { for: 'member' })).body as { options: object; ceremony: string };
    const first = await begun();
    const atOther = {
      ceremony: first.ceremony,
      response: device.get(first.options, { client: { origin: 'http://localhost:8080' } }),
    };
    expect((await call('Passkeys/login', '', atOther)).status).toBe(200);
    const next = await begun();
    const atFirst = { ceremony: next.ceremony, response: device.get(next.options) };
    expect((await call('Passkeys/login', '', atFirst)).status).toBe(400);
  } finally {
    await close();
  }
});

test('stand in for the own password wherever that is sent, instead of it and not beside it', async () => {
  const { id, email, token, call, device } = await memberWithPasskey();
  const proof = () => proofOf(site, token, device);
  const result = { newPassword: nextPassword, confirmPassword: nextPassword };
  const wish = { email: `new-${id}@example.org` };
  const cases = [
    [changeMemberPassword, 'currentPassword', result],
    [askEmail, 'password', wish],
    [beginSecondFactor, 'password', {}],
  ] as const;
  for (const [endpoint, field, body] of cases) {
    for (const both of [{}, { ...(await proof()), [field]: password }]) {
      expect((await site.fails(endpoint, { body: { ...body, ...both } }, call)).body).toMatchObject({
        code: 'VALIDATION',
        fields: { [field]: expect.any(String) },
      });
    }
    const wrong = await proofOf(site, token, newAuthenticator(site.config.publicUrl));
    expect((await site.fails(endpoint, { body: { ...body, ...wrong } }, call)).body).toMatchObject({
      code: 'PASSKEY_REFUSED',
      message: passkeyTexts.notConfirmed,
    });
    await site.ok(endpoint, { body: { ...body, ...(await proof()) } }, call);
  }
  await site.ok(loginMember, { body: { email, password: nextPassword } });

  // In place of the one that was begun.
  await site.database.delete(secondFactors).where(eq(secondFactors.memberId, id));
  await giveSecondFactor(site, { memberId: id });
  await site.ok(renewRecoveryCodes, { body: await proof() }, call);
  await site.ok(disableSecondFactor, { body: await proof() }, call);
  expect(await site.ok(secondFactorState, {}, call)).toMatchObject({ enabled: false, passkeys: 1 });

  const office = await administratorWithPasskey();
  const change = { ...result, ...(await proofOf(site, office.token, office.device)) };
  await site.ok(changeAdminPassword, { body: change }, office.call);
});

test('a name that is too long is told before the ceremony is used', async () => {
  const { call } = await memberWithPasskey();
  const { options, ceremony } = await site.ok(contract.beginAddingPasskey, {}, call);
  const body = { ceremony, response: newAuthenticator(site.config.publicUrl).create(options) };
  for (const name of ['x'.repeat(61), ' ', 7]) {
    expect((await site.fails(contract.addPasskey, { body: { ...body, name } }, call)).body).toMatchObject({
      code: 'VALIDATION',
      fields: { name: expect.any(String) },
    });
  }
  const added = await site.ok(contract.addPasskey, { body: { ...body, name: ` ${'x'.repeat(60)} ` } }, call);
  expect(added.passkey.name).toBe('x'.repeat(60));
  // One line, whose letters stand in their order.
  const params = { id: added.passkey.id };
  const named = async (name: string) =>
    (await site.ok(contract.renamePasskey, { params, body: { name } }, call)).passkey;
  expect(await named('Phone\r\n\nThis was not me:\u2028\u202Ehttps://evil')).toMatchObject({
    name: 'Phone This was not me: https://evil',
  });
  expect((await site.fails(contract.renamePasskey, { params, body: { name: '\u200b\n' } }, call)).status).toBe(400);
});

test('stay when the office sets another e-mail, of which both mails name them', async () => {
  const { id, email, device } = await memberWithPasskey();
  const other = `other-${id}@example.org`;
  await site.ok(
    updateMember,
    { params: { id }, body: registrationBody({ email: other }) },
    { token: await confirmedToken(site) },
  );
  for (const to of [email, other]) {
    const { text } = await waitForMail(site, { to, kind: 'email-changed' });
    expect(text).toMatch(/These passkeys still log in: ‘Passkey’, added on \d+ \w+ \d{4}\./);
  }
  expect((await logInWith(site, 'member', device)).status).toBe(200);
});

test('are in the member’s own data by name and dates, without key and id', async () => {
  const { id, call, device } = await memberWithPasskey();
  await logInWith(site, 'member', device);
  const { raw } = await site.call(downloadOwnData, {}, call);
  const json = Buffer.from(unzipSync(raw)['data.json']!).toString();
  const data = JSON.parse(json) as { passkeys: object[] };
  expect(data.passkeys).toEqual([
    { name: 'Passkey', addedAt: expect.any(String), lastUsedAt: expect.any(String), synced: false },
  ]);
  const [row] = await site.database.select().from(passkeys).where(eq(passkeys.memberId, id));
  expect(json).not.toContain(device.credentialId);
  expect(json).not.toContain(row!.publicKey.toString('base64'));
});

test('go with an erased person, and are unknown afterwards like any other', async () => {
  const { id, device } = await memberWithPasskey();
  await site.database.update(members).set({ status: 'Rejected' }).where(eq(members.id, id));
  await site.ok(deleteRegistration, { params: { id } }, { token: await confirmedToken(site) });
  expect(await ofMember(id)).toBe(0);
  expect(await site.database.$count(passkeyHandles, eq(passkeyHandles.handle, device.userHandle))).toBe(0);
  const answers = [
    await logInWith(site, 'member', device),
    await logInWith(site, 'member', newAuthenticator(site.config.publicUrl), { userHandle: device.userHandle }),
  ];
  for (const { status, body } of answers) {
    expect({ status, body }).toEqual({
      status: 400,
      body: { success: false, code: 'PASSKEY_REFUSED', message: passkeyTexts.refused },
    });
  }
});

test('move to the record that goes on for a person, which they then log in to', async () => {
  const from = await memberWithPasskey();
  const { token: opened } = (await logInWith(site, 'member', from.device)).body as { token: string };
  const to = await newMember(site);
  await site.database.transaction((tx) => movePasskeys(tx, from.id, to.id));
  expect((await site.call(getSession, {}, { token: opened })).status).toBe(401);
  const { token } = (await logInWith(site, 'member', from.device)).body as { token: string };
  expect(await site.ok(getSession, {}, { token })).toMatchObject({ email: to.email });
  expect([await ofMember(from.id), await ofMember(to.id)]).toEqual([0, 1]);
  const [handle] = await site.database.select().from(passkeyHandles).where(eq(passkeyHandles.memberId, to.id));
  expect(handle?.handle).toBe(from.device.userHandle);
});

test('an invitation sent again ends what an older passkey has opened, and says how many went', async () => {
  const { id, email, device } = await administratorWithPasskey();
  await site.database
    .update(administrators)
    .set({ passwordHash: null, lastLoginAt: null })
    .where(eq(administrators.id, id));
  const { token } = (await logInWith(site, 'admin', device)).body as { token: string };
  await site.database.update(administrators).set({ lastLoginAt: null }).where(eq(administrators.id, id));
  const { message } = await site.ok(inviteAdministrator, { body: { email } }, { token: await confirmedToken(site) });
  expect(message).toBe('The invitation is being sent again. 1 passkey removed.');
  expect((await site.call(getSession, {}, { token })).status).toBe(401);
  expect((await logInWith(site, 'admin', device)).status).toBe(400);
  const [line] = await site.database.select().from(log).where(eq(log.subject, email));
  expect(line).toMatchObject({ action: 'invited the administrator again', note: '1 passkey removed' });
});

test('‘This was not me’ ends a link to another e-mail that the thief has asked for', async () => {
  const { id, email, call, token, device } = await memberWithPasskey();
  const thief = `thief-${id}@example.org`;
  await site.ok(askEmail, { body: { email: thief, ...(await proofOf(site, token, device)) } }, call);
  const asked = await waitForMail(site, { to: thief, kind: 'email-asked' });
  const link = /#(email_\S+)/.exec(asked.text)![1]!;
  const warning = await waitForMail(site, { to: email, kind: 'passkey-added' });
  await site.ok(contract.notMe, {}, { token: /#(notme_\S+)$/m.exec(warning.text)![1]! });
  expect((await site.fails(confirmEmail, {}, { token: link })).body.code).toBe('LINK_REPLACED');
});

test('a thousand begun ceremonies leave nothing behind', async () => {
  const stored = [usedCeremonies, passkeys, passkeyHandles, sessions, loginDevices];
  // Refused attempts of earlier tests are noted late.
  const lines = () => site.database.$count(log, ne(log.kind, 'security'));
  const tables = () => Promise.all([...stored.map((table) => site.database.$count(table)), lines()]);
  const before = await tables();
  const ceremonies = new Set<string>();
  for (let network = 0; network < 10; network += 1) {
    const begin = () => site.ok(contract.beginPasskey, { body: { for: 'member' } }, { from: `198.51.100.${network}` });
    for (const { ceremony } of await Promise.all(Array.from({ length: 100 }, begin))) ceremonies.add(ceremony);
  }
  expect(ceremonies.size).toBe(1_000);
  expect(await tables()).toEqual(before);
});
