import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { log } from '#server/platform/log/tables.ts';
import { isStopped } from '#server/platform/mail/bounces.queries.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { emailBounces, mail } from '#server/platform/mail/tables.ts';
import { clearBounce, listBounced } from '#shared/contracts/directory.ts';
import { retryMail } from '#shared/contracts/mail-log.ts';
import { getOwnRecord, updateMember } from '#shared/contracts/members.ts';
import { deleteRegistration } from '#shared/contracts/registrations.ts';
import { startTestApp } from '#tests/app.ts';
import { registrationBody } from '#tests/factories/members.ts';
import { adminToken, confirmedToken, memberToken, newMember } from '#tests/logins.ts';
import { type Refusal, startSmtpPeer } from '#tests/smtp.ts';
import { eventually } from '#tests/wait.ts';

const peer = await startSmtpPeer();
afterAll(() => peer.close());
const site = await startTestApp({ SMTP_URL: peer.url });
const asOffice = { token: await adminToken(site) };
beforeEach(async () => {
  peer.behaviour = {};
  await site.database.delete(emailBounces);
});

type Person = Awaited<ReturnType<typeof newMember>>;

/** A mail to somebody, until the server has taken or refused it. */
async function mailTo(person: Person, refusal?: Refusal, to = person.email) {
  peer.behaviour.recipient = () => refusal;
  const data = { name: person.name, passkeys: '' };
  const id = await enqueueMail(site.database, { kind: 'password-changed', to, data, memberId: person.id });
  return settled(id);
}

const settled = (id: string) =>
  eventually(async () => {
    const [row] = await site.database.select().from(mail).where(eq(mail.id, id));
    return row && row.state !== 'waiting' && row;
  }, 'a mail that is settled');

const unknownUser = { code: 550, message: '5.1.1 no such user' };
const bouncesOf = ({ id }: Person) => site.database.select().from(emailBounces).where(eq(emailBounces.memberId, id));
const isStoppedNow = async ({ id }: Person) =>
  (await site.database.select({ is: isStopped() }).from(members).where(eq(members.id, id)))[0]!.is;

describe('what counts as an address that does not work', () => {
  it.each([
    [550, 'no such user'],
    [551, 'User not local'],
    [553, 'mailbox name not allowed'],
    [550, '5.1.1 unknown'],
    [550, '5.1.10 recipient not found'],
    [553, '5.1.3 bad syntax'],
    [550, '5.2.1 mailbox disabled'],
    [550, '5.1 is no enhanced code'],
  ])('%i %s does', async (code, message) => {
    const person = await newMember(site);
    const row = await mailTo(person, { code, message });
    expect(row).toMatchObject({ state: 'failed', bouncedAt: expect.any(Date) });
    const reason = `The mail server does not accept this address (${code}).`;
    expect(await bouncesOf(person)).toMatchObject([{ address: person.email, times: 1, reason }]);
  });

  it.each([
    [550, '5.7.1 you are on a list'],
    [550, '5.2.2 mailbox full'],
    [552, 'mailbox full'],
    [554, '5.1.1 not here'],
    [552, '5.1.1 not here'],
  ])('%i %s does not: the mail failed', async (code, message) => {
    const person = await newMember(site);
    expect(await mailTo(person, { code, message })).toMatchObject({ state: 'failed', bouncedAt: null });
    expect(await bouncesOf(person)).toEqual([]);
  });

  it('a refused text says nothing about the address', async () => {
    const person = await newMember(site);
    peer.behaviour.data = () => unknownUser;
    expect(await mailTo(person)).toMatchObject({ state: 'failed', bouncedAt: null });
    expect(await bouncesOf(person)).toEqual([]);
  });

  it('each mail counts once, also when the office has it tried again', async () => {
    const person = await newMember(site);
    const { id } = await mailTo(person, unknownUser);
    await site.ok(retryMail, { params: { id } }, asOffice);
    await settled(id);
    expect(await bouncesOf(person)).toMatchObject([{ times: 1 }]);
    await mailTo(person, unknownUser);
    const [value] = await bouncesOf(person);
    expect(value).toMatchObject({ times: 2 });
    expect(value!.last.getTime()).toBeGreaterThan(value!.since.getTime());
  });

  it('a mail to an address that is no longer the person’s counts no more', async () => {
    const person = await newMember(site);
    await mailTo(person, unknownUser, 'before@example.org');
    expect(await bouncesOf(person)).toEqual([]);
  });

  it('three mails that did not arrive are enough to stop, and one that arrives changes nothing', async () => {
    const person = await newMember(site);
    for (const expected of [false, false, true]) {
      await mailTo(person, unknownUser);
      expect(await isStoppedNow(person)).toBe(expected);
    }
    // Necessary mails are tried all the same.
    expect(await mailTo(person)).toMatchObject({ state: 'sent' });
    expect(await isStoppedNow(person)).toBe(true);
  });

  it('many at once for one person are all counted', async () => {
    const person = await newMember(site);
    await Promise.all(Array.from({ length: 8 }, () => mailTo(person, unknownUser)));
    expect(await bouncesOf(person)).toMatchObject([{ times: 8 }]);
  });
});

