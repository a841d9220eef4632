import { eq, ne } from 'drizzle-orm';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { memberNumberOf, referenceOf } from '#server/features/members/members.queries.ts';
import { members } from '#server/features/members/tables.ts';
import { tiers } from '#server/features/tiers/tables.ts';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { files } from '#server/platform/storage/tables.ts';
import {
  getRegistration,
  type RegistrationInput,
  registerMember,
  uploadPaymentScreenshot,
} from '#shared/contracts/registrations.ts';
import { getSettings, setRegistration } from '#shared/contracts/settings.ts';
import { currentTermsVersion } from '#shared/legal.ts';
import { startTestApp } from '#tests/app.ts';
import { memberFactory, pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import { adminToken, memberToken } from '#tests/logins.ts';
import { mailsOf, waitForMail } from '#tests/mail.ts';

const site = await startTestApp();
const admin = await adminToken(site);

const bothFiles = async () => ({ document: scannedId(), picture: await pictureFile() });
const register = async (overrides: Partial<RegistrationInput> = {}) => {
  const body = registrationBody(overrides);
  const answer = await site.ok(registerMember, { body, files: await bothFiles() });
  return { ...answer.directory, body };
};
const rowOf = async (id: string) => (await site.database.select().from(members).where(eq(members.id, id)))[0]!;
const rowsWith = (email: string) => site.database.select().from(members).where(eq(members.email, email));

describe('a registration', () => {
  it('keeps every value, the files and the consent, and returns a reference', async () => {
    const body = registrationBody({
      name: '  Zoë नीता  Rao ',
      email: 'Zoe.Rao@Example.ORG',
      dateOfBirth: '1984-02-29',
      organization: 'Others',
      organizationOther: 'Legal Remembrancer',
      interest: 'Others',
      interestOther: 'Research',
      contribution: 'Others',
      contributionOther: 'Drafting',
      specialisations: ['A law of my own'],
      specialisationOther: 'Excise',
      termsVersion: currentTermsVersion,
      language: 'hi',
    });
    const { directory, message } = await site.ok(registerMember, { body, files: await bothFiles() });
    expect(directory.reference).toMatch(/^AIP-\d{4}-\d{6}$/);
    expect(message).toContain(directory.reference);
    const row = await rowOf(directory.id);
    expect(row).toMatchObject({
      reference: directory.reference,
      status: 'New',
      membership: body.membership,
      tierRank: 3,
      memberNumber: null,
      name: 'Zoë नीता Rao',
      nameSearch: 'zoë नीता rao',
      email: 'zoe.rao@example.org',
      mobile: body.mobile,
      dateOfBirth: '1984-02-29',
      organization: 'Others',
      organizationOther: 'Legal Remembrancer',
      interestOther: 'Research',
      contributionOther: 'Drafting',
      specialisations: ['A law of my own'],
      specialisationOther: 'Excise',
      state: body.state,
      paymentStatus: '',
      passwordHash: null,
      termsVersion: currentTermsVersion,
      language: 'hi',
      termsLanguage: 'hi',
      consentTo: 'website',
    });
    const rows = await site.database.select().from(files).where(eq(files.state, 'attached'));
    const types = [row.documentFile, row.pictureFile].map((key) => rows.find((file) => file.key === key)?.type);
    expect(types).toEqual(['application/pdf', 'image/webp']);
  });

  it('names the membership in the applicant’s mail as the office says it in their language', async () => {
    const isIndividual = eq(tiers.membership, 'Individual member');
    await site.database
      .update(tiers)
      .set({ hindi: { title: 'साधारण सदस्यता' } })
      .where(isIndividual);
    const inHindi = await register({ language: 'hi' });
    const inEnglish = await register();
    await site.database.update(tiers).set({ hindi: {} }).where(isIndividual);
    const textOf = async (email: string) =>
      (await waitForMail(site, { to: email, kind: 'registration-received' })).text;
    expect(await textOf(inHindi.body.email)).toContain('साधारण सदस्यता');
    expect(await textOf(inEnglish.body.email)).toContain('Individual Membership');
  });

  it('stores the canonical spelling of a position, and drops texts beside choices that were not made', async () => {
    const row = await rowOf(
      (
        await register({
          organization: 'Add Director pf Prosecutor' as never,
          organizationOther: 'left over',
          associationOffice: 'President',
        })
      ).id,
    );
    expect(row).toMatchObject({
      organization: 'Add Director of Prosecutor',
      organizationOther: '',
      associationOffice: '',
    });
  });

  it('ignores fields that are not part of the form', async () => {
    const body = { ...registrationBody(), status: 'Approved', payment_status: 'PAYMENT_SUCCESS', id: 'x', version: 9 };
    const { directory } = await site.ok(registerMember, { body, files: await bothFiles() });
    expect(await rowOf(directory.id)).toMatchObject({ status: 'New', paymentStatus: '', version: 1 });
  });

  it('takes a single specialisation in every form that clients send', async () => {
    const body = { ...registrationBody(), specialisations: 'NDPS Act, 1985' };
    const { directory } = await site.ok(registerMember, { body, files: await bothFiles() });
    expect((await rowOf(directory.id)).specialisations).toEqual(['NDPS Act, 1985']);
  });

  it('acknowledges by mail with reference, fee and the way back, and tells the office', async () => {
    const { id, reference, body } = await register({ membership: 'Patron member' });
    const received = await waitForMail(site, { to: body.email, kind: 'registration-received' });
    expect(received.text).toContain(reference);
    expect(received.text).toContain('Rs 25,000');
    expect(received.text).toContain(`/membership?isRegistered=true&id=${id}&membership=Patron+member`);
    const toOffice = async () =>
      (await mailsOf(site, { kind: 'registration-office' })).find((each) => each.text.includes(reference));
    await expect.poll(toOffice).toBeDefined();
    expect((await toOffice())?.text).not.toContain(body.email);
  });

  it('can be added by the office without files, with its consent noted as such', async () => {
    const body = registrationBody();
    const { directory } = await site.ok(registerMember, { body }, { token: admin });
    expect(await rowOf(directory.id)).toMatchObject({
      status: 'New',
      consentTo: 'office',
      documentFile: null,
      pictureFile: null,
    });
    const [line] = await site.database.select().from(log).where(eq(log.memberId, directory.id));
    expect(line).toMatchObject({ kind: 'member', subject: directory.reference, action: 'added the registration' });
  });

  it('treats a logged-in member as a visitor', async () => {
    const answer = await site.fails(
      registerMember,
      { body: registrationBody() },
      { token: await memberToken(site, (await memberFactory(site)).id) },
    );
    expect(answer.body.fields).toEqual({
      document: 'Please Upload Scanned ID Card',
      picture: 'Please Upload Profile Picture',
    });
  });
});

describe('wrong input', () => {
  it('names every empty field at once, in the exact words', async () => {
    const answer = await site.fails(registerMember, { body: {} });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, code: 'VALIDATION' });
    expect(answer.body.fields).toEqual({
      membership: 'Please select Membership Type',
      name: 'Please enter Full Name',
      gender: 'Please select Gender',
      email: 'Please enter Email',
      mobile: 'Please enter Mobile Number',
      court: 'Please enter Name of the Court',
      yearsOfExperience: 'Please enter years of Experience',
      yearsOfRecruitment: 'Please enter years of Recruitment',
      state: 'Please Select State',
      district: 'Please Select District',
      subDistrict: 'Please Select SubDistrict',
      idNumber: 'Please enter ID Number',
      dateOfBirth: 'Please enter Date of Birth',
      contribution: 'Please Select Contribution',
      specialisations: 'Please Select Specialisation',
      international: 'Please Select International',
      interest: 'Please Select Area of Interest',
      document: 'Please Upload Scanned ID Card',
      picture: 'Please Upload Profile Picture',
    });
  });

  it.each<[keyof RegistrationInput, unknown, string]>([
    ['email', 'nobody', 'Please enter a valid Email'],
    ['email', 'a@b', 'Please enter a valid Email'],
    ['email', 'two words@example.org', 'Please enter a valid Email'],
    ['mobile', '12345', 'Please enter a valid 10-digit Mobile Number'],
    ['mobile', '98123456789', 'Please enter a valid 10-digit Mobile Number'],
    ['mobile', '+919812345', 'Please enter a valid 10-digit Mobile Number'],
    ['name', '   ', 'Please enter Full Name'],
    ['name', "'12' - .", 'Please enter Full Name'],
    ['court', '(4)', 'Please enter Name of the Court'],
    ['yearsOfExperience', 'ten', 'Please use only digits'],
    ['yearsOfRecruitment', '12345', 'Please use a shorter text'],
    ['membership', 'Golden member', 'Please select Membership Type'],
    ['gender', 'Unknown', 'Please select Gender'],
    ['dateOfBirth', '1984-02-30', 'This day does not exist'],
    ['dateOfBirth', '29/02/1984', 'Please enter Date of Birth'],
    ['dateOfBirth', '1899-12-31', 'Please enter Date of Birth'],
    ['dateOfBirth', '2015-01-01', 'You must be at least 18 years old'],
    ['dateOfBirth', '2999-01-01', 'You must be at least 18 years old'],
    ['specialisations', [], 'Please Select Specialisation'],
    ['specialisations', [' '], 'Please Select Specialisation'],
    ['state', 'x'.repeat(101), 'Please use a shorter text'],
    ['organization', 'King', 'Please choose one of the options'],
    ['international', 'Perhaps', 'Please Select International'],
  ])('%s %j: %s', async (field, value, message) => {
    const body = { ...registrationBody(), [field]: value };
    const answer = await site.fails(registerMember, { body, files: await bothFiles() });
    expect(answer.status).toBe(400);
    expect(answer.body.fields).toEqual({ [field]: message });
  });

  it.each([
    ['organization', 'organizationOther', 'Please Enter Organization other Role'],
    ['interest', 'interestOther', 'Please Enter Other Area of Interest'],
    ['contribution', 'contributionOther', 'Please Enter Contribution Other Role'],
  ])('%s Others asks for its text', async (choice, other, message) => {
    const body = { ...registrationBody(), [choice]: 'Others', [other]: '  ' };
    const answer = await site.fails(registerMember, { body, files: await bothFiles() });
    expect(answer.body.fields).toEqual({ [other]: message });
  });

  it('keeps the signs of names and titles, and a blank for what is no part of them', async () => {
    const { id } = await register({
      name: '  S. D‘Souza–Rao2nd ',
      designation: '<b>Addl. P.P.</b>',
      court: 'Court No. 4, Sessions (East) & Spl./Pune',
    });
    expect(await rowOf(id)).toMatchObject({
      name: 'S. D’Souza-Rao nd',
      nameSearch: 's dsouza rao nd',
      designation: 'b Addl. P.P. /b',
      court: 'Court No. 4, Sessions (East) & Spl./Pune',
    });
  });

  it('refuses text that the database cannot store, and accepts the longest names', async () => {
    const nul = await site.fails(registerMember, {
      body: registrationBody({ idNumber: 'a\u0000b' }),
      files: await bothFiles(),
    });
    expect(nul.status).toBe(400);
    // Normalized, each of these characters becomes eighteen.
    const long = await register({
      name: 'ﷺ'.repeat(120),
      state: '𝒮'.repeat(50),
      district: '𝒟'.repeat(50),
      subDistrict: '𝒟'.repeat(50),
    });
    expect([...(await rowOf(long.id)).nameSearch].length).toBe(200);
  });

  it.each([
    ['an SVG', 'x.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['HTML', 'x.jpg', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a HEIC', 'x.heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['a cut PNG', 'x.png', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')],
    ['a program', 'x.png', Buffer.from('MZ\x90\0\x03', 'latin1')],
  ])('refuses %s as a picture, with a plain message at the field', async (_kind, name, bytes) => {
    const body = registrationBody();
    const hostile = { name, type: 'image/png', bytes };
    const answer = await site.fails(registerMember, { body, files: { document: scannedId(), picture: hostile } });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toEqual(['picture']);
    expect(await rowsWith(body.email)).toEqual([]);
  });

  it('refuses files that are empty or too large', async () => {
    const answer = await site.fails(registerMember, {
      body: registrationBody(),
      files: {
        document: { name: 'big.pdf', type: 'application/pdf', bytes: Buffer.alloc(10 * 1024 * 1024 + 1, 'a') },
        picture: { name: 'empty.png', type: 'image/png', bytes: Buffer.alloc(0) },
      },
    });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {}).sort()).toEqual(['document', 'picture']);
  });

  it('keeps a scanned ID of any type unchanged', async () => {
    const html = { name: '../../evil.html', type: 'text/html', bytes: Buffer.from('<script>alert(1)</script>') };
    const answer = await site.ok(registerMember, {
      body: registrationBody(),
      files: { document: html, picture: await pictureFile() },
    });
    const { documentFile } = await rowOf(answer.directory.id);
    const [file] = await site.database.select().from(files).where(eq(files.key, documentFile!));
    expect(file).toMatchObject({ name: 'evil.html', bytes: html.bytes.length, state: 'attached' });
  });

  it('refuses a tier that is not offered', async () => {
    const withdrawn = eq(tiers.membership, 'Patron member');
    await site.database.update(tiers).set({ offered: false }).where(withdrawn);
    const answer = await site.fails(registerMember, {
      body: registrationBody({ membership: 'Patron member' }),
      files: await bothFiles(),
    });
    await site.database.update(tiers).set({ offered: true }).where(withdrawn);
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toEqual(['membership']);
  });
});

