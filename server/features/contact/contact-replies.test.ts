import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clock } from '#shared/clock.ts';
import { searchLog } from '#shared/contracts/activity-log.ts';
import {
  countOpenContacts,
  getContact,
  listContacts,
  replyToContact,
  setContactState,
} from '#shared/contracts/contact.ts';
import { getSettings, updateSettings } from '#shared/contracts/settings.ts';
import { limits } from '#shared/limits.ts';
import { emptyLog, startTestApp } from '#tests/app.ts';
import { contactMessageFactory } from '#tests/factories/content.ts';
import { adminToken, newAdministrator } from '#tests/logins.ts';
import { mailsOf, waitForMail } from '#tests/mail.ts';
import { eventually } from '#tests/wait.ts';
import { deleteOldContacts } from './contact.queries.ts';

let token: string;
let office: string;
const site = await startTestApp();
beforeAll(async () => {
  const administrator = await newAdministrator(site);
  office = administrator.email;
  token = await adminToken(site, administrator.id);
});
beforeEach(async () => {
  for (const table of ['contact_messages', 'mail']) await site.database.pool.query(`delete from ${table}`);
  await emptyLog(site);
});

const list = (query: object = {}) => site.ok(listContacts, { query }, { token });
const namesOf = async (query: object = {}) => (await list(query)).contacts.map(({ name }) => name);
const reply = (id: string, body: object) => site.call(replyToContact, { params: { id }, body }, { token });
const change = (id: string, body: object) => site.call(setContactState, { params: { id }, body }, { token });
const read = async (id: string) => (await site.ok(getContact, { params: { id } }, { token })).contact;
const queued = async () =>
  (await site.database.pool.query(`select id, recipient from mail where kind = 'contact-reply'`)).rows;
const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 0, minutes));

describe('the list', () => {
  it('holds open and answered messages by default, newest first, and counts each kind', async () => {
    await contactMessageFactory(site, { name: 'first', createdAt: at(1) });
    await contactMessageFactory(site, { name: 'third', createdAt: at(3), state: 'answered' });
    await contactMessageFactory(site, { name: 'second', createdAt: at(2) });
    await contactMessageFactory(site, { name: 'doubtful', createdAt: at(4), doubtful: true });
    expect(await list()).toMatchObject({
      pagination: { currentPage: 1, totalPages: 1, totalCount: 3, pageSize: limits.pageSize },
      counts: { open: 2, answered: 1, doubtful: 1 },
    });
    expect(await namesOf()).toEqual(['third', 'second', 'first']);
    expect(await namesOf({ state: 'open' })).toEqual(['second', 'first']);
    expect(await namesOf({ state: 'answered' })).toEqual(['third']);
    expect(await namesOf({ state: 'doubtful' })).toEqual(['doubtful']);
    expect(await namesOf({ state: 'all' })).toEqual(['doubtful', 'third', 'second', 'first']);
    expect((await list({ state: 'all' })).pagination.totalCount).toBe(4);
    expect((await site.fails(listContacts, { query: { state: 'none' } }, { token })).status).toBe(400);
    expect(await site.ok(countOpenContacts, {}, { token })).toMatchObject({ open: 2 });
  });

  it('comes in pages', async () => {
    for (let index = 1; index <= 12; index++)
      await contactMessageFactory(site, { name: `${index}`, createdAt: at(index) });
    expect(await namesOf({ state: 'open', page: 2 })).toEqual(['2', '1']);
    expect(await namesOf({ page: 3 })).toEqual([]);
  });

  it.each([
    ['a name in any case', 'MEERA n'],
    ['part of an e-mail', 'ra@example'],
    ['a mobile number however it was typed', '9812312345'],
    ['words of the message', 'next  WEBINAR'],
    ['two letters', 'we'],
    ['signs that mean themselves', '100%_'],
  ])('is searched for %s', async (_what, search) => {
    await contactMessageFactory(site, {
      name: 'Somebody Else',
      message: 'Another matter',
      email: 'x@y.org',
      mobile: '1',
    });
    await contactMessageFactory(site, {
      name: 'Meera Nair',
      email: 'meera@example.org',
      mobile: '+91 98123-12345',
      message: 'When is the next webinar? I am 100%_ sure to come.',
    });
    await contactMessageFactory(site, {
      name: 'Meera Nair',
      message: 'next webinar 100%_',
      doubtful: true,
      email: 'meera@example.org',
      mobile: '98123 12345',
    });
    expect(await list({ search })).toMatchObject({
      contacts: [{ name: 'Meera Nair', doubtful: false }],
      pagination: { totalCount: 1 },
      counts: { open: 1, answered: 0, doubtful: 1 },
    });
  });
});