describe('the owner', () => {
  it('sees it in the own record until there is another address', async () => {
    const person = await newMember(site);
    const as = { token: await memberToken(site, person.id) };
    expect((await site.ok(getOwnRecord, {}, as)).data.emailBounced).toBeNull();
    await mailTo(person, unknownUser);
    await mailTo(person, unknownUser);
    expect((await site.ok(getOwnRecord, {}, as)).data.emailBounced).toEqual({ times: 2, since: expect.any(String) });

    peer.behaviour = {};
    const email = `other-${randomUUID()}@example.org`;
    const { termsAccepted: _, ...body } = registrationBody({ email }) as Record<string, unknown>;
    await site.ok(
      updateMember,
      { params: { id: person.id }, body: { ...body, email }, files: {} },
      { token: await confirmedToken(site) },
    );
    expect(await bouncesOf(person)).toEqual([]);
    const again = { token: await memberToken(site, person.id) };
    expect((await site.ok(getOwnRecord, {}, again)).data.emailBounced).toBeNull();
  });
});

describe('the office', () => {
  const list = async (as = asOffice, page = 1) => site.ok(listBounced, { query: { page } }, as);

  it('lists addresses from the first time on, the latest first, and says that one works again', async () => {
    const [first, second] = [await newMember(site), await newMember(site, { status: 'New', memberNumber: null })];
    await mailTo(first, unknownUser);
    for (let times = 0; times < 3; times++) await mailTo(second, unknownUser);
    const { data, pagination } = await list();
    expect(pagination).toMatchObject({ totalCount: 2 });
    expect(data).toEqual([
      {
        directory: {
          id: second.id,
          reference: second.reference,
          memberNumber: null,
          name: second.name,
          state: second.state,
          status: 'New',
          mobile: second.mobile,
        },
        email: second.email,
        times: 3,
        since: expect.any(String),
        last: expect.any(String),
        reason: 'The mail server does not accept this address (550).',
        stopped: true,
      },
      expect.objectContaining({ email: first.email, times: 1, stopped: false }),
    ]);

    const params = { id: second.id };
    await site.ok(clearBounce, { params }, asOffice);
    expect((await list()).data.map(({ email }) => email)).toEqual([first.email]);
    // Without any it is well, and writes nothing.
    await site.ok(clearBounce, { params }, asOffice);
    const lines = await site.database
      .select()
      .from(log)
      .where(and(eq(log.memberId, second.id), eq(log.action, 'said that the e-mail address works again')));
    expect(lines).toMatchObject([{ kind: 'member', subject: second.reference, by: expect.stringContaining('@') }]);
  });

  it('of one State sees that State’s alone', async () => {
    const here = await newMember(site, { state: 'Kerala' });
    const elsewhere = await newMember(site, { state: 'Goa' });
    await mailTo(here, unknownUser);
    await mailTo(elsewhere, unknownUser);
    const bound = { token: await adminToken(site, { powers: ['members'], states: ['Kerala'] }) };
    const { data, pagination } = await list(bound);
    expect(data.map(({ email }) => email)).toEqual([here.email]);
    expect(pagination.totalCount).toBe(1);
    const foreign = await site.fails(clearBounce, { params: { id: elsewhere.id } }, bound);
    const nobody = await site.fails(clearBounce, { params: { id: randomUUID() } }, bound);
    expect([foreign.status, foreign.body]).toEqual([nobody.status, nobody.body]);
    expect(await bouncesOf(elsewhere)).toHaveLength(1);
  });

  it('goes page by page', async () => {
    for (let index = 0; index < 11; index++) {
      const person = await newMember(site);
      const at = new Date(Date.UTC(2026, 0, index + 1));
      await site.database
        .insert(emailBounces)
        .values({ memberId: person.id, address: person.email, since: at, last: at, reason: 'no' });
    }
    expect((await list()).data.map(({ last }) => last.slice(8, 10))).toEqual([
      '11',
      '10',
      '09',
      '08',
      '07',
      '06',
      '05',
      '04',
      '03',
      '02',
    ]);
    expect((await list(asOffice, 2)).data).toHaveLength(1);
  });

  it('an erased record leaves nothing', async () => {
    const person = await newMember(site, { status: 'Rejected' });
    await mailTo(person, unknownUser);
    expect(await bouncesOf(person)).toHaveLength(1);
    // Anyone who was turned away is not looked for.
    expect((await list()).data).toEqual([]);
    await site.ok(deleteRegistration, { params: { id: person.id } }, { token: await confirmedToken(site) });
    expect(await bouncesOf(person)).toEqual([]);
  });
});
