import { and, eq, isNull } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '#server/app.ts';
import { corrections } from '#server/features/corrections/tables.ts';
import { members, membershipFacts } from '#server/features/members/tables.ts';
import { participations } from '#server/features/participations/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import { log } from '#server/platform/log/tables.ts';
import { claimMail } from '#server/platform/mail/mail.queries.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { clock } from '#shared/clock.ts';
import { decideMany } from '#shared/contracts/bulk-decisions.ts';
import { applicationState, askCorrection } from '#shared/contracts/corrections.ts';
import {
  decideRegistration,
  registerMember,
  resendCredentials,
  undoDecision,
} from '#shared/contracts/registrations.ts';
import { limits } from '#shared/limits.ts';
import { startTestApp } from '#tests/app.ts';
import { moneyRows } from '#tests/factories/dues.ts';
import { memberFactory, pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import { guestFactory, openConferenceFactory, participantFactory } from '#tests/factories/participations.ts';
import { adminToken } from '#tests/logins.ts';
import { mailsOf, waitForMail } from '#tests/mail.ts';

const site = await startTestApp();
const asOffice = { token: await adminToken(site) };
const asColleague = { token: await adminToken(site) };

const seconds = (count: number) => clock.set(new Date(clock.ms() + count * 1_000));
afterEach(() => clock.set(new Date()));

const rowOf = async (id: string) => (await site.database.select().from(members).where(eq(members.id, id)))[0]!;
const paymentsOf = (id: string) => moneyRows(site, { memberId: id });
const mailsTo = (id: string) => site.database.select().from(mail).where(eq(mail.memberId, id));
const logOf = async (id: string) =>
  (await site.database.select().from(log).where(eq(log.memberId, id))).map(({ action }) => action);
const decide = (id: string, body: object = {}) =>
  site.ok(decideRegistration, { body: { id, status: 'Approved', ...body } }, asOffice);
const undo = (id: string, body: object = {}, as = asOffice) => site.call(undoDecision, { params: { id }, body }, as);
const codeOf = async (answer: ReturnType<typeof undo>) => {
  const { status, body } = await answer;
  return [status, 'code' in body ? body.code : ''];
};
const applicant = () => memberFactory(site, { status: 'New', paymentStatus: 'PAYMENT_INITIATED' });
const lastNumber = async (id: string) => Number((await rowOf(id)).memberNumber?.slice('AIP-M-'.length));

describe('a decision that is taken back', () => {
  it('gives a guest their places back, which the approval had made the member’s', async () => {
    const { id, email } = await applicant();
    const guest = await guestFactory(site, { email, answers: { a: 'Vegetarian' } });
    const waiting = await guestFactory(site, { email, state: 'waiting' });
    await decide(id);
    const now = async (one: string) =>
      (await site.database.select().from(participations).where(eq(participations.id, one)))[0]!;
    expect(await now(guest.id)).toMatchObject({ memberId: id, name: '' });
    expect((await undo(id)).status).toBe(200);
    for (const each of [guest, waiting]) {
      const { version, updatedAt: _updatedAt, ...after } = await now(each.id);
      expect(each).toMatchObject(after);
      expect(version).toBeGreaterThan(each.version);
    }
  });

  it('gives a guest their place back also where another of theirs counted', async () => {
    const { id, email } = await applicant();
    const { id: conferenceId } = await openConferenceFactory(site, { places: 1 });
    const guest = await guestFactory(site, { conferenceId, email, state: 'waiting' });
    const own = await participantFactory(site, { conferenceId: guest.conferenceId, memberId: id });
    await decide(id);
    const now = async (one: string) =>
      (await site.database.select().from(participations).where(eq(participations.id, one)))[0]!;
    expect(await now(guest.id)).toMatchObject({ doubleOf: own.id });
    expect((await undo(id)).status).toBe(200);
    // The member's place passes on to the guest, who was first in the line.
    expect(await now(guest.id)).toMatchObject({
      doubleOf: null,
      guest: true,
      email,
      state: 'registered',
      name: guest.name,
    });
    expect(await now(own.id)).toMatchObject({ state: 'cancelled', memberId: id });
  });

  it('is as if it had not been: number, credentials, figures, and the mail never leaves', async () => {
    const before = await applicant();
    const { id } = before;
    const { undoUntil } = await decide(id, { membership: 'lifetime member', note: 'Bank line 7' });
    expect(new Date(undoUntil!).getTime() - Date.now()).toBeGreaterThan(8_000);
    const number = await lastNumber(id);
    const [waiting] = await mailsTo(id);
    expect(waiting).toMatchObject({ kind: 'credentials', state: 'waiting', nextAttemptAt: new Date(undoUntil!) });
    expect(await claimMail(site.database, 60)).toBeNull();
    expect((await undo(id)).status).toBe(200);
    const after = await rowOf(id);
    expect(after).toEqual({ ...before, version: after.version });
    expect(await site.database.$count(membershipFacts, eq(membershipFacts.person, id))).toBe(0);
    expect((await mailsTo(id)).map(({ state }) => state)).toEqual(['dropped']);
    expect(await logOf(id)).toEqual(expect.arrayContaining(['approved', 'took the decision back']));
    // The number was the last one: the next person has it.
    const other = await applicant();
    await decide(other.id);
    expect(await lastNumber(other.id)).toBe(number);
  });

  it('is the one who decided only, once, in time, and of a record that nobody has changed', async () => {
    const { id } = await applicant();
    expect(await codeOf(undo(id))).toEqual([409, 'TOO_LATE']);
    await decide(id);
    expect(await codeOf(undo(id, {}, asColleague))).toEqual([403, 'FORBIDDEN']);
    expect(await codeOf(undo(id, { version: 1 }))).toEqual([409, 'RECORD_CHANGED']);
    expect(await codeOf(undo(id, { version: (await rowOf(id)).version }))).toEqual([200, '']);
    expect(await codeOf(undo(id))).toEqual([409, 'TOO_LATE']);
    await decide(id);
    seconds(limits.undoSeconds);
    expect(await codeOf(undo(id))).toEqual([409, 'TOO_LATE']);
    const other = await applicant();
    await decide(other.id);
    await site.ok(
      decideRegistration,
      { body: { id: other.id, status: 'Approved', membership: 'lifetime member' } },
      asColleague,
    );
    expect(await codeOf(undo(other.id))).toEqual([409, 'RECORD_CHANGED']);
    expect(await codeOf(undo('00000000-0000-4000-8000-000000000000'))).toEqual([404, 'NOT_FOUND']);
    expect((await undo('x')).status).toBe(404);
  });

  it('keeps a received payment with its one receipt, which bears the number of the second approval too', async () => {
    const { id, email } = await applicant();
    await decide(id, { paymentSeen: true });
    const number = await lastNumber(id);
    expect((await undo(id)).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ status: 'New', memberNumber: null, paymentStatus: 'PAYMENT_SUCCESS' });
    const other = await applicant();
    await decide(other.id);
    expect(await lastNumber(other.id)).toBe(number + 1);
    await decide(id, { paymentSeen: true });
    expect(await lastNumber(id)).toBe(number);
    const [payment] = await paymentsOf(id);
    expect(await site.database.$count(receipts, eq(receipts.paymentId, payment!.id))).toBe(1);
    await waitForMail(site, { to: email, kind: 'credentials' });
    await waitForMail(site, { to: email, kind: 'payment-received' });
    const kinds = (await mailsOf(site, { to: email })).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['credentials', 'payment-received']);
  });

  it('gives a refused applicant their correction and what they owe back', async () => {
    const body = registrationBody();
    const files = { document: scannedId(), picture: await pictureFile() };
    const { directory, application } = await site.ok(registerMember, { body, files });
    const id = directory.id;
    await site.ok(askCorrection, { body: { id, fields: ['court'], note: 'Please look at it.' } }, asOffice);
    const before = await rowOf(id);
    await decide(id, { status: 'Rejected', reason: 'Not a prosecutor' });
    expect((await paymentsOf(id)).map(({ state }) => state)).toEqual(['cancelled']);
    expect((await undo(id)).status).toBe(200);
    expect(await rowOf(id)).toEqual({ ...before, version: before.version + 2 });
    expect((await paymentsOf(id)).map(({ state, reason }) => [state, reason])).toEqual([['due', '']]);
    const open = and(eq(corrections.memberId, id), isNull(corrections.endedAt));
    expect(await site.database.$count(corrections, open)).toBe(1);
    const token = application!.split('#')[1]!;
    expect((await site.ok(applicationState, {}, { token })).data.state).toBe('correction');
    expect((await mailsTo(id)).find(({ kind }) => kind === 'registration-rejected')?.state).toBe('dropped');
  });

  it('leaves its number unused if another one was given since', async () => {
    const [first, second, third] = [await applicant(), await applicant(), await applicant()];
    await decide(first.id);
    await decide(second.id);
    const number = await lastNumber(first.id);
    await undo(first.id);
    await decide(third.id);
    expect(await lastNumber(third.id)).toBe(number + 2);
    // The last two, the later one first.
    await undo(third.id);
    await undo(second.id);
    await decide(first.id);
    await decide(second.id);
    expect([await lastNumber(first.id), await lastNumber(second.id)]).toEqual([number + 1, number + 2]);
  });
});

