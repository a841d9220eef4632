import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { conferences } from '#server/features/conferences/tables.ts';
import { participations } from '#server/features/participations/tables.ts';
import { createJobs } from '#server/platform/jobs/jobs.ts';
import { updateConference } from '#shared/contracts/conferences.ts';
import { getJob } from '#shared/contracts/job-progress.ts';
import * as calls from '#shared/contracts/participations.ts';
import { decideRegistration } from '#shared/contracts/registrations.ts';
import { startTestApp } from '#tests/app.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { guestFactory, openConferenceFactory, participantFactory } from '#tests/factories/participations.ts';
import { adminToken, confirmedToken, memberToken, newAdministrator, newMember } from '#tests/logins.ts';
import { mailsOf, waitForMail } from '#tests/mail.ts';
import { eventually } from '#tests/wait.ts';
import { keepParticipations } from '../clean-up.ts';

const site = await startTestApp();
const token = await adminToken(site);

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);
const list = (id: string, query: object = {}, as = token) =>
  site.ok(calls.listParticipants, { params: { id }, query }, { token: as });
const add = (id: string, body: object, as = token) =>
  site.call(calls.addParticipant, { params: { id }, body }, { token: as });
const move = (participationId: string, body: object) =>
  site.call(calls.changeParticipant, { params: { participationId }, body }, { token });
const rowOf = async (id: string) =>
  (await site.database.select().from(participations).where(eq(participations.id, id)))[0]!;
const boundToken = async (...states: string[]) =>
  adminToken(site, (await newAdministrator(site, { powers: ['members'], states })).id);

describe('the list', () => {
  it('is sorted, filtered and searched, with totals of the whole, and without codes', async () => {
    const conference = await openConferenceFactory(site, { places: 2 });
    const { id } = conference;
    const cancelled = await participantFactory(site, { conferenceId: id, state: 'cancelled' });
    const guest = await guestFactory(site, { conferenceId: id, name: 'Zubeida Bano', checkedInAt: new Date() });
    const held = { state: 'unconfirmed', held: true, heldUntil: inHours(2) } as const;
    const unconfirmed = await guestFactory(site, { conferenceId: id, ...held });
    const [first, second] = [
      await participantFactory(site, { conferenceId: id, state: 'waiting' }),
      await participantFactory(site, { conferenceId: id, state: 'waiting' }),
    ];
    const answer = await list(id);
    expect(answer.data.map(({ id, position }) => [id, position])).toEqual([
      [guest.id, null],
      [first.id, 1],
      [second.id, 2],
      [unconfirmed.id, null],
      [cancelled.id, null],
    ]);
    const totals = { registered: 1, waiting: 2, cancelled: 1, attended: 1, unconfirmed: 1 };
    expect(answer.totals).toEqual(totals);
    expect(JSON.stringify(answer)).not.toContain(guest.code);
    const result = await list(id, { search: 'zubeida' });
    expect(result).toMatchObject({ data: [{ id: guest.id, guest: true }], totals, pagination: { totalCount: 1 } });
    expect((await list(id, { state: 'attended' })).data).toHaveLength(1);
    expect(await site.call(calls.listParticipants, { params: { id }, query: { state: 'x' } }, { token })).toMatchObject(
      {
        status: 400,
      },
    );
  });

  it('shows bound administrators only people of their own States', async () => {
    const conference = await openConferenceFactory(site);
    const { id } = conference;
    const kerala = await newMember(site, { state: 'Kerala' });
    const result = await participantFactory(site, { conferenceId: id, memberId: kerala.id });
    const foreign = await participantFactory(site, { conferenceId: id, memberId: (await newMember(site)).id });
    await guestFactory(site, { conferenceId: id });
    const bound = await boundToken('Kerala');
    const answer = await list(id, {}, bound);
    expect(answer.data.map(({ id }) => id)).toEqual([result.id]);
    expect(answer.totals.registered).toBe(1);
    expect((await list(id, { homeState: 'Maharashtra' }, bound)).data).toEqual([]);
    const stranger = { params: { participationId: foreign.id }, body: { state: 'cancelled' } };
    const missing = { ...stranger, params: { participationId: conference.id } };
    const [one, other] = [
      await site.call(calls.changeParticipant, stranger, { token: bound }),
      await site.call(calls.changeParticipant, missing, { token: bound }),
    ];
    expect(one.status).toBe(404);
    expect(one.body).toEqual(other.body);
    expect(await add(id, { name: 'A Guest', email: 'a.guest@example.org' }, bound)).toMatchObject({
      status: 403,
      body: { code: 'POWER_NEEDED', power: 'members', message: expect.stringContaining('‘Members’ for all India') },
    });
  });

  it('is a sheet to sign: registered people, by State and name, guests last, and nobody of other States', async () => {
    const { id } = await openConferenceFactory(site);
    const join = async (name: string, homeState: string, state: 'registered' | 'waiting' = 'registered') => {
      const { id: memberId } = await newMember(site, { name, nameSearch: name.toLowerCase(), state: homeState });
      await participantFactory(site, { conferenceId: id, memberId, state });
    };
    await guestFactory(site, { conferenceId: id, name: 'Anil Guest' });
    await join('Zara Kerala', 'Kerala');
    await join('Asha Kerala', 'Kerala');
    await join('Waits Kerala', 'Kerala', 'waiting');
    await join('Binod Assam', 'Assam');
    const names = async (as: string) =>
      (await site.ok(calls.attendanceSheet, { params: { id } }, { token: as })).data.map(({ name }) => name);
    expect(await names(token)).toEqual(['Binod Assam', 'Asha Kerala', 'Zara Kerala', 'Anil Guest']);
    expect(await names(await boundToken('Assam'))).toEqual(['Binod Assam']);
  });

  it('is exported with answers as columns and no formulas, with sums', async () => {
    const questions = [
      { id: 'food', text: 'Food', kind: 'choice' as const, options: ['Veg', 'Other'], required: true, removed: false },
    ];
    const conference = await openConferenceFactory(site, { questions });
    await guestFactory(site, { conferenceId: conference.id, name: '=1+1', answers: { food: 'Veg' } });
    await guestFactory(site, { conferenceId: conference.id, answers: { food: 'Veg' } });
    const params = { id: conference.id };
    const file = await site.call(
      calls.exportParticipants,
      { params, query: { format: 'csv' } },
      { token: await confirmedToken(site) },
    );
    expect(file.raw.toString()).toContain('"Food"');
    expect(file.raw.toString()).toContain(`"'=1+1"`);
    const { data } = await site.ok(calls.participantSums, { params }, { token });
    expect(data).toMatchObject([{ id: 'food', answered: 2, sums: [{ answer: 'Veg', count: 2 }] }]);
  });
});

