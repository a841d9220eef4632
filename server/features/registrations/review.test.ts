import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { sessions } from '#server/features/auth/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { noteBackup } from '#server/platform/backup/backups.queries.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { Reach } from '#server/platform/database/reach.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { files } from '#server/platform/storage/tables.ts';
import { loginMember } from '#shared/contracts/auth.ts';
import { getOwnRecord, memberDocument } from '#shared/contracts/members.ts';
import { cancelReceipt, listPayments, receivePayments, refusePayment } from '#shared/contracts/payments.ts';
import {
  dashboardCounts,
  decideRegistration,
  deleteRegistration,
  listRegistrations,
  queueRegistrations,
  registerMember,
  registrationsOverview,
  resendCredentials,
  reviewRegistration,
  uploadPaymentScreenshot,
} from '#shared/contracts/registrations.ts';
import { currentTermsVersion } from '#shared/legal.ts';
import { startTestApp } from '#tests/app.ts';
import { refundDues } from '#tests/factories/dues.ts';
import { memberFactory, pictureFile, registrationBody, scannedId, storedDocument } from '#tests/factories/members.ts';
import { adminToken, memberToken } from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { countStatuses } from './review.queries.ts';

const site = await startTestApp();
const asOffice = { token: await adminToken(site) };

const rowOf = async (id: string) => (await site.database.select().from(members).where(eq(members.id, id)))[0];
const logOf = (memberId: string) => site.database.select().from(log).where(eq(log.memberId, memberId));
const mailsTo = (recipient: string) => site.database.select().from(mail).where(eq(mail.recipient, recipient));
const decide = (body: object) => site.ok(decideRegistration, { body }, asOffice);
const decideFails = (body: object) => site.fails(decideRegistration, { body }, asOffice);

async function registerWithProof({ shade = 50, utr = '' } = {}) {
  const body = registrationBody();
  const { directory } = await site.ok(registerMember, {
    body,
    files: { document: scannedId(), picture: await pictureFile() },
  });
  await site.ok(uploadPaymentScreenshot, {
    params: { id: directory.id },
    body: { utr },
    files: { screenshot: await pictureFile(shade) },
  });
  return { id: directory.id, reference: directory.reference, email: String(body.email) };
}

