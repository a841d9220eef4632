import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';
import { listBounced } from '#shared/contracts/directory.ts';
import { openTestApp, type TestApp } from '#tests/app.ts';
import { type Reported, reports } from '#tests/delivery-reports.ts';
import { dovecot, type ImapPeer, startDovecot } from '#tests/dovecot.ts';
import { adminToken, newMember } from '#tests/logins.ts';
import { eventually } from '#tests/wait.ts';
import { type BounceReader, createBounceReader } from './bounce-reader.ts';
import { noteBounce } from './bounces.queries.ts';
import type { OnFinalOutcome, Outcome } from './kinds.ts';
import { emailBounces, mail } from './tables.ts';

describe.skipIf(!dovecot)('a mailbox of bounces', () => {
  let site: TestApp;
  let imap: ImapPeer;
  let reader: BounceReader;
  const outcomes: { id: string; outcome: Outcome }[] = [];
  const lines: unknown[] = [];

  const readerOf = (url: string, onFinalOutcome: OnFinalOutcome[] = []): BounceReader => {
    const config = {
      ...site.config,
      ...readConfig({ NODE_ENV: 'test', BOUNCE_IMAP_URL: url, PUBLIC_URL: 'https://www.example.org' }),
      dataDir: site.config.dataDir,
    };
    const write = (fields: object, message: string) => lines.push({ fields, message });
    const log = { info: write, warn: write, error: write };
    const core = { config, database: site.database, log } as unknown as Parameters<typeof createBounceReader>[0];
    return createBounceReader(core, [noteBounce, ...onFinalOutcome], config.bounceImap!);
  };

  beforeAll(async () => {
    site = await openTestApp();
  });
  afterAll(() => site.close());
  beforeEach(async () => {
    outcomes.length = 0;
    lines.length = 0;
    imap = await startDovecot();
    reader = readerOf(imap.url, [async (_tx, { id }, outcome) => void outcomes.push({ id, outcome })]);
  });
  afterEach(async () => {
    await reader.stop();
    await imap.close();
  });

  /** A mail that a mail server has accepted. */
  async function sent(values: Partial<typeof mail.$inferInsert> = {}) {
    const person = await newMember(site);
    const [row] = await site.database
      .insert(mail)
      .values({
        kind: 'password-changed',
        recipient: person.email,
        data: { name: person.name },
        memberId: person.id,
        state: 'sent',
        sentAt: new Date(),
        ...values,
      })
      .returning();
    return { person, id: row!.id, messageId: `${row!.id}@www.example.org`, to: row!.recipient };
  }
  const report = (about: Reported, by = 'postfix') => imap.deliver(reports[by]!(about));
  const bouncesOf = ({ id }: { id: string }) =>
    site.database.select().from(emailBounces).where(eq(emailBounces.memberId, id));
  const mailOf = async (id: string) => (await site.database.select().from(mail).where(eq(mail.id, id)))[0]!;

  it('counts reports of each kind of server once per mail, and marks them as read', async () => {
    const mails = [];
    for (const by of Object.keys(reports)) {
      const about = await sent();
      mails.push(about);
      await report(about, by);
    }
    // The same report twice, and one more by another server.
    await report(mails[0]!);
    await report(mails[0]!, 'exim');
    await reader.read();
    expect(await imap.count()).toEqual({ all: 7, seen: 7 });
    for (const { person, id } of mails) {
      expect(await bouncesOf(person)).toMatchObject([{ times: 1, address: person.email }]);
      expect(await mailOf(id)).toMatchObject({ state: 'sent', bouncedAt: expect.any(Date) });
    }
    expect(outcomes).toHaveLength(5);
    expect(outcomes[0]).toEqual({
      id: mails[0]!.id,
      outcome: { state: 'bounced', reason: 'The mail came back: there is no such mailbox (5.1.1).' },
    });
    expect(lines).toEqual([]);
  });

  it('marks delays as read without counting them, and leaves all other mails alone', async () => {
    const late = await sent();
    await report({ ...late, action: 'delayed', status: '4.4.1' });
    const delivered = await sent();
    await report({ ...delivered, action: 'delivered', status: '2.0.0' });
    const mine = await sent();
    // To somebody else, from another host, of an unknown mail, and from somebody who guesses.
    await report({ ...mine, to: 'somebody@example.com' });
    await report({ ...mine, messageId: `${mine.id}@evil.example` });
    await report({ ...mine, messageId: `${randomUUID()}@www.example.org` });
    await report({ ...mine, messageId: `' or 1=1 --@www.example.org` });
    await imap.deliver(`From: a@example.com\r\nSubject: Re: ${mine.messageId}\r\n\r\nPlease call me.`);
    await reader.read();
    expect(await imap.count()).toEqual({ all: 7, seen: 1 });
    expect(outcomes).toEqual([]);
    for (const { person } of [late, delivered, mine]) expect(await bouncesOf(person)).toEqual([]);
    expect(lines).toEqual([]);
  });

  it('finds new reports behind unread mails, and survives hostile ones', async () => {
    await imap.deliver('Subject: a person\r\n\r\nHello');
    const about = await sent();
    // One of 3 MB, and one that never ends.
    const huge = reports.postfix!(about).replace('Dear A. Rao', `Dear ${'x'.repeat(76)}\r\n`.repeat(40_000));
    await imap.deliver(huge);
    let nested = '';
    for (let depth = 0; depth < 3_000; depth++)
      nested += `Content-Type: multipart/report; boundary=b${depth}\r\n\r\n--b${depth}\r\n`;
    await imap.deliver(nested);
    await reader.read();
    expect(await bouncesOf(about.person)).toHaveLength(1);
    const next = await sent();
    await report(next, 'gmail');
    await reader.read();
    expect(await bouncesOf(next.person)).toHaveLength(1);
    expect(await imap.count()).toEqual({ all: 4, seen: 2 });
  });

  it('logs a bounce to nobody’s record, and leaves a report that a person has read', async () => {
    const guest = await sent({ memberId: null, recipient: 'guest@example.com' });
    await report(guest);
    await reader.read();
    expect(outcomes).toHaveLength(1);
    expect(await mailOf(guest.id)).toMatchObject({ bouncedAt: expect.any(Date) });
  });

  it('two readers at once count once', async () => {
    const about = await sent();
    await report(about);
    const other = readerOf(imap.url);
    await Promise.all([reader.read(), other.read(), reader.read()]);
    await other.stop();
    expect(await bouncesOf(about.person)).toMatchObject([{ times: 1 }]);
  });

  it('logs a wrong password or an unreachable server, without the password', async () => {
    const wrong = readerOf(imap.url.replace(/:[^:@]+@/, ':not%20this%20secret@'));
    await wrong.read();
    expect(lines).toMatchObject([{ fields: { reason: 'the login was refused' } }]);
    const away = readerOf('imap://who:not%20this%20secret@127.0.0.1:9/INBOX');
    await away.read();
    expect(lines).toHaveLength(2);
    expect(JSON.stringify(lines)).not.toContain('secret');
  });

  it('the office sees what came back, beside a server that reads the same mailbox', async () => {
    const own = await openTestApp({ BOUNCE_IMAP_URL: imap.url, PUBLIC_URL: 'https://www.example.org' });
    try {
      const person = await newMember(own);
      const [row] = await own.database
        .insert(mail)
        .values({ kind: 'password-changed', recipient: person.email, memberId: person.id, state: 'sent' })
        .returning();
      await report({ messageId: `${row!.id}@www.example.org`, to: person.email });
      const again = createBounceReader(
        { config: own.config, database: own.database, log: own.app.log } as never,
        [noteBounce],
        own.config.bounceImap!,
      );
      await eventually(async () => {
        await again.read();
        return (await own.ok(listBounced, { query: {} }, { token: await adminToken(own) })).data.length === 1;
      }, 'an address in the list');
      await again.stop();
    } finally {
      await own.close();
    }
  });
});

