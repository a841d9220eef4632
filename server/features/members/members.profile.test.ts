import { eq } from 'drizzle-orm';
import { unzipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeOneTimeCode } from '#server/features/auth/mailed-secrets.ts';
import { makeLink } from '#server/features/corrections/links.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { files } from '#server/platform/storage/tables.ts';
import { loginMember, resetPassword } from '#shared/contracts/auth.ts';
import { createContact, listContacts, replyToContact } from '#shared/contracts/contact.ts';
import { applicationState, askCorrection, getCorrection } from '#shared/contracts/corrections.ts';
import { searchDirectory } from '#shared/contracts/directory.ts';
import {
  downloadOwnData,
  getOwnRecord,
  memberDocument,
  memberScreenshot,
  requestErasure,
  updateMember,
} from '#shared/contracts/members.ts';
import {
  decideRegistration,
  registerMember,
  registrationsOverview,
  reviewRegistration,
  uploadPaymentScreenshot,
} from '#shared/contracts/registrations.ts';
import { currentTermsVersion } from '#shared/legal.ts';
import { startTestApp } from '#tests/app.ts';
import { memberFactory, pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import {
  adminToken,
  confirmedToken,
  giveSecondFactor,
  hashOfPassword,
  memberToken,
  newAdministrator,
  newMember,
  nextPassword,
  password,
} from '#tests/logins.ts';
import { mailsOf, waitForMail } from '#tests/mail.ts';
import { members } from './tables.ts';

let asOffice: { token: string };
/** The same administrator, without a recent confirmation by password. */
let unconfirmed: { token: string };
const site = await startTestApp();
beforeAll(async () => {
  const { id } = await newAdministrator(site);
  asOffice = { token: await confirmedToken(site, id) };
  unconfirmed = { token: await adminToken(site, id) };
});

const rowOf = async (id: string) => (await site.database.select().from(members).where(eq(members.id, id)))[0]!;

/** A member who has registered through the API, with files and a payment. */
async function joined() {
  const body = registrationBody();
  const { directory } = await site.ok(registerMember, {
    body,
    files: { document: scannedId(), picture: await pictureFile() },
  });
  const id = directory.id;
  await site.ok(uploadPaymentScreenshot, {
    params: { id },
    body: { utr: 'UTR1' },
    files: { screenshot: await pictureFile(77) },
  });
  await site.ok(decideRegistration, { body: { id, status: 'Approved' } }, asOffice);
  await waitForMail(site, { to: String(body.email), kind: 'credentials' });
  return { id, body, as: { token: await memberToken(site, id) } };
}

/** A member without files and payments. */
async function member() {
  const { id, reference } = await memberFactory(site);
  return { id, reference, as: { token: await memberToken(site, id) } };
}

describe('a member’s own record', () => {
  it('is complete, without internal fields of the office', async () => {
    const { id, body, as } = await joined();
    const { data } = await site.ok(getOwnRecord, {}, as);
    const { email, membership, ...person } = body;
    expect(data).toMatchObject({ ...person, id, email, membership, document: `/api/Directory/document/${id}` });
    for (const key of ['screenshot', 'utr', 'rejectionReason', 'decidedAt', 'paymentSentAt']) {
      expect(data).not.toHaveProperty(key);
    }
  });

  it('shows stored values outside the options as they are', async () => {
    const { id } = await memberFactory(site, {
      organization: 'Chief of Chiefs',
      interest: 'Old interest',
      contribution: 'Old contribution',
      associationOffice: 'Old office',
      specialisations: ['IPS'],
    });
    const { data } = await site.ok(getOwnRecord, {}, { token: await memberToken(site, id) });
    expect(data).toMatchObject({
      organization: 'Chief of Chiefs',
      interest: 'Old interest',
      contribution: 'Old contribution',
      associationOffice: 'Old office',
      specialisations: ['IPS'],
    });
  });
});

describe('a member’s edit', () => {
  it('changes their own details, and the log names the fields without values', async () => {
    const { id, as } = await joined();
    const body = registrationBody({ name: 'New Name', mobile: '9000000001', state: 'Sikkim' });
    await site.ok(updateMember, { params: { id }, body: { ...body, hideMobile: true } }, as);
    expect(await rowOf(id)).toMatchObject({
      name: 'New Name',
      nameSearch: 'new name',
      mobile: '9000000001',
      state: 'Sikkim',
      hideMobile: true,
      hideEmail: false,
      version: 3,
    });
    const review = await site.ok(reviewRegistration, { params: { id } }, asOffice);
    const line = review.decisions.find((entry) => entry.action === 'changed the record');
    expect(line).toMatchObject({ by: 'member' });
    expect(line?.note.split(', ')).toEqual(
      expect.arrayContaining(['name', 'mobile number', 'state', 'mobile number shown or hidden']),
    );
    expect(JSON.stringify(line)).not.toMatch(/New Name|9000000001|Sikkim/);
    const [value] = (await site.ok(searchDirectory, { query: { name: 'new name' } }, as)).data;
    expect(value).not.toHaveProperty('mobile');
  });

  it('never touches status, membership, payment, e-mail or password', async () => {
    const { id, as } = await member();
    const before = await rowOf(id);
    const more = {
      status: 'Rejected',
      membership: 'Patron member',
      payment_status: 'PAYMENT_SUCCESS',
      email: 'somebody.else@example.org',
      password: 'hijacked password',
      passwordHash: 'x',
      reference: 'AIP-1',
      memberNumber: 'AIP-M-000000',
      utr: 'forged',
    };
    await site.ok(updateMember, { params: { id }, body: { ...registrationBody(), ...more } }, as);
    const after = await rowOf(id);
    expect(after.version).toBe(before.version + 1);
    for (const name of ['status', 'tier', 'paymentStatus', 'email', 'passwordHash', 'reference', 'memberNumber', 'utr'])
      expect([name, after[name as 'email']]).toEqual([name, before[name as 'email']]);
  });

  it('demands the organization and reports every wrong field at once', async () => {
    const { id, as } = await member();
    const answer = await site.fails(updateMember, { params: { id }, body: {} }, as);
    expect(answer.body.fields).toEqual({
      name: 'Please enter Full Name',
      gender: 'Please select Gender',
      mobile: 'Please enter Mobile Number',
      dateOfBirth: 'Please enter Date of Birth',
      organization: 'Please enter Organization',
      court: 'Please enter Name of the Court',
      idNumber: 'Please enter ID Number',
      yearsOfExperience: 'Please enter years of Experience',
      yearsOfRecruitment: 'Please enter years of Recruitment',
      interest: 'Please Select Area of Interest',
      contribution: 'Please Select Contribution',
      specialisations: 'Please Select Specialisation',
      international: 'Please Select International',
      state: 'Please Select State',
      district: 'Please Select District',
      subDistrict: 'Please Select SubDistrict',
    });
    const others = { ...registrationBody({ organization: 'Others' }), interest: 'Others', contribution: 'Others' };
    expect((await site.fails(updateMember, { params: { id }, body: others }, as)).body.fields).toEqual({
      organizationOther: 'Please Enter Organization other Role',
      interestOther: 'Please Enter Other Area of Interest',
      contributionOther: 'Please Enter Contribution Other Role',
    });
    // Empty fields do not suppress the messages about other fields' 'Others'.
    const empty = {
      organization: 'Others',
      interest: 'Others',
      contribution: 'Others',
      dateOfBirth: '',
      mobile: '',
    };
    expect((await site.fails(updateMember, { params: { id }, body: empty }, as)).body.fields).toMatchObject({
      dateOfBirth: 'Please enter Date of Birth',
      mobile: 'Please enter Mobile Number',
      organizationOther: 'Please Enter Organization other Role',
      interestOther: 'Please Enter Other Area of Interest',
      contributionOther: 'Please Enter Contribution Other Role',
    });
    const noOrganization = registrationBody({ organization: '' });
    expect((await site.fails(updateMember, { params: { id }, body: noOrganization }, as)).body.fields).toEqual({
      organization: 'Please enter Organization',
    });
    await site.ok(updateMember, { params: { id }, body: noOrganization }, asOffice);
  });

  it('of another record is forbidden, and the files of others are too', async () => {
    const [{ as }, other] = [await member(), await member()];
    const edit = { params: { id: other.id }, body: registrationBody() };
    expect((await site.fails(updateMember, edit, as)).status).toBe(403);
    expect((await site.fails(memberDocument, { params: { id: other.id } }, as)).status).toBe(403);
    expect((await site.fails(memberScreenshot, { params: { id: other.id } }, as)).status).toBe(403);
    expect((await site.fails(memberScreenshot, { params: { id: other.id } }, other.as)).status).toBe(403);
  });

  it('replaces files and releases the old ones', async () => {
    const { id, as } = await joined();
    const before = await rowOf(id);
    await site.ok(
      updateMember,
      {
        params: { id },
        body: registrationBody(),
        files: { document: scannedId('new'), picture: await pictureFile(3) },
      },
      as,
    );
    const after = await rowOf(id);
    const states = await site.database.select({ key: files.key, state: files.state }).from(files);
    const stateOf = (key: string | null) => states.find((file) => file.key === key)?.state ?? 'gone';
    expect([stateOf(after.documentFile), stateOf(after.pictureFile)]).toEqual(['attached', 'attached']);
    expect(stateOf(before.documentFile)).not.toBe('attached');
    expect(stateOf(before.pictureFile)).not.toBe('attached');
    const scan = await site.call(memberDocument, { params: { id } }, as);
    expect(scan.raw.toString()).toContain('scan new');
  });

  it('refuses a hostile picture and leaves the record unchanged', async () => {
    const { id, as } = await joined();
    const before = await rowOf(id);
    const svg = { name: 'me.png', type: 'image/png', bytes: Buffer.from('<svg onload="alert(1)"/>') };
    const edit = { params: { id }, body: registrationBody(), files: { picture: svg } };
    const answer = await site.fails(updateMember, edit, as);
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, ['picture']]);
    expect(await rowOf(id)).toEqual(before);
  });

  it('of files alone checks and changes nothing else, for its owner and the office', async () => {
    const { id, as } = await member();
    await site.database.update(members).set({ organization: '', court: '' }).where(eq(members.id, id));
    const before = await rowOf(id);
    const params = { id };
    await site.ok(updateMember, { params, files: { picture: await pictureFile(5) } }, as);
    const body = { version: before.version + 1, hobby: 'chess', email: 'other@example.org' } as object;
    await site.ok(updateMember, { params, body, files: { document: scannedId('alone') } }, as);
    await site.ok(updateMember, { params, files: { document: scannedId('office') } }, asOffice);
    const { documentFile, pictureFile: picture, ...after } = await rowOf(id);
    expect([documentFile, picture].every((key) => key !== null)).toBe(true);
    expect({ ...after, version: 0 }).toEqual({
      ...{ ...before, documentFile: undefined, pictureFile: undefined },
      version: 0,
    });
    expect(after.version).toBe(before.version + 3);
  });

  it('of files alone is refused with an empty field of the form, another version, or a file that is refused', async () => {
    const { id, as } = await member();
    const before = await rowOf(id);
    const refused = async (body: object, value: Parameters<typeof updateFiles>[0]) => {
      const answer = await updateFiles(value, body);
      expect(await rowOf(id)).toEqual(before);
      return [answer.status, Object.keys(answer.body.fields ?? {})];
    };
    const updateFiles = (value: Partial<Record<'picture' | 'document', ReturnType<typeof scannedId>>>, body: object) =>
      site.fails(updateMember, { params: { id }, body, files: value }, as);
    const scan = scannedId();
    const empty = { ...scan, bytes: Buffer.alloc(0) };
    const svg = { name: 'me.png', type: 'image/png', bytes: Buffer.from('<svg/>') };
    expect((await refused({ designation: '' }, { document: scan }))[1]).toContain('name');
    expect((await refused({}, {}))[1]).toContain('name');
    expect(await refused({ version: before.version + 7 }, { document: scan })).toEqual([409, []]);
    expect(await refused({}, { document: empty })).toEqual([400, ['document']]);
    expect(await refused({}, { document: scan, picture: svg })).toEqual([400, ['picture']]);
    expect(await refused({}, { document: scan, picture: { ...empty, type: 'image/png' } })).toEqual([400, ['picture']]);
  });

  it('that changes nothing leaves version and log alone', async () => {
    const { id, body, as } = await joined();
    const { version } = await rowOf(id);
    await site.ok(updateMember, { params: { id }, body }, as);
    expect((await rowOf(id)).version).toBe(version);
  });
});