describe('a reply', () => {
  it('goes to the visitor alone, with the message quoted and answers going to the office', async () => {
    const { id: settingsId, association: before } = (await site.ok(getSettings, {})).data[0]!;
    const association = { ...before, officeEmail: 'reply@example.org', supportEmail: 'support@example.org' };
    await site.ok(updateSettings, { params: { settingsId }, body: { association } }, { token });
    const { id } = await contactMessageFactory(site, {
      email: 'Visitor@example.org',
      message: 'How can I join?\n\nRegards,\nMeera',
      createdAt: new Date('2026-11-21T12:00:00Z'),
    });
    const answer = await reply(id, { text: '  Dear Ms Nair,\n\nplease use the form.  ', expectedState: 'open' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        contact: {
          id,
          state: 'answered',
          stateBy: office,
          replies: [{ text: 'Dear Ms Nair,\n\nplease use the form.', by: office, error: '' }],
        },
      },
    });
    const mail = await waitForMail(site, { to: 'Visitor@example.org' });
    expect(mail).toMatchObject({ kind: 'contact-reply', replyTo: 'reply@example.org' });
    expect(mail.text).toContain(
      'Dear Ms Nair,\n\nplease use the form.\n\nOn 21 November 2026 you wrote to the All India Association of Public Prosecutors:\n\n> How can I join?\n> \n> Regards,\n> Meera\n',
    );
    expect((await mailsOf(site)).filter(({ kind }) => kind === 'contact-reply')).toHaveLength(1);
    await eventually(async () => (await read(id)).replies[0]?.mail === 'sent', 'the reply is sent');
    expect(await read(id)).toMatchObject({ state: 'answered', replies: [{ mail: 'sent', toFile: true }] });
    expect(await list({ state: 'answered' })).toMatchObject({ contacts: [{ replies: [{ by: office }] }] });
  });

  it('is answered to an administrator, if the office has no address', async () => {
    const { id: settingsId, association: before } = (await site.ok(getSettings, {})).data[0]!;
    const association = { ...before, officeEmail: '', supportEmail: '' };
    await site.ok(updateSettings, { params: { settingsId }, body: { association } }, { token });
    const { id, email } = await contactMessageFactory(site);
    expect((await reply(id, { text: 'Hello' })).status).toBe(200);
    expect((await waitForMail(site, { to: email })).replyTo).toContain('@');
  });

  it('needs a text, a message, and a visitor who can be reached', async () => {
    const { id } = await contactMessageFactory(site);
    for (const text of ['', ' \n ', undefined]) {
      expect(await reply(id, { text })).toMatchObject({
        status: 400,
        body: { code: 'VALIDATION', fields: { text: 'Please write the reply' } },
      });
    }
    const long = await reply(id, { text: 'x'.repeat(limits.textLength + 1) });
    expect(long).toMatchObject({ status: 400, body: { fields: { text: 'Please use a shorter text' } } });
    expect((await reply('8a8f7b1e-5d0a-4a4e-9c39-1b8f3f0e7a55', { text: 'Hello' })).status).toBe(404);
    expect((await reply('none', { text: 'Hello' })).status).toBe(404);
    for (const email of ['call me', 'a@b', 'a@example.org, b@example.org', 'a@example.org\r\nBcc: b@example.org']) {
      const nobody = await contactMessageFactory(site, { email });
      expect(await reply(nobody.id, { text: 'Hello' })).toMatchObject({ status: 409, body: { code: 'NO_ADDRESS' } });
      expect(await read(nobody.id)).toMatchObject({ state: 'open', replies: [] });
    }
    expect(await queued()).toEqual([]);
  });

  it('is sent once when it is sent again within ten minutes, and again afterwards', async () => {
    const { id } = await contactMessageFactory(site);
    const answers = await Promise.all([1, 2, 3].map(() => reply(id, { text: 'Hello', expectedState: 'open' })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await queued()).toHaveLength(1);
    await reply(id, { text: 'And another thing' });
    await site.database.pool.query(`update contact_replies set created_at = created_at - interval '11 minutes'`);
    expect(await reply(id, { text: 'Hello' })).toMatchObject({ status: 200, body: { contact: { state: 'answered' } } });
    expect(await queued()).toHaveLength(3);
    expect((await read(id)).replies.map(({ text }) => text)).toEqual(['Hello', 'And another thing', 'Hello']);
  });

  it('is refused when somebody else has answered meanwhile', async () => {
    const { id } = await contactMessageFactory(site);
    const [one, other] = await Promise.all(
      ['First', 'Second'].map((text) => reply(id, { text, expectedState: 'open' })),
    );
    expect([one!.status, other!.status].sort()).toEqual([200, 409]);
    expect([one, other].find((answer) => answer?.status === 409)?.body).toMatchObject({
      code: 'RECORD_CHANGED',
    });
    expect(await queued()).toHaveLength(1);
    expect((await reply(id, { text: 'More', expectedState: 'answered' })).status).toBe(200);
  });

  it('to a doubtful message makes it no longer doubtful', async () => {
    const { id } = await contactMessageFactory(site, { doubtful: true });
    await reply(id, { text: 'Hello' });
    expect(await list()).toMatchObject({ counts: { answered: 1, doubtful: 0 } });
  });

  it('stays with its message when its mail is deleted from the log, and is deleted with the message', async () => {
    const { id } = await contactMessageFactory(site, { createdAt: new Date(clock.ms() - 11 * 86_400_000) });
    await reply(id, { text: 'Hello' });
    await site.database.pool.query('delete from mail');
    expect((await read(id)).replies).toMatchObject([{ text: 'Hello', mail: '', mailId: null }]);
    await deleteOldContacts(site.database, 10);
    expect(await site.database.pool.query('select from contact_replies')).toMatchObject({ rowCount: 0 });
  });
});