describe('an e-mail that is taken', () => {
  it.each([
    ['New', 'already-applied', '/membership?isRegistered=true'],
    ['Approved', 'already-member', '/?login'],
  ] as const)('by a %s record: 409, and its owner is told the way on', async (status, kind, link) => {
    const holder = await memberFactory(site, { status });
    const answer = await site.fails(registerMember, {
      body: registrationBody({ email: holder.email.toUpperCase() }),
      files: await bothFiles(),
    });
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({ code: 'EMAIL_TAKEN', fields: { email: expect.any(String) } });
    expect((await waitForMail(site, { to: holder.email, kind })).text).toContain(link);
    expect(await rowsWith(holder.email)).toHaveLength(1);
  });

  it('by a Rejected record only: free to register again', async () => {
    const old = await memberFactory(site, { status: 'Rejected' });
    const { id } = await register({ email: old.email });
    expect(id).not.toBe(old.id);
    expect(await rowsWith(old.email)).toHaveLength(2);
  });

  it('mails the owner a few times a day at most, and never when the office mistypes', async () => {
    const holder = await memberFactory(site);
    const wrong = { body: registrationBody({ email: holder.email }) };
    expect((await site.fails(registerMember, wrong, { token: admin })).status).toBe(409);
    for (let round = 0; round < 5; round += 1) {
      const body = registrationBody({ email: holder.email });
      expect((await site.fails(registerMember, { body, files: await bothFiles() })).status).toBe(409);
    }
    expect(await site.database.select().from(mail).where(eq(mail.recipient, holder.email))).toHaveLength(3);
  });
});

