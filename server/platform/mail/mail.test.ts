import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '#server/config.ts';
import { settings } from '#server/features/settings/tables.ts';
import type { BaseCore } from '#server/platform/base-core.ts';
import type { Database } from '#server/platform/database/client.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import type { Background } from '#server/platform/loop.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { clock } from '#shared/clock.ts';
import { createTestDatabase } from '#tests/app.ts';
import { mailsOf, waitForMail } from '#tests/mail.ts';
import { type SmtpPeer, startSmtpPeer } from '#tests/smtp.ts';
import { eventually } from '#tests/wait.ts';
import { countMails, deleteOldMails, secondsToNext, trimMails } from './mail.queries.ts';
import { enqueueMail } from './outbox.ts';
import { mail } from './tables.ts';
import { createMailWorker, type MailWorkerOptions, retryAfter } from './worker.ts';

let connection: Awaited<ReturnType<typeof createTestDatabase>>;
let database: Database;
let dataDir: string;
const lines: { fields: object; message: string }[] = [];

beforeAll(async () => {
  connection = await createTestDatabase();
  database = openDatabase(connection.connection);
  await database.ready();
});
afterAll(async () => {
  await database.close();
  await connection.drop();
});

const toStop: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  await database.delete(mail);
  dataDir = await mkdtemp(join(tmpdir(), 'association-mail-'));
  lines.length = 0;
});
afterEach(async () => {
  for (const stop of toStop.splice(0).reverse()) await stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function coreWith(env: Record<string, string>, on = database): Promise<BaseCore> {
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir, PUBLIC_URL: 'https://www.example.org', ...env });
  const write = (fields: object, message: string) => lines.push({ fields, message });
  return {
    config,
    database: on,
    storage: await openStorage(config),
    log: { info: write, warn: write, error: write },
  };
}

async function work(env: Record<string, string>, options: MailWorkerOptions = {}, on = database): Promise<Background> {
  const worker = createMailWorker(await coreWith(env, on), options);
  worker.start();
  toStop.push(() => worker.stop());
  return worker;
}

async function peerWith(...given: Parameters<typeof startSmtpPeer>): Promise<SmtpPeer> {
  const peer = await startSmtpPeer(...given);
  toStop.push(() => peer.close());
  return peer;
}

const changed = (to = 'a.rao@example.org', name = 'A. Rao') =>
  enqueueMail(database, { kind: 'password-changed', to, data: { name, passkeys: '' } });

const rows = () => database.select().from(mail).orderBy(mail.createdAt);
const onlyRow = async () => (await rows())[0]!;
const inState = (state: string) => eventually(async () => (await onlyRow())?.state === state, `a mail ${state}`);

describe('without a mail server', () => {
  test('a mail becomes one private file in the outbox, which is complete as soon as it exists', async () => {
    await work({});
    await changed();
    const received = await waitForMail({ dataDir }, { to: 'a.rao@example.org', kind: 'password-changed' });
    expect(received).toMatchObject({ from: 'no-reply@www.example.org', subject: 'Your password was changed' });
    await inState('sent');
    const names = await readdir(join(dataDir, 'outbox'));
    expect(names).toEqual([received.file]);
    expect((await stat(join(dataDir, 'outbox'))).mode & 0o777).toBe(0o700);
    expect((await stat(join(dataDir, 'outbox', received.file))).mode & 0o777).toBe(0o600);
  });

  test('what is queued before the start is sent at the start', async () => {
    await changed('early@example.org');
    await work({});
    await waitForMail({ dataDir }, { to: 'early@example.org' });
  });

  test('a mail leaves when its change is committed, and never when it is not', async () => {
    await work({});
    const undone = database.transaction(async (tx) => {
      await enqueueMail(tx, { kind: 'password-changed', to: 'undone@example.org', data: { name: 'U', passkeys: '' } });
      throw new Error('undo');
    });
    await expect(undone).rejects.toThrow('undo');
    await database.transaction(async (tx) => {
      await enqueueMail(tx, { kind: 'password-changed', to: 'done@example.org', data: { name: 'D', passkeys: '' } });
      expect(await mailsOf({ dataDir })).toEqual([]);
    });
    await waitForMail({ dataDir }, { to: 'done@example.org' });
    expect(await mailsOf({ dataDir }, { to: 'undone@example.org' })).toEqual([]);
    expect(await rows()).toHaveLength(1);
  });
});

