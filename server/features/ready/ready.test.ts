import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { administrators } from '#server/features/administrators/tables.ts';
import { noteRestoreCheck } from '#server/platform/backup/backups.queries.ts';
import { backups } from '#server/platform/backup/tables.ts';
import { readyChecks } from '#server/platform/checks/tables.ts';
import { mail, mailServers } from '#server/platform/mail/tables.ts';
import { findMailWay } from '#server/platform/mail/way.ts';
import { throttles } from '#server/platform/throttles/tables.ts';
import { clock } from '#shared/clock.ts';
import * as mails from '#shared/contracts/mail-log.ts';
import * as contract from '#shared/contracts/ready.ts';
import { getSettings, updateSettings } from '#shared/contracts/settings.ts';
import { getMemberships, updateTier } from '#shared/contracts/tiers.ts';
import { openTestApp, startTestApp } from '#tests/app.ts';
import { startDns } from '#tests/dns-double.ts';
import { adminToken, confirmedToken, newAdministrator } from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { startSmtpPeer } from '#tests/smtp.ts';
import { eventually } from '#tests/wait.ts';

const until = (check: () => boolean | Promise<boolean>) => eventually(check, 'what a test of ‘Ready’ waits for');

const dns = await startDns({});
const peer = await startSmtpPeer();
afterAll(() => Promise.all([dns.close(), peer.close()]));

const metrics = 'a-token-of-the-metrics';
const site = await startTestApp({
  METRICS_TOKEN: metrics,
  DNS_SERVER: dns.resolver.getServers()[0]!,
  FILES_KEY: 'bm90IGEgc2VjcmV0IGF0IGFsbCwganVzdCBhIHRlc3Q=',
});
const full = await newAdministrator(site, { powers: ['full'], lastLoginAt: new Date() });
const token = await confirmedToken(site, full.id);
const as = { token };
const read = async () => site.ok(contract.listReady, {}, as);
const one = async (id: string) => (await read()).data.find((check) => check.id === id)!;
const look = async (id: string) => (await site.ok(contract.checkNow, { body: { id } }, as)).check;

beforeEach(() => site.database.delete(throttles));

