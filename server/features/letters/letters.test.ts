import { asc, eq, sql } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { administrators } from '#server/features/administrators/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { notify } from '#server/platform/database/client.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { clock } from '#shared/clock.ts';
import * as contract from '#shared/contracts/letters.ts';
import { retryMail } from '#shared/contracts/mail-log.ts';
import { updateMember } from '#shared/contracts/members.ts';
import * as own from '#shared/contracts/own-letters.ts';
import { startTestApp } from '#tests/app.ts';
import { memberFactory, registrationBody } from '#tests/factories/members.ts';
import { confirmedToken, memberToken, newAdministrator } from '#tests/logins.ts';
import { startSmtpPeer } from '#tests/smtp.ts';
import { scaled } from '#tests/speed.ts';
import { letterRecipients, letterSettings, letters, letterYears } from './tables.ts';

let token: string;

const peer = await startSmtpPeer();
afterAll(() => peer.close());
const site = await startTestApp({ SMTP_URL: peer.url, PUBLIC_URL: 'https://www.example.org' });
beforeEach(async () => {
  peer.received.length = 0;
  peer.behaviour = {};
  token = await confirmedToken(site, { powers: ['letters'] });
});
afterEach(async () => {
  clock.set(new Date());
  await withClient(site.ownerConnection, async (client) => {
    await client.query(
      'truncate circular_recipients, circular_counts, circulars, circular_years, mail, members cascade',
    );
  });
  await site.database.update(letterSettings).set({ perMinute: 60, clearDays: 14, bouncesUntilStop: 3 });
});

const pdf = (name = 'agenda.pdf') => ({ name, type: 'application/pdf', bytes: Buffer.from('%PDF-1.7 agenda') });
const day = (ahead: number) => new Date(clock.ms() + ahead * 86_400_000 + 5.5 * 3_600_000).toISOString().slice(0, 10);

async function draft(body: object = {}, files: object = {}, as = token) {
  const result = { kind: 'circular', title: 'Court hours', text: 'From **Monday** on.', ...body };
  return (await site.ok(contract.createLetter, { body: result, files } as never, { token: as })).circular;
}
const send = (letter: contract.Letter, body: object = {}, as = token) =>
  site.call(
    contract.sendLetter,
    { params: { id: letter.id }, body: { version: letter.version, ...body } },
    { token: as },
  );
const current = async (letter: { id: string }, as = token) =>
  (await site.ok(contract.getLetter, { params: { id: letter.id } }, { token: as })).circular;
const ended = (letter: { id: string }) =>
  vi.waitFor(async () => expect((await current(letter)).state).toBe('sent'), {
    timeout: scaled(20_000),
    interval: 100,
  });
const person = (values: Parameters<typeof memberFactory>[1] = {}) =>
  memberFactory(site, { status: 'Approved', ...values });
const mailsOf = (id: string) => site.database.select().from(mail).where(eq(mail.memberId, id));
const received = async (kind: string) => {
  const ids = (await site.database.select().from(mail).where(eq(mail.kind, kind))).filter(
    ({ state }) => state === 'sent',
  );
  return ids.map(({ id }) => id);
};
const results = async (letter: { id: string }, query: object = {}) =>
  site.ok(contract.letterResults, { params: { id: letter.id }, query }, { token });