describe('secrets', () => {
  const invite = () =>
    enqueueMail(database, {
      kind: 'administrator-invitation',
      to: 'new@example.org',
      data: { link: 'https://www.example.org/admin/Login' },
    });

  test('the secret is made for the mail and is nowhere in the database', async () => {
    await work({}, { lateValues: { 'administrator-invitation': async () => ({ temporaryPassword: 'Sal-tree-77' }) } });
    await invite();
    const received = await waitForMail({ dataDir }, { to: 'new@example.org' });
    const text = received.text.split(/\r?\n/);
    expect(text).toContain('E-mail: new@example.org');
    expect(text).toContain('Temporary password: Sal-tree-77');
    await inState('sent');
    expect(JSON.stringify(await rows())).not.toContain('Sal-tree-77');
    expect(JSON.stringify(lines)).not.toContain('Sal-tree-77');
  });

  test('a mail that is no longer needed is not sent, and says so', async () => {
    await work({}, { lateValues: { 'administrator-invitation': async () => null } });
    await invite();
    await inState('dropped');
    expect((await onlyRow()).error).toBe('It was no longer needed.');
    expect(await mailsOf({ dataDir })).toEqual([]);
    expect(await countMails(database, 30)).toEqual({ waiting: 0, failed: 0 });
  });

  test('a failing secret maker costs a try, not the mail', async () => {
    let calls = 0;
    const make = async () => {
      if (++calls === 1) throw new Error('the database had the password hush-1');
      return { temporaryPassword: 'second' };
    };
    await work({}, { lateValues: { 'administrator-invitation': make }, retrySeconds: () => 0 });
    await invite();
    await inState('sent');
    expect((await waitForMail({ dataDir }, { to: 'new@example.org' })).text).toContain('second');
    expect(JSON.stringify(lines)).not.toContain('hush-1');
  });
});