test('the address of the mailbox is checked at the start, and never repeated', () => {
  const config = (url: string) => readConfig({ NODE_ENV: 'test', BOUNCE_IMAP_URL: url }).bounceImap;
  expect(config('imaps://bounces%40example.org:a%2Fb@mail.example.org/INBOX')).toEqual({
    host: 'mail.example.org',
    port: 993,
    secure: true,
    doSTARTTLS: false,
    auth: { user: 'bounces@example.org', pass: 'a/b' },
    mailbox: 'INBOX',
  });
  expect(config('imap://u:p@mail.example.org:1143/Post/Back')).toMatchObject({
    port: 1143,
    doSTARTTLS: true,
    mailbox: 'Post/Back',
  });
  expect(config('imap://u:p@127.0.0.1')).toMatchObject({ doSTARTTLS: false, mailbox: 'INBOX' });
  for (const wrong of [
    'imaps://mail.example.org/INBOX',
    'imaps://user@mail.example.org/INBOX',
    'https://u:hush@mail.example.org',
    'imaps://u:hush%0d@mail.example.org',
    'imaps://u:hush@mail.example.org/INBOX?x=1',
    'hush',
  ]) {
    expect(() => config(wrong)).toThrow(ConfigError);
    expect(() => config(wrong)).not.toThrow(/hush/);
  }
});