describe('a circular', () => {
  it('goes once to every selected member who wants circulars, numbered, with its file and a link to unsubscribe', async () => {
    await person({ name: 'Asha Rao', email: 'asha@example.org', state: 'Kerala' });
    await person({ name: '{{otp}} [x](https://evil.example)', email: 'binu@example.org', state: 'Kerala' });
    await person({ name: 'Chitra', email: 'chitra@example.org', state: 'Kerala', circularsByMail: false });
    await person({ name: 'Dev', email: 'dev@example.org', state: 'Goa' });
    await memberFactory(site, { status: 'New', email: 'new@example.org', state: 'Kerala' });
    const letter = await draft({ filter: JSON.stringify({ State: 'Kerala', District: '' }) }, { file: pdf() });
    expect(letter).toMatchObject({
      kind: 'circular',
      number: null,
      filter: { state: 'Kerala' },
      states: [],
      meetingOn: null,
      file: { name: 'agenda.pdf', size: 15 },
      state: 'draft',
      counts: { people: 0, waiting: 0 },
      tooLate: null,
      version: 1,
    });
    const crooked = await draft({ title: ' Court\u202E\r\n\u2028hours\u2069 ' });
    expect(crooked.title).toBe('Court hours');
    const wrong = await site.fails(
      contract.createLetter,
      { body: { kind: 'circular', title: '\u202E\n', text: 'x', filter: '{}' } },
      { token },
    );
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([400, ['title']]);
    const result = await site.ok(
      contract.letterRecipients,
      { query: { state: 'Kerala', kind: 'circular' } },
      { token },
    );
    expect(result.data).toEqual({ people: 3, byMail: 2, leftOut: { noAddress: 0, switchedOff: 1, bounced: 0 } });
    const sent = await send(letter);
    expect(sent.body).toMatchObject({ circular: { number: `${day(0).slice(0, 4)}/001`, state: 'sending' } });
    await ended(letter);
    expect((await current(letter)).counts).toEqual({
      people: 3,
      waiting: 0,
      sent: 2,
      failed: 0,
      bounced: 0,
      leftOut: 1,
      read: 0,
    });
    expect(peer.received.map(({ to }) => to).sort()).toEqual(['asha@example.org', 'binu@example.org']);
    const [first, second] = await Promise.all(peer.received.map(({ raw }) => PostalMime.parse(raw)));
    expect(first!.subject).toBe('Court hours');
    expect(first!.text).toMatch(new RegExp(`^Circular ${day(0).slice(0, 4)}/001`));
    expect(first!.html).toContain('<strong>Monday</strong>');
    expect(first!.attachments.map(({ filename }) => filename)).toEqual(['agenda.pdf']);
    const header = (name: string) => first!.headers.find(({ key }) => key === name)?.value;
    expect(header('list-unsubscribe')).toMatch(/^<https:\/\/www\.example\.org\/unsubscribe\/[\w-]{22}>$/);
    expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(
      [first, second].some(({ text } = {} as never) => text?.includes('Dear {{otp}} [x](https://evil.example),')),
    ).toBe(true);
    expect([first, second].some(({ html } = {} as never) => html?.includes('href="https://evil.example"'))).toBe(false);
    const { data, totals } = await results(letter);
    expect(totals.people).toBe(3);
    expect(data.map(({ name, mail: how, email }) => [name, how, email])).toEqual([
      ['Asha Rao', 'sent', 'asha@example.org'],
      ['Chitra', 'leftOut', expect.stringMatching(/^[^@ ]+@[^@ ]+$/)],
      ['{{otp}} [x](https://evil.example)', 'sent', 'binu@example.org'],
    ]);
    expect((await results(letter, { mail: 'leftOut' })).data[0]?.reason).toBe('Does not want circulars by e-mail.');
    expect(
      (await site.fails(contract.letterResults, { params: { id: letter.id }, query: { mail: 'x' } }, { token })).status,
    ).toBe(400);
  });

  it('is sent once, however often and by however many send is pressed', async () => {
    await person({});
    const letter = await draft();
    const other = await confirmedToken(site, { powers: ['full'] });
    const answers = await Promise.all([send(letter), send(letter), send(letter, {}, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    await ended(letter);
    expect(peer.received).toHaveLength(1);
    expect((await send(await current(letter))).body).toMatchObject({ code: 'WRONG_STATE' });
  });

  it('leaves out members who leave or unsubscribe before their turn, and does not reach later ones', async () => {
    await site.database.update(letterSettings).set({ perMinute: 1 });
    const people = [];
    for (const name of ['Asha', 'Binu', 'Chitra']) people.push(await person({ name, state: 'Kerala' }));
    const letter = await draft();
    await send(letter);
    await vi.waitFor(() => expect(peer.received).toHaveLength(1), 20_000);
    await person({ name: 'Dev' });
    await site.database.update(members).set({ status: 'Rejected' }).where(eq(members.id, people[1]!.id));
    await site.database.update(members).set({ circularsByMail: false }).where(eq(members.id, people[2]!.id));
    await ended(letter);
    expect((await results(letter)).data.map(({ mail: how, reason }) => [how, reason])).toEqual([
      ['sent', ''],
      ['leftOut', 'No longer a member.'],
      ['leftOut', 'Does not want circulars by e-mail.'],
    ]);
  });

  it('leaves out a member who unsubscribes while their mail is being retried', async () => {
    await person({ name: 'Asha', state: 'Kerala' });
    const refuse = vi.fn(() => ({ code: 451, message: '4.3.0 try again later' }));
    peer.behaviour.recipient = refuse;
    const letter = await draft();
    await send(letter);
    // Noted as well: the attempt that is still under way would set its own next time.
    await vi.waitFor(async () => expect((await site.database.select().from(mail))[0]?.error).toMatch(/./), 20_000);
    expect(refuse).toHaveBeenCalled();
    await site.database.update(members).set({ circularsByMail: false });
    peer.behaviour = {};
    await site.database.transaction(async (tx) => {
      await tx.update(mail).set({ nextAttemptAt: new Date(0) });
      await notify(tx, 'mail');
    });
    await ended(letter);
    expect(peer.received).toEqual([]);
    expect((await results(letter)).data.map(({ mail: how, reason }) => [how, reason])).toEqual([
      ['leftOut', 'Does not want circulars by e-mail.'],
    ]);
  });

  it('keeps to its rate, stops, and resumes with those who have not got it', async () => {
    await site.database.update(letterSettings).set({ perMinute: 2 });
    for (let count = 0; count < 5; count++) await person({});
    const letter = await draft();
    await send(letter);
    await vi.waitFor(() => expect(peer.received).toHaveLength(2), 20_000);
    await new Promise((done) => setTimeout(done, 1_500));
    expect(peer.received).toHaveLength(2);
    const stopped = await site.ok(contract.stopLetter, { params: { id: letter.id } }, { token });
    expect(stopped.circular).toMatchObject({ state: 'stopped', counts: { waiting: 3, sent: 2 } });
    expect((await site.fails(contract.deleteLetter, { params: { id: letter.id } }, { token })).body.code).toBe(
      'WRONG_STATE',
    );
    const change = { params: { id: letter.id }, body: { title: 'x', version: stopped.circular.version } };
    expect((await site.fails(contract.updateLetter, change as never, { token })).body.code).toBe('WRONG_STATE');
    await site.database.update(letterSettings).set({ perMinute: 6_000 });
    await site.ok(contract.resumeLetter, { params: { id: letter.id } }, { token });
    await ended(letter);
    expect(new Set(peer.received.map(({ to }) => to)).size).toBe(5);
    expect(peer.received).toHaveLength(5);
  });

  it('stops by itself when a fifth of the last fifty mails were rejected, and tells its author', async () => {
    const author = await newAdministrator(site, { powers: ['letters'] });
    token = await confirmedToken(site, author.id);
    await site.database.update(letterSettings).set({ perMinute: 6_000 });
    peer.behaviour.recipient = (address) =>
      address.startsWith('gone') ? { code: 554, message: '5.7.1 no' } : undefined;
    for (let count = 0; count < 12; count++) await person({ name: `A${count}`, email: `gone${count}@example.org` });
    for (let count = 0; count < 20; count++) await person({ name: `B${count}`, email: `here${count}@example.org` });
    const letter = await draft();
    await send(letter);
    await vi.waitFor(async () => expect((await current(letter)).state).toBe('stopped'), { timeout: scaled(20_000) });
    await vi.waitFor(
      () => expect(peer.received.some(({ kind, to }) => kind === 'letter-stopped' && to === author.email)).toBe(true),
      20_000,
    );
    const { failed, waiting, people, sent } = (await current(letter)).counts;
    expect(failed).toBeGreaterThanOrEqual(10);
    expect(people).toBe(failed + waiting + sent);
  });

  it('stops when its author may not send letters any more, and goes on from who resumes it', async () => {
    const author = await newAdministrator(site, { powers: ['letters'] });
    await site.database.update(letterSettings).set({ perMinute: 1 });
    for (let count = 0; count < 3; count++) await person({ name: `A${count}`, email: `a${count}@example.org` });
    const as = await confirmedToken(site, author.id);
    const letter = await draft({}, {}, as);
    await send(letter, {}, as);
    await site.database
      .update(administrators)
      .set({ powers: ['content'] })
      .where(eq(administrators.id, author.id));
    await vi.waitFor(async () => expect((await current(letter)).state).toBe('stopped'), { timeout: scaled(20_000) });
    expect((await current(letter)).counts.waiting).toBeGreaterThan(0);
    await site.database.update(letterSettings).set({ perMinute: 6_000 });
    await site.ok(contract.resumeLetter, { params: { id: letter.id } }, { token });
    await ended(letter);
  });

  it('marks bounced addresses, which then get no more circulars, but notices', async () => {
    await site.database.update(letterSettings).set({ bouncesUntilStop: 1 });
    peer.behaviour.recipient = () => ({ code: 550, message: '5.1.1 no such user' });
    await person({ email: 'gone@example.org' });
    const first = await draft();
    await send(first);
    await ended(first);
    expect((await results(first)).data).toMatchObject([{ mail: 'bounced', email: 'gone@example.org' }]);
    expect((await site.ok(contract.letterRecipients, {}, { token })).data.leftOut.bounced).toBe(1);
    peer.behaviour = {};
    const second = await draft();
    await send(second);
    await ended(second);
    expect((await results(second)).data).toMatchObject([
      { mail: 'leftOut', reason: 'Mails to this address did not arrive.' },
    ]);
    const notice = await draft({ kind: 'notice', meetingOn: day(30) });
    await send(notice);
    await ended(notice);
    expect((await results(notice)).data).toMatchObject([{ mail: 'sent', email: 'gone@example.org' }]);
  });

  it('is scheduled, made a draft again, and begins at its time unless its author has lost the right', async () => {
    const author = await newAdministrator(site, { powers: ['letters'] });
    token = await confirmedToken(site, author.id);
    await person({});
    const letter = await draft();
    const at = new Date(clock.ms() + 3_600_000).toISOString();
    expect((await send(letter, { at: new Date(clock.ms() - 1_000).toISOString() })).body).toMatchObject({
      fields: { at: expect.any(String) },
    });
    expect((await send(letter, { at })).body).toMatchObject({ circular: { state: 'scheduled', number: null, at } });
    const back = await site.ok(contract.stopLetter, { params: { id: letter.id } }, { token });
    expect(back.circular).toMatchObject({ state: 'draft', at: null });
    await send(back.circular, { at });
    await site.database
      .update(administrators)
      .set({ powers: ['content'] })
      .where(eq(administrators.id, author.id));
    clock.set(new Date(clock.ms() + 3_601_000));
    await site.database.execute(sql`notify letters`);
    const other = await confirmedToken(site, { powers: ['letters'] });
    await vi.waitFor(async () => expect((await current(letter, other)).state).toBe('draft'), {
      timeout: scaled(20_000),
    });
    await vi.waitFor(
      () => expect(peer.received.some(({ kind, to }) => kind === 'letter-returned' && to === author.email)).toBe(true),
      20_000,
    );
    const again = await current(letter, other);
    expect((await send(again, {}, other)).status).toBe(200);
    await vi.waitFor(() => expect(peer.received.some(({ kind }) => kind === 'circular')).toBe(true), 20_000);
  });

  it.each([
    [{ kind: 'x' }, 'kind'],
    [{ title: '' }, 'title'],
    [{ text: ' ' }, 'text'],
    [{ text: 'x'.repeat(20_001) }, 'text'],
    [{ filter: '[]' }, 'filter'],
    [{ filter: '{"Status":"New"}' }, 'filter'],
    [{ filter: '{"State":"Atlantis"}' }, 'filter'],
    [{ filter: '{"state":"Goa"}' }, 'filter'],
    [{ filter: '{"standing":"rich"}' }, 'filter'],
    [{ kind: 'notice' }, 'meetingOn'],
    [{ kind: 'notice', meetingOn: '2020-01-01' }, 'meetingOn'],
  ])('is refused with a wrong field (%#)', async (body, field) => {
    const input = { body: { kind: 'circular', title: 'Court hours', text: 'From Monday on.', ...body } };
    const answer = await site.fails(contract.createLetter, input as never, { token });
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.any(String) } } });
  });

  it('takes a PDF of 5 MB at most and nothing else', async () => {
    const input = { body: { kind: 'circular', title: 'a', text: 'b' } };
    for (const bytes of [
      Buffer.from('<html>'),
      Buffer.concat([Buffer.from('%PDF-1.4'), Buffer.alloc(5 * 1024 * 1024)]),
    ]) {
      const answer = await site.fails(
        contract.createLetter,
        { ...input, files: { file: { ...pdf(), bytes } } },
        { token },
      );
      expect(answer).toMatchObject({ status: 400, body: { fields: { file: expect.any(String) } } });
    }
  });

  it('says NO_RECIPIENTS for an empty selection, and uses no number', async () => {
    const letter = await draft({ filter: '{"State":"Goa"}' });
    expect((await send(letter)).body).toMatchObject({ code: 'NO_RECIPIENTS' });
    expect(await site.database.$count(letterYears)).toBe(0);
  });
});

