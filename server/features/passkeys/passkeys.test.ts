import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { administrators } from '#server/features/administrators/tables.ts';
import type { Subject } from '#server/features/auth/sessions.queries.ts';
import { sessions } from '#server/features/auth/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { log } from '#server/platform/log/tables.ts';
import { throttles } from '#server/platform/throttles/tables.ts';
import { minimumDuration } from '#server/platform/with-timeout.ts';
import { clock } from '#shared/clock.ts';
import { loginAdmin, loginMember } from '#shared/contracts/auth.ts';
import * as contract from '#shared/contracts/passkeys.ts';
import { confirmSession, getSession } from '#shared/contracts/sessions.ts';
import { passkeyTexts } from '#shared/passkeys.ts';
import { startLoginApp } from '#tests/app.ts';
import { type Authenticator, cbor, coseOf, flags, newAuthenticator, type Wrong } from '#tests/authenticator.ts';
import {
  adminToken,
  giveSecondFactor,
  hashOfPassword,
  memberToken,
  newAdministrator,
  newMember,
  password,
} from '#tests/logins.ts';
import { mailsOf, waitForMail } from '#tests/mail.ts';
import { sweepCeremonies } from './passkeys.queries.ts';
import { passkeys, usedCeremonies } from './tables.ts';

const site = await startLoginApp();
const { publicUrl } = site.config;

const roles = ['member', 'admin'] as const;
type Role = (typeof roles)[number];

interface Person {
  role: Role;
  id: string;
  subject: Subject;
  email: string;
  token: string;
}

async function newPerson(role: Role): Promise<Person> {
  const passwordHash = await hashOfPassword();
  if (role === 'member') {
    const { id, email } = await newMember(site, { passwordHash });
    return { role, id, subject: { memberId: id }, email, token: await memberToken(site, id) };
  }
  const { id, email } = await newAdministrator(site, { passwordHash });
  return { role, id, subject: { administratorId: id }, email, token: await adminToken(site, id) };
}

const confirmBy = ({ token }: Person) => site.ok(confirmSession, { body: { password } }, { token });

/** Adds a passkey with an authenticator. */
async function addTo(person: Person, device: Authenticator = newAuthenticator(publicUrl), wrong: Wrong = {}) {
  const call = { token: person.token };
  await confirmBy(person);
  const { options, ceremony } = await site.ok(contract.beginAddingPasskey, {}, call);
  const body = { ceremony, response: device.create(options, wrong) };
  return { device, answer: await site.call(contract.addPasskey, { body }, call) };
}

async function withPasskey(role: Role) {
  const person = await newPerson(role);
  const { device, answer } = await addTo(person);
  expect(answer).toMatchObject({ status: 200 });
  return { ...person, device, passkey: (answer.body as { passkey: contract.Passkey }).passkey };
}

const begin = (purpose: Role) => site.ok(contract.beginPasskey, { body: { for: purpose } });

async function login(role: Role, device: Authenticator, wrong: Wrong = {}, more: object = {}) {
  const { options, ceremony } = await begin(role);
  return site.call(contract.loginWithPasskey, { body: { ceremony, response: device.get(options, wrong), ...more } });
}

async function confirmation(person: Person, device: Authenticator, wrong: Wrong = {}) {
  const { options, ceremony } = await site.ok(
    contract.beginPasskey,
    { body: { for: 'confirm' } },
    { token: person.token },
  );
  return { ceremony, response: device.get(options, wrong) };
}

const refused = { status: 400, body: { success: false, code: 'PASSKEY_REFUSED', message: passkeyTexts.refused } };

