import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { participationLinks, participations } from '#server/features/participations/tables.ts';
import { settings } from '#server/features/settings/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { throttles } from '#server/platform/throttles/tables.ts';
import { clock } from '#shared/clock.ts';
import { updateConference } from '#shared/contracts/conferences.ts';
import * as calls from '#shared/contracts/participations.ts';
import { decideRegistration } from '#shared/contracts/registrations.ts';
import { startTestApp } from '#tests/app.ts';
import { memberFactory } from '#tests/factories/members.ts';
import {
  guestFactory,
  guestToken,
  openConferenceFactory,
  participantFactory,
} from '#tests/factories/participations.ts';
import { adminToken, confirmedToken, memberToken, newMember } from '#tests/logins.ts';
import { mailsOf, waitForMail } from '#tests/mail.ts';
import { keepParticipations } from '../clean-up.ts';

const site = await startTestApp();
const token = await adminToken(site);

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
let number = 0;
const newEmail = () => `visitor${++number}@example.org`;
const ask = (id: string, body: object) =>
  site.call(calls.participateAsGuest, { params: { id }, body: { name: 'Farida Khan', ...body } });
const rowsOf = (conferenceId: string) =>
  site.database.select().from(participations).where(eq(participations.conferenceId, conferenceId));
const secretIn = (text: string) => /^Participation: \S+#(participation_[\w-]+)$/m.exec(text)![1]!;
const mine = (token: string) => site.call(calls.guestParticipation, {}, { token });
const confirm = (token: string, body: object = {}) => site.call(calls.changeGuestParticipation, { body }, { token });
const cancel = (token: string) => site.call(calls.cancelGuestParticipation, {}, { token });

