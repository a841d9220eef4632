import { beforeEach, describe, expect, it } from 'vitest';
import { createContact, listContacts } from '#shared/contracts/contact.ts';
import { getSettings, updateSettings } from '#shared/contracts/settings.ts';
import { limits } from '#shared/limits.ts';
import { startTestApp } from '#tests/app.ts';
import { contactMessageFactory } from '#tests/factories/content.ts';
import { adminToken, newAdministrator } from '#tests/logins.ts';
import { mailsOf, waitForMail } from '#tests/mail.ts';
import { deleteOldContacts } from './contact.queries.ts';

const site = await startTestApp({ TRUST_PROXY: 'loopback' });
const token = await adminToken(site);
beforeEach(async () => {
  for (const table of ['contact_messages', 'mail', 'throttles']) await site.database.pool.query(`delete from ${table}`);
});

const message = {
  name: 'Meera Nair',
  email: 'meera@example.org',
  mobile: '9812300000',
  message: 'How can I become a member?\n\nRegards',
};
const send = (body: object = message, address = '203.0.113.7') =>
  site.call(createContact, { body }, { headers: { 'x-forwarded-for': address } });
const stored = async () => (await site.ok(listContacts, { query: { state: 'all' } }, { token })).contacts;
const queued = async () =>
  (await site.database.pool.query(`select recipient, data from mail where kind = 'contact-office' order by recipient`))
    .rows;
const thanks = { success: true, message: 'Thank you. Your message has been sent to the office.' };

async function setOffice(association: { officeEmail?: string; supportEmail?: string }) {
  const { id, association: before } = (await site.ok(getSettings, {})).data[0]!;
  const body = { association: { ...before, officeEmail: '', supportEmail: '', ...association } };
  await site.ok(updateSettings, { params: { settingsId: id }, body }, { token });
}

describe('a message to the office', () => {
  it('is stored and mailed to the office’s address, with its sender as reply address', async () => {
    await setOffice({ officeEmail: 'office@example.org', supportEmail: 'support@example.org' });
    expect((await send({ ...message, mobile: '+91 98123-00000' })).body).toEqual(thanks);
    expect(await stored()).toEqual([
      {
        id: expect.any(String),
        ...message,
        doubtful: false,
        state: 'open',
        stateBy: '',
        stateAt: null,
        replies: [],
        createdAt: expect.any(String),
      },
    ]);
    const mail = await waitForMail(site, { to: 'office@example.org', kind: 'contact-office' });
    expect(mail.replyTo).toBe('meera@example.org');
    expect(mail.subject).toBe('Message from Meera Nair');
    expect(mail.text).toContain('How can I become a member?');
    expect(mail.text).toContain('9812300000');
    expect(await mailsOf(site, { to: 'support@example.org' })).toEqual([]);
  });

  it('goes to the support address, else to every active administrator', async () => {
    await setOffice({ supportEmail: 'support@example.org' });
    await send();
    expect((await queued()).map(({ recipient }) => recipient)).toEqual(['support@example.org']);
    await setOffice({});
    const active = await newAdministrator(site);
    const disabled = await newAdministrator(site, { disabled: true });
    await send({ ...message, message: 'Another one' });
    const recipients = (await queued()).map(({ recipient }) => recipient);
    expect(recipients).toContain(active.email);
    expect(recipients).not.toContain(disabled.email);
  });

  it('needs its four fields only', async () => {
    const answer = await send({ name: '  ' });
    expect(answer).toMatchObject({
      status: 400,
      body: {
        fields: {
          name: 'Please enter your FullName',
          email: 'Please enter your Email',
          mobile: 'Please enter your Mobile Number',
          message: 'Please enter your Message',
        },
      },
    });
    expect((await send({ ...message, email: 'not an address', mobile: 'call me' })).status).toBe(200);
    expect(await stored()).toHaveLength(1);
  });

  it('cannot add anything to the mail’s headers', async () => {
    await setOffice({ officeEmail: 'headers@example.org' });
    const email = 'a@example.org\r\nBcc: everybody@example.org';
    await send({ ...message, name: 'Meera\r\nBcc: all@example.org', email });
    const mail = await waitForMail(site, { to: 'headers@example.org' });
    expect(mail.replyTo).toBe('');
    expect(mail.subject).not.toContain('\n');
    expect((await mailsOf(site)).some(({ to }) => to.includes('all@') || to.includes('everybody@'))).toBe(false);
  });

  it('is shown as text in the mail', async () => {
    await setOffice({ officeEmail: 'html@example.org' });
    await send({ ...message, message: '<script>alert(1)</script>' });
    const mail = await waitForMail(site, { to: 'html@example.org' });
    expect(mail.html).not.toContain('<script>');
    expect(mail.text).toContain('<script>alert(1)</script>');
  });

  it('is stored whole or refused', async () => {
    const long = 'x'.repeat(limits.textLength + 1);
    expect((await send({ ...message, message: long })).body).toMatchObject({
      fields: { message: 'Please use a shorter text' },
    });
    expect((await send({ ...message, message: 'a\u0000b' })).status).toBe(400);
    expect(await stored()).toEqual([]);
  });

  it('counts once when it is sent twice', async () => {
    const answers = await Promise.all([send(), send(), send()]);
    expect(answers.map(({ body }) => body)).toEqual([thanks, thanks, thanks]);
    expect(await stored()).toHaveLength(1);
    await site.database.pool.query(`update contact_messages set created_at = now() - interval '11 minutes'`);
    await send();
    expect(await stored()).toHaveLength(2);
  });
});