describe('the list of checks', () => {
  it('names on a fresh site what is necessary, whose it is, and nobody', async () => {
    const { data, ready } = await read();
    expect(ready).toBe(false);
    const necessary = data.filter((check) => check.necessary).map(({ id }) => id);
    expect(necessary.sort()).toEqual(['address', 'backup', 'law', 'mail', 'money', 'name', 'people', 'tiers']);
    expect(data.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['gateway', 'disk', 'worker', 'restore', 'hindi', 'members']),
    );
    expect(await one('gateway')).toMatchObject({ state: 'not needed', necessary: false, act: null });
    for (const { state, act, found } of data) {
      expect(act === null).toBe(state === 'ok' || state === 'not needed');
      expect(found).not.toContain('@');
    }
    expect(await one('address')).toMatchObject({
      state: 'missing',
      act: { tell: expect.stringContaining('PUBLIC_URL=') },
    });
    expect(await one('name')).toMatchObject({ state: 'missing', act: { href: '/admin/Settings?tab=association' } });
  });

  it('is answered to the token of the metrics, and to nobody else', async () => {
    const answer = await site.call(contract.listReady, {}, { token: metrics });
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toContain('no-store');
    expect((await site.fails(contract.listReady, {}, { token: `${metrics}x` })).status).toBe(401);
    expect((await site.fails(contract.listReady, {})).status).toBe(401);
    expect((await site.fails(contract.checkNow, { body: { id: 'disk' } }, { token: metrics })).status).toBe(401);
    const content = await newAdministrator(site, { powers: ['content'] });
    expect((await site.fails(contract.listReady, {}, { token: await adminToken(site, content.id) })).status).toBe(403);
  });

  it('takes name, bank account and tiers once the office has saved them', async () => {
    const { id, association } = (await site.ok(getSettings, {})).data[0]!;
    const save = (body: object) => site.call(updateSettings, { params: { settingsId: id }, body }, as);
    await save({ association: { ...association, address: '1 Court Road, Pune' } });
    expect((await one('name')).found).toBe('The association lacks the e-mail of the office.');
    await save({ association: { ...association, address: '1 Court Road, Pune', officeEmail: 'office@example.org' } });
    expect((await one('name')).state).toBe('ok');
    const wrong = await save({ payment: { ifsc: 'sbin123', accountNumber: '12-34', upiId: 'nobody' } });
    expect(wrong.body).toMatchObject({ code: 'VALIDATION' });
    expect(Object.keys((wrong.body as { fields: object }).fields).sort()).toEqual([
      'payment.accountNumber',
      'payment.ifsc',
      'payment.upiId',
    ]);
    await save({ payment: { ifsc: ' sbin 0001234 ', accountNumber: '0011 2233-4455', upiId: 'office@sbi' } });
    expect((await site.ok(getMemberships, {})).payment).toMatchObject({
      ifsc: 'SBIN0001234',
      accountNumber: '001122334455',
    });
    expect(await one('money')).toMatchObject({ state: 'ok', found: expect.stringContaining('State Bank of India') });
    // What was stored before the rule is wrong until it is changed, and is shown nevertheless.
    await site.database.pool.query(`update settings set payment = payment || '{"ifsc": "sbin123"}'`);
    expect((await one('money')).state).toBe('wrong');
    expect((await site.ok(getMemberships, {})).payment.ifsc).toBe('sbin123');
    await save({ payment: { ifsc: 'ZZZZ0001234', accountNumber: '001122334455', upiId: 'office@sbi' } });
    expect(await one('money')).toMatchObject({ state: 'ok', found: expect.stringContaining('does not know') });

    expect((await one('tiers')).state).toBe('missing');
    for (const { membership, title, heading, fee, benefits, version } of (await site.ok(getMemberships, {})).data)
      await site.ok(updateTier, { params: { membership }, body: { title, heading, fee, benefits, version } }, as);
    expect((await one('tiers')).state).toBe('ok');
  });

  it('counts people who have logged in, with a second factor, and backups by their age', async () => {
    await site.database.delete(administrators).where(eq(administrators.powers, ['content']));
    expect((await one('people')).state).toBe('missing');
    await newAdministrator(site, { powers: ['full'], lastLoginAt: new Date(), unproved: true });
    expect((await one('people')).state).toBe('missing');
    await newAdministrator(site, { powers: ['full'], lastLoginAt: new Date() });
    expect((await one('people')).state).toBe('wrong');

    expect((await one('backup')).state).toBe('missing');
    const values = { rows: 1, files: 1, bytes: 1, missing: 0, sealed: false };
    const hoursAgo = (hours: number) => new Date(clock.ms() - hours * 3_600_000);
    await site.database.insert(backups).values({ ...values, finishedAt: hoursAgo(27) });
    expect((await one('backup')).state).toBe('wrong');
    await site.database.insert(backups).values({ ...values, finishedAt: hoursAgo(25) });
    expect((await one('backup')).state).toBe('ok');
    expect((await one('restore')).state).toBe('missing');
    await noteRestoreCheck(site.database, { checkedAt: hoursAgo(1), takenAt: hoursAgo(2), rows: 5, files: 6 });
    expect((await one('restore')).state).toBe('ok');
  });

  it('refuses unknown checks and moments that are over or too late, and is silent until then', async () => {
    const fails = async (body: object) => (await site.fails(contract.putOffReady, { body }, as)).body;
    const inDays = (days: number) => new Date(clock.ms() + days * 86_400_000).toISOString();
    expect(await fails({ id: 'nothing', until: inDays(1) })).toMatchObject({
      code: 'VALIDATION',
      fields: { id: expect.any(String) },
    });
    for (const value of [inDays(-1), inDays(32), 'tomorrow'])
      expect(await fails({ id: 'law', until: value })).toMatchObject({ fields: { until: expect.any(String) } });
    const { check } = await site.ok(contract.putOffReady, { body: { id: 'law', until: inDays(1) } }, as);
    expect(check).toMatchObject({ id: 'law', state: 'missing', putOffUntil: expect.any(String) });
    const back = await site.ok(contract.putOffReady, { body: { id: 'law', until: null } }, as);
    expect(back.check.putOffUntil).toBeNull();
    expect((await site.fails(contract.checkNow, { body: { id: 'nothing' } }, as)).body).toMatchObject({
      fields: { id: expect.any(String) },
    });
  });

  it('mails full administrators once a day what was right and is not', async () => {
    const [disk] = await Promise.all([look('disk'), look('disk')]);
    expect(disk.checkedAt).not.toBeNull();
    await look('backup');
    await site.database.delete(backups);
    await site.database.delete(mail);
    // The app's own loop may have sent the mail of today.
    const morning = new Date(clock.ms() + 86_400_000);
    morning.setUTCHours(4, 0, 0, 0);
    const realMs = Date.now();
    clock.set(morning);
    const opened = await import('./ready.service.ts');
    const service = opened.createReadyService(await coreOf(), () => site.app.features);
    service.background.start();
    await until(async () => (await site.database.$count(mail, eq(mail.kind, 'site-office'))) > 0);
    await service.background.stop();
    const sent = await site.database.select().from(mail).where(eq(mail.kind, 'site-office'));
    expect(new Set(sent.map(({ data }) => data.checks))).toEqual(new Set(['There is no backup yet.']));
    expect(sent.map(({ recipient }) => recipient)).toContain(full.email);
    clock.set(new Date(realMs));
  });
});