describe('a guest', () => {
  it('asks, is mailed a link, confirms and cancels with it; opening it changes nothing', async () => {
    const conference = await openConferenceFactory(site, { places: 2 });
    const email = newEmail();
    const answer = await ask(conference.id, { email: email.toUpperCase(), mobile: '9812300000' });
    expect(answer.status).toBe(200);
    expect((await rowsOf(conference.id))[0]).toMatchObject({ state: 'unconfirmed', held: true, email });
    const secret = secretIn((await waitForMail(site, { to: email, kind: 'participation-asked' })).text);
    const result = await mine(secret);
    expect(result.body).toMatchObject({ data: { participation: { state: 'unconfirmed', code: null } } });
    expect(result.raw.toString()).not.toContain(conference.meetingLink);
    const confirmed = await confirm(secret);
    expect(confirmed.body).toMatchObject({
      data: { conference: { meetingLink: conference.meetingLink }, participation: { state: 'registered' } },
    });
    expect((await confirm(secret)).status).toBe(200);
    const mail = await waitForMail(site, { to: email, kind: 'participation-confirmed' });
    const other = secretIn(mail.text);
    expect(other).not.toBe(secret);
    expect((await cancel(other)).body).toMatchObject({ data: { participation: { state: 'cancelled' } } });
    expect((await cancel(other)).status).toBe(200);
    expect((await confirm(secret)).body).toMatchObject({ data: { participation: { state: 'registered' } } });
  });

  it('gets the same answer whether or not the e-mail is a member’s; a member is led to the login, and gets no participation', async () => {
    const conference = await openConferenceFactory(site);
    const member = await newMember(site);
    const [stranger, text] = [newEmail(), newEmail()];
    await guestFactory(site, { conferenceId: conference.id, email: text });
    const answers = [];
    for (const email of [stranger, text, member.email]) answers.push(await ask(conference.id, { email }));
    expect(new Set(answers.map(({ raw }) => raw.toString())).size).toBe(1);
    expect(await rowsOf(conference.id)).toHaveLength(2);
    expect((await waitForMail(site, { to: member.email })).kind).toBe('participation-member');
    expect((await waitForMail(site, { to: text })).kind).toBe('participation-link');
  });

  it('who asks again has one participation and only the newer link; three mails an hour', async () => {
    const conference = await openConferenceFactory(site);
    const email = newEmail();
    await ask(conference.id, { email });
    const first = secretIn((await waitForMail(site, { to: email })).text);
    const before = (await rowsOf(conference.id))[0]!;
    await ask(conference.id, { email, name: 'Farida Begum' });
    const second = secretIn((await waitForMail(site, { to: email })).text);
    expect((await mine(first)).body).toMatchObject({ code: 'LINK_REPLACED' });
    expect((await mine(second)).status).toBe(200);
    const rows = await rowsOf(conference.id);
    expect(rows).toMatchObject([{ id: before.id, name: 'Farida Begum', heldUntil: before.heldUntil }]);
    await ask(conference.id, { email });
    const third = secretIn((await waitForMail(site, { to: email })).text);
    for (let times = 0; times < 3; times++) expect((await ask(conference.id, { email })).status).toBe(200);
    expect((await mine(third)).status).toBe(200);
    expect(await mailsOf(site, { to: email })).toHaveLength(3);
    await site.database.delete(throttles);
  });

  it('holds a tenth of the places at most, five at least; all others join the waiting list when they confirm', async () => {
    const conference = await openConferenceFactory(site, { places: 7 });
    for (let times = 0; times < 6; times++) await ask(conference.id, { email: newEmail() });
    const rows = await rowsOf(conference.id);
    expect(rows.filter(({ held }) => held)).toHaveLength(5);
    const last = rows.find(({ held }) => !held)!;
    const secret = await guestToken(site, last.id);
    // Two places are free besides the held ones.
    expect((await confirm(secret)).body).toMatchObject({ data: { participation: { state: 'registered' } } });
    await participantFactory(site, { conferenceId: conference.id });
    await ask(conference.id, { email: newEmail() });
    const full = (await rowsOf(conference.id)).find(({ state, held }) => state === 'unconfirmed' && !held)!;
    expect((await confirm(await guestToken(site, full.id))).body).toMatchObject({
      data: { participation: { state: 'waiting', position: 1 } },
    });
    // Unconfirmed places expire.
    await site.database
      .update(participations)
      .set({ heldUntil: inHours(-1) })
      .where(eq(participations.held, true));
    const lapsed = await guestToken(site, rows.find(({ held }) => held)!.id);
    expect(await mine(lapsed)).toMatchObject({ status: 410, body: { code: 'LINK_EXPIRED' } });
    await keepParticipations(site);
    expect(await mine(lapsed)).toMatchObject({ status: 410, body: { code: 'LINK_EXPIRED' } });
    expect((await rowsOf(conference.id)).map(({ state }) => state)).toEqual(['registered', 'registered', 'registered']);
  });

  it.each([
    [{ participation: 'members' as const }, 409, 'NOT_OFFERED'],
    [{ startsAt: inHours(-1) }, 409, 'OVER'],
    [{ closesAt: inHours(-1) }, 409, 'CLOSED'],
    [{ active: false }, 404, 'NOT_FOUND'],
  ])('is refused by %j', async (values, status, code) => {
    const conference = await openConferenceFactory(site, values);
    expect(await ask(conference.id, { email: newEmail() })).toMatchObject({ status, body: { code } });
  });

  it('may confirm after the last day, but not after the start', async () => {
    const conference = await openConferenceFactory(site, { closesAt: inHours(-1) });
    const held = { state: 'unconfirmed', held: true, heldUntil: inHours(1) } as const;
    const guest = await guestFactory(site, { conferenceId: conference.id, ...held });
    expect((await confirm(await guestToken(site, guest.id))).status).toBe(200);
    const conferenceFactory = await openConferenceFactory(site, { startsAt: inHours(-1) });
    const late = await guestFactory(site, { conferenceId: conferenceFactory.id, ...held });
    expect((await confirm(await guestToken(site, late.id))).body).toMatchObject({ code: 'OVER' });
    const inside = await guestFactory(site, { conferenceId: conferenceFactory.id });
    expect((await cancel(await guestToken(site, inside.id))).body).toMatchObject({ code: 'OVER' });
  });

  it('is written to in the language of the request, at every step', async () => {
    const conference = await openConferenceFactory(site, { places: 1 });
    const email = newEmail();
    await ask(conference.id, { email, language: 'hi' });
    const secret = secretIn((await waitForMail(site, { to: email, kind: 'participation-asked' })).text);
    await confirm(secret);
    const devanagari = /[\u0900-\u097f]/;
    expect((await waitForMail(site, { to: email, kind: 'participation-confirmed' })).subject).toMatch(devanagari);
    await cancel(secret);
    expect((await waitForMail(site, { to: email, kind: 'participation-cancelled' })).subject).toMatch(devanagari);
  });

  it('who becomes a member has the same participation, with its place, code and link', async () => {
    const conference = await openConferenceFactory(site, { places: 2 });
    const guest = await guestFactory(site, { conferenceId: conference.id });
    const secret = await guestToken(site, guest.id);
    const applicant = await memberFactory(site, { email: guest.email, status: 'New' });
    await site.ok(decideRegistration, { body: { id: applicant.id, status: 'Approved' } }, { token });
    const own = { token: await memberToken(site, applicant.id) };
    const params = { id: conference.id };
    const { data } = await site.ok(calls.myConferences, {}, own);
    expect(data).toMatchObject([{ participation: { id: guest.id, state: 'registered', code: guest.code } }]);
    expect((await site.ok(calls.participate, { params, body: {} }, own)).participation.id).toBe(guest.id);
    const byOffice = await site.ok(
      calls.addParticipant,
      { params, body: { name: 'x', email: guest.email } },
      { token },
    );
    expect(byOffice.participation.id).toBe(guest.id);
    expect(await rowsOf(conference.id)).toMatchObject([{ memberId: applicant.id, name: '', email: '', mobile: '' }]);
    expect((await cancel(secret)).body).toMatchObject({ data: { participation: { state: 'cancelled' } } });
    await waitForMail(site, { to: guest.email, kind: 'participation-cancelled' });
    const left = { id: applicant.id, status: 'Rejected', reason: 'x' } as const;
    await site.ok(decideRegistration, { body: left }, { token });
    expect(await confirm(secret)).toMatchObject({ status: 410, body: { code: 'LINK_ENDED' } });
    await site.ok(decideRegistration, { body: { id: applicant.id, status: 'Approved' } }, { token });
    const again = { token: await memberToken(site, applicant.id) };

    // A place that is held for a guest goes to the member.
    const held = { state: 'unconfirmed', held: true, heldUntil: inHours(1) } as const;
    const full = await openConferenceFactory(site, { places: 1 });
    const asked = await guestFactory(site, { conferenceId: full.id, email: guest.email, ...held });
    const answer = await site.ok(calls.participate, { params: { id: full.id }, body: {} }, again);
    expect(answer.participation).toMatchObject({ id: asked.id, state: 'registered' });
  });

  it('whose e-mail becomes a member’s, who takes part too, has the better place of both; the other goes to who waits', async () => {
    const conference = await openConferenceFactory(site, { places: 1 });
    const inside = await guestFactory(site, { conferenceId: conference.id });
    const secret = await guestToken(site, inside.id);
    const member = await newMember(site);
    const waits = await participantFactory(site, {
      conferenceId: conference.id,
      memberId: member.id,
      state: 'waiting',
    });
    await site.database.update(members).set({ email: inside.email }).where(eq(members.id, member.id));
    const rows = await rowsOf(conference.id);
    expect(rows.find(({ id }) => id === inside.id)).toMatchObject({ memberId: member.id, state: 'registered' });
    expect(rows.find(({ id }) => id === waits.id)).toMatchObject({
      memberId: null,
      doubleOf: inside.id,
      state: 'cancelled',
    });
    expect((await mine(secret)).body).toMatchObject({ data: { participation: { id: inside.id } } });
    const { totals, data } = await site.ok(calls.listParticipants, { params: { id: conference.id } }, { token });
    expect([totals, data.map(({ id }) => id)]).toMatchObject([
      { registered: 1, waiting: 0, cancelled: 0 },
      [inside.id],
    ]);

    // The place of the worse one is passed on by the clock, as nobody pressed anything.
    const other = await openConferenceFactory(site, { places: 2 });
    const [guest, next] = [
      await guestFactory(site, { conferenceId: other.id }),
      await guestFactory(site, { conferenceId: other.id, state: 'waiting' }),
    ];
    const owner = await newMember(site);
    const early = { createdAt: inHours(-1), memberId: owner.id };
    const kept = await participantFactory(site, { conferenceId: other.id, ...early });
    await site.database.update(members).set({ email: guest.email }).where(eq(members.id, owner.id));
    await keepParticipations(site);
    const after = await rowsOf(other.id);
    expect(after.find(({ id }) => id === guest.id)).toMatchObject({ doubleOf: kept.id, name: '', email: '' });
    expect(after.find(({ id }) => id === next.id)?.state).toBe('registered');
    expect((await mine(await guestToken(site, guest.id))).body).toMatchObject({
      data: { participation: { id: kept.id } },
    });
  });

  it('who is erased, or never confirmed, leaves no mail', async () => {
    const conference = await openConferenceFactory(site);
    const [email, lapsing] = [newEmail(), newEmail()];
    for (const each of [email, lapsing]) {
      await ask(conference.id, { email: each });
      await waitForMail(site, { to: each });
    }
    const mailsTo = (to: string) => site.database.$count(mail, eq(mail.recipient, to));
    expect([await mailsTo(email), await mailsTo(lapsing)]).toEqual([1, 1]);
    const row = (await rowsOf(conference.id)).find((each) => each.email === email)!;
    const confirmed = { token: await confirmedToken(site) };
    await site.ok(calls.eraseParticipant, { params: { participationId: row.id } }, confirmed);
    expect(await mailsTo(email)).toBe(0);
    await site.database
      .update(participations)
      .set({ heldUntil: inHours(-1) })
      .where(eq(participations.email, lapsing));
    await keepParticipations(site);
    expect(await mailsTo(lapsing)).toBe(0);
  });

  it('keeps the name for as long as scans may come, however soon data are deleted', async () => {
    const conference = await openConferenceFactory(site, { startsAt: inHours(-24 * 3), endsAt: inHours(-24 * 2) });
    const guest = await guestFactory(site, { conferenceId: conference.id });
    const nameOf = async () => (await rowsOf(conference.id)).find(({ id }) => id === guest.id)?.name;
    await site.database.update(settings).set({ guestDays: 1 });
    await keepParticipations(site);
    expect(await nameOf()).toBe(guest.name);
    clock.set(inHours(24 * 6));
    await keepParticipations(site);
    clock.set(new Date());
    expect(await nameOf()).toBe('');
    await site.database.update(settings).set({ guestDays: 90 });
  });

  it('is told why a link is invalid', async () => {
    const conference = await openConferenceFactory(site);
    const guest = await guestFactory(site, { conferenceId: conference.id });
    const secret = await guestToken(site, guest.id);
    expect(await mine(`participation_${'x'.repeat(43)}`)).toMatchObject({
      status: 404,
      body: { code: 'LINK_UNKNOWN' },
    });
    expect(await mine(await memberToken(site))).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
    await site.database.update(participationLinks).set({ ended: 'erased' });
    expect(await mine(secret)).toMatchObject({ status: 410, body: { code: 'LINK_ENDED' } });
    const statuses = [];
    for (let times = 0; times < 32; times++) statuses.push((await mine(`participation_${'y'.repeat(43)}`)).status);
    expect(statuses.at(-1)).toBe(429);
    await site.database.delete(throttles);
  });

  it('is deleted some days after the end, with link, answers and mails', async () => {
    const conference = await openConferenceFactory(site, { startsAt: inHours(-24 * 89), endsAt: inHours(-24 * 88) });
    const guest = await guestFactory(site, { conferenceId: conference.id, answers: { q: 'Vegetarian' } });
    const member = await participantFactory(site, { conferenceId: conference.id, answers: { q: 'Other' } });
    const secret = await guestToken(site, guest.id);
    await keepParticipations(site);
    expect((await mine(secret)).status).toBe(200);
    await site.database.update(settings).set({ guestDays: 80 });
    await keepParticipations(site);
    expect(await mine(secret)).toMatchObject({ status: 404 });
    const rows = await rowsOf(conference.id);
    expect(rows.find(({ id }) => id === guest.id)).toMatchObject({ name: '', email: '', mobile: '', answers: {} });
    expect(rows.find(({ id }) => id === member.id)).toMatchObject({ memberId: member.memberId, answers: {} });
    const { totals } = await site.ok(calls.listParticipants, { params: { id: conference.id } }, { token });
    expect(totals.registered).toBe(2);
  });
});