describe('through a mail server', () => {
  test('a mail arrives at its one recipient, from the configured address', async () => {
    const peer = await peerWith();
    await work({ SMTP_URL: peer.url, MAIL_FROM: 'Association <office@example.org>' });
    await changed('b.iyer@example.org', 'बी. अय्यर');
    await inState('sent');
    expect(peer.received).toHaveLength(1);
    expect(peer.received[0]).toMatchObject({
      from: 'office@example.org',
      fromName: 'Association',
      to: 'b.iyer@example.org',
      recipients: ['b.iyer@example.org'],
    });
    expect(peer.received[0]?.text).toContain('Dear बी. अय्यर,');
    expect(peer.received[0]?.html).toContain('Dear बी. अय्यर,');
    expect((await onlyRow()).sentAt).toBeInstanceOf(Date);
  });

  test('a temporary rejection is retried with the same message id', async () => {
    const ids: string[] = [];
    const peer = await peerWith({
      recipient: () => (ids.push('try') === 1 ? { code: 451, message: '4.7.1 greylisted secret-token' } : undefined),
    });
    await work({ SMTP_URL: peer.url }, { retrySeconds: () => 0 });
    await changed();
    await inState('sent');
    expect(peer.received).toHaveLength(1);
    const row = await onlyRow();
    expect(row).toMatchObject({ attempts: 2, error: '' });
    expect(peer.received[0]?.messageId).toBe(`<${row.id}@www.example.org>`);
    expect(lines[0]?.message).toBe('The mail server asks to try again later (451).');
  });

  test('after a failed try the mail waits a minute, and the office sees the reason', async () => {
    const peer = await peerWith({ data: () => ({ code: 452, message: 'disk full' }) });
    await work({ SMTP_URL: peer.url });
    await changed();
    const row = await eventually(async () => {
      const result = await onlyRow();
      return result.error !== '' && result;
    }, 'a failed try');
    expect(row).toMatchObject({
      state: 'waiting',
      attempts: 1,
      error: 'The mail server asks to try again later (452).',
    });
    const wait = row.nextAttemptAt.getTime() - Date.now();
    expect(wait).toBeGreaterThan(30_000);
    expect(wait).toBeLessThanOrEqual(60_000);
  });

  test('a mail to an unknown address is not retried', async () => {
    const peer = await peerWith({ recipient: () => ({ code: 550, message: '5.1.1 no such user' }) });
    await work({ SMTP_URL: peer.url }, { retrySeconds: () => 0 });
    await changed();
    await inState('failed');
    expect(await onlyRow()).toMatchObject({
      attempts: 1,
      error: 'The mail server does not accept this address (550).',
    });
    expect(await countMails(database, 30)).toEqual({ waiting: 0, failed: 1 });
  });

  test('a wrong login is retried, and reported without the password', async () => {
    const peer = await peerWith({ login: (_user, password) => password === 'right' });
    const url = peer.url.replace('//', '//office:hush-2@');
    await work({ SMTP_URL: url }, { retrySeconds: (attempts) => (attempts < 3 ? 0 : null) });
    await changed();
    await inState('failed');
    expect(await onlyRow()).toMatchObject({
      attempts: 3,
      error: 'The mail server does not accept our login (535). Please check SMTP_URL.',
    });
    expect(JSON.stringify([await rows(), lines])).not.toContain('hush-2');
  });

  test('the login is used', async () => {
    const peer = await peerWith({ login: (user, password) => user === 'office@x.test' && password === 'p@ss/word' });
    await work({ SMTP_URL: peer.url.replace('//', `//${encodeURIComponent('office@x.test')}:p%40ss%2Fword@`) });
    await changed();
    await inState('sent');
  });

  test('without a server the change stands, and the mail is sent once the server is back', async () => {
    const peer = await peerWith();
    await peer.close();
    await work({ SMTP_URL: peer.url }, { retrySeconds: () => 0.05 });
    await changed();
    await eventually(
      async () => (await onlyRow()).error === 'The mail server could not be reached.',
      'an unreachable server',
    );
    const back = await peerWith({}, peer.port);
    await inState('sent');
    expect(back.received).toHaveLength(1);
  });

  test('a slow server delays neither other mails nor a stop', async () => {
    let release = () => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    const peer = await peerWith({
      data: async ({ to }) => {
        if (to === 'slow@example.org') await gate;
        return undefined;
      },
    });
    const worker = await work({ SMTP_URL: peer.url });
    await changed('slow@example.org');
    await eventually(async () => (await onlyRow()).attempts === 1, 'the slow mail under way');
    await changed('quick@example.org');
    await eventually(() => peer.received.some(({ to }) => to === 'quick@example.org'), 'the quick mail');
    const stopped = worker.stop();
    release();
    await stopped;
    expect(peer.received.map(({ to }) => to).sort()).toEqual(['quick@example.org', 'slow@example.org']);
    expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent']);
  });

  test('two workers with their own connections never send a mail twice', async () => {
    const peer = await peerWith();
    const other = openDatabase(connection.connection);
    await other.ready();
    toStop.push(() => other.close());
    await Promise.all([work({ SMTP_URL: peer.url }), work({ SMTP_URL: peer.url }, {}, other)]);
    for (let number = 0; number < 60; number++) await changed(`member-${number}@example.org`);
    await eventually(async () => (await rows()).every(({ state }) => state === 'sent'), 'all mails sent');
    expect(peer.received).toHaveLength(60);
    expect(new Set(peer.received.map(({ messageId }) => messageId)).size).toBe(60);
    expect((await rows()).every(({ attempts }) => attempts === 1)).toBe(true);
  });

  test('a mail that is queued while the only lane looks when the next one is due is sent at once', async () => {
    let hear = () => {};
    database.listen('mail', () => hear());
    let queued = false;
    /** Asks when the next mail is due, and answers only after another was queued. */
    const execute = async (question: SQL) => {
      const answer = await database.execute(question);
      if (queued) return answer;
      queued = true;
      const heard = new Promise<void>((resolve) => {
        hear = resolve;
      });
      await changed('late@example.org');
      await heard;
      return answer;
    };
    const on = new Proxy(database, {
      get: (target, name) => (name === 'execute' ? execute : Reflect.get(target, name)),
    });
    await work({}, {}, on);
    await waitForMail({ dataDir }, { to: 'late@example.org' });
  });

  test('the mail of a dead process is not touched before its lease expires, and sent after it', async () => {
    const peer = await peerWith();
    await changed();
    // The state that a process killed while sending leaves behind.
    await database.update(mail).set({ attempts: 1, nextAttemptAt: sql`now() + interval '3 minutes'` });
    await work({ SMTP_URL: peer.url });
    await changed('other@example.org');
    await eventually(() => peer.received.length === 1, 'the other mail');
    expect(peer.received[0]?.to).toBe('other@example.org');
    await database.update(mail).set({ nextAttemptAt: sql`now()` }).where(eq(mail.recipient, 'a.rao@example.org'));
    await changed('third@example.org');
    await eventually(() => peer.received.some(({ to }) => to === 'a.rao@example.org'), 'the mail left behind');
  });
});

