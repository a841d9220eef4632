import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { conferences } from '#server/features/conferences/tables.ts';
import * as conferenceCalls from '#shared/contracts/conferences.ts';
import * as calls from '#shared/contracts/participations.ts';
import { decideRegistration } from '#shared/contracts/registrations.ts';
import { startTestApp } from '#tests/app.ts';
import { guestFactory, openConferenceFactory, participantFactory } from '#tests/factories/participations.ts';
import { adminToken, memberToken, newMember } from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { participations } from './tables.ts';

let token: string;
const site = await startTestApp();
beforeAll(async () => {
  token = await adminToken(site);
});

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

async function someMember() {
  const member = await newMember(site);
  const token = await memberToken(site, member.id);
  const participate = (id: string, answers: Record<string, string> = {}) =>
    site.call(calls.participate, { params: { id }, body: { answers } }, { token });
  const cancel = (id: string) => site.call(calls.cancelParticipation, { params: { id } }, { token });
  const mine = async (id: string) =>
    (await site.ok(conferenceCalls.getConference, { params: { id } }, { token })).newConference.mine;
  return { ...member, token, participate, cancel, mine };
}

const stateOf = async (id: string) =>
  (await site.database.select().from(participations).where(eq(participations.id, id)))[0]?.state;
const taken = async (id: string) =>
  (await site.database.select().from(conferences).where(eq(conferences.id, id)))[0]!.taken;

const questions = [
  { id: 'q1', text: 'Food', kind: 'choice' as const, options: ['Vegetarian', 'Other'], required: true, removed: false },
  { id: 'q2', text: 'Arrival', kind: 'text' as const, options: [], required: false, removed: false },
  { id: 'q3', text: 'Hostel', kind: 'yesNo' as const, options: [], required: false, removed: false },
];