describe('a notice', () => {
  it('goes to everybody, without a link to unsubscribe, and counts its clear days', async () => {
    await person({ name: 'Asha', circularsByMail: false });
    const letter = await draft({ kind: 'notice', meetingOn: day(10) });
    const late = await send(letter);
    expect(late.body).toMatchObject({
      code: 'TOO_LATE',
      message: 'Only 9 clear days are left before the meeting; 14 are asked for.',
    });
    const sent = await send(letter, { tooLate: true });
    expect(sent.body).toMatchObject({ circular: { tooLate: { clearDays: 9 }, meetingOn: day(10) } });
    await ended(letter);
    const parsed = await PostalMime.parse(peer.received[0]!.raw);
    expect(parsed.headers.some(({ key }) => key.startsWith('list-unsubscribe'))).toBe(false);
    const lines = await site.database.select().from(log).where(eq(log.note, '9 clear days'));
    expect(lines).toHaveLength(1);
    const fine = await draft({ kind: 'notice', meetingOn: day(15) });
    expect((await send(fine)).body).toMatchObject({
      circular: { tooLate: null, number: expect.stringMatching(/\/002$/) },
    });
    await ended(fine);
  });

  it('counts its clear days again when it goes on, and never leaves once the day of the meeting has come', async () => {
    await site.database.update(letterSettings).set({ perMinute: 1 });
    for (const name of ['Asha', 'Binu']) await person({ name });
    const letter = await draft({ kind: 'notice', meetingOn: day(20) });
    await send(letter);
    await vi.waitFor(() => expect(peer.received).toHaveLength(1), 20_000);
    await site.ok(contract.stopLetter, { params: { id: letter.id } }, { token });
    // The other one never gets it, or the letter would be at its end.
    peer.behaviour.recipient = () => ({ code: 451, message: '4.3.0 try again later' });
    const resume = (body: { tooLate?: true } = {}) =>
      site.call(contract.resumeLetter, { params: { id: letter.id }, body }, { token });
    const began = clock.ms();
    clock.set(new Date(began + 16 * 86_400_000));
    token = await confirmedToken(site, { powers: ['letters'] });
    expect((await resume()).body).toMatchObject({
      code: 'TOO_LATE',
      message: 'Only 3 clear days are left before the meeting; 14 are asked for.',
    });
    expect((await resume({ tooLate: true })).body).toMatchObject({ circular: { tooLate: { clearDays: 3 } } });
    expect(await site.database.select().from(log).where(eq(log.note, '3 clear days'))).toHaveLength(1);
    await site.ok(contract.stopLetter, { params: { id: letter.id } }, { token });
    // So many were confirmed.
    expect((await resume()).status).toBe(200);
    await site.ok(contract.stopLetter, { params: { id: letter.id } }, { token });
    clock.set(new Date(began + 20 * 86_400_000));
    token = await confirmedToken(site, { powers: ['letters'] });
    expect((await resume({ tooLate: true })).body).toMatchObject({
      code: 'WRONG_STATE',
      message: expect.stringContaining('The day of the meeting has come.'),
    });
  });

  it('is stopped on the day of the meeting while people are left', async () => {
    await site.database.update(letterSettings).set({ perMinute: 1 });
    peer.behaviour.recipient = () => ({ code: 451, message: '4.3.0 try again later' });
    for (const name of ['Asha', 'Binu']) await person({ name, state: 'Kerala' });
    const letter = await draft({ kind: 'notice', meetingOn: day(20) });
    await send(letter);
    clock.set(new Date(clock.ms() + 20 * 86_400_000));
    token = await confirmedToken(site, { powers: ['letters'] });
    await site.database.execute(sql`notify letters`);
    await vi.waitFor(async () => expect((await current(letter)).state).toBe('stopped'), { timeout: scaled(20_000) });
    expect(peer.received.filter(({ kind }) => kind === 'notice')).toEqual([]);
  });

  it('counts its clear days again after an outage, and when a failed mail of it is tried again', async () => {
    peer.behaviour.recipient = () => ({ code: 451, message: '4.3.0 try again later' });
    const people = [await person({ name: 'Asha' }), await person({ name: 'Binu' })];
    const letter = await draft({ kind: 'notice', meetingOn: day(16) });
    await send(letter);
    await vi.waitFor(async () => expect((await mailsOf(people[0]!.id))[0]?.error).not.toBe(''), scaled(20_000));
    clock.set(new Date(clock.ms() + 5 * 86_400_000));
    token = await confirmedToken(site, { powers: ['letters'] });
    peer.behaviour = {};
    await site.database.execute(sql`notify mail`);
    await vi.waitFor(async () => expect((await current(letter)).state).toBe('stopped'), { timeout: scaled(20_000) });
    const [told] = await site.database.select().from(mail).where(eq(mail.kind, 'letter-stopped'));
    expect(told?.data.reason).toBe('10 clear days would be left before the meeting, and 14 are asked for.');
    expect(await received('notice')).toEqual([]);
    // One of them failed before.
    const [first] = people;
    await site.database.delete(mail).where(eq(mail.memberId, first!.id));
    const [recipient] = await site.database
      .update(letterRecipients)
      .set({ mail: 'failed', queuedAt: clock.now() })
      .where(eq(letterRecipients.memberId, first!.id))
      .returning();
    const failed = {
      id: recipient!.id,
      kind: 'notice',
      recipient: first!.email,
      data: { name: 'Asha', circular: letter.id },
    };
    await site.database.insert(mail).values({ ...failed, memberId: first!.id, state: 'failed', bulk: true });
    const full = { token: await confirmedToken(site) };
    const retry = () => site.call(retryMail, { params: { id: failed.id } }, full);
    expect((await retry()).body).toMatchObject({
      code: 'TOO_LATE',
      message: '10 clear days would be left before the meeting, and 14 are asked for.',
    });
    await site.ok(contract.resumeLetter, { params: { id: letter.id }, body: { tooLate: true } }, { token });
    expect((await retry()).status).toBe(200);
    await vi.waitFor(async () => expect(await received('notice')).toHaveLength(2), scaled(20_000));
  });

  it('that was scheduled with fewer clear days than were confirmed is a draft again, and says so', async () => {
    await person({});
    const letter = await draft({ kind: 'notice', meetingOn: day(14) });
    const at = new Date(clock.ms() + 3 * 86_400_000).toISOString();
    const scheduled = await send(letter, { at, tooLate: true });
    expect(scheduled.body).toMatchObject({ circular: { tooLate: { clearDays: 10 } } });
    // The server was down until one clear day was left.
    clock.set(new Date(clock.ms() + 12 * 86_400_000));
    token = await confirmedToken(site, { powers: ['letters'] });
    await site.database.execute(sql`notify letters`);
    await vi.waitFor(async () => expect((await current(letter)).state).toBe('draft'), { timeout: scaled(20_000) });
    expect(await current(letter)).toMatchObject({ tooLate: null, number: null });
    const [told] = await site.database.select().from(mail).where(eq(mail.kind, 'letter-returned'));
    expect(told?.data.reason).toBe(
      '1 clear day would be left before the meeting, and 14 are asked for; 10 clear days were confirmed.',
    );
  });

  it('that came back and was tried again at the corrected address was served there', async () => {
    peer.behaviour.recipient = (address) =>
      address.startsWith('old') ? { code: 550, message: '5.1.1 no such user' } : undefined;
    const asha = await person({ email: 'old@example.org' });
    const letter = await draft({ kind: 'notice', meetingOn: day(30) });
    await send(letter);
    await ended(letter);
    expect((await results(letter)).data).toMatchObject([{ mail: 'bounced', email: 'old@example.org' }]);
    const full = { token: await confirmedToken(site, { powers: ['full'] }) };
    const ofNotice = async () => (await site.database.select().from(mail).where(eq(mail.kind, 'notice')))[0]!;
    const { id, bouncedAt } = await ofNotice();
    expect(bouncedAt).not.toBeNull();
    const version = (await site.database.select().from(members).where(eq(members.id, asha.id)))[0]!.version;
    const body = { ...registrationBody({ email: 'new@example.org' }), version };
    await site.ok(updateMember, { params: { id: asha.id }, body } as never, full);
    // What failed, failed at the old address.
    expect((await ofNotice()).recipient).toBe('old@example.org');
    await site.ok(retryMail, { params: { id } }, full);
    await vi.waitFor(async () => expect((await results(letter)).totals.sent).toBe(1), { timeout: scaled(20_000) });
    const { data, totals } = await results(letter);
    expect([data[0]!.mail, data[0]!.email, totals.bounced]).toEqual(['sent', 'new@example.org', 0]);
    expect(data[0]!.reason).toMatch(/^Came back before, on \d{2} \w{3} \d{4}: /);
    expect(peer.received.filter(({ kind }) => kind === 'notice').map(({ to }) => to)).toEqual(['new@example.org']);
    await vi.waitFor(async () => expect((await ofNotice()).state).toBe('sent'), 10_000);
    expect((await ofNotice()).bouncedAt).toBeNull();
  });
});