/** A core of its own on the app's database, whose loop begins at its beginning. */
async function coreOf() {
  const { createCore } = await import('#server/core.ts');
  const { openStorage } = await import('#server/platform/storage/open-storage.ts');
  const { config, database, log } = site;
  return createCore({ config, database, log, storage: await openStorage(config) }, site.takeBack);
}

describe('a mail server from a form', () => {
  const form = () => ({
    host: '127.0.0.1',
    port: peer.port,
    secure: 'none',
    user: '',
    sender: 'Office <office@example.org>',
  });
  const codeIn = (text: string) => /^Code: (\d{6})$/m.exec(text)![1]!;
  const test = (body: object) => site.call(mails.testMailServer, { body }, as);
  const keep = (body: object) => site.call(mails.updateMailServer, { body }, as);

  it('is not there at first: nothing is mailed, and no code can be had', async () => {
    expect((await site.ok(mails.getMailServer, {}, as)).data).toMatchObject({
      from: null,
      host: '',
      hasPassword: false,
    });
    expect((await site.fails(contract.mailCode, {}, as)).body.code).toBe('WRONG_STATE');
    expect((await site.ok(mails.mailState, {}, as)).sending).toBe(false);
  });

  it('says at its field why it cannot be reached, and reads no other port out', async () => {
    const wrong = { ...form(), port: 1 };
    expect((await test(wrong)).body).toMatchObject({
      code: 'VALIDATION',
      fields: { host: expect.stringContaining('reached') },
    });
    expect((await test({ ...form(), host: 'mail.example.org', user: 'a', password: 'b' })).body).toMatchObject({
      fields: { secure: expect.stringContaining('encryption') },
    });
    peer.behaviour.recipient = () => ({ code: 550, message: 'not here\tplease' });
    expect((await test(form())).body).toMatchObject({ fields: { host: expect.stringContaining('550') } });
    delete peer.behaviour.recipient;
    const { createServer } = await import('node:net');
    const chatty = createServer((socket) => socket.end('550 the secret of another port\r\n')).listen(0, '127.0.0.1');
    await new Promise((resolve) => chatty.once('listening', resolve));
    const { port } = chatty.address() as { port: number };
    expect(JSON.stringify((await test({ ...form(), port })).body)).not.toContain('secret');
    chatty.close();
  });

  it('is kept once its code was typed back, for exactly what was tested', async () => {
    await site.ok(mails.testMailServer, { body: { ...form(), password: 'sesame street' } }, as);
    const { text, to, from } = peer.received.at(-1)!;
    expect([to, from]).toEqual([full.email, 'office@example.org']);
    const code = codeIn(text);
    expect((await keep({ ...form(), code: '000000' })).body).toMatchObject({
      code: 'WRONG_CODE',
      fields: { code: expect.any(String) },
    });
    expect((await keep({ ...form(), password: 'another', code })).body).toMatchObject({ code: 'WRONG_CODE' });
    expect((await keep({ ...form(), host: 'localhost', password: 'sesame street', code })).body).toMatchObject({
      code: 'WRONG_CODE',
    });
    expect((await keep({ ...form(), password: 'sesame street', code })).status).toBe(200);
    const { data } = await site.ok(mails.getMailServer, {}, as);
    expect(data).toMatchObject({ from: 'form', host: '127.0.0.1', hasPassword: true, passwordLost: false });
    expect(JSON.stringify(data)).not.toContain('sesame');
    const [row] = await site.database.select().from(mailServers);
    expect(JSON.stringify(row)).not.toContain('sesame');
    expect((await keep({ ...form(), password: 'sesame street', code })).body).toMatchObject({ code: 'WRONG_CODE' });
    expect((await site.ok(mails.mailState, {}, as)).sending).toBe(true);
  });

  it('proves by a mailed code that mails arrive; five wrong ones end it', async () => {
    const type = (code: string) => site.call(contract.typeMailCode, { body: { code } }, as);
    const ask = async () => {
      const before = peer.received.length;
      await site.ok(contract.mailCode, {}, as);
      await until(() => peer.received.length > before);
      return codeIn(peer.received.at(-1)!.text);
    };
    const first = await ask();
    const other = first === '111111' ? '222222' : '111111';
    for (let tries = 0; tries < 5; tries++) expect((await type(other)).body).toMatchObject({ code: 'WRONG_CODE' });
    expect((await type(first)).body).toMatchObject({ code: 'WRONG_CODE' });
    const code = await ask();
    expect((await type(` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200);
    expect((await type(code)).body).toMatchObject({ code: 'WRONG_CODE' });
  });

  it('compares what the DNS says of the sender, and leaves the last result when it is silent', async () => {
    expect((await look('mail')).state).toBe('wrong');
    Object.assign(dns.zone, { 'TXT example.org': ['v=spf1 +all'], 'TXT _dmarc.example.org': ['v=DMARC1; p=reject'] });
    expect((await look('mail')).state).toBe('wrong');
    dns.zone['TXT example.org'] = ['v=spf1 a -all'];
    expect((await look('mail')).state).toBe('ok');
    expect((await one('mail')).state).toBe('ok');
    const silent = { ...site.config, dnsServer: '127.0.0.1:1' };
    const { mailChecks } = await import('#server/features/mail-log/ready.ts');
    expect(await mailChecks[0]!.ask!({ ...site, config: silent })).toBeUndefined();
  });

  it('holds for its own site alone, and waits when its key is lost', async () => {
    const elsewhere = { ...site.config, publicUrl: 'https://copy.example.org' };
    expect(await findMailWay({ config: elsewhere, database: site.database })).toMatchObject({
      from: null,
      address: null,
    });
    const otherKey = { ...site.config, filesKey: 'YW5vdGhlciBrZXkgdGhhdCBpcyBub3QgdGhlIHNhbWU=' };
    expect(await findMailWay({ config: otherKey, database: site.database })).toMatchObject({
      passwordLost: true,
      address: null,
    });
    const none = { ...site.config, filesKey: undefined, databaseUrl: undefined, storageUrl: undefined };
    expect(await findMailWay({ config: none, database: site.database })).toMatchObject({ passwordLost: true });
  });

  it('sends again what was written as files, each once, and removes the file', async () => {
    expect((await keep({ host: '' })).status).toBe(200);
    const gone = await newAdministrator(site, { powers: ['content'] });
    const data = { by: 'x', powers: 'y', meaning: 'z' };
    const row = { kind: 'powers-changed', recipient: gone.email, data, administratorId: gone.id };
    await site.database.insert(mail).values([row, { ...row, recipient: 'earlier@example.org' }]);
    await waitForMail(site, { to: gone.email, kind: 'powers-changed' });
    await waitForMail(site, { to: 'earlier@example.org', kind: 'powers-changed' });
    const again = (kind: string) => site.call(mails.mailAgain, { body: { kind } }, as);
    await until(
      async () =>
        (await site.ok(mails.mailState, {}, as)).written?.some(
          ({ kind, count }) => kind === 'powers-changed' && count === 2,
        ) ?? false,
    );
    expect((await again('powers-changed')).body).toMatchObject({ code: 'WRONG_STATE' });
    expect((await again('otp')).body).toMatchObject({ fields: { kind: expect.any(String) } });
    expect((await again('nothing')).body).toMatchObject({ fields: { kind: expect.any(String) } });
    await site.ok(mails.testMailServer, { body: form() }, as);
    expect((await keep({ ...form(), code: codeIn(peer.received.at(-1)!.text) })).status).toBe(200);
    const answers = await Promise.all([again('powers-changed'), again('powers-changed')]);
    expect(answers.map(({ body }) => (body as { queued: number }).queued).sort()).toEqual([0, 1]);
    expect(answers.flatMap(({ body }) => (body as { left: object[] }).left)).toContainEqual({
      why: 'PERSON_CHANGED',
      count: 1,
    });
    await until(() => peer.received.some(({ to, kind }) => to === gone.email && kind === 'powers-changed'));
    const outbox = join(site.config.dataDir, 'outbox');
    await until(async () => (await readdir(outbox)).filter((name) => name.endsWith('.eml')).length < 8);
    expect(await site.database.$count(mail, eq(mail.recipient, 'earlier@example.org'))).toBe(1);
  });
});

describe('a site whose environment names the mail server', () => {
  it('shows it, and lets no form change it', async () => {
    const other = await openTestApp({ SMTP_URL: peer.url, MAIL_FROM: 'office@example.org' });
    try {
      const key = { token: await confirmedToken(other, (await newAdministrator(other)).id) };
      expect((await other.ok(mails.getMailServer, {}, key)).data).toMatchObject({
        from: 'environment',
        host: '127.0.0.1',
        secure: 'none',
      });
      const body = { host: '127.0.0.1', port: peer.port, secure: 'none', sender: 'office@example.org', code: '1' };
      expect((await other.fails(mails.testMailServer, { body }, key)).body.code).toBe('WRONG_STATE');
      expect((await other.fails(mails.updateMailServer, { body }, key)).body.code).toBe('WRONG_STATE');
      expect((await other.ok(contract.checkNow, { body: { id: 'mail' } }, key)).check.state).toBe('missing');
      expect(await other.database.$count(readyChecks)).toBeGreaterThan(0);
    } finally {
      await other.close();
    }
  });

  it('makes the key of a one-machine site in the data folder, for its owner alone', async () => {
    const { openPassword, sealPassword } = await import('#server/platform/mail/way.ts');
    const own = { ...site.config, filesKey: undefined, databaseUrl: undefined, storageUrl: undefined };
    const path = join(site.config.dataDir, 'settings.key');
    expect(existsSync(path)).toBe(false);
    const sealed = await sealPassword(own, 'sesame street');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(openPassword(own, sealed)).toBe('sesame street');
    await rm(path);
    expect(openPassword(own, sealed)).toBeNull();
  });
});

it('answers its own question from outside while it is open', async () => {
  const ask = () => site.app.inject({ url: '/.well-known/association-check' });
  expect((await ask()).statusCode).toBe(404);
  const { remember } = await import('#server/platform/checks/checks.queries.ts');
  await remember(site.database, 'address', { token: 'abc', until: String(clock.ms() + 60_000) });
  expect((await ask()).body).toBe('abc');
  await remember(site.database, 'address', { token: 'abc', until: String(clock.ms() - 1) });
  expect((await ask()).statusCode).toBe(404);
});