describe('at the same time', () => {
  it('of two who take it back one does, and of many numbers none is given twice', async () => {
    const { id } = await applicant();
    await decide(id);
    const answers = await Promise.all([undo(id), undo(id), undo(id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const people = await Promise.all(Array.from({ length: 6 }, applicant));
    await Promise.all(people.map((person) => decide(person.id)));
    await Promise.all([
      ...people.slice(0, 3).map((person) => undo(person.id)),
      ...(await Promise.all([applicant(), applicant()])).map((person) => decide(person.id)),
    ]);
    const rows = (await site.database.select().from(members)).flatMap(({ memberNumber }) => memberNumber ?? []);
    expect(new Set(rows).size).toBe(rows.length);
  });

  it('another office that decides wins or loses, and nothing is half done', async () => {
    const { id } = await applicant();
    await decide(id);
    const body = { id, status: 'Rejected', expectedStatus: 'Approved', reason: 'Left' };
    const [value, other] = await Promise.all([undo(id), site.call(decideRegistration, { body }, asColleague)]);
    expect([value.status, other.status].sort()).toEqual([200, 409]);
    expect((await rowOf(id)).status).toBe(value.status === 200 ? 'New' : 'Rejected');
  });

  it('a mail that is being sent is not withdrawn, and neither is the decision', async () => {
    const { id } = await applicant();
    await decide(id);
    // As by a server whose clock is ahead, and which ended while it sent it.
    await site.database.update(mail).set({ attempts: 1 }).where(eq(mail.memberId, id));
    expect(await codeOf(undo(id))).toEqual([409, 'TOO_LATE']);
    expect(await rowOf(id)).toMatchObject({ status: 'Approved', memberNumber: expect.any(String) });
  });

  it('another process takes it back as well', async () => {
    const { id } = await applicant();
    await decide(id);
    const app = await createApp({ config: site.config, database: site.database, pages: false });
    const headers = { authorization: `Bearer ${asOffice.token}` };
    const { statusCode } = await app.inject({ method: 'PATCH', url: `/api/Directory/undoDecision/${id}`, headers });
    await app.close();
    expect(statusCode).toBe(200);
  });
});

describe('no time to take it back', () => {
  it('have decisions about members, and those about several at once, whose mails leave at once', async () => {
    const member = await memberFactory(site);
    expect((await decide(member.id, { status: 'New' })).undoUntil).toBeNull();
    expect((await decide(member.id, { status: 'New', note: 'Asked' })).undoUntil).toBeNull();
    const { id, version, email } = await applicant();
    await site.ok(decideMany, { body: { action: 'approve', items: [{ id, version }] } }, asOffice);
    expect(await codeOf(undo(id))).toEqual([409, 'TOO_LATE']);
    await waitForMail(site, { to: email, kind: 'credentials', timeout: 5_000 });
  });

  it('is left once the credentials are sent again: they leave, once', async () => {
    const { id, email } = await applicant();
    await decide(id);
    await site.ok(resendCredentials, { params: { id } }, asOffice);
    expect(await codeOf(undo(id))).toEqual([409, 'TOO_LATE']);
    await waitForMail(site, { to: email, kind: 'credentials', timeout: 5_000 });
    expect((await mailsTo(id)).filter(({ kind }) => kind === 'credentials')).toHaveLength(1);
  });
});