describe('bound to States', () => {
  it('an office writes to its own members, and sees only the letters of its own States', async () => {
    const kerala = await confirmedToken(site, { powers: ['letters'], states: ['Kerala'] });
    const both = await confirmedToken(site, { powers: ['letters'], states: ['Goa', 'Kerala'] });
    await person({ state: 'Kerala', email: 'kerala@example.org' });
    await person({ state: 'Goa', email: 'goa@example.org' });
    const foreign = { body: { kind: 'circular', title: 'a', text: 'b', filter: '{"State":"Goa"}' } };
    expect((await site.fails(contract.createLetter, foreign as never, { token: kerala })).body.fields).toHaveProperty(
      'filter',
    );
    expect(
      (await site.fails(contract.letterRecipients, { query: { state: 'Goa' } }, { token: kerala })).body.fields,
    ).toHaveProperty('state');
    expect((await site.ok(contract.letterRecipients, {}, { token: kerala })).data.people).toBe(1);
    const letter = await draft({}, {}, kerala);
    expect(letter.states).toEqual(['Kerala']);
    const all = await draft();
    const listed = async (as: string) =>
      (await site.ok(contract.listLetters, {}, { token: as })).data.map(({ id }) => id);
    expect(await listed(kerala)).toEqual([letter.id]);
    expect(await listed(both)).toEqual([letter.id]);
    expect(await listed(token)).toEqual([all.id, letter.id]);
    expect((await site.fails(contract.getLetter, { params: { id: all.id } }, { token: kerala })).status).toBe(404);
    await send(letter, {}, kerala);
    await ended(letter);
    expect(peer.received.map(({ to }) => to)).toEqual(['kerala@example.org']);
  });
});