describe('hostile contents', () => {
  test('an address that could be read as two, or as a header, gets nothing, nor does anybody else', async () => {
    const peer = await peerWith();
    await work({ SMTP_URL: peer.url });
    const bad = [
      'a,b@example.org',
      'a@example.org\r\nBcc: c@example.org',
      '<a@example.org>',
      'a b@example.org',
      '"x"@example.org',
    ];
    for (const to of bad) await changed(to);
    await eventually(async () => (await rows()).every(({ state }) => state === 'failed'), 'all refused');
    expect((await rows()).map(({ error }) => error)).toEqual(
      bad.map(() => 'This is not an address to which a mail can be sent.'),
    );
    expect(peer.received).toEqual([]);
  });

  test('a message through the contact form adds no header, no line of ours and no markup', async () => {
    await work({});
    await enqueueMail(database, {
      kind: 'contact-office',
      to: 'office@example.org',
      data: {
        name: 'Eve\r\nBcc: all@example.org\r\n\r\nTemporary password: gotcha',
        email: 'eve@example.org\r\nX-Evil: 1',
        mobile: '9'.repeat(10),
        message: 'Hello <script>alert(1)</script>\r\nTemporary password: gotcha\n-- \nThe office',
        doubtful: '',
      },
    });
    const received = await waitForMail({ dataDir }, { to: 'office@example.org' });
    expect(received.subject).toBe('Message from Eve Bcc: all@example.org Temporary password: gotcha');
    expect(received.replyTo).toBe('');
    expect(received.text.split(/\r?\n/).filter((line) => /^(Bcc|X-Evil|Temporary password|--)/.test(line))).toEqual([]);
    expect(received.text).toContain('> Temporary password: gotcha');
    expect(received.html).toContain('Hello &lt;script&gt;alert(1)&lt;/script&gt;<br>');
  });

  test('the office can answer a person who gave a plain address', async () => {
    await work({});
    const data = { name: 'Ravi', email: 'ravi@example.org', mobile: '9812345678', message: 'Namaste', doubtful: '' };
    await enqueueMail(database, { kind: 'contact-office', to: 'office2@example.org', data });
    expect((await waitForMail({ dataDir }, { to: 'office2@example.org' })).replyTo).toBe('ravi@example.org');
  });
});