describe('adding and moving', () => {
  it('registers members by number and guests by name, past the waiting list, once', async () => {
    const { id } = await openConferenceFactory(site, { places: 1 });
    const member = await newMember(site);
    expect(await add(id, { memberNumber: 'nobody' })).toMatchObject({
      status: 400,
      body: { fields: { memberNumber: expect.any(String) } },
    });
    expect(await add(id, {})).toMatchObject({
      status: 400,
      body: { fields: { name: expect.any(String), email: expect.any(String) } },
    });
    const first = await add(id, { memberNumber: member.memberNumber });
    expect(first.body).toMatchObject({ participation: { state: 'registered', code: null } });
    const again = await add(id, { name: 'Any Name', email: member.email });
    expect(again.body).toMatchObject({
      participation: { id: (first.body as { participation: calls.Participation }).participation.id },
    });
    const guest = { name: 'Farida Khan', email: 'farida@example.org' };
    expect(await add(id, guest)).toMatchObject({ status: 409, body: { code: 'FULL' } });
    expect((await add(id, { ...guest, overbook: true })).body).toMatchObject({
      participation: { state: 'registered' },
    });
    await waitForMail(site, { to: guest.email, kind: 'participation-confirmed' });
    const left = await newMember(site, { status: 'Rejected' });
    expect(await add(id, { memberNumber: left.memberNumber })).toMatchObject({
      status: 409,
      body: { code: 'WRONG_STATE' },
    });
    const off = await openConferenceFactory(site, { participation: 'off' });
    expect(await add(off.id, guest)).toMatchObject({ status: 409, body: { code: 'NOT_OFFERED' } });
  });

  it('changes states with a mail each, and gives a freed place to the first on the waiting list', async () => {
    const { id } = await openConferenceFactory(site, { places: 1 });
    const inside = await guestFactory(site, { conferenceId: id });
    const waiting = await guestFactory(site, { conferenceId: id, state: 'waiting' });
    expect(await move(waiting.id, { state: 'registered' })).toMatchObject({ status: 409, body: { code: 'FULL' } });
    expect(await move(inside.id, { state: 'waiting', version: 9 })).toMatchObject({
      status: 409,
      body: { code: 'RECORD_CHANGED' },
    });
    expect((await move(inside.id, { state: 'waiting' })).body).toMatchObject({
      participation: { state: 'waiting', position: 1 },
    });
    expect((await rowOf(waiting.id)).state).toBe('registered');
    await waitForMail(site, { to: waiting.email, kind: 'participation-moved-up' });
    await waitForMail(site, { to: inside.email, kind: 'participation-waiting' });
    expect((await move(waiting.id, { state: 'cancelled' })).status).toBe(200);
    expect((await rowOf(inside.id)).state).toBe('registered');
    await site.database.update(participations).set({ checkedInAt: new Date() }).where(eq(participations.id, inside.id));
    expect(await move(inside.id, { state: 'cancelled' })).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
  });

  it('mails registered and waiting people, the same text within minutes once, many by a job', async () => {
    const { id } = await openConferenceFactory(site);
    const guest = await guestFactory(site, { conferenceId: id });
    const tell = (body: object) => site.call(calls.tellParticipants, { params: { id }, body }, { token });
    expect((await tell({})).status).toBe(400);
    expect(await tell({ changes: true })).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
    expect((await tell({ text: 'Bring your card.' })).body).toMatchObject({ sent: 1 });
    expect((await tell({ text: 'Bring your card.' })).body).toMatchObject({ sent: 0 });
    expect((await waitForMail(site, { to: guest.email, kind: 'participation-told' })).text).toContain(
      '> Bring your card.',
    );
    for (let times = 0; times < 100; times++) await guestFactory(site, { conferenceId: id });
    const answer = await tell({ text: 'Another hall.' });
    expect(answer.body).toMatchObject({ sent: 101, job: expect.any(String) });
    const { job } = answer.body as { job: string };
    await eventually(
      async () => (await site.ok(getJob, { params: { id: job } }, { token })).job.state === 'done',
      'the job to end',
    );
  });

  it('tells each what has changed for them: who was not reached is told at the next press, and nobody twice', async () => {
    const { id, startsAt, title } = await openConferenceFactory(site);
    const guests = await Promise.all([1, 2].map(() => guestFactory(site, { conferenceId: id })));
    const moveTo = (at: Date) =>
      site.ok(
        updateConference,
        {
          params: { id },
          body: { title, meetingType: 'Offline', meetingAddress: 'Hall', description: 'x', startsAt: at.toISOString() },
        },
        { token },
      );
    await moveTo(new Date(startsAt.getTime() + hourMs));
    const late = await guestFactory(site, { conferenceId: id });
    const { email: by } = await newAdministrator(site, { powers: ['members'], states: ['Kerala'] });
    // A job whose administrator has lost the power.
    const data = { conference: id, text: '', withChanges: true };
    const job = await createJobs({ database: site.database, log: site.app.log }).begin(site.database, {
      kind: 'participants-tell',
      by,
      data,
      items: [guests[0]!.id],
    });
    await eventually(
      async () => (await site.ok(getJob, { params: { id: job } }, { token })).job.state === 'done',
      'the job to end',
    );
    const tell = () => site.call(calls.tellParticipants, { params: { id }, body: { changes: true } }, { token });
    expect((await tell()).body).toMatchObject({ sent: 2 });
    for (const { email } of guests) await waitForMail(site, { to: email, kind: 'participation-told' });
    expect(await mailsOf(site, { to: late.email, kind: 'participation-told' })).toEqual([]);
    expect(await tell()).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
    await moveTo(new Date(startsAt.getTime() + 2 * hourMs));
    expect((await tell()).body).toMatchObject({ sent: 3 });
  });

  it('registers a guest whose request is about to lapse, and cancels the calendar entry of who waits again', async () => {
    const { id } = await openConferenceFactory(site, { places: 9 });
    const lapsed = { conferenceId: id, state: 'unconfirmed', held: false, heldUntil: inHours(-0.1) } as const;
    const [one, other] = [await guestFactory(site, lapsed), await guestFactory(site, lapsed)];
    expect((await move(one.id, { state: 'registered' })).body).toMatchObject({
      participation: { state: 'registered' },
    });
    await site.database.update(participations).set(lapsed).where(eq(participations.id, one.id));
    const again = await add(id, { name: one.name, email: one.email });
    expect(again.body).toMatchObject({ participation: { id: one.id, state: 'registered' } });
    expect(await rowOf(other.id)).toBeUndefined();
    const inside = await guestFactory(site, { conferenceId: id });
    expect((await move(inside.id, { state: 'waiting' })).status).toBe(200);
    const { file } = await waitForMail(site, { to: inside.email, kind: 'participation-waiting' });
    const raw = await readFile(join(site.config.dataDir, 'outbox', file), 'utf8');
    expect(raw).toContain('method=CANCEL');
  });

  it('mails nobody any more when the administrator who wrote loses the power or gets States, and the office is told', async () => {
    const { id } = await openConferenceFactory(site);
    const guests = await Promise.all([1, 2].map(() => guestFactory(site, { conferenceId: id })));
    const states = ['Kerala'];
    const { email: by } = await newAdministrator(site, { powers: ['members'], states });
    const full = await newAdministrator(site);
    const data = { conference: id, text: 'Another hall.', withChanges: false };
    const job = await createJobs({ database: site.database, log: site.app.log }).begin(site.database, {
      kind: 'participants-tell',
      by,
      data,
      items: guests.map((guest) => guest.id),
    });
    const answer = async () => (await site.ok(getJob, { params: { id: job } }, { token })).job;
    await eventually(async () => (await answer()).state === 'done', 'the job to end');
    expect((await answer()).left.map(({ id: left, code }) => [left, code])).toEqual(
      guests.map((guest) => [guest.id, 'POWER_NEEDED']),
    );
    for (const { email } of guests) expect(await mailsOf(site, { to: email, kind: 'participation-told' })).toEqual([]);
    expect((await waitForMail(site, { to: full.email, kind: 'work-stopped' })).text).toContain(by);
  });
});