describe('an office’s edit', () => {
  it('of an older version is refused: nobody overwrites another change unseen', async () => {
    const { id, as } = await member();
    const { version, email } = (await site.ok(getOwnRecord, {}, as)).data;
    // The same e-mail: another one would end the member's login.
    const edit = (name: string) => ({
      params: { id },
      body: { ...registrationBody({ name, email }), version },
    });
    const answers = await Promise.all([
      site.call(updateMember, edit('By the Office'), asOffice),
      site.call(updateMember, edit('By the Member'), as),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({ code: 'RECORD_CHANGED' });
  });

  it('corrects the e-mail, and waiting mails follow', async () => {
    const { id, email } = await memberFactory(site);
    await site.database.insert(mail).values({
      kind: 'password-changed',
      recipient: email,
      memberId: id,
      nextAttemptAt: new Date(Date.now() + 3_600_000),
    });
    const body = registrationBody({ email: 'Corrected@Example.org' });
    await site.ok(updateMember, { params: { id }, body }, asOffice);
    expect((await rowOf(id)).email).toBe('corrected@example.org');
    const sent = await site.database.select().from(mail).where(eq(mail.memberId, id));
    const to = (kind: string) => sent.filter((each) => each.kind === kind).map(({ recipient }) => recipient);
    expect(to('password-changed')).toEqual(['corrected@example.org']);
    expect(to('email-changed').sort()).toEqual(['corrected@example.org', email].sort());
    const [line] = await site.database.select().from(log).where(eq(log.memberId, id));
    expect(line?.note).toContain('e-mail');
  });

  it('needs the password for another e-mail, which invalidates what was sent to the old one', async () => {
    const member = await newMember(site, {
      temporaryPasswordUntil: new Date(Date.now() + 86_400_000),
      mustChangePassword: true,
      passwordHash: await hashOfPassword(),
    });
    const { id } = member;
    const token = await memberToken(site, id);
    const otp = (await makeOneTimeCode(site.database, id, member.email))!;
    const link = { kind: 'application', memberId: id } as const;
    const secret = (await makeLink(site.database, site.config.publicUrl, link)).split('#')[1]!;
    const email = `other-${id}@example.org`;
    const edit = { params: { id }, body: registrationBody({ email }) };

    expect(await site.fails(updateMember, edit, unconfirmed)).toMatchObject({
      status: 403,
      body: { code: 'CONFIRMATION_NEEDED' },
    });
    expect((await rowOf(id)).email).toBe(member.email);
    // Other changes need no password.
    await site.ok(updateMember, { ...edit, body: registrationBody({ email: member.email }) }, unconfirmed);
    expect((await site.call(getOwnRecord, {}, { token })).status).toBe(200);

    await site.ok(updateMember, edit, asOffice);
    expect((await site.call(getOwnRecord, {}, { token })).status).toBe(401);
    for (const text of [member.email, email]) {
      const reset = { email: text, otp, newPassword: nextPassword, confirmPassword: nextPassword };
      expect((await site.call(resetPassword, { body: reset })).status).toBe(400);
      expect((await site.call(loginMember, { body: { email: text, password } })).status).toBe(401);
    }
    expect(await site.fails(applicationState, {}, { token: secret })).toMatchObject({
      status: 410,
      body: { code: 'LINK_REPLACED' },
    });
    // A queued code for the old address is not made any more.
    expect(await makeOneTimeCode(site.database, id, member.email)).toBeNull();
    expect((await waitForMail(site, { to: member.email, kind: 'email-changed' })).text).not.toContain(email);
    expect((await waitForMail(site, { to: email, kind: 'email-changed' })).text).not.toContain(member.email);
  });

  it('mails an applicant’s open correction to the new address, and a new link to the application', async () => {
    const { id, email } = await newMember(site, { status: 'New', memberNumber: null });
    await site.ok(askCorrection, { body: { id, fields: ['court'], note: 'Which court?' } }, asOffice);
    const before = (await waitForMail(site, { to: email, kind: 'correction-asked' })).text;
    const other = `applicant-${id}@example.org`;
    await site.ok(updateMember, { params: { id }, body: registrationBody({ email: other }) }, asOffice);
    const after = (await waitForMail(site, { to: other, kind: 'correction-asked' })).text;
    const secretIn = (text: string) => /#(\S+)/.exec(text)![1]!;
    const dead = { token: secretIn(before) };
    expect(await site.fails(getCorrection, {}, dead)).toMatchObject({ status: 410, body: { code: 'LINK_REPLACED' } });
    await site.ok(getCorrection, {}, { token: secretIn(after) });
    const told = await waitForMail(site, { to: other, kind: 'email-changed' });
    await site.ok(applicationState, {}, { token: secretIn(told.text) });
  });

  it('cannot take the e-mail of another applicant or member', async () => {
    const [one, two, gone] = [
      await memberFactory(site),
      await memberFactory(site),
      await memberFactory(site, { status: 'Rejected' }),
    ];
    const answer = await site.fails(
      updateMember,
      { params: { id: one.id }, body: registrationBody({ email: two.email }) },
      asOffice,
    );
    expect([answer.status, answer.body.code, Object.keys(answer.body.fields ?? {})]).toEqual([
      409,
      'EMAIL_TAKEN',
      ['email'],
    ]);
    await site.ok(updateMember, { params: { id: one.id }, body: registrationBody({ email: gone.email }) }, asOffice);
    await site.ok(updateMember, { params: { id: gone.id }, body: registrationBody({ email: two.email }) }, asOffice);
  });

  it('of a record that is not there is a 404', async () => {
    const edit = { params: { id: '00000000-0000-4000-8000-000000000000' }, body: registrationBody() };
    expect((await site.fails(updateMember, edit, asOffice)).status).toBe(404);
  });
});

describe('private files', () => {
  it('are downloads that can never run as a page', async () => {
    const html = { name: "evil'(name).html", type: 'text/html', bytes: Buffer.from('<script>alert(1)</script>') };
    const { directory } = await site.ok(registerMember, {
      body: registrationBody(),
      files: { document: html, picture: await pictureFile() },
    });
    const answer = await site.call(memberDocument, { params: { id: directory.id } }, asOffice);
    expect(answer.status).toBe(200);
    expect(answer.raw.equals(html.bytes)).toBe(true);
    expect(answer.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-length': String(html.bytes.length),
    });
    expect(String(answer.headers['content-disposition'])).toMatch(/^attachment; filename="evil__name_\.html\.bin"/);
    expect(String(answer.headers['content-security-policy'])).toContain('sandbox');
    expect(String(answer.headers['content-type'])).not.toContain('text/html');
  });

  it('are available to the office and, for their own ID, the owner', async () => {
    const { id, as } = await joined();
    for (const who of [as, asOffice]) {
      expect((await site.call(memberDocument, { params: { id } }, who)).raw.toString()).toContain('%PDF');
    }
    const screenshot = await site.call(memberScreenshot, { params: { id } }, asOffice);
    expect(screenshot.headers['content-type']).toBe('image/webp');
  });

  it('that do not exist are a 404', async () => {
    const { id } = await memberFactory(site);
    for (const endpoint of [memberDocument, memberScreenshot]) {
      const answer = await site.fails(endpoint, { params: { id } }, asOffice);
      expect([answer.status, answer.body.message]).toEqual([404, 'No Document Uploaded']);
    }
  });
});

describe('my data', () => {
  it('is one archive with everything readable and the files themselves', async () => {
    const { id, body, as } = await joined();
    const answer = await site.call(downloadOwnData, {}, as);
    expect(answer.headers['content-type']).toBe('application/zip');
    const parts = unzipSync(answer.raw);
    expect(Object.keys(parts).sort()).toEqual([
      'data.json',
      'payment-screenshot.webp',
      'profile-picture.webp',
      'scanned-id.pdf',
    ]);
    expect(Buffer.from(parts['scanned-id.pdf']!).toString()).toContain('%PDF');
    const text = Buffer.from(parts['data.json']!).toString();
    const data = JSON.parse(text);
    expect(data.person).toMatchObject({
      name: body.name,
      email: body.email,
      idNumber: body.idNumber,
    });
    expect(data.consent).toMatchObject({ toVersion: currentTermsVersion, givenTo: 'website' });
    expect(data.payment).toMatchObject({ transactionReference: 'UTR1' });
    expect(data.history.length).toBeGreaterThan(0);
    expect(data.mails.map((each: { kind: string }) => each.kind)).toContain('credentials');
    expect(text).not.toContain((await rowOf(id)).passwordHash);
    expect(text).not.toContain('@office');
  });

  it('contains everything that is stored but the office’s notes and hashes', async () => {
    const { id, body } = await joined();
    const email = String(body.email);
    const earlier = await memberFactory(site, { email, status: 'Rejected', name: 'Somebody Else' });
    const reject = { id, status: 'Rejected', reason: 'The fee came back.', note: 'INTERNAL REMARK' };
    await site.ok(decideRegistration, { body: reject }, asOffice);
    await site.ok(decideRegistration, { body: { id, status: 'Approved' } }, asOffice);
    const message = { name: 'X', email: email.toUpperCase(), mobile: '1', message: 'When is the next webinar?' };
    await site.ok(createContact, { body: message });
    const { contacts } = await site.ok(listContacts, {}, asOffice);
    const params = { id: contacts[0]!.id };
    await site.ok(replyToContact, { params, body: { text: 'In December.' } }, asOffice);
    await writeLog(site.database, { kind: 'login', by: 'member', action: 'logged in', memberId: id });
    const token = await memberToken(site, id);
    const { secret } = await giveSecondFactor(site, { memberId: id });
    const archive = async () => {
      const text = Buffer.from(
        unzipSync((await site.call(downloadOwnData, {}, { token })).raw)['data.json']!,
      ).toString();
      return { text, data: JSON.parse(text) };
    };
    const { text, data } = await archive();
    expect(data.history).toContainEqual(
      expect.objectContaining({ by: 'the office', action: 'rejected', reason: 'The fee came back.', details: '' }),
    );
    expect(text).not.toMatch(/INTERNAL REMARK|Somebody Else|office-[0-9a-f]{8}@/);
    expect(data.logins).toEqual([{ at: expect.any(String), action: 'logged in', times: 1 }]);
    expect(data.payments).toMatchObject([
      { purpose: 'admission', amountInRupees: 1_000, transactionReference: 'UTR1' },
    ]);
    expect(data.sessions).toHaveLength(1);
    expect(data.secondFactor).toEqual({ onSince: expect.any(String), recoveryCodesLeft: 10 });
    expect(text).not.toContain(secret);
    expect(data.messages).toMatchObject([
      { message: 'When is the next webinar?', replies: [{ text: 'In December.' }] },
    ]);
    expect(data.earlierApplications).toMatchObject([{ reference: earlier.reference, status: 'Rejected' }]);
    expect(data.files).toContainEqual(expect.objectContaining({ name: 'id card.pdf', type: 'application/pdf' }));
    const mailOf = (all: { kind: string; text: string | null }[], kind: string) =>
      all.find((each) => each.kind === kind);
    expect(mailOf(data.mails, 'membership-ended')?.text).toContain('> The fee came back.');
    expect(mailOf(data.mails, 'credentials')?.text).toContain('Temporary password: (never stored)');
    await site.database.update(mail).set({ data: {} }).where(eq(mail.memberId, id));
    expect(mailOf((await archive()).data.mails, 'credentials')).toMatchObject({ subject: null, text: null });
  });

  it('covers every table that refers to a member', async () => {
    const { rows } = await site.database.pool.query(
      `select distinct conrelid::regclass::text as name from pg_constraint where confrelid = 'members'::regclass order by name`,
    );
    // Links to the own application are only stored as hashes. A row of a list that only resembles a member may be somebody else's.
    expect(rows.map(({ name }) => name)).toEqual([
      'applicant_links',
      // Nobody can open one yet.
      'cases',
      'circular_recipients',
      'corrections',
      // Only for the seconds in which a decision can be taken back.
      'decision_undos',
      // The office's note that a record is another person's.
      'different_people',
      'directory_budgets',
      // Nothing is written here yet: the payments are in the archive.
      'dues',
      'email_bounces',
      'email_links',
      'import_rows',
      'invitation_links',
      'invitations',
      'library_stars',
      // The office's list of records that may be of one person.
      'likely_doubles',
      'log',
      'login_devices',
      'mail',
      'member_calendars',
      'member_cards',
      // The numbers of an earlier record of the person; a copy for a day, to separate the two again.
      'merged_records',
      // Only a hash, and the address of a mail that is listed.
      'not_me_links',
      'office_bearers',
      'one_time_codes',
      'participations',
      // Random: it says nothing.
      'passkey_handles',
      'passkeys',
      'payments',
      'readings',
      // With the payments.
      'receipts',
      'salary_authorisations',
      'second_factors',
      'sessions',
      // Contains a secret for unsubscribing, and no personal data.
      'unsubscribe_codes',
      'vote_objections',
      'vote_roll',
    ]);
  });

  it('is made twenty times an hour at most', async () => {
    const { as } = await member();
    for (let round = 0; round < 20; round += 1) expect((await site.call(downloadOwnData, {}, as)).status).toBe(200);
    expect((await site.fails(downloadOwnData, {}, as)).status).toBe(429);
  });
});

describe('erasure', () => {
  it('is asked for once, is mailed to the office, and can be withdrawn', async () => {
    const { id, reference, as } = await member();
    const requests = async () =>
      (await mailsOf(site, { kind: 'erasure-office' })).filter((each) => each.text.includes(reference)).length;
    const listed = async () => {
      const { data, pagination } = await site.ok(searchDirectory, { query: { erasure: 'asked' } }, asOffice);
      expect(pagination.totalCount).toBe(data.length);
      return data.map((row) => row.id);
    };
    expect(await listed()).toEqual([]);
    await site.ok(requestErasure, { body: {} }, as);
    await expect.poll(requests).toBeGreaterThan(0);
    const sent = await requests();
    await site.ok(requestErasure, { body: {} }, as);
    expect((await site.ok(getOwnRecord, {}, as)).data.erasureRequestedAt).not.toBeNull();
    expect((await site.ok(registrationsOverview, {}, asOffice)).data.erasureRequests).toBe(1);
    expect(await listed()).toEqual([id]);
    await site.ok(requestErasure, { body: { withdraw: true } }, as);
    expect((await site.ok(getOwnRecord, {}, as)).data.erasureRequestedAt).toBeNull();
    expect((await site.ok(registrationsOverview, {}, asOffice)).data.erasureRequests).toBe(0);
    expect(await listed()).toEqual([]);
    const queued = await site.database.select().from(mail).where(eq(mail.kind, 'erasure-office'));
    expect(queued.filter((row) => row.data.reference === reference)).toHaveLength(sent);
    const actions = (await site.database.select().from(log).where(eq(log.memberId, id))).map((row) => row.action);
    expect(actions.sort()).toEqual(['asked for erasure', 'withdrew the request for erasure']);
  });
});