test('the association’s name is on the envelope and at the end', async () => {
  const association = {
    name: 'All India Association of Prosecutors',
    shortName: 'AIAP',
    phone: '',
    supportEmail: '',
    officeEmail: '',
    address: '12 Court Road\nNew Delhi',
    socialLinks: [],
  };
  const payment = { upiId: '', payeeName: '', bankName: '', accountName: '', accountNumber: '', ifsc: '', branch: '' };
  await database.insert(settings).values({ homeText: '', aboutText: '', association, payment });
  try {
    await work({});
    await changed('named@example.org');
    const received = await waitForMail({ dataDir }, { to: 'named@example.org' });
    expect([received.fromName, received.from]).toEqual([association.name, 'no-reply@www.example.org']);
    expect(received.text.trimEnd().split(/\r?\n/).slice(-5)).toEqual([
      '-- ',
      association.name,
      '12 Court Road',
      'New Delhi',
      'https://www.example.org',
    ]);
  } finally {
    await database.delete(settings);
  }
});

test('twelve tries over two days, with growing intervals', () => {
  const waits: number[] = [];
  for (let attempts = 1; ; attempts++) {
    const wait = retryAfter(attempts);
    if (wait === null) break;
    waits.push(wait);
  }
  expect(waits.slice(0, 4)).toEqual([60, 300, 900, 3_600]);
  expect(waits).toHaveLength(11);
  expect([...waits].sort((a, b) => a - b)).toEqual(waits);
  const days = waits.reduce((sum, wait) => sum + wait, 0) / 86_400;
  expect(days).toBeGreaterThan(1.9);
  expect(days).toBeLessThan(2.1);
});

test('the data of old mails is deleted; that they were sent stays', async () => {
  await changed('old@example.org');
  await changed('young@example.org');
  await changed('waiting@example.org');
  const is = (to: string) => eq(mail.recipient, to);
  await database
    .update(mail)
    .set({ state: 'sent', createdAt: sql`now() - interval '181 days'` })
    .where(is('old@example.org'));
  await database
    .update(mail)
    .set({ state: 'sent', createdAt: sql`now() - interval '179 days'` })
    .where(is('young@example.org'));
  await database.update(mail).set({ createdAt: sql`now() - interval '181 days'` }).where(is('waiting@example.org'));
  await trimMails(database, 180);
  const values = (await rows()).map(({ recipient, data }) => [recipient, Object.keys(data).length]);
  expect(Object.fromEntries(values)).toEqual({
    'old@example.org': 0,
    'young@example.org': 2,
    'waiting@example.org': 2,
  });
});

test('mails older than a year leave the log, unless they are waiting', async () => {
  const old = sql`now() - interval '367 days'`;
  for (const state of ['sent', 'failed', 'dropped', 'waiting'] as const) {
    await changed(`${state}@example.org`);
    await database
      .update(mail)
      .set({ state, createdAt: old, nextAttemptAt: sql`now() + interval '1 day'` })
      .where(eq(mail.recipient, `${state}@example.org`));
  }
  await changed('young@example.org');
  await database
    .update(mail)
    .set({ state: 'sent', createdAt: sql`now() - interval '365 days'` })
    .where(eq(mail.recipient, 'young@example.org'));
  await deleteOldMails(database, 366);
  expect((await rows()).map(({ recipient }) => recipient).sort()).toEqual(['waiting@example.org', 'young@example.org']);
});

test('the next due time follows the program’s clock', async () => {
  clock.set(new Date('2031-04-01T00:00:00Z'));
  try {
    await enqueueMail(database, { kind: 'otp', to: 'asha@example.org', data: { name: 'Asha' } });
    expect(await secondsToNext(database)).toBe(0);
  } finally {
    clock.set(new Date());
  }
});