describe('taking part', () => {
  it('registers a member once, with a code, a mail and a calendar entry; again changes the answers', async () => {
    const conference = await openConferenceFactory(site, { questions, places: 5 });
    const one = await someMember();
    const answer = await one.participate(conference.id, { q1: 'Vegetarian', q2: ' by train ', nonsense: 'x' });
    expect(answer.body).toMatchObject({
      success: true,
      participation: { state: 'registered', position: null, answers: { q1: 'Vegetarian', q2: 'by train' }, version: 1 },
    });
    const { participation } = answer.body as { participation: { id: string; code: string } };
    expect(participation.code).toMatch(/^[\w-]{22}$/);
    const again = await one.participate(conference.id, { q1: 'Other' });
    expect(again.body).toMatchObject({
      participation: { id: participation.id, code: participation.code, answers: { q1: 'Other' }, version: 2 },
    });
    expect(await one.mine(conference.id)).toMatchObject({ id: participation.id, code: participation.code });
    expect(await taken(conference.id)).toBe(1);
    const mail = await waitForMail(site, { to: one.email, kind: 'participation-confirmed' });
    expect(mail.text).toContain(`Participation: ${site.config.publicUrl}/My-conferences`);
    expect(mail.text).toContain(conference.meetingLink);
    expect(mail.text).not.toContain(participation.code);
  });

  it('ends with the membership, also where a guest became a member before confirming', async () => {
    const conference = await openConferenceFactory(site, { places: 1 });
    const asked = { state: 'unconfirmed', held: true, heldUntil: inHours(1) } as const;
    const guest = await guestFactory(site, { conferenceId: conference.id, ...asked });
    const { id } = await newMember(site, { email: guest.email });
    expect(await taken(conference.id)).toBe(1);
    await site.ok(decideRegistration, { body: { id, status: 'Rejected', reason: 'Left', money: 'keep' } }, { token });
    expect([await stateOf(guest.id), await taken(conference.id)]).toEqual(['cancelled', 0]);
  });

  it('takes no place on another day for who had gone when it had begun', async () => {
    const conference = await openConferenceFactory(site, { places: 3, startsAt: inHours(-1), endsAt: inHours(5) });
    const conferenceId = conference.id;
    const gone = await participantFactory(site, {
      conferenceId,
      memberId: (await newMember(site, { status: 'Rejected' })).id,
    });
    const erased = await guestFactory(site, {
      conferenceId,
      name: '',
      nameSearch: '',
      email: '',
      forgottenAt: new Date(),
    });
    const stays = await participantFactory(site, { conferenceId });
    const { title, meetingAddress, description } = conference;
    const [startsAt, endsAt] = [inHours(48).toISOString(), inHours(50).toISOString()];
    const body = { title, meetingAddress, description, meetingType: 'Online' as const, startsAt, endsAt };
    await site.ok(conferenceCalls.updateConference, { params: { id: conferenceId }, body }, { token });
    const states = [await stateOf(gone.id), await stateOf(erased.id), await stateOf(stays.id)];
    expect([...states, await taken(conferenceId)]).toEqual(['cancelled', 'cancelled', 'registered', 1]);
  });

  it('shows visitors the number of free places, and no participation', async () => {
    const conference = await openConferenceFactory(site, { places: 3 });
    await participantFactory(site, { conferenceId: conference.id });
    await guestFactory(site, { conferenceId: conference.id, state: 'unconfirmed', held: true, heldUntil: inHours(1) });
    const { newConference } = await site.ok(conferenceCalls.getConference, { params: { id: conference.id } });
    expect(newConference).toMatchObject({ participation: 'everybody', places: 3, free: 1 });
    expect(newConference).not.toHaveProperty('mine');
    const other = await someMember();
    expect(await other.mine(conference.id)).toBeNull();
  });

  it.each([
    [{ active: false }, 404, 'NOT_FOUND'],
    [{ participation: 'off' as const, startsAt: inHours(-1) }, 409, 'NOT_OFFERED'],
    [{ cancelledAt: new Date() }, 409, 'NOT_OFFERED'],
    [{ startsAt: inHours(-1), closesAt: inHours(-2) }, 409, 'OVER'],
    [{ closesAt: inHours(-1) }, 409, 'CLOSED'],
  ])('refuses %j', async (values, status, code) => {
    const conference = await openConferenceFactory(site, values);
    const one = await someMember();
    expect(await one.participate(conference.id)).toMatchObject({ status, body: { code } });
  });

  it('names missing and invalid answers', async () => {
    const conference = await openConferenceFactory(site, { questions });
    const one = await someMember();
    expect(await one.participate(conference.id, { q2: 'x'.repeat(1_001) })).toMatchObject({ status: 400 });
    expect((await one.participate(conference.id, { q1: 'vegetarian', q3: 'maybe' })).body).toMatchObject({
      code: 'VALIDATION',
      fields: { 'answers.q1': 'Please choose one of the options', 'answers.q3': 'Please choose one of the options' },
    });
    expect((await one.participate(conference.id)).body).toMatchObject({
      fields: { 'answers.q1': 'Please answer this question' },
    });
  });

  it('puts latecomers on the waiting list, and moves them up in order', async () => {
    const conference = await openConferenceFactory(site, { places: 1 });
    const [first, second, third] = [await someMember(), await someMember(), await someMember()];
    await first.participate(conference.id);
    expect((await second.participate(conference.id)).body).toMatchObject({
      participation: { state: 'waiting', position: 1, code: null },
    });
    expect((await third.participate(conference.id)).body).toMatchObject({ participation: { position: 2 } });
    expect((await waitForMail(site, { to: third.email })).subject).toContain('Waiting list');
    expect((await first.cancel(conference.id)).body).toMatchObject({
      participation: { state: 'cancelled', code: null },
    });
    expect(await second.mine(conference.id)).toMatchObject({ state: 'registered', position: null });
    expect(await third.mine(conference.id)).toMatchObject({ state: 'waiting', position: 1 });
    await waitForMail(site, { to: second.email, kind: 'participation-moved-up' });
    // Back at the end of the waiting list, with the same participation.
    const before = await first.mine(conference.id);
    const back = await first.participate(conference.id);
    expect(back.body).toMatchObject({ participation: { id: before!.id, state: 'waiting', position: 2 } });
    expect((await first.cancel(conference.id)).status).toBe(200);
    expect((await first.cancel(conference.id)).status).toBe(200);
    const never = await someMember();
    expect((await never.cancel(conference.id)).status).toBe(404);
    expect(await taken(conference.id)).toBe(1);
  });

  it('cannot be cancelled after the start', async () => {
    const conference = await openConferenceFactory(site, { startsAt: inHours(-0.5) });
    const one = await someMember();
    await participantFactory(site, { conferenceId: conference.id, memberId: one.id });
    expect(await one.cancel(conference.id)).toMatchObject({ status: 409, body: { code: 'OVER' } });
  });

  it('gives the last places once to concurrent callers, and each freed one to the next', async () => {
    const conference = await openConferenceFactory(site, { places: 10 });
    const people = await Promise.all(Array.from({ length: 60 }, someMember));
    const answers = await Promise.all(people.map(({ participate }) => participate(conference.id)));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await taken(conference.id)).toBe(10);
    const inside = people.filter((_one, index) => {
      const { participation } = answers[index]!.body as { participation: calls.Participation };
      return participation.state === 'registered';
    });
    expect(inside).toHaveLength(10);
    const more = await Promise.all(Array.from({ length: 20 }, someMember));
    await Promise.all([
      ...inside.slice(0, 5).map(({ cancel }) => cancel(conference.id)),
      ...more.map(({ participate }) => participate(conference.id)),
    ]);
    const rows = await site.database
      .select()
      .from(participations)
      .where(eq(participations.conferenceId, conference.id));
    const registered = rows.filter(({ state }) => state === 'registered');
    expect(registered).toHaveLength(10);
    const lastIn = Math.max(...registered.map(({ line }) => line));
    const waiting = rows.filter(({ state }) => state === 'waiting');
    expect(waiting).toHaveLength(65);
    expect(Math.min(...waiting.map(({ line }) => line))).toBeGreaterThan(lastIn);
  });

  it('moves people up when places are added, and removes nobody when they become fewer', async () => {
    const conference = await openConferenceFactory(site, { places: 1 });
    const [first, second, third] = [await someMember(), await someMember(), await someMember()];
    for (const one of [first, second, third]) await one.participate(conference.id);
    const change = (places: string) =>
      site.ok(
        conferenceCalls.updateConference,
        {
          params: { id: conference.id },
          body: {
            title: conference.title,
            meetingType: 'Online',
            meetingAddress: 'Zoom',
            startsAt: conference.startsAt.toISOString(),
            description: 'x',
            places,
          },
        },
        { token },
      );
    await change('2');
    expect(await second.mine(conference.id)).toMatchObject({ state: 'registered' });
    expect(await third.mine(conference.id)).toMatchObject({ state: 'waiting' });
    await change('1');
    expect(await second.mine(conference.id)).toMatchObject({ state: 'registered' });
    await first.cancel(conference.id);
    expect(await third.mine(conference.id)).toMatchObject({ state: 'waiting' });
    await change('');
    expect(await third.mine(conference.id)).toMatchObject({ state: 'registered' });
    expect(
      (await site.ok(conferenceCalls.getConference, { params: { id: conference.id } })).newConference.free,
    ).toBeNull();
  });
});