describe('questions', () => {
  it('keep their ids, and their answers when they are removed; an answered one keeps its kind', async () => {
    const conference = await openConferenceFactory(site);
    const change = (questions: unknown, more: object = {}) =>
      site.call(
        updateConference,
        {
          params: { id: conference.id },
          body: {
            title: 'x',
            meetingType: 'Offline',
            meetingAddress: 'Hall',
            startsAt: conference.startsAt.toISOString(),
            description: 'x',
            ...(questions === undefined ? {} : { questions: JSON.stringify(questions) }),
            ...more,
          },
        },
        { token },
      );
    const food = { text: 'Food', kind: 'choice', options: ['Veg', 'Other'], required: true };
    expect((await change([food, { text: 'Hostel', kind: 'yesNo' }])).status).toBe(200);
    const asked = async () =>
      (await site.ok(calls.listParticipants, { params: { id: conference.id } }, { token })).questions;
    const [first, second] = (await asked()) as unknown as [calls.Question, calls.Question];
    await participantFactory(site, { conferenceId: conference.id, answers: { [first.id]: 'Veg' } });
    expect(await change([{ ...first, kind: 'text' }])).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
    expect((await change([{ ...second, kind: 'text', text: 'Hostel?' }])).status).toBe(200);
    expect(await asked()).toMatchObject([
      { id: second.id, kind: 'text', removed: false },
      { id: first.id, removed: true },
    ]);
    for (const wrong of [
      'x',
      [1],
      [{ text: '', kind: 'text' }],
      [{ ...food, options: ['a', 'A'] }],
      [{ ...food, options: ['a'] }],
      Array.from({ length: 6 }, () => food),
      [first, first],
    ]) {
      expect(await change(wrong)).toMatchObject({ status: 400, body: { fields: { questions: expect.any(String) } } });
    }
    const starts = conference.startsAt.getTime();
    const at = (ms: number) => new Date(starts + ms).toISOString();
    expect(await change(undefined, { closesAt: at(1), endsAt: at(0) })).toMatchObject({
      status: 400,
      body: { fields: { closesAt: expect.any(String), endsAt: expect.any(String) } },
    });
    expect((await change(undefined, { closesAt: at(0), endsAt: at(1) })).status).toBe(200);
    for (const places of ['0', '100001', '1.5', 'x']) {
      expect(await change(undefined, { places })).toMatchObject({
        status: 400,
        body: { fields: { places: expect.any(String) } },
      });
    }
  });
});