describe('a member', () => {
  it('reads letters addressed to them, also without mail, and opening one marks it as read', async () => {
    const asha = await person({ circularsByMail: false });
    const binu = await person({});
    const letter = await draft({ text: '**Hello** <b>' }, { file: pdf() });
    await send(letter);
    await ended(letter);
    const mine = { token: await memberToken(site, asha.id) };
    const list = await site.ok(own.listOwnLetters, {}, mine);
    expect(list).toMatchObject({
      unread: 1,
      data: [{ title: 'Court hours', read: false, file: { name: 'agenda.pdf' } }],
    });
    const params = { id: letter.id };
    const { data } = await site.ok(own.getOwnLetter, { params }, mine);
    expect(data.html).toBe('<p><strong>Hello</strong> &lt;b&gt;</p>');
    expect((await site.call(own.ownLetterFile, { params }, mine)).raw.toString()).toBe('%PDF-1.7 agenda');
    await site.ok(own.readOwnLetter, { params }, mine);
    await site.ok(own.readOwnLetter, { params }, mine);
    expect((await site.ok(own.listOwnLetters, {}, mine)).unread).toBe(0);
    expect((await current(letter)).counts.read).toBe(1);
    expect((await results(letter, { mail: 'read' })).data).toHaveLength(1);
    const draftOnly = await draft();
    for (const id of [draftOnly.id, '7f0e3c1a-58a4-4f5e-9a53-0d9c9f8d2b11']) {
      expect((await site.fails(own.getOwnLetter, { params: { id } }, mine)).status).toBe(404);
    }
    expect(binu.id).not.toBe(asha.id);
  });

  it('unsubscribes by one press, without a login; opening the page changes nothing', async () => {
    const asha = await person({ name: 'Asha Rao' });
    const letter = await draft();
    await send(letter);
    await ended(letter);
    const link = /List-Unsubscribe: <https:\/\/www\.example\.org(\/unsubscribe\/[\w-]+)>/.exec(
      peer.received[0]!.raw.toString().replace(/\r\n\s/g, ' '),
    )![1]!;
    const wants = async () =>
      (await site.database.select({ on: members.circularsByMail }).from(members).where(eq(members.id, asha.id)))[0]!.on;
    for (const method of ['GET', 'HEAD'] as const) {
      const page = await site.app.inject({ method, url: link });
      expect([page.statusCode, page.headers['cache-control']]).toEqual([200, 'no-store']);
      expect(page.body).not.toContain('Asha');
    }
    expect(await wants()).toBe(true);
    const bodies = [
      { payload: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      { payload: '{"a":', headers: { 'content-type': 'application/json' } },
      { payload: 'x', headers: { 'content-type': 'text/weird' } },
      {},
    ];
    for (const body of bodies) {
      expect((await site.app.inject({ method: 'POST', url: link, ...body })).statusCode).toBe(200);
      expect(await wants()).toBe(false);
    }
    const lines = await site.database.select().from(log).where(eq(log.action, 'ended circulars by e-mail'));
    expect(lines).toHaveLength(1);
    const hindi = await site.app.inject({ url: `/HI${link}` });
    expect(hindi.body).toContain('<html lang="hi-IN">');
    expect(hindi.body).toContain('अब आपको ई-मेल से परिपत्र नहीं मिलेंगे');
    await site.database.update(members).set({ circularsByMail: true }).where(eq(members.id, asha.id));
    expect((await site.app.inject({ method: 'POST', url: `/hi${link}` })).statusCode).toBe(200);
    expect(await wants()).toBe(false);
    const unknown = () => site.app.inject({ method: 'POST', url: `/unsubscribe/${'x'.repeat(22)}` });
    expect((await unknown()).statusCode).toBe(404);
    for (let count = 0; count < 29; count++) await unknown();
    const throttled = await unknown();
    expect(throttled.statusCode).toBe(429);
    expect((await site.app.inject({ method: 'POST', url: link })).statusCode).toBe(200);
  });

  it('switches circulars by e-mail in the profile', async () => {
    const asha = await person({});
    const mine = { token: await memberToken(site, asha.id) };
    const body = { circularsByMail: false };
    const answer = await site.call(updateMember, { params: { id: asha.id }, body } as never, mine);
    const row = (await site.database.select().from(members).where(eq(members.id, asha.id)))[0]!;
    expect([answer.status, row.circularsByMail]).toEqual([400, true]);
  });
});

it('are listed by kind and by the days on which sending began', async () => {
  await person({});
  const sent = await draft();
  await send(sent);
  await ended(sent);
  const written = await draft();
  const listed = async (query: object) =>
    (await site.ok(contract.listLetters, { query }, { token })).data.map(({ id }) => id);
  expect(await listed({ from: day(0), until: day(0) })).toEqual([sent.id]);
  expect(await listed({ from: day(1) })).toEqual([]);
  expect(await listed({ until: day(-1) })).toEqual([]);
  expect(await listed({ kind: 'notice' })).toEqual([]);
  expect(await listed({ kind: 'circular', state: 'draft' })).toEqual([written.id]);
});

describe('the settings', () => {
  it('are the full administrator’s, bounded, and versioned', async () => {
    const full = { token: await confirmedToken(site, { powers: ['full'] }) };
    const before = (await site.ok(contract.getLetterSettings, {}, full)).data;
    expect(before).toMatchObject({ perMinute: 60, clearDays: 14, bouncesUntilStop: 3 });
    const changed = await site.ok(
      contract.updateLetterSettings,
      { body: { clearDays: 21, version: before.version } },
      full,
    );
    expect(changed.data).toMatchObject({ perMinute: 60, clearDays: 21, version: before.version + 1 });
    expect(
      (await site.fails(contract.updateLetterSettings, { body: { perMinute: 5, version: before.version } }, full))
        .status,
    ).toBe(409);
    for (const body of [{ perMinute: 0 }, { perMinute: 6_001 }, { clearDays: 91 }, { bouncesUntilStop: 21 }, {}]) {
      expect((await site.fails(contract.updateLetterSettings, { body }, full)).status).toBe(400);
    }
  });
});

it('the numbers of a year have no gap, even if several are sent at once', async () => {
  await person({});
  const drafts = await Promise.all(Array.from({ length: 8 }, () => draft()));
  await Promise.all(drafts.map((letter) => send(letter)));
  const rows = await site.database.select({ number: letters.number }).from(letters).orderBy(asc(letters.number));
  expect(rows.map(({ number }) => Number(number!.slice(5)))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  await Promise.all(drafts.map(ended));
  const ids = await site.database.select({ id: letterRecipients.id }).from(letterRecipients);
  expect((await site.database.select({ id: mail.id }).from(mail)).map(({ id }) => id).sort()).toEqual(
    ids.map(({ id }) => id).sort(),
  );
});