describe.each(roles)('passkeys of a %s', (role) => {
  test('are added after the password, and log in without it', async () => {
    const person = await newPerson(role);
    const call = { token: person.token };
    expect((await site.fails(contract.beginAddingPasskey, {}, call)).body.code).toBe('CONFIRMATION_NEEDED');
    await confirmBy(person);
    const { options, ceremony } = await site.ok(contract.beginAddingPasskey, {}, call);
    expect(options).toMatchObject({
      rp: { id: 'localhost' },
      user: { name: role === 'member' ? person.email : `${person.email} · office` },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      pubKeyCredParams: [{ alg: -7 }, { alg: -8 }, { alg: -257 }],
      timeout: 300_000,
      excludeCredentials: [],
    });
    const { id: handle } = options.user as { id: string };
    expect(Buffer.from(handle, 'base64url')).toHaveLength(32);
    const device = newAuthenticator(publicUrl);
    const headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile' };
    const body = { ceremony, response: device.create(options) };
    const { passkey } = await site.ok(contract.addPasskey, { body }, { ...call, headers });
    expect(passkey).toEqual({
      id: expect.any(String),
      name: 'Chrome on Android',
      addedAt: expect.any(String),
      lastUsedAt: null,
      synced: false,
      usable: true,
    });
    const mail = await waitForMail(site, { to: person.email, kind: 'passkey-added' });
    expect(mail.text).toMatch(/^This was not me: http:\/\/localhost:3000\/not-me#notme_[\w-]{43}$/m);

    const answer = await login(role, device);
    expect(answer).toMatchObject({ status: 200, body: { success: true, mustChangePassword: false } });
    const { token } = answer.body as { token: string };
    expect(await site.ok(getSession, {}, { token })).toMatchObject({ role, email: person.email });
    const { data } = await site.ok(contract.listPasskeys, {}, { token });
    expect(data).toMatchObject([{ id: passkey.id, lastUsedAt: expect.any(String) }]);
    // The handle stays the account's.
    await confirmBy(person);
    expect((await site.ok(contract.beginAddingPasskey, {}, call)).options).toMatchObject({
      user: { id: handle },
      excludeCredentials: [{ id: device.credentialId, type: 'public-key', transports: ['internal'] }],
    });
  });

  test.each(['ES256', 'EdDSA', 'RS256'] as const)('may have a key of %s', async (kind) => {
    const person = await newPerson(role);
    const { device, answer } = await addTo(person, newAuthenticator(publicUrl, kind));
    expect(answer.status).toBe(200);
    expect((await login(role, device)).status).toBe(200);
  });

  test('are listed in their order, renamed, and removed', async () => {
    const person = await withPasskey(role);
    const call = { token: person.token };
    const second = await addTo(person);
    const { passkey } = second.answer.body as { passkey: contract.Passkey };
    const params = { id: passkey.id };
    expect(await site.ok(contract.renamePasskey, { params, body: { name: ' Phone ' } }, call)).toMatchObject({
      passkey: { id: passkey.id, name: 'Phone' },
    });
    expect((await site.ok(contract.listPasskeys, {}, call)).data.map(({ name }) => name)).toEqual(['Passkey', 'Phone']);
    for (const name of ['', ' ', 'x'.repeat(61), undefined]) {
      expect((await site.fails(contract.renamePasskey, { params, body: { name } }, call)).body).toMatchObject({
        code: 'VALIDATION',
        fields: { name: expect.any(String) },
      });
    }
    const { token } = (await login(role, second.device)).body as { token: string };
    await site.ok(contract.removePasskey, { params }, call);
    expect((await site.fails(contract.removePasskey, { params }, call)).status).toBe(404);
    // The sessions that it opened have ended, others not.
    expect((await site.call(getSession, {}, { token })).status).toBe(401);
    expect((await site.call(getSession, {}, call)).status).toBe(200);
    expect(await login(role, second.device)).toMatchObject(refused);
    expect((await waitForMail(site, { to: person.email, kind: 'passkey-changed' })).text).toContain('‘Phone’');
    const lines = await site.database
      .select()
      .from(log)
      .where(role === 'member' ? eq(log.memberId, person.id) : eq(log.by, person.email))
      .orderBy(log.at);
    expect(lines.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['added a passkey', 'logged in', 'removed a passkey']),
    );
  });

  test('of others are not found', async () => {
    const result = await withPasskey(role);
    for (const other of roles) {
      const person = await newPerson(other);
      await confirmBy(person);
      const call = { token: person.token };
      const params = { id: result.passkey.id };
      const answers = [
        await site.fails(contract.renamePasskey, { params, body: { name: 'Mine' } }, call),
        await site.fails(contract.removePasskey, { params }, call),
        await site.fails(contract.removePasskey, { params: { id: person.id } }, call),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    }
  });

  test('log in once with one ceremony, also at the same time', async () => {
    const { device } = await withPasskey(role);
    const { options, ceremony } = await begin(role);
    const body = { ceremony, response: device.get(options) };
    const answers = await Promise.all([1, 2, 3].map(() => site.call(contract.loginWithPasskey, { body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    expect(await site.call(contract.loginWithPasskey, { body })).toMatchObject(refused);
  });

  test('are answered in the language that is asked for, administrators in English', async () => {
    const { device } = await withPasskey(role);
    const hindi = { headers: { 'accept-language': 'hi' } };
    const language = role === 'admin' ? 'en-IN' : 'hi-IN';
    const begun = await site.call(contract.beginPasskey, { body: { for: role } }, hindi);
    expect(begun.headers['content-language']).toBe(language);
    const ceremonies = [await begin(role), await begin(role)];
    const responses = [device.get(ceremonies[0]!.options, { flags: flags.up }), device.get(ceremonies[1]!.options)];
    for (const [index, { ceremony }] of ceremonies.entries()) {
      const body = { ceremony, response: responses[index]! };
      const answer = await site.call(contract.loginWithPasskey, { body }, hindi);
      expect([answer.status, answer.headers['content-language']]).toEqual([index === 0 ? 400 : 200, language]);
      expect(/\p{Script=Devanagari}/u.test((answer.body as { message: string }).message)).toBe(role === 'member');
    }
  });

  test('spend a ceremony by a wrong answer, and not by one of another form', async () => {
    const { device } = await withPasskey(role);
    const { options, ceremony } = await begin(role);
    const right = device.get(options);
    for (const response of [undefined, null, 'x', {}, { ...right, response: {} }, { ...right, id: 7 }]) {
      expect(await site.call(contract.loginWithPasskey, { body: { ceremony, response } })).toMatchObject(refused);
    }
    expect((await site.call(contract.loginWithPasskey, { body: { ceremony, response: right } })).status).toBe(200);
    const next = await begin(role);
    const wrong = { ceremony: next.ceremony, response: device.get(next.options, { flags: flags.up }) };
    expect(await site.call(contract.loginWithPasskey, { body: wrong })).toMatchObject(refused);
    const late = { ceremony: next.ceremony, response: device.get(next.options) };
    expect(await site.call(contract.loginWithPasskey, { body: late })).toMatchObject(refused);
  });

  test('are refused when anything of an answer is not right', async () => {
    const { device } = await withPasskey(role);
    const other = newAuthenticator(publicUrl);
    const right = flags.up | flags.uv;
    const wrongs: Wrong[] = [
      { client: { origin: 'http://localhost:3001' } },
      { client: { origin: 'http://127.0.0.1:3000' } },
      { client: { origin: 'https://evil.example' } },
      { client: { type: 'webauthn.create' } },
      { client: { challenge: randomBytes(32).toString('base64url') } },
      { client: { crossOrigin: true } },
      { client: { crossOrigin: true, topOrigin: publicUrl } },
      { client: { topOrigin: publicUrl } },
      { client: { tokenBinding: { status: 'present', id: 'x' } } },
      { host: 'evil.example' },
      { host: 'localhost.example' },
      { flags: 0 },
      { flags: flags.up },
      { flags: flags.uv },
      { flags: right | flags.bs },
      { flags: right | flags.be },
      { flags: right | flags.be | flags.bs },
      { flags: right | flags.ed },
      { extra: new Uint8Array(1) },
      { userHandle: null },
      { userHandle: '' },
      { userHandle: randomBytes(32).toString('base64url') },
      { id: other.credentialId },
      { rawId: other.credentialId },
      { signature: new Uint8Array(70) },
      { signature: new Uint8Array(0) },
      { mangle: (bytes) => bytes.subarray(0, 36) },
      { mangle: (bytes) => Buffer.concat([bytes, Buffer.alloc(100 * 1024, 0x9f)]) },
    ];
    const { from } = { from: '198.51.100.7' };
    for (const wrong of wrongs) {
      const { options, ceremony } = await begin(role);
      const body = { ceremony, response: device.get(options, wrong) };
      const answer = await site.call(contract.loginWithPasskey, { body }, { from });
      expect([wrong, answer.status, answer.body]).toEqual([wrong, 400, refused.body]);
    }
    // Data that the browser does not have to send.
    expect((await login(role, device, { client: { crossOrigin: undefined, extra: 'ignored' } })).status).toBe(200);
    const extension = cbor(new Map([['credProtect', 2]]));
    expect((await login(role, device, { flags: right | flags.ed, extra: extension })).status).toBe(200);
  });

  test('are not added when anything of an answer is not right', async () => {
    const person = await newPerson(role);
    const key = newAuthenticator(publicUrl);
    const standard = coseOf(key.publicKey);
    const weak = newAuthenticator(publicUrl, 'RS256', 1_024);
    const strong = newAuthenticator(publicUrl, 'RS256');
    const added = flags.up | flags.uv | flags.at;
    const changed = (...entries: [number, Parameters<typeof cbor>[0]][]) => new Map([...standard, ...entries]);
    const wrongs: Wrong[] = [
      { client: { origin: 'https://evil.example' } },
      { client: { type: 'webauthn.get' } },
      { client: { crossOrigin: true } },
      { client: { topOrigin: 'https://evil.example' } },
      { client: { tokenBinding: { status: 'present', id: 'x' } } },
      { host: 'evil.example' },
      { flags: added & ~flags.uv },
      { flags: added & ~flags.up },
      { flags: added & ~flags.at },
      { flags: added | flags.bs },
      { extra: new Uint8Array(1) },
      { credentialId: randomBytes(1) },
      { credentialId: randomBytes(15) },
      { credentialId: randomBytes(1_024) },
      { id: randomBytes(32).toString('base64url') },
      { cose: changed([3, -65_535]) },
      { cose: changed([3, -35]) },
      { cose: changed([3, -8]) },
      { cose: changed([3, -257]) },
      { cose: changed([-1, 2]) },
      { cose: changed([1, 1]) },
      { cose: changed([-2, Buffer.alloc(32, 1)]) },
      { cose: changed([-3, Buffer.alloc(31, 1)]) },
      { cose: changed([-3, Buffer.alloc(0)]) },
      { cose: new Map([...standard].filter(([label]) => label !== -3)) },
      { cose: new Map([...coseOf(newAuthenticator(publicUrl, 'EdDSA').publicKey), [-2, Buffer.alloc(31)]]) },
      { cose: coseOf(weak.publicKey) },
      { cose: new Map([...coseOf(strong.publicKey), [-1, Buffer.alloc(513, 0xff)]]) },
      { cose: new Map([...coseOf(strong.publicKey), [-2, Buffer.from([1])]]) },
      { cose: new Map([...coseOf(strong.publicKey), [-2, Buffer.alloc(256, 0xff)]]) },
      { cose: new Map([...coseOf(weak.publicKey), [3, -65_535]]) },
      { format: 'packed' },
      { format: 'unheard-of' },
      { statement: new Map([['alg', -7]]) },
      { mangle: (bytes) => bytes.subarray(0, 60) },
      { mangle: (bytes) => bytes.subarray(0, -5) },
      { mangle: () => Buffer.alloc(100 * 1024, 0x9f) },
    ];
    for (const wrong of wrongs) {
      const { answer } = await addTo(person, key, wrong);
      const body = { success: false, code: 'PASSKEY_REFUSED', message: passkeyTexts.notAdded };
      expect([wrong, answer.status, answer.body]).toEqual([wrong, 400, body]);
    }
    expect((await site.ok(contract.listPasskeys, {}, { token: person.token })).data).toEqual([]);
    expect((await addTo(person, key, { credentialId: randomBytes(1_023) })).answer.status).toBe(200);
  });

  test('may be attested though nobody asked, if the statement is right', async () => {
    const person = await newPerson(role);
    const device = newAuthenticator(publicUrl);
    const forged = new Map<string, number | Buffer>([
      ['alg', -7],
      ['sig', Buffer.alloc(70, 1)],
    ]) as Wrong['statement'];
    expect((await addTo(person, device, { isSelfAttested: true, statement: forged! })).answer.status).toBe(400);
    expect((await addTo(person, device, { isSelfAttested: true })).answer.status).toBe(200);
    expect((await login(role, device)).status).toBe(200);
  });

  test('may be synced, which their use renews', async () => {
    const person = await newPerson(role);
    const device = newAuthenticator(publicUrl);
    device.own.backup = flags.be;
    await addTo(person, device);
    const list = async () => (await site.ok(contract.listPasskeys, {}, { token: person.token })).data;
    expect(await list()).toMatchObject([{ synced: false }]);
    device.own.backup |= flags.bs;
    await login(role, device);
    expect(await list()).toMatchObject([{ synced: true }]);
    device.own.backup = 0;
    expect(await login(role, device)).toMatchObject(refused);
  });

  test('are ten at most, also of two at once, and one authenticator is added once', async () => {
    const person = await withPasskey(role);
    const again = await addTo(person, person.device);
    expect(again.answer).toMatchObject({ status: 409, body: { code: 'ALREADY_ADDED' } });
    const [row] = await site.database.select().from(passkeys).where(eq(passkeys.id, person.passkey.id));
    const { id: rowId, ...values } = row!;
    for (let more = 0; more < 8; more += 1) {
      await site.database.insert(passkeys).values({ ...values, credentialId: randomBytes(16).toString('base64url') });
    }
    const call = { token: person.token };
    await confirmBy(person);
    // Both have begun before either is added.
    const rows = [];
    for (const device of [newAuthenticator(publicUrl), newAuthenticator(publicUrl)]) {
      const { options, ceremony } = await site.ok(contract.beginAddingPasskey, {}, call);
      rows.push({ ceremony, response: device.create(options) });
    }
    const both = await Promise.all(rows.map((body) => site.call(contract.addPasskey, { body }, call)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await site.fails(contract.beginAddingPasskey, {}, call)).body.code).toBe('OVER');
    expect((await site.ok(contract.listPasskeys, {}, call)).data).toHaveLength(10);
  });

  test('of another account cannot be added, and nobody learns that it exists', async () => {
    const owner = await withPasskey('member');
    const thief = await newPerson(role);
    const { answer } = await addTo(thief, owner.device);
    expect(answer).toMatchObject({ status: 400, body: { code: 'PASSKEY_REFUSED', message: passkeyTexts.notAdded } });
    const [row] = await site.database.select().from(passkeys).where(eq(passkeys.id, owner.passkey.id));
    expect(row).toMatchObject({ memberId: owner.id });
  });

  test('confirm a session in place of the password and a code', async () => {
    const person = await withPasskey(role);
    await giveSecondFactor(site, person.subject);
    await site.database.update(sessions).set({ confirmedUntil: null });
    const call = { token: person.token };
    expect((await site.fails(confirmSession, { body: { password } }, call)).body).toMatchObject({
      code: 'WRONG_CODE',
      fields: { code: expect.any(String) },
    });
    const proof = await confirmation(person, person.device);
    for (const body of [{}, { ...proof, password }]) {
      expect((await site.fails(confirmSession, { body }, call)).body).toMatchObject({
        code: 'VALIDATION',
        fields: { password: expect.any(String) },
      });
    }
    // Neither has spent the ceremony.
    await site.ok(confirmSession, { body: proof }, call);
    await site.ok(contract.beginAddingPasskey, {}, call);
    const notConfirmed = { status: 400, body: { code: 'PASSKEY_REFUSED', message: passkeyTexts.notConfirmed } };
    expect(await site.call(confirmSession, { body: proof }, call)).toMatchObject(notConfirmed);
    // The handle may be left out, but not be another's.
    await site.ok(confirmSession, { body: await confirmation(person, person.device, { userHandle: null }) }, call);
    const foreign = await confirmation(person, person.device, { userHandle: 'AAAA' });
    expect(await site.call(confirmSession, { body: foreign }, call)).toMatchObject(notConfirmed);
    const lines = await site.database.select().from(log).where(eq(log.action, 'confirmed with a passkey'));
    expect(lines.length).toBeGreaterThanOrEqual(2);
    // Wrong passkeys count for nobody's tries of a password.
    for (let tries = 0; tries < 12; tries += 1) await site.call(confirmSession, { body: foreign }, call);
    expect((await site.fails(confirmSession, { body: { password: 'wrong' } }, call)).body.code).toBe('WRONG_PASSWORD');
  });

  test('are for one purpose, one session, and one role', async () => {
    const person = await withPasskey(role);
    const { device } = person;
    const call = { token: person.token };
    // A login's answer at confirming and adding, and the other way round.
    const forLogin = await begin(role);
    const ofLogin = () => ({ ceremony: forLogin.ceremony, response: device.get(forLogin.options) });
    expect((await site.fails(confirmSession, { body: ofLogin() }, call)).body.code).toBe('PASSKEY_REFUSED');
    await confirmBy(person);
    expect((await site.fails(contract.addPasskey, { body: ofLogin() }, call)).body.code).toBe('PASSKEY_REFUSED');
    expect((await site.call(contract.loginWithPasskey, { body: ofLogin() })).status).toBe(200);
    const proof = await confirmation(person, device);
    expect(await site.call(contract.loginWithPasskey, { body: proof })).toMatchObject(refused);
    // Another session, of the same account.
    const { token } = (await login(role, device)).body as { token: string };
    expect((await site.fails(confirmSession, { body: proof }, { token })).body.code).toBe('PASSKEY_REFUSED');
    // The other door.
    const other = role === 'member' ? 'admin' : 'member';
    expect(await login(other, device)).toMatchObject(refused);
    const stranger = await withPasskey(role);
    const theirs = await confirmation(person, stranger.device);
    expect((await site.fails(confirmSession, { body: theirs }, call)).body.code).toBe('PASSKEY_REFUSED');
    const adding = await site.ok(contract.beginAddingPasskey, {}, call);
    const inOther = { ceremony: adding.ceremony, response: newAuthenticator(publicUrl).create(adding.options) };
    expect((await site.fails(contract.addPasskey, { body: inOther }, { token })).body.code).toBe('PASSKEY_REFUSED');
  });

  test('end after five minutes', async () => {
    const { device } = await withPasskey(role);
    const { options, ceremony } = await begin(role);
    const now = clock.now();
    try {
      clock.set(new Date(now.getTime() + 301_000));
      const body = { ceremony, response: device.get(options) };
      expect(await site.call(contract.loginWithPasskey, { body })).toMatchObject(refused);
    } finally {
      clock.set(now);
    }
  });

  test('whose counter goes back are refused, and their owner is told once a day', async () => {
    const person = await withPasskey(role);
    const { device } = person;
    device.own.counter = 5;
    expect((await login(role, device)).status).toBe(200);
    for (const counter of [5, 4, 0]) expect(await login(role, device, { counter })).toMatchObject(refused);
    // Only a right signature tells anything.
    expect(await login(role, device, { counter: 1, signature: new Uint8Array(70) })).toMatchObject(refused);
    const counted = 'was refused with a passkey whose counter went back';
    const lines = await site.database
      .select()
      .from(log)
      .where(role === 'member' ? eq(log.memberId, person.id) : eq(log.by, person.email));
    expect(lines.filter(({ action }) => action === counted)).toHaveLength(3);
    await waitForMail(site, { to: person.email, kind: 'passkey-changed' });
    expect(await mailsOf(site, { to: person.email, kind: 'passkey-changed' })).toHaveLength(1);
    expect((await login(role, device, { counter: 6 })).status).toBe(200);
  });

  test('of people who may not log in any more are refused alike, and work again afterwards', async () => {
    const { id, device } = await withPasskey(role);
    const set = (out: boolean) =>
      role === 'member'
        ? site.database
            .update(members)
            .set({ status: out ? 'Rejected' : 'Approved' })
            .where(eq(members.id, id))
        : site.database.update(administrators).set({ disabled: out }).where(eq(administrators.id, id));
    await set(true);
    expect(await login(role, device)).toMatchObject(refused);
    await set(false);
    expect((await login(role, device)).status).toBe(200);
  });

  test('log in from a new browser with a mail, from a known one without', async () => {
    const person = await newPerson(role);
    const call = role === 'member' ? loginMember : loginAdmin;
    const body = { email: person.email, password };
    const first = await site.ok(call, { body });
    const { device } = await addTo(person);
    const answer = (await login(role, device, {}, { device: first.device })).body as { device: string };
    expect(answer.device).toBe(first.device);
    await site.ok(call, { body: { ...body, device: first.device } });
    await login(role, device);
    const mail = await waitForMail(site, { to: person.email, kind: 'new-device' });
    expect(mail.text).toMatch(/^This was not me: \S+\/not-me#notme_[\w-]+$/m);
    await site.ok(call, { body });
    const told = async () => (await mailsOf(site, { to: person.email, kind: 'new-device' })).length;
    await expect.poll(told).toBe(2);
  });

  test('log in although passwords were tried too often, and allow them again', async () => {
    const person = await withPasskey(role);
    const call = role === 'member' ? loginMember : loginAdmin;
    const wrong = { email: person.email, password: 'wrong' };
    for (let tries = 0; tries < 10; tries += 1) await site.call(call, { body: wrong });
    const right = { ...wrong, password };
    expect((await site.call(call, { body: right })).status).toBe(429);
    expect((await login(role, person.device)).status).toBe(200);
    expect((await site.call(call, { body: right })).status).toBe(200);
  });
});

test('an administrator cannot log in as a member, nor a member at the office, with both on one device', async () => {
  const member = await withPasskey('member');
  const administrator = await withPasskey('admin');
  const asMember = (await login('member', member.device)).body as { token: string };
  const asOffice = (await login('admin', administrator.device)).body as { token: string };
  expect([asMember.token.split('_')[0], asOffice.token.split('_')[0]]).toEqual(['member', 'admin']);
  expect(await login('member', administrator.device)).toMatchObject(refused);
});

test('begin says what it is for, stores nothing, and needs a session to confirm', async () => {
  for (const body of [{}, { for: 'else' }, { for: 7 }]) {
    expect((await site.fails(contract.beginPasskey, { body })).body).toMatchObject({
      code: 'VALIDATION',
      fields: { for: expect.any(String) },
    });
  }
  expect((await site.fails(contract.beginPasskey, { body: { for: 'confirm' } })).status).toBe(401);
  const dead = { token: `member_${'x'.repeat(50)}` };
  expect((await site.fails(contract.beginPasskey, { body: { for: 'confirm' } }, dead)).status).toBe(401);
  const before = await site.database.$count(usedCeremonies);
  const answer = await site.call(contract.beginPasskey, { body: { for: 'member' } }, dead);
  expect(answer).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  expect(answer.body).toEqual({
    success: true,
    ceremony: expect.stringMatching(/^[\w-]{100,}$/),
    options: {
      challenge: expect.stringMatching(/^[\w-]{43}$/),
      rpId: 'localhost',
      timeout: 300_000,
      userVerification: 'required',
    },
  });
  expect(await site.database.$count(usedCeremonies)).toBe(before);
});

test('used ceremonies are deleted when they would have ended', async () => {
  await site.database.insert(usedCeremonies).values({ id: 'old', endsAt: new Date(clock.ms() - 1_000) });
  await site.database.insert(usedCeremonies).values({ id: 'new', endsAt: new Date(clock.ms() + 60_000) });
  await sweepCeremonies(site.database);
  const ids = (await site.database.select().from(usedCeremonies)).map(({ id }) => id);
  expect(ids).toContain('new');
  expect(ids).not.toContain('old');
});

test('any other JSON is refused alike, what is too large is 413, and what is no JSON 400', async () => {
  const bodies = [{}, { ceremony: 7 }, { ceremony: 'x', response: 'x' }, { device: [] }];
  for (const body of bodies) expect(await site.call(contract.loginWithPasskey, { body })).toMatchObject(refused);
  const raw = (payload: string) =>
    site.app.inject({
      method: 'POST',
      url: '/api/Passkeys/login',
      headers: { 'content-type': 'application/json' },
      payload,
    });
  for (const payload of ['[]', '"text"', '7', 'null', '[{"ceremony":"x"}]', `${'['.repeat(30)}${']'.repeat(30)}`]) {
    expect([payload, (await raw(payload)).json()]).toEqual([payload, refused.body]);
  }
  expect((await raw('{')).statusCode).toBe(400);
  expect((await raw(`"${'x'.repeat(300_000)}"`)).statusCode).toBe(413);
});

test('all refusals take as long', async () => {
  minimumDuration.ms = 200;
  const { device } = await withPasskey('member');
  const { options, ceremony } = await begin('member');
  const bodies = [
    {},
    { ceremony, response: newAuthenticator(publicUrl).get(options) },
    { ceremony, response: device.get(options) },
  ];
  for (const body of bodies) {
    const started = performance.now();
    expect(await site.call(contract.loginWithPasskey, { body })).toMatchObject(refused);
    expect(performance.now() - started).toBeGreaterThan(195);
  }
  minimumDuration.ms = 0;
});

test('refused answers count for their network, begun logins for themselves', async () => {
  const { device, email } = await withPasskey('member');
  const from = '203.0.113.77';
  const many = Array.from({ length: 100 }, () => site.call(contract.loginWithPasskey, { body: {} }, { from }));
  expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([400]));
  const limited = await site.call(contract.loginWithPasskey, { body: {} }, { from });
  expect(limited).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
  // Others, and the password, are not affected.
  expect((await login('member', device)).status).toBe(200);
  expect((await site.call(loginMember, { body: { email, password } }, { from })).status).toBe(200);

  await site.database.insert(throttles).values({ key: 'unrelated', count: 1, resetAt: new Date(clock.ms() + 1_000) });
  const beginOnce = () => site.call(contract.beginPasskey, { body: { for: 'member' } }, { from });
  for (let times = 0; times < 600; times += 50) await Promise.all(Array.from({ length: 50 }, beginOnce));
  expect(await beginOnce()).toMatchObject({ status: 429, headers: { 'retry-after': expect.any(String) } });
  expect((await site.call(loginMember, { body: { email, password } }, { from })).status).toBe(200);
});