describe('a repeated submission', () => {
  it('returns the same record and mails once', async () => {
    const body = registrationBody();
    const sent = { body, files: await bothFiles() };
    const first = await site.ok(registerMember, sent);
    const second = await site.ok(registerMember, sent);
    expect(second.directory).toEqual(first.directory);
    expect(await rowsWith(body.email)).toHaveLength(1);
    expect(await site.database.select().from(mail).where(eq(mail.recipient, body.email))).toHaveLength(1);
  });

  it('sent five times at once creates one record', async () => {
    const body = registrationBody();
    const sent = { body, files: await bothFiles() };
    const answers = await Promise.all(Array.from({ length: 5 }, () => site.ok(registerMember, sent)));
    expect(new Set(answers.map((answer) => answer.directory.id)).size).toBe(1);
    expect(await rowsWith(body.email)).toHaveLength(1);
    expect(await site.database.select().from(mail).where(eq(mail.recipient, body.email))).toHaveLength(1);
  });

  it('with another value or another file is a new one', async () => {
    const body = registrationBody();
    await site.ok(registerMember, { body, files: await bothFiles() });
    const otherValue = { body: { ...body, yearsOfExperience: '13' }, files: await bothFiles() };
    const otherFile = { body, files: { ...(await bothFiles()), document: scannedId('two') } };
    for (const sent of [otherValue, otherFile]) {
      expect((await site.fails(registerMember, sent)).body.code).toBe('EMAIL_TAKEN');
    }
  });

  it('is a new one after ten minutes, and after a rejection', async () => {
    const body = registrationBody();
    const sent = { body, files: await bothFiles() };
    const { directory } = await site.ok(registerMember, sent);
    const old = { createdAt: new Date(Date.now() - 11 * 60_000) };
    await site.database.update(members).set(old).where(eq(members.id, directory.id));
    expect((await site.fails(registerMember, sent)).body.code).toBe('EMAIL_TAKEN');
    const rejected = { status: 'Rejected' as const, createdAt: new Date() };
    await site.database.update(members).set(rejected).where(eq(members.id, directory.id));
    expect((await site.ok(registerMember, sent)).directory.id).not.toBe(directory.id);
  });

  it('with two different contents for one e-mail at once creates one record', async () => {
    const email = 'two.at.once@example.org';
    const answers = await Promise.all(
      ['11', '22'].map(async (yearsOfExperience) =>
        site.call(registerMember, { body: registrationBody({ email, yearsOfExperience }), files: await bothFiles() }),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await rowsWith(email)).toHaveLength(1);
  });
});

describe('throttling', () => {
  it('is strict per e-mail and network, and does not affect others', async () => {
    const email = 'eager@example.org';
    const answers = [];
    for (let round = 0; round < 11; round += 1) {
      answers.push(await site.call(registerMember, { body: registrationBody({ email }), files: await bothFiles() }));
    }
    expect(answers.map((answer) => answer.status)).toEqual([200, ...Array(9).fill(409), 429]);
    const last = answers.at(-1)!;
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0);
    expect(last.body.message).toMatch(/Please wait \d+ minutes?\./);
    await register();
    const elsewhere = await site.call(
      registerMember,
      { body: registrationBody({ email }), files: await bothFiles() },
      { from: '203.0.113.8' },
    );
    expect(elsewhere.status).toBe(409);
  });
});