describe('a person who leaves', () => {
  it('passes the place to the next, and keeps past conferences; reinstating brings nothing back', async () => {
    const coming = await openConferenceFactory(site, { places: 1 });
    const over = await openConferenceFactory(site, { startsAt: inHours(-100) });
    const member = await memberFactory(site);
    const result = await participantFactory(site, { conferenceId: coming.id, memberId: member.id });
    const past = await participantFactory(site, { conferenceId: over.id, memberId: member.id });
    const next = await guestFactory(site, { conferenceId: coming.id, state: 'waiting' });
    const { calendar } = await site.ok(calls.myConferences, {}, { token: await memberToken(site, member.id) });
    await site.ok(decideRegistration, { body: { id: member.id, status: 'Rejected', reason: 'x' } }, { token });
    expect((await rowOf(result.id)).state).toBe('cancelled');
    expect((await rowOf(past.id)).state).toBe('registered');
    expect((await rowOf(next.id)).state).toBe('registered');
    await waitForMail(site, { to: next.email, kind: 'participation-moved-up' });
    expect((await site.app.inject(new URL(calendar).pathname)).statusCode).toBe(404);
    await site.ok(decideRegistration, { body: { id: member.id, status: 'Approved' } }, { token });
    expect((await rowOf(result.id)).state).toBe('cancelled');
  });
});