describe('programs', () => {
  it.each([
    ['fill in the field that people do not see', () => ({ website: 'https://spam.example.com' })],
    ['fill in whatever is there, without end', () => ({ website: 'x'.repeat(100_000) })],
    ['are faster than people', () => ({ shownAt: Date.now() })],
    ['are faster than people by their own clock', () => ({ shownAt: 1_000, sentAt: 2_500 })],
  ])('that %s are thanked, and kept as doubtful', async (_name, extra) => {
    expect((await send({ ...message, ...extra() })).body).toEqual(thanks);
    expect(await stored()).toMatchObject([{ ...message, doubtful: true }]);
  });

  it('cause no mail when they fill in the hidden field, and one with a remark when they are only fast', async () => {
    await setOffice({ officeEmail: 'doubtful@example.org' });
    await send({ ...message, website: 'https://spam.example.com' });
    expect(await queued()).toEqual([]);
    await send({ ...message, message: 'A short question', shownAt: 1_000, sentAt: 2_500 });
    const mail = await waitForMail(site, { to: 'doubtful@example.org' });
    expect(mail.subject).toBe('Doubtful: message from Meera Nair');
    expect(mail.text).toContain('This message is doubtful');
    expect(mail.text).toContain('A short question');
  });

  it.each([
    ['takes time', () => ({ website: '', shownAt: Date.now() - 60_000 })],
    [
      'has a clock that is ahead by minutes',
      () => ({ shownAt: Date.now() + 298_000, sentAt: Date.now() + 300_000 + 5_000 }),
    ],
    ['has a clock that was set back meanwhile', () => ({ shownAt: 900_000, sentAt: 100_000 })],
    ['uses no script', () => ({ shownAt: '' })],
    ['uses an odd browser', () => ({ shownAt: 'now', sentAt: null })],
  ])('are not taken for a person who %s', async (_name, extra) => {
    expect((await send({ ...message, ...extra() })).body).toEqual(thanks);
    expect(await stored()).toMatchObject([{ doubtful: false }]);
  });
});

describe('many messages', () => {
  it('of one sender are soon refused, in any case of the address and from any network', async () => {
    for (let index = 0; index < limits.contactsPerSenderAnHour; index++) {
      const email = index % 2 ? 'Meera@Example.org' : 'meera@example.org';
      const answer = await send({ ...message, email, message: `${index}` }, `203.0.113.${index}`);
      expect(answer.status).toBe(200);
    }
    const answer = await send({ ...message, message: 'one more' }, '203.0.113.99');
    expect(answer.status).toBe(429);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect(answer.body.message).toMatch(/^Too many tries\. Please wait \d+ minutes\.$/);
    expect((await send({ ...message, email: 'other@example.org' })).status).toBe(200);
  });
});

describe('the list of messages', () => {
  it('is newest first, and the office’s alone', async () => {
    for (const [name, hour] of [
      ['first', 1],
      ['third', 3],
      ['second', 2],
    ] as const) {
      await contactMessageFactory(site, { name, createdAt: new Date(Date.UTC(2026, 0, 1, hour)) });
    }
    expect((await stored()).map(({ name }) => name)).toEqual(['third', 'second', 'first']);
  });
});

it('messages are deleted after years', async () => {
  for (const days of [9, 11]) {
    await contactMessageFactory(site, { name: `${days} days`, createdAt: new Date(Date.now() - days * 86_400_000) });
  }
  await deleteOldContacts(site.database, 10);
  expect((await stored()).map(({ name }) => name)).toEqual(['9 days']);
});