describe('the state', () => {
  it('is answered by telephone, open again, and not doubtful', async () => {
    const { id } = await contactMessageFactory(site, { doubtful: true });
    expect(await change(id, { doubtful: false })).toMatchObject({
      status: 200,
      body: { contact: { doubtful: false, state: 'open', stateBy: '', stateAt: null } },
    });
    expect(await change(id, { state: 'answered' })).toMatchObject({
      body: { contact: { state: 'answered', stateBy: office, replies: [] } },
    });
    expect(await change(id, { state: 'open' })).toMatchObject({ body: { contact: { state: 'open' } } });
    expect((await change(id, {})).status).toBe(200);
    for (const body of [{ state: 'lost' }, { doubtful: true }, { doubtful: 'false' }])
      expect((await change(id, body)).status).toBe(400);
    expect((await change('8a8f7b1e-5d0a-4a4e-9c39-1b8f3f0e7a55', { state: 'open' })).status).toBe(404);
    expect(await queued()).toEqual([]);
  });

  it('is logged without a word of the visitor’s', async () => {
    const { id } = await contactMessageFactory(site, { createdAt: new Date('2026-11-21T12:00:00Z'), doubtful: true });
    await reply(id, { text: 'PRIVATE WORDS' });
    await change(id, { state: 'open' });
    await change(id, { state: 'open' });
    await change(id, { state: 'answered' });
    const { data } = await site.ok(searchLog, { query: { kind: 'content' } }, { token });
    expect(data.map(({ text }) => text).reverse()).toEqual([
      'Message answered by mail',
      'Message opened again',
      'Message marked as answered',
    ]);
    for (const line of data)
      expect(line).toMatchObject({ by: office, subject: 'Message of 21 November 2026', link: '/admin/Contact' });
    const lines = await site.database.pool.query('select * from log');
    expect(JSON.stringify(lines.rows)).not.toMatch(/PRIVATE|Meera|meera/);
  });
});