describe('reminders', () => {
  it('go once to each registered person, the day before or as long as there is time, and again for a new date', async () => {
    const { id } = await openConferenceFactory(site, { startsAt: inHours(0.4) });
    const hidden = await openConferenceFactory(site, { startsAt: inHours(0.4), active: false });
    const far = await openConferenceFactory(site, { startsAt: inHours(24 * 5) });
    const [inside, waiting, other, unseen] = [
      await guestFactory(site, { conferenceId: id }),
      await guestFactory(site, { conferenceId: id, state: 'waiting' }),
      await guestFactory(site, { conferenceId: far.id }),
      await guestFactory(site, { conferenceId: hidden.id }),
    ];
    await keepParticipations(site);
    await keepParticipations(site);
    await waitForMail(site, { to: inside.email, kind: 'conference-reminder' });
    await site.database
      .update(conferences)
      .set({ startsAt: inHours(0.5) })
      .where(eq(conferences.id, id));
    await keepParticipations(site);
    await waitForMail(site, { to: inside.email, kind: 'conference-reminder' });
    for (const { email } of [waiting, other, unseen]) {
      expect(await mailsOf(site, { to: email, kind: 'conference-reminder' })).toEqual([]);
    }
    expect(await mailsOf(site, { to: inside.email, kind: 'conference-reminder' })).toHaveLength(2);
  });
});
