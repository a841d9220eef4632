import { randomUUID } from 'node:crypto';
import { and, eq, ne, sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { log } from '#server/platform/log/tables.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { changeMemberPassword } from '#shared/contracts/auth.ts';
import { mailState, retryMail } from '#shared/contracts/mail-log.ts';
import { emptyLog, openTestApp, startTestApp } from '#tests/app.ts';
import { adminToken, memberToken, newMember } from '#tests/logins.ts';
import { parseMail } from '#tests/mail.ts';
import { startSmtpPeer } from '#tests/smtp.ts';
import { eventually } from '#tests/wait.ts';

const peer = await startSmtpPeer();
afterAll(() => peer.close());
const site = await startTestApp({ SMTP_URL: peer.url });
const token = await adminToken(site);
beforeEach(async () => {
  await site.database.delete(mail);
  await emptyLog(site);
  peer.behaviour = {};
  peer.received.length = 0;
});

const send = (to: string) =>
  enqueueMail(site.database, { kind: 'password-changed', to, data: { name: 'A. Rao', passkeys: '' } });
const state = () => site.ok(mailState, {}, { token });
const retries = () =>
  site.database
    .select({ kind: log.kind, by: log.by, subject: log.subject, note: log.note })
    .from(log)
    .where(eq(log.action, 'had a failed mail tried again'));
const row = async (to: string) => (await site.database.select().from(mail).where(eq(mail.recipient, to)))[0]!;

test('the office sees waiting and recently failed mails', async () => {
  expect(await state()).toEqual({ success: true, sending: true, outbox: '', waiting: 0, failed: 0, written: [] });
  peer.behaviour.recipient = (address) =>
    address.startsWith('gone') ? { code: 550, message: 'no' } : { code: 450, message: 'later' };
  for (const to of ['gone@example.org', 'gone-too@example.org', 'later@example.org']) await send(to);
  await eventually(async () => (await state()).failed === 2, 'two mails given up');
  expect(await state()).toMatchObject({ waiting: 1, failed: 2 });
  await site.database
    .update(mail)
    .set({ createdAt: sql`now() - interval '31 days'` })
    .where(eq(mail.recipient, 'gone@example.org'));
  expect(await state()).toMatchObject({ waiting: 1, failed: 1 });
});

test('a failed mail can be tried again while its text is kept', async () => {
  peer.behaviour.recipient = () => ({ code: 550, message: 'no' });
  await send('back@example.org');
  const failed = await eventually(async () => {
    const result = await row('back@example.org');
    return result.state === 'failed' && result;
  }, 'a failed mail');
  peer.behaviour = {};
  const params = { id: failed.id };
  expect(await site.ok(retryMail, { params }, { token })).toMatchObject({ success: true });
  await eventually(async () => (await row('back@example.org')).state === 'sent', 'the mail sent');
  expect(peer.received.filter(({ to }) => to === 'back@example.org')).toHaveLength(1);
  expect(await row('back@example.org')).toMatchObject({ attempts: 1, error: '' });
  expect(await retries()).toEqual([
    { kind: 'administrator', by: expect.stringContaining('@'), subject: '', note: 'Notice of a changed password' },
  ]);

  const again = await site.fails(retryMail, { params }, { token });
  expect([again.status, again.body.code]).toEqual([409, 'WRONG_STATE']);
  await site.database.update(mail).set({ state: 'failed', data: {} }).where(eq(mail.id, failed.id));
  const trimmed = await site.fails(retryMail, { params }, { token });
  expect([trimmed.status, trimmed.body.message]).toEqual([409, 'This mail is too old to be tried again.']);
  const unknown = await site.fails(retryMail, { params: { id: randomUUID() } }, { token });
  expect(unknown.status).toBe(404);
  expect((await site.fails(retryMail, { params: { id: 'x' } }, { token })).status).toBe(404);
  expect(await retries()).toHaveLength(1);
});

test('sending a member’s mail again is logged with that member', async () => {
  const member = await newMember(site);
  await enqueueMail(site.database, { kind: 'otp', to: member.email, data: { name: member.name }, memberId: member.id });
  await site.database.update(mail).set({ state: 'failed' });
  const { id } = await row(member.email);
  await site.ok(retryMail, { params: { id } }, { token });
  expect(await retries()).toEqual([
    { kind: 'member', by: expect.stringContaining('@'), subject: member.reference, note: 'One-time code' },
  ]);
});

describe('a failed mail that carries a secret is tried again only while its reason stands', () => {
  const failing = async (to: string) =>
    eventually(async () => {
      const [failed] = await site.database
        .select()
        .from(mail)
        .where(and(eq(mail.recipient, to), eq(mail.state, 'failed')));
      return failed;
    }, 'a failed mail');
  const retry = (id: string) => site.call(retryMail, { params: { id } }, { token });
  const passwordOf = async (id: string) =>
    (await site.database.select({ hash: members.passwordHash }).from(members).where(eq(members.id, id)))[0]?.hash;

  test('credentials: not after newer ones, nor once the member has chosen a password', async () => {
    const member = await newMember(site);
    peer.behaviour.recipient = () => ({ code: 550, message: 'no' });
    const credentials = { kind: 'credentials', to: member.email, memberId: member.id } as const;
    const data = { name: member.name, memberNumber: 'M-1', link: 'https://example.org' };
    await enqueueMail(site.database, { ...credentials, data });
    const { id } = await failing(member.email);
    peer.behaviour = {};
    await enqueueMail(site.database, { ...credentials, data });
    const sent = await eventually(async () => peer.received.find(({ to }) => to === member.email), 'the credentials');
    const first = await passwordOf(member.id);
    expect(await retry(id)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });

    const current = /^Temporary password: (\S+)$/m.exec((await parseMail(Buffer.from(sent.raw))).text)![1]!;
    const own = await memberToken(site, member.id);
    const change = {
      currentPassword: current,
      newPassword: 'eleven quiet rivers',
      confirmPassword: 'eleven quiet rivers',
    };
    await site.ok(changeMemberPassword, { body: change }, { token: own });
    expect(await passwordOf(member.id)).not.toBe(first);
    const chosen = await passwordOf(member.id);
    await site.database.delete(mail).where(ne(mail.id, id));
    expect(await retry(id)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
    expect(await passwordOf(member.id)).toBe(chosen);
  });

  test('a link to another e-mail: not after a later wish, nor for ever', async () => {
    const member = await newMember(site);
    const asked = (to: string) => {
      const data = { name: member.name, taken: '' };
      return enqueueMail(site.database, { kind: 'email-asked', to, data, memberId: member.id });
    };
    const first = `first-${member.email}`;
    peer.behaviour.recipient = () => ({ code: 550, message: 'no' });
    await asked(first);
    const { id } = await failing(first);
    await asked(`second-${member.email}`);
    expect(await retry(id)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
    const { id: later } = await failing(`second-${member.email}`);
    await site.database.update(mail).set({ createdAt: sql`now() - interval '4 days'` }).where(eq(mail.id, later));
    expect(await retry(later)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
  });
});

test('without a mail server it names the folder of the mails, but not its path', async () => {
  const other = await openTestApp();
  try {
    const answer = await other.ok(mailState, {}, { token: await adminToken(other) });
    expect(answer).toMatchObject({ sending: false, outbox: 'outbox' });
  } finally {
    await other.close();
  }
});