describe('my conferences', () => {
  it('lists future ones first, with the address of a calendar that can be replaced', async () => {
    const one = await someMember();
    const past = await openConferenceFactory(site, { startsAt: inHours(-100), active: false });
    const soon = await openConferenceFactory(site, { startsAt: inHours(10) });
    const later = await openConferenceFactory(site, { startsAt: inHours(100) });
    for (const { id } of [later, past, soon]) await participantFactory(site, { conferenceId: id, memberId: one.id });
    const answer = await site.ok(calls.myConferences, {}, { token: one.token });
    expect(answer.data.map(({ conference }) => conference.id)).toEqual([soon.id, later.id, past.id]);
    expect(answer.calendar).toMatch(/\/calendar\/[\w-]{32}\.ics$/);
    expect((await site.ok(calls.myConferences, {}, { token: one.token })).calendar).toBe(answer.calendar);
    const path = (address: string) => new URL(address).pathname;
    const feed = await site.app.inject(path(answer.calendar));
    expect(feed.statusCode).toBe(200);
    expect(feed.body).toContain('SUMMARY:');
    const { calendar } = await site.ok(calls.replaceCalendar, {}, { token: one.token });
    expect((await site.app.inject(path(answer.calendar))).statusCode).toBe(404);
    expect((await site.app.inject(path(calendar))).headers).toMatchObject({
      'cache-control': 'private, no-store',
      'x-robots-tag': 'noindex, nofollow',
    });
  });
});

describe('cancelling a conference', () => {
  it('notifies everybody, ends registration, and prevents deletion', async () => {
    const conference = await openConferenceFactory(site, { places: 1 });
    const [first, second] = [await someMember(), await someMember()];
    await first.participate(conference.id);
    await second.participate(conference.id);
    const cancelled = await site.ok(
      conferenceCalls.cancelConference,
      { params: { id: conference.id }, body: { reason: 'The hall is flooded.', version: 1 } },
      { token },
    );
    expect(cancelled.newConference).toMatchObject({ cancelReason: 'The hall is flooded.' });
    expect(cancelled.newConference.cancelledAt).not.toBeNull();
    for (const { email } of [first, second]) {
      expect((await waitForMail(site, { to: email, kind: 'conference-cancelled' })).text).toContain('flooded');
    }
    const third = await someMember();
    expect(await third.participate(conference.id)).toMatchObject({ status: 409, body: { code: 'NOT_OFFERED' } });
    const remove = { params: { id: conference.id } };
    expect(await site.call(conferenceCalls.deleteConference, remove, { token })).toMatchObject({
      status: 409,
      body: { code: 'WRONG_STATE' },
    });
    expect(await stateOf((await first.mine(conference.id))!.id)).toBe('registered');
  });
});
