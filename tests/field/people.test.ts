import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { conferenceCalendar } from '#server/features/conferences/calendar.ts';
import { doorPhotos } from '#server/features/door/door-photos.ts';
import { parseRow } from '#server/features/imports/parse-row.ts';
import { readDeliveryReport } from '#server/platform/mail/delivery-report.ts';
import { explainFailure } from '#server/platform/mail/failures.ts';
import { shapeLine } from '#server/platform/typesetting/shape.ts';
import { loginMember } from '#shared/contracts/auth.ts';
import type { Conference } from '#shared/contracts/conferences.ts';
import { searchDirectory } from '#shared/contracts/directory.ts';
import { listSubDistricts } from '#shared/contracts/locations.ts';
import { registerMember, reviewRegistration } from '#shared/contracts/registrations.ts';
import { messages } from '#shared/messages.ts';
import { withoutInvisible } from '#shared/typing.ts';
import { openTestApp, startTestApp } from '#tests/app.ts';
import { reports } from '#tests/delivery-reports.ts';
import { pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import { adminToken, hashOfPassword, memberToken, newMember, password } from '#tests/logins.ts';

// Files and texts with which something went wrong, as people, banks and mail servers write them: each as it came.
const bytes = (name: string) => readFileSync(new URL(name, import.meta.url));
const json = <T>(name: string) => JSON.parse(bytes(name).toString()) as T;

const site = await startTestApp();

describe('e-mails with what was copied along', () => {
  const { registration, import: imported } = json<{ registration: string[]; import: string[] }>(
    '09-emails-that-are-taken.json',
  );
  const plain = (typed: string) => (typed.includes('b') ? 'ab@example.in' : 'a@example.in');

  it.each(registration)('%j registers one person, or nobody', async (email) => {
    const files = { document: scannedId(), picture: await pictureFile() };
    const { status, body } = await site.call(registerMember, { body: registrationBody({ email }), files });
    if (email.includes('..')) {
      expect(body).toMatchObject({ code: 'VALIDATION', fields: { email: messages.registration.emailFormat } });
    } else {
      expect([200, 409]).toContain(status);
      const { rows } = await site.database.pool.query('select email from members where email = $1', [plain(email)]);
      expect(rows).toHaveLength(1);
    }
  });

  it.each(imported)('%j in a list is the plain one', (email) => {
    expect(parseRow((field) => (field === 'email' ? email : undefined)).values.email).toBe(plain(email));
  });

  it.each(['mailto:%s', '‹%s›', '\u200b%s\u2060'])('%j logs in', async (form) => {
    const { email } = await newMember(site, { passwordHash: await hashOfPassword() });
    await site.ok(loginMember, { body: { email: form.replace('%s', email), password } });
  });
});

it('a host in Unicode and its xn-- form are one mailbox', async () => {
  const { first, second } = json<{ first: string; second: string }>('28-idn-twins.json');
  const ascii = second.replace(/ .*/, '');
  const files = async () => ({ document: scannedId(), picture: await pictureFile() });
  const register = async (email: string, name: string) =>
    site.call(registerMember, { body: registrationBody({ email, name }), files: await files() });
  expect((await register(first, 'Asha First')).status).toBe(200);
  expect(await register(ascii, 'Asha Second')).toMatchObject({ status: 409, body: { code: 'EMAIL_TAKEN' } });
  for (const email of [first, ascii, first.toUpperCase(), first.replace('.', '\u3002')]) {
    expect(parseRow((field) => (field === 'email' ? email : undefined)).values.email).toBe(ascii);
  }
  await newMember(site, { email: `login-${ascii}`, passwordHash: await hashOfPassword() });
  for (const email of [first, ascii]) await site.ok(loginMember, { body: { email: `login-${email}`, password } });
  const report = Object.values(reports)[0]!({ messageId: 'x@www.example.org', to: ascii.toUpperCase() });
  expect((await readDeliveryReport(Buffer.from(report)))?.recipients[0]?.addresses).toContain(ascii);
});

describe('behind a proxy that writes the port of each connection', async () => {
  const { also } = json<{ also: string[] }>('29-forwarded-for-with-a-port.json');
  const proxied = await openTestApp({ TRUST_PROXY: 'loopback' });
  afterAll(() => proxied.close());
  const guess = (email: string, from: string) => {
    const headers = { 'x-forwarded-for': from };
    return proxied.call(loginMember, { body: { email, password: 'a wrong one' } }, { headers, from: '127.0.0.1' });
  };

  it.each([
    (port: number) => `203.0.113.77:${port}`,
    (port: number) => also[0]!.replace('443', String(port)),
    (port: number) => also[1]!.replace('443', String(port)),
    // What stands before it may be anything.
    (port: number) => `198.51.100.${port % 250}, ${also[2]}`,
    (port: number) => `198.51.100.${port % 250}, 203.0.113.78:${port}`,
  ])('one network is one, however it is written (%#)', async (from) => {
    const { email } = await newMember(proxied, { passwordHash: await hashOfPassword() });
    const answers = [];
    for (let port = 50_000; port < 50_014; port += 1) answers.push((await guess(email, from(port))).status);
    expect(answers.filter((status) => status === 401)).toHaveLength(10);
    expect(answers.filter((status) => status === 429)).toHaveLength(4);
  });
});

it('a place in two encodings or cases is one, with all its members', async () => {
  const {
    State: state,
    District: district,
    members,
  } = json<{ State: string; District: string; members: string[] }>('12-one-place-two-encodings.json');
  for (const subDistrict of members) await newMember(site, { state, district, subDistrict });
  const token = await memberToken(site);
  const { data } = await site.ok(listSubDistricts, { query: { state, district } }, { token });
  const names = data.map(({ name }) => name);
  expect(names).toHaveLength(2);
  for (const subDistrict of [...names, ...members]) {
    const result = await site.ok(searchDirectory, { query: { state, district, subDistrict } }, { token });
    expect(result.data).toHaveLength(2);
  }
});

it('a refusal is named as what it is', () => {
  const replies = Object.keys(json<Record<string, string>>('15-smtp-replies.json'));
  const failures = replies.map((response) => {
    const responseCode = Number(response.slice(0, 3));
    return explainFailure({ code: 'EENVELOPE', command: 'RCPT TO', responseCode, response });
  });
  expect(failures).toEqual([
    { message: 'The mail was refused: the mailbox is full (552).', final: true, bounced: false },
    { message: 'The mail was refused: our mails are blocked (550).', final: true, bounced: false },
    {
      message: 'The mail was refused: the mail is not proven to be ours (SPF, DKIM, DMARC) (550).',
      final: true,
      bounced: false,
    },
    { message: 'The mail server passes on no mails of ours (554). Please check SMTP_URL.', final: false },
  ]);
});

it.each([
  ['550 Requested action not taken: mailbox unavailable', true, 'does not accept this address (550)'],
  ['550 5.1.10 Recipient not found', true, 'does not accept this address (550)'],
  ['550 Mail rejected, 192.0.2.1 blocked using zen.example.org', false, 'our mails are blocked (550)'],
  ['550 5.1.8 Sender address rejected: domain not found', false, 'our own address is not accepted (550)'],
  ['552 5.3.4 Message too big', false, 'the mail is too large (552)'],
])('%j', (response, bounced, says) => {
  const failure = explainFailure({ command: 'RCPT TO', responseCode: Number(response.slice(0, 3)), response });
  expect(failure).toMatchObject({ bounced, final: true, message: expect.stringContaining(says) });
});

it('a transparent photo is white at the door', async () => {
  const photo = bytes('13-transparent-photo.png');
  const files = { open: async () => ({ body: Readable.from([photo]) }) } as never;
  const shown = (await doorPhotos({ files }, ['transparent'])).get('transparent')!;
  const jpeg = Buffer.from(shown.replace(/^data:image\/jpeg;base64,/, ''), 'base64');
  const corner = await sharp(jpeg).extract({ left: 0, top: 0, width: 1, height: 1 }).raw().toBuffer();
  expect(Math.min(...corner)).toBeGreaterThan(240);
});

it('an address of several lines is one in a calendar', () => {
  const { MeetingAddress: meetingAddress, expected } = json<{ MeetingAddress: string; expected: string }>(
    '16-conference-address-of-several-lines.json',
  );
  const moment = '2026-12-01T04:30:00.000Z';
  const conference = { id: '1', title: 'x', meetingAddress, startsAt: moment, updatedAt: moment, version: 1 };
  const text = conferenceCalendar({ ...conference, description: '', endsAt: null } as unknown as Conference, {
    publisher: 'x',
    pageAddress: 'https://example.org/',
  });
  expect(text.replaceAll('\r\n ', '').split('\r\n')).toContain(expected);
});

it.each(json<string[]>('17-names-in-boxes.json'))('%s has a letter for each sign on printed pages', (name) => {
  for (const weight of [400, 700] as const) {
    expect(shapeLine(name, 12, weight).glyphs.map(({ glyph }) => glyph)).not.toContain(0);
  }
});

it('a report with a comment behind the id of its mail is matched', async () => {
  const [, comment] = /<uuid@host>( \(.*?\))/.exec(
    bytes('19-report-with-a-comment-behind-the-message-id.txt').toString(),
  )!;
  const messageId = 'a1@www.example.org';
  for (const write of Object.values(reports)) {
    const source = write({ messageId, to: 'a@example.in' }).replace(/(Message-ID:\s*<a1@[^>]*>)/, `$1${comment}`);
    expect((await readDeliveryReport(Buffer.from(source)))?.messageId).toBe(messageId);
  }
});

it('a sign that nobody sees makes no other person, name, court or place', async () => {
  // The program and the database leave out the same signs.
  const { rows } = await site.database.pool.query<{ code: number }>(
    `select code from generate_series(1, 1114111) code where code not between 55296 and 57343 and without_invisible(chr(code)) = ''`,
  );
  const every = Array.from({ length: 0x110000 }, (_, code) => code).filter(
    (code) => !(code >= 0xd800 && code < 0xe000) && withoutInvisible(String.fromCodePoint(code)) === '',
  );
  expect(rows.map(({ code }) => code)).toEqual(every);

  const register = async (body: object) =>
    (
      await site.ok(registerMember, {
        body: registrationBody({ dateOfBirth: '1977-04-13', state: 'Rajasthan', district: 'Ajmer', ...body }),
        files: { document: scannedId(), picture: await pictureFile() },
      })
    ).directory;
  const [seen, joined] = ['रमेश शर्मा', 'रमेश शर्\u200dमा'];
  const first = await register({ name: seen, subDistrict: 'किशनगढ़', court: 'वरिष्ठ न्यायालय' });
  const second = await register({ name: joined, subDistrict: 'किशन\u200cगढ़', court: 'वरिष्\u200dठ न्यायालय' });
  const { warnings } = await site.ok(
    reviewRegistration,
    { params: { id: second.id } },
    { token: await adminToken(site) },
  );
  expect(warnings.find(({ kind }) => kind === 'person')?.references).toEqual([first.reference]);

  const { id } = await newMember(site);
  const asMember = { token: await memberToken(site, id) };
  await site.database.pool.query(`update members set status = 'Approved' where reference = any($1)`, [
    [first.reference, second.reference],
  ]);
  for (const query of [
    { name: seen },
    { name: joined },
    { name: 'वरिष्ठ न्या' },
    { name: 'वरिष्\u200dठ न्या' },
    { subDistrict: 'किशनगढ़' },
  ]) {
    const { data } = await site.ok(searchDirectory, { query: { state: 'Rajasthan', ...query } }, asMember);
    expect(data.map(({ name }) => name).sort(), JSON.stringify(query)).toEqual([seen, joined].sort());
  }
});