describe('the payment step', () => {
  it('shows what is due and nothing personal', async () => {
    const { id, reference } = await register({ membership: 'lifetime member' });
    const answer = await site.ok(getRegistration, { params: { id } });
    expect(answer.data).toEqual({
      id,
      reference,
      paymentId: expect.stringMatching(/^[\da-f-]{36}$/),
      membership: 'lifetime member',
      fee: 10_000,
      state: 'payment_due',
    });
  });

  it('finds no record by another id', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    for (const id of [unknown, 'x', "1' or '1'='1"]) {
      expect((await site.fails(getRegistration, { params: { id } })).status).toBe(404);
    }
    const proof = { params: { id: unknown }, body: {}, files: { screenshot: await pictureFile() } };
    expect((await site.fails(uploadPaymentScreenshot, proof)).status).toBe(404);
  });

  it('takes a screenshot with its transaction reference, and another one that replaces it', async () => {
    const { id } = await register();
    const send = async (shade: number, utr?: string) =>
      site.ok(uploadPaymentScreenshot, {
        params: { id },
        body: { utr },
        files: { screenshot: await pictureFile(shade) },
      });
    await send(10, ' utr 00 123 ');
    const first = await rowOf(id);
    expect(first).toMatchObject({ paymentStatus: 'PAYMENT_INITIATED', utr: 'UTR00123', version: 1 });
    expect(first.paymentSentAt).not.toBeNull();
    expect((await site.ok(getRegistration, { params: { id } })).data.state).toBe('payment_sent');
    await send(20);
    const second = await rowOf(id);
    expect(second.utr).toBe('UTR00123');
    expect(second.screenshotFile).not.toBe(first.screenshotFile);
    const [earlier] = await site.database.select().from(files).where(eq(files.key, first.screenshotFile!));
    expect(earlier?.state ?? 'gone').not.toBe('attached');
  });

  it('demands a screenshot and takes pictures only', async () => {
    const { id } = await register();
    const missing = await site.fails(uploadPaymentScreenshot, { params: { id }, body: {} });
    expect(missing.body.fields).toEqual({ screenshot: 'Please Upload Screenshot' });
    const pdf = await site.fails(uploadPaymentScreenshot, {
      params: { id },
      body: {},
      files: { screenshot: scannedId() },
    });
    expect(pdf.status).toBe(400);
    expect(Object.keys(pdf.body.fields ?? {})).toEqual(['screenshot']);
    expect((await rowOf(id)).paymentStatus).toBe('');
  });

  it.each([
    [{ status: 'New', paymentStatus: 'PAYMENT_SUCCESS' }],
    [{ status: 'Approved' }],
    [{ status: 'Rejected' }],
  ] as const)('is closed for %j', async (state) => {
    const { id } = await memberFactory(site, state);
    expect((await site.ok(getRegistration, { params: { id } })).data.state).toBe('closed');
    for (const token of [undefined, admin]) {
      const proof = { params: { id }, body: {}, files: { screenshot: await pictureFile() } };
      const answer = await site.fails(uploadPaymentScreenshot, proof, token ? { token } : {});
      expect([answer.status, answer.body.code]).toEqual([409, 'WRONG_STATE']);
    }
    expect((await rowOf(id)).screenshotFile).toBeNull();
  });

  it('keeps one of two concurrent screenshots', async () => {
    const { id } = await register();
    await Promise.all(
      [30, 40].map(async (shade) =>
        site.ok(uploadPaymentScreenshot, {
          params: { id },
          body: {},
          files: { screenshot: await pictureFile(shade) },
        }),
      ),
    );
    const row = await rowOf(id);
    const [value] = await site.database.select().from(files).where(eq(files.key, row.screenshotFile!));
    expect(value?.state).toBe('attached');
  });
});