describe('an approval', () => {
  it('gives a member number and mails credentials that log in', async () => {
    const { id, email, reference } = await registerWithProof();
    await decide({ id, status: 'Approved', membership: 'lifetime member', paymentSeen: true, note: 'Bank line 7' });
    const row = await rowOf(id);
    expect(row).toMatchObject({ status: 'Approved', membership: 'lifetime member', paymentStatus: 'PAYMENT_SUCCESS' });
    expect(row?.memberNumber).toMatch(/^AIP-M-\d{6}$/);
    expect(row?.approvedAt).not.toBeNull();
    const letter = await waitForMail(site, { to: email, kind: 'credentials' });
    expect(letter.text).toContain(row?.memberNumber);
    const password = /^Temporary password: (.+)$/m.exec(letter.text)?.[1]?.trim();
    const login = await site.ok(loginMember, { body: { email, password: password! } });
    expect(login.mustChangePassword).toBe(true);
    const result = await site.ok(getOwnRecord, {}, { token: login.token });
    expect(result.data).toMatchObject({ id, reference, mustChangePassword: true });
    const lines = (await logOf(id)).map(({ kind, action, from, to, note }) => ({ kind, action, from, to, note }));
    expect(lines).toEqual(
      expect.arrayContaining([
        { kind: 'decision', action: 'approved', from: 'New', to: 'Approved', note: 'Bank line 7' },
        {
          kind: 'decision',
          action: 'changed the membership',
          from: 'Individual member',
          to: 'lifetime member',
          note: '',
        },
        {
          kind: 'decision',
          action: 'saw the payment in the bank account',
          from: '',
          to: expect.stringMatching(/^20\d\d-\d\d\/\d{6}$/),
          note: '',
        },
      ]),
    );
  });

  it('does not change the payment unless it was seen', async () => {
    const { id } = await registerWithProof();
    await decide({ id, status: 'New', paymentSeen: true });
    expect((await rowOf(id))?.paymentStatus).toBe('PAYMENT_INITIATED');
    await decide({ id, status: 'Approved' });
    expect((await rowOf(id))?.paymentStatus).toBe('PAYMENT_INITIATED');
    await decide({ id, status: 'Approved', paymentSeen: true });
    expect((await rowOf(id))?.paymentStatus).toBe('PAYMENT_SUCCESS');
  });

  it('by several administrators at once gives one number and one mail', async () => {
    const { id, email } = await registerWithProof();
    const others = await Promise.all(Array.from({ length: 4 }, () => adminToken(site)));
    const answers = await Promise.all(
      others.map((token) => site.call(decideRegistration, { body: { id, status: 'Approved' } }, { token })),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200]);
    expect((await mailsTo(email)).filter((row) => row.kind === 'credentials')).toHaveLength(1);
    expect((await logOf(id)).filter((row) => row.action === 'approved')).toHaveLength(1);
  });

  it('of several records at once never gives a number twice', async () => {
    const rows = await Promise.all(Array.from({ length: 6 }, () => memberFactory(site, { status: 'New' })));
    await Promise.all(rows.map(({ id }) => decide({ id, status: 'Approved' })));
    const numbers = await Promise.all(rows.map(async ({ id }) => (await rowOf(id))?.memberNumber));
    expect(new Set(numbers).size).toBe(6);
  });

  it('beside a contrary decision: one succeeds, the other is told', async () => {
    const { id } = await registerWithProof();
    const answers = await Promise.all(
      ['Approved', 'Rejected'].map((status) =>
        site.call(decideRegistration, { body: { id, status, expectedStatus: 'New' } }, asOffice),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({ code: 'RECORD_CHANGED' });
    expect((await logOf(id)).filter((row) => row.from === 'New')).toHaveLength(1);
  });

  it('keeps number, date and password the second time', async () => {
    const member = await memberFactory(site, { passwordHash: 'kept', memberNumber: 'AIP-M-700001' });
    await decide({ id: member.id, status: 'Rejected', reason: 'Fee returned' });
    await decide({ id: member.id, status: 'Approved' });
    expect(await rowOf(member.id)).toMatchObject({
      passwordHash: 'kept',
      memberNumber: 'AIP-M-700001',
      approvedAt: member.approvedAt,
      rejectionReason: '',
    });
    // A member who leaves and returns gets the mails for members, not those for applicants.
    expect((await mailsTo(member.email)).map((row) => row.kind).sort()).toEqual([
      'membership-ended',
      'membership-reinstated',
    ]);
  });

  it('sends the credentials after all if the first were dropped by a rejection in between', async () => {
    const member = await memberFactory(site, { memberNumber: 'AIP-M-700002' });
    await site.database.insert(mail).values({
      kind: 'credentials',
      recipient: member.email,
      state: 'dropped',
      memberId: member.id,
    });
    await decide({ id: member.id, status: 'Rejected' });
    await decide({ id: member.id, status: 'Approved' });
    await waitForMail(site, { to: member.email, kind: 'credentials' });
  });
});

describe('other decisions', () => {
  it('the end of a membership mails its reason, ends the sessions and hides the entry', async () => {
    const member = await memberFactory(site);
    const token = await memberToken(site, member.id);
    await decide({
      id: member.id,
      status: 'Rejected',
      reason: 'The ID could not be read <here>.',
      note: 'phoned the court',
    });
    const letter = await waitForMail(site, { to: member.email, kind: 'membership-ended' });
    expect(letter.text).toContain('The ID could not be read <here>.');
    expect(letter.text).not.toContain('phoned the court');
    expect(await site.database.select().from(sessions).where(eq(sessions.memberId, member.id))).toEqual([]);
    expect((await site.fails(getOwnRecord, {}, { token })).status).toBe(401);
    expect(await rowOf(member.id)).toMatchObject({ rejectionReason: 'The ID could not be read <here>.' });
  });

  it('need no reason, and New mails nothing', async () => {
    const member = await memberFactory(site, { status: 'Rejected', rejectionReason: 'old' });
    await decide({ id: member.id, status: 'New' });
    expect(await mailsTo(member.email)).toEqual([]);
    expect(await rowOf(member.id)).toMatchObject({ status: 'New', rejectionReason: '', decidedAt: null });
    await decide({ id: member.id, status: 'Rejected' });
    await waitForMail(site, { to: member.email, kind: 'registration-rejected' });
  });

  it('change only the tier, and do nothing when nothing changes', async () => {
    const member = await memberFactory(site);
    await decide({ id: member.id, status: 'Approved', membership: 'Patron member' });
    expect(await rowOf(member.id)).toMatchObject({ membership: 'Patron member', tierRank: 1, version: 2 });
    await decide({ id: member.id, status: 'Approved', membership: 'Patron member' });
    expect(await rowOf(member.id)).toMatchObject({ version: 2 });
    expect(await logOf(member.id)).toHaveLength(1);
    await decide({ id: member.id, status: 'Approved', note: 'called back' });
    expect((await logOf(member.id)).map((row) => row.note)).toContain('called back');
  });

  it.each(['New', 'Approved'])('cannot make a record %s while another one has its e-mail', async (status) => {
    const old = await memberFactory(site, { status: 'Rejected' });
    await memberFactory(site, { status: 'New', email: old.email });
    const answer = await decideFails({ id: old.id, status });
    expect([answer.status, answer.body.code]).toEqual([409, 'EMAIL_TAKEN']);
    expect((await rowOf(old.id))?.status).toBe('Rejected');
  });

  it('let one of two rejected records with one e-mail through at once', async () => {
    const one = await memberFactory(site, { status: 'Rejected' });
    const two = await memberFactory(site, { status: 'Rejected', email: one.email });
    const answers = await Promise.all(
      [one, two].map(({ id }) => site.call(decideRegistration, { body: { id, status: 'Approved' } }, asOffice)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({ code: 'EMAIL_TAKEN' });
  });

  it('are refused with messages', async () => {
    const { id } = await memberFactory(site, { status: 'New' });
    expect((await decideFails({ id, status: 'Accepted' })).status).toBe(400);
    expect((await decideFails({ id: 'x', status: 'New' })).status).toBe(400);
    expect((await decideFails({ id, status: 'New', membership: 'Gold' })).status).toBe(400);
    expect((await decideFails({})).status).toBe(400);
    expect((await decideFails({ id: '00000000-0000-4000-8000-000000000000', status: 'New' })).status).toBe(404);
    expect((await decideFails({ id, status: 'New', expectedStatus: 'Approved' })).status).toBe(409);
  });
});

describe('credentials again', () => {
  it('go to approved members only, once while they are waiting, and replace the old ones', async () => {
    const { id, email } = await registerWithProof();
    expect((await site.fails(resendCredentials, { params: { id } }, asOffice)).body.code).toBe('WRONG_STATE');
    await decide({ id, status: 'Approved' });
    const first = await waitForMail(site, { to: email, kind: 'credentials' });
    await expect.poll(async () => (await mailsTo(email)).every((row) => row.state === 'sent')).toBe(true);
    await site.ok(resendCredentials, { params: { id } }, asOffice);
    const second = await waitForMail(site, { to: email, kind: 'credentials' });
    const passwordOf = (text: string) => /^Temporary password: (.+)$/m.exec(text)![1]!.trim();
    const oldOne = { body: { email, password: passwordOf(first.text) } };
    expect((await site.fails(loginMember, oldOne)).status).toBe(401);
    await site.ok(loginMember, { body: { email, password: passwordOf(second.text) } });
    expect((await logOf(id)).map((row) => row.action)).toContain('sent the credentials again');
  });

  it('are not queued twice', async () => {
    const member = await memberFactory(site);
    const waiting = { kind: 'credentials', recipient: member.email, memberId: member.id };
    await site.database.insert(mail).values({ ...waiting, nextAttemptAt: new Date(Date.now() + 3_600_000) });
    const answer = await site.ok(resendCredentials, { params: { id: member.id } }, asOffice);
    expect(answer.message).toContain('already waiting');
    expect(await mailsTo(member.email)).toHaveLength(1);
  });
});

describe('deleting', () => {
  it.each(['New', 'Approved'] as const)('is refused for a %s record', async (status) => {
    const { id } = await memberFactory(site, { status });
    const answer = await site.fails(deleteRegistration, { params: { id } }, asOffice);
    expect([answer.status, answer.body.code]).toEqual([409, 'WRONG_STATE']);
    expect(await rowOf(id)).toBeDefined();
  });

  it('removes record, files and mails, and leaves the reference without free text in the log', async () => {
    const { id, email, reference } = await registerWithProof();
    await decide({ id, status: 'Rejected', reason: 'Wrong person', note: `wrote to ${email}` });
    const row = await rowOf(id);
    // A claimed payment has to be settled first.
    expect((await site.fails(deleteRegistration, { params: { id } }, asOffice)).body.code).toBe('MONEY_OPEN');
    const { id: paymentId } = (await site.ok(listPayments, { query: { search: reference } }, asOffice)).data[0]!;
    await site.ok(refusePayment, { body: { id: paymentId, reason: 'No such credit' } }, asOffice);
    const keys = [row?.documentFile, row?.pictureFile, row?.screenshotFile];
    await site.ok(deleteRegistration, { params: { id } }, asOffice);
    expect(await rowOf(id)).toBeUndefined();
    expect((await mailsTo(email)).filter((each) => each.memberId !== null)).toEqual([]);
    const left = await site.database.select().from(files);
    expect(left.filter((file) => keys.includes(file.key) && file.state === 'attached')).toEqual([]);
    const lines = await site.database.select().from(log).where(eq(log.subject, reference));
    expect(lines.map((line) => line.action)).toEqual(expect.arrayContaining(['rejected', 'deleted the record']));
    expect(lines.every((line) => line.note === '' && line.memberId === null)).toBe(true);
    expect((await site.fails(memberDocument, { params: { id } }, asOffice)).status).toBe(404);
    expect((await site.fails(deleteRegistration, { params: { id } }, asOffice)).status).toBe(404);
  });

  it('leaves a cancelled receipt in the ledger, without the person', async () => {
    const { id, reference } = await registerWithProof();
    const { id: paymentId } = (await site.ok(listPayments, { query: { search: reference } }, asOffice)).data[0]!;
    await site.ok(receivePayments, { body: { ids: [paymentId] } }, asOffice);
    await site.ok(cancelReceipt, { body: { id: paymentId, reason: 'Another account' } }, asOffice);
    await site.ok(refusePayment, { body: { id: paymentId, reason: 'No such credit' } }, asOffice);
    await decide({ id, status: 'Rejected', reason: 'No payment' });
    await site.ok(deleteRegistration, { params: { id } }, asOffice);
    expect(await rowOf(id)).toBeUndefined();
    const [left] = (await site.ok(listPayments, { query: { search: reference } }, asOffice)).data;
    expect(left).toMatchObject({
      id: paymentId,
      state: 'refused',
      directory: { id: null, name: 'erased person' },
    });
  });

  it('by two at once: one deletes, the other is told that it is gone', async () => {
    const { id } = await memberFactory(site, { status: 'Rejected' });
    const both = await Promise.all([1, 2].map(() => site.call(deleteRegistration, { params: { id } }, asOffice)));
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 404]);
  });
});

describe('the review', () => {
  it('shows the record, its fee, its history and its mails', async () => {
    const { id, email, reference } = await registerWithProof({ shade: 201, utr: '6325 0000 0001' });
    await decide({ id, status: 'Rejected', reason: 'No payment' });
    await waitForMail(site, { to: email, kind: 'registration-rejected' });
    const review = await site.ok(reviewRegistration, { params: { id } }, asOffice);
    expect(review.secondFactor).toBe(false);
    expect(review.data).toMatchObject({
      reference,
      utr: '632500000001',
      rejectionReason: 'No payment',
      document: `/api/Directory/document/${id}`,
      screenshot: `/api/Directory/screenshot/${id}`,
      consent: { version: currentTermsVersion, givenTo: 'website' },
    });
    expect(review.fee).toBe(1_000);
    expect(review.warnings).toEqual([]);
    expect(review.decisions).toMatchObject([{ from: 'New', to: 'Rejected', action: 'rejected', note: 'No payment' }]);
    expect(review.mails.map(({ kind, to }) => [kind, to])).toEqual([
      ['registration-rejected', email],
      ['payment-claimed', email],
      ['registration-received', email],
    ]);
  });

  it('warns of details that can hardly be true', async () => {
    const { id } = await memberFactory(site, { status: 'New' });
    const odd = {
      mobile: '0987654321',
      dateOfBirth: '1996-01-01',
      yearsOfExperience: '24',
      yearsOfRecruitment: '2031',
    };
    await site.database
      .update(members)
      .set({ ...odd, utr: 'ABC' })
      .where(eq(members.id, id));
    const { warnings } = await site.ok(reviewRegistration, { params: { id } }, asOffice);
    expect(warnings.map(({ kind }) => kind)).toEqual(['details', 'details', 'details', 'details']);
    expect(warnings.map(({ message }) => message).join(' ')).toMatch(
      /work began at the age .* 2031, is in the future\. .* mobile .* “ABC” does not look like a UTR/,
    );
  });

  it('warns of a reference that is that of our own refund', async () => {
    const refund = '632512345678';
    const paid = await memberFactory(site, { status: 'Approved', paymentStatus: 'PAYMENT_SUCCESS' });
    await refundDues(site, { memberId: paid.id }, '2026-11-20', refund);
    const { id } = await registerWithProof({ shade: 203, utr: refund });
    const { warnings } = await site.ok(reviewRegistration, { params: { id } }, asOffice);
    expect(warnings.map(({ message }) => message)).toContain(
      'This transaction reference is that of another payment or of a refund.',
    );
  });

  it('warns of values used before, with the references of the others', async () => {
    const first = await registerWithProof({ shade: 202, utr: 'SBIN226325000077' });
    const second = await registerWithProof({ shade: 202, utr: 'utr: sbin226325000077' });
    const { mobile, name, dateOfBirth } = (await rowOf(first.id))!;
    await site.database
      .update(members)
      .set({ mobile, name, nameSearch: name.toLowerCase(), dateOfBirth })
      .where(eq(members.id, second.id));
    const namesake = await memberFactory(site, { name, dateOfBirth: '1950-01-01', status: 'Rejected' });
    const { warnings } = await site.ok(reviewRegistration, { params: { id: second.id } }, asOffice);
    expect(warnings.map((warning) => warning.kind)).toEqual(['screenshot', 'utr', 'mobile', 'person']);
    for (const kind of ['screenshot', 'utr', 'mobile'] as const) {
      const warning = warnings.find((each) => each.kind === kind);
      expect(warning?.references).toEqual([first.reference]);
      expect(warning?.others).toEqual([{ id: first.id, reference: first.reference, status: 'New' }]);
      expect(warning?.message).toMatch(new RegExp(`(is also used in|is also in) ${first.reference}\\.$`));
    }
    // The earlier record has the same warning about the later one.
    const earlier = await site.ok(reviewRegistration, { params: { id: first.id } }, asOffice);
    expect(earlier.warnings[0]?.message).toBe(`This payment screenshot is also used in ${second.reference}.`);
    const person = warnings.find((warning) => warning.kind === 'person')?.references;
    expect(person).toContain(first.reference);
    expect(person).not.toContain(namesake.reference);
  });
});

describe('lists', () => {
  let place: string;
  beforeAll(async () => {
    place = 'Sikkim';
    for (let number = 1; number <= 12; number += 1) {
      await memberFactory(site, {
        status: 'New',
        state: place,
        name: `List ${String.fromCharCode(96 + number)}`,
        email: number === 1 ? '100%_sure@example.org' : `list${number}@example.org`,
        createdAt: new Date(Date.UTC(2026, 0, number)),
        membership: number === 3 ? 'Patron member' : 'Individual member',
        paymentStatus: number === 4 ? 'PAYMENT_INITIATED' : '',
        utr: number === 5 ? 'HDFC900' : '',
      });
    }
  });
  const list = async (query: object) =>
    site.ok(listRegistrations, { query: { status: 'New', state: place, ...query } }, asOffice);
  const namesOf = async (query: object) => (await list(query)).data.map((row) => row.name);

  it('are newest first, ten a page', async () => {
    const first = await list({});
    expect(first.data.map((row) => row.name)).toEqual([...'lkjihgfedc'].map((sign) => `List ${sign}`));
    expect(first.pagination).toEqual({ currentPage: 1, totalPages: 2, totalCount: 12, pageSize: 10 });
    expect(await namesOf({ page: 2 })).toEqual(['List b', 'List a']);
    expect(await namesOf({ page: 3 })).toEqual([]);
    expect(await namesOf({ sort: 'oldest', page: 2 })).toEqual(['List k', 'List l']);
    expect(await namesOf({ sort: 'name', page: 2 })).toEqual(['List k', 'List l']);
  });

  it('have those first that are ready to be decided, told apart from those that wait for the applicant', async () => {
    const change = (values: object) =>
      site.database
        .update(members)
        .set(values)
        .where(and(eq(members.name, 'List d'), eq(members.state, place)));
    await change({ documentFile: await storedDocument(site) });
    const { data } = await list({});
    expect(data.map(({ name }) => name).slice(0, 3)).toEqual(['List d', 'List l', 'List k']);
    expect(data.filter(({ ready }) => ready).map(({ name }) => name)).toEqual(['List d']);
    await change({ correctionState: 'asked' });
    expect((await list({})).data[0]).toMatchObject({ name: 'List l', ready: false });
    await change({ documentFile: null, correctionState: '' });
  });

  it('are sorted by the server, in both directions', async () => {
    const firsts = async (sort: string) => (await namesOf({ sort })).slice(0, 2);
    expect(await firsts('-name')).toEqual(['List l', 'List k']);
    expect(await firsts('membership')).toEqual(['List c', 'List l']);
    // A page continues in the next group, without being longer.
    expect(await namesOf({ sort: 'membership' })).toHaveLength(10);
    expect(await firsts('payment')).toEqual(['List l', 'List k']);
    expect(await firsts('-payment')).toEqual(['List d', 'List l']);
    expect(await namesOf({ sort: '-membership', page: 2 })).toEqual(['List a', 'List c']);
    expect(await namesOf({ sort: 'payment', page: 2 })).toEqual(['List a', 'List d']);
  });

  it('have the number of matches of the same filter in each status', async () => {
    const counted = async (query: object) => (await list({ state: 'Ladakh', ...query })).counts;
    const add = (status: 'New' | 'Approved' | 'Rejected', name: string) =>
      memberFactory(site, { status, state: 'Ladakh', name, nameSearch: name.toLowerCase() });
    expect(await counted({})).toEqual({ New: 0, Approved: 0, Rejected: 0 });
    const added = await add('New', 'Tsering Dolma');
    await add('Approved', 'Tsering Angchok');
    await add('Rejected', 'Stanzin Norbu');
    expect(await counted({})).toEqual({ New: 1, Approved: 1, Rejected: 1 });
    expect(await counted({ search: 'tsering' })).toEqual({ New: 1, Approved: 1, Rejected: 0 });
    expect(await counted({ search: 'nobody' })).toEqual({ New: 0, Approved: 0, Rejected: 0 });
    await site.ok(decideRegistration, { body: { id: added.id, status: 'Approved' } }, asOffice);
    expect(await counted({ search: 'tsering' })).toEqual({ New: 0, Approved: 2, Rejected: 0 });
    const all = await site.ok(listRegistrations, { query: { status: 'New' } }, asOffice);
    expect(all.pagination.totalCount).toBe(all.counts.New);
  });

  it('are gone through one by one in their own order', async () => {
    const queue = (query: object) =>
      site.ok(queueRegistrations, { query: { status: 'New', state: place, ...query } }, asOffice);
    const all = await queue({ sort: 'name' });
    expect(all).toMatchObject({ offset: 0, total: 12 });
    const pages = await Promise.all([1, 2].map((page) => list({ sort: 'name', page })));
    expect(all.ids).toEqual(pages.flatMap(({ data }) => data.map(({ id }) => id)));
    expect((await queue({ search: 'list f' })).ids).toHaveLength(1);
    // In the order of the list that it was opened from.
    for (const sort of ['membership', '-membership', 'payment', '-payment']) {
      const listed = (await list({ sort })).data.map(({ id }) => id);
      expect((await queue({ sort })).ids.slice(0, 10), sort).toEqual(listed);
    }
    expect((await queue({ page: 900 })).ids).toHaveLength(12);
  });

  it('are filtered by what the office knows', async () => {
    expect(await namesOf({ membership: 'Patron member' })).toEqual(['List c']);
    expect(await namesOf({ payment: 'PAYMENT_INITIATED' })).toEqual(['List d']);
    expect((await list({ payment: 'none' })).pagination.totalCount).toBe(11);
    expect(await namesOf({ search: 'hdfc90' })).toEqual(['List e']);
    expect(await namesOf({ search: 'hd' })).toEqual(['List e']);
    expect(await namesOf({ search: 'LIST  F' })).toEqual(['List f']);
    expect(await namesOf({ search: 'list7@' })).toEqual(['List g']);
    expect(await namesOf({ search: '%_' })).toEqual(['List a']);
    expect(await namesOf({ search: '\\' })).toEqual([]);
    // Across the end of the name and the beginning of the e-mail.
    expect(await namesOf({ search: 'List g list7@' })).toEqual([]);
    expect(await namesOf({ search: 'glist7@' })).toEqual([]);
    const { reference, mobile } = (await site.database.select().from(members).where(eq(members.name, 'List h')))[0]!;
    expect(await namesOf({ search: reference.toLowerCase() })).toEqual(['List h']);
    expect(await namesOf({ search: mobile })).toEqual(['List h']);
    await site.database.update(members).set({ memberNumber: 'AIP-M-900001' }).where(eq(members.name, 'List h'));
    expect(await namesOf({ search: 'aip-m-9000' })).toEqual(['List h']);
    expect((await site.ok(listRegistrations, { query: { status: 'Rejected', state: place } }, asOffice)).data).toEqual(
      [],
    );
  });

  it('are searched with the index made for it', async () => {
    const owner = openDatabase(site.ownerConnection, { poolSize: 1 });
    const scans = await owner
      .transaction(async (tx) => {
        // So few records would be scanned; an index that does not match the query cannot be used even then.
        await tx.execute(sql`set local enable_seqscan = off`);
        await tx.execute(sql`drop index members_by_status, members_by_state, members_by_payment`);
        const all = { membership: '', state: '', payment: '', correction: '' } as const;
        await countStatuses(tx, { search: 'list g', reach: Reach.ofAdministrator({ states: [] }), ...all });
        const { rows } = await tx.execute<{ scans: string }>(
          sql`select pg_stat_get_xact_numscans('members_registration_trigram'::regclass) as scans`,
        );
        throw Object.assign(new Error('roll back'), { scans: rows[0]?.scans });
      })
      .catch((error: { scans?: string }) => error.scans);
    await owner.close();
    expect(Number(scans)).toBeGreaterThan(0);
  });

  it.each([
    { status: 'Old' },
    {},
    { status: 'New', page: 0 },
    { status: 'New', page: 'x' },
    { status: 'New', sort: 'x' },
  ])('refuse %j', async (query) => {
    expect((await site.fails(listRegistrations, { query }, asOffice)).status).toBe(400);
  });
});

describe('the overview', () => {
  it('counts Approved members by tier', async () => {
    const before = (await site.ok(dashboardCounts, {}, asOffice)).data;
    await memberFactory(site, { membership: 'Patron member' });
    await memberFactory(site, { membership: 'lifetime member' });
    await memberFactory(site, { membership: 'lifetime member', status: 'New' });
    await memberFactory(site, { hideEntry: true });
    const after = (await site.ok(dashboardCounts, {}, asOffice)).data;
    expect(Object.keys(after)).toEqual([
      'Individual Member',
      'Lifetime Member',
      'Patron Member',
      'Total Conferences',
      'Total Member',
    ]);
    expect({
      individual: after['Individual Member']! - before['Individual Member']!,
      lifetime: after['Lifetime Member']! - before['Lifetime Member']!,
      patron: after['Patron Member']! - before['Patron Member']!,
      total: after['Total Member']! - before['Total Member']!,
    }).toEqual({ individual: 1, lifetime: 1, patron: 1, total: 3 });
  });

  it('has pending registrations, twelve months and the states', async () => {
    const waiting = await memberFactory(site, { status: 'New', createdAt: new Date('2020-03-01T00:00:00Z') });
    const { data } = await site.ok(registrationsOverview, {}, asOffice);
    expect(data.oldestWaitingAt).toBe(waiting.createdAt.toISOString());
    expect(data.waiting).toBeGreaterThan(0);
    expect(data.byMonth).toHaveLength(12);
    const thisMonth = new Date().toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' }).slice(0, 7);
    expect(data.byMonth!.at(-1)?.month).toBe(thisMonth);
    expect(data.byMonth!.at(-1)?.count).toBeGreaterThan(0);
    expect(data.byState!.length).toBeGreaterThan(1);
    expect([...data.byState!].sort((a, b) => b.count - a.count).map((row) => row.count)).toEqual(
      data.byState!.map((row) => row.count),
    );
  });

  it('has the time of the last good backup', async () => {
    const told = async () => (await site.ok(registrationsOverview, {}, asOffice)).data.lastBackupAt;
    expect(await told()).toBeNull();
    const note = (finishedAt: Date) =>
      withClient(site.ownerConnection, (client) =>
        noteBackup(client, { finishedAt, rows: 1, files: 1, bytes: 1, missing: 0, isSealed: false }),
      );
    const [earlier, later] = [new Date(Date.now() - 86_400_000), new Date()];
    await note(later);
    await note(earlier);
    expect(await told()).toBe(later.toISOString());
  });
});