describe('numbers', () => {
  it('have one format and are unique', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2024, max: 2099 }), fc.integer({ min: 1, max: 9_999_999 }), (year, number) => {
        expect(referenceOf(year, number)).toMatch(/^AIP-\d{4}-\d{6,}$/);
        expect(memberNumberOf(number)).toMatch(/^AIP-M-\d{6,}$/);
        expect(Number(referenceOf(year, number).split('-')[2])).toBe(number);
        expect(referenceOf(year, number)).not.toBe(referenceOf(year, number + 1));
      }),
      { seed: 20260101 },
    );
    expect(referenceOf(2026, 123)).toBe('AIP-2026-000123');
    expect(memberNumberOf(45)).toBe('AIP-M-000045');
  });
});

it('stores no file of a registration that was refused or sent twice', async () => {
  const left = await site.database.select({ key: files.key }).from(files).where(ne(files.state, 'removed'));
  const rows = await site.database.select().from(members);
  const used = new Set(rows.flatMap((row) => [row.documentFile, row.pictureFile, row.screenshotFile]));
  expect(left.filter((file) => !used.has(file.key))).toEqual([]);
});

test('a closed registration says the office’s sentence, before anything else is looked at; administrators still enter people', async () => {
  const set = (body: object) => site.call(setRegistration, { body }, { token: admin });
  expect((await set({})).status).toBe(400);
  expect((await set({ open: false, sentence: 'x'.repeat(501) })).status).toBe(400);
  expect((await set({ open: false })).status).toBe(200);
  const ours = await site.fails(registerMember, { body: {} });
  expect([ours.status, ours.body.code]).toEqual([409, 'CLOSED']);
  await set({ open: false, sentence: 'After the elections.', sentenceHi: 'चुनाव के बाद।' });
  expect((await site.fails(registerMember, { body: {} })).body.message).toBe('After the elections.');
  const hindi = { headers: { 'accept-language': 'hi' } };
  expect((await site.fails(registerMember, { body: {} }, hindi)).body.message).toBe('चुनाव के बाद।');
  expect((await site.ok(getSettings, {})).data[0]!.registration.open).toBe(false);
  expect((await site.fails(registerMember, { body: {} }, { token: admin })).status).toBe(400);
  await set({ open: true });
  expect((await site.fails(registerMember, { body: {} })).status).toBe(400);
});
