import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { conferences } from '#server/features/conferences/tables.ts';
import { keepParticipations } from '#server/features/participations/clean-up.ts';
import { participations } from '#server/features/participations/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { clock, indianDay, startOfIndianDay } from '#shared/clock.ts';
import * as calls from '#shared/contracts/certificates.ts';
import { updateConference } from '#shared/contracts/conferences.ts';
import { checkIn } from '#shared/contracts/door.ts';
import { mergeRecords } from '#shared/contracts/merging.ts';
import {
  cancelGuestParticipation,
  cancelParticipation,
  eraseParticipant,
  listParticipants,
} from '#shared/contracts/participations.ts';
import { decideRegistration, deleteRegistration } from '#shared/contracts/registrations.ts';
import { verifyCode } from '#shared/contracts/verification.ts';
import { startTestApp } from '#tests/app.ts';
import { memberFactory } from '#tests/factories/members.ts';
import {
  guestFactory,
  guestToken,
  openConferenceFactory,
  participantFactory,
} from '#tests/factories/participations.ts';
import { adminToken, confirmedToken, memberToken, newMember } from '#tests/logins.ts';
import { readPdf } from '#tests/pdf.ts';
import { certificates } from './tables.ts';

const site = await startTestApp();
const token = await adminToken(site);

const hourMs = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hourMs);
const scan = (id: string, items: object[]) => site.call(checkIn, { params: { id }, body: { items } }, { token });
const rowOf = async (id: string) =>
  (await site.database.select().from(participations).where(eq(participations.id, id)))[0]!;
describe('certificates', () => {
  const past = () =>
    openConferenceFactory(site, {
      certificate: true,
      startsAt: inHours(-72),
      endsAt: inHours(-48),
      meetingType: 'Offline',
    });
  const numbersOf = async (id: string) =>
    (await site.database.select().from(certificates).where(eq(certificates.conferenceId, id)))
      .sort((one, other) => one.number - other.number)
      .map(({ label, cancelledAt }) => [label.slice(5), cancelledAt !== null]);

  it('are numbered without gaps the day after, typeset as PDF, verified, cancelled by an undo and erased', async () => {
    const conference = await past();
    const member = await newMember(site, { name: 'சுப்பிரமணிய வேங்கடராமன்' });
    const checkedInAt = inHours(-71);
    const result = await participantFactory(site, { conferenceId: conference.id, memberId: member.id, checkedInAt });
    const guest = await guestFactory(site, { conferenceId: conference.id, checkedInAt: inHours(-70), language: 'hi' });
    await guestFactory(site, { conferenceId: conference.id });
    const params = { participationId: result.id };
    expect((await site.call(calls.certificateFile, { params }, { token })).status).toBe(404);
    // The server's own round may have come before the check-ins.
    await site.database.update(conferences).set({ certifiedAt: null }).where(eq(conferences.id, conference.id));
    await Promise.all([keepParticipations(site), keepParticipations(site)]);
    expect(await numbersOf(conference.id)).toEqual([
      ['C/000001', false],
      ['C/000002', false],
    ]);
    const as = await memberToken(site, member.id);
    const file = await site.call(calls.certificateFile, { params }, { token: as });
    expect(file.headers['content-type']).toBe('application/pdf');
    expect((await site.call(calls.certificateFile, { params }, { token })).raw.equals(file.raw)).toBe(true);
    const [page, ...others] = await readPdf(file.raw);
    expect(others).toEqual([]);
    expect(page!.width).toBeGreaterThan(page!.height);
    expect(page!.text).toContain('CERTIFICATE OF PARTICIPATION');
    const code = page!.qr!.split('/').at(-1)!;
    expect(await site.ok(verifyCode, { params: { code } })).toMatchObject({
      kind: 'certificate',
      valid: true,
      state: 'genuine',
      name: member.name,
      conference: conference.title,
    });
    expect((await site.app.inject(`/verify/${code}`)).body).toContain('Genuine certificate');
    // Somebody else's is not found, by any kind of caller.
    const link = await guestToken(site, guest.id);
    const others2 = [
      await site.call(calls.certificateFile, { params }, { token: await memberToken(site) }),
      await site.call(calls.certificateFile, { params }, { token: link }),
      await site.call(calls.certificateFile, { params: { participationId: conference.id } }, { token: as }),
    ];
    expect(others2.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(new Set(others2.map(({ raw }) => raw.toString())).size).toBe(1);
    const its = { params: { participationId: guest.id } };
    const forGuest = await site.call(calls.certificateFile, its, { token: link });
    expect(forGuest.status).toBe(200);
    expect(file.raw.toString('latin1')).toContain('/Lang(en-IN)');
    // In both languages for who took part in Hindi.
    expect(forGuest.raw.toString('latin1')).toContain('/Lang(hi-IN)');
    const [both, ...more] = await readPdf(forGuest.raw);
    expect(more).toEqual([]);
    for (const part of [
      'CERTIFICATE OF PARTICIPATION',
      'प्रतिभागिता प्रमाण-पत्र',
      'This is to certify that / प्रमाणित किया जाता है कि',
    ])
      expect(both!.text.normalize('NFC')).toContain(part.normalize('NFC'));
    expect((await site.call(calls.certificateFile, its)).status).toBe(401);
    const zip = await site.call(
      calls.certificatesZip,
      { params: { id: conference.id } },
      { token: await confirmedToken(site) },
    );
    expect(zip.raw.toString('latin1').match(/-C-\d{6}\.pdf/g)).toHaveLength(4);

    const undo = await scan(conference.id, [{ participationId: result.id, undo: true }]);
    expect(undo.body).toMatchObject({ undone: 1 });
    expect(await site.ok(verifyCode, { params: { code } })).toMatchObject({ valid: false, state: 'cancelled' });
    expect((await site.ok(verifyCode, { params: { code } })) as object).not.toHaveProperty('name');
    await scan(conference.id, [{ participationId: result.id }]);
    expect(await numbersOf(conference.id)).toEqual([
      ['C/000001', true],
      ['C/000002', false],
      ['C/000003', false],
    ]);

    await site.ok(decideRegistration, { body: { id: member.id, status: 'Rejected', reason: 'x' } }, { token });
    expect((await rowOf(result.id)).state).toBe('registered');
    await site.ok(deleteRegistration, { params: { id: member.id } }, { token });
    expect(await rowOf(result.id)).toMatchObject({ memberId: null, state: 'registered', answers: {} });
    expect(await site.ok(verifyCode, { params: { code } })).toMatchObject({ valid: false, state: 'erased' });
    expect((await site.call(calls.certificateFile, { params }, { token })).status).toBe(404);
    expect((await site.ok(listParticipants, { params: { id: conference.id } }, { token })).totals).toMatchObject({
      registered: 3,
      attended: 2,
    });
  });

  const conferenceOf = (id: string, body: object) =>
    site.ok(
      updateConference,
      {
        params: { id },
        body: { title: 'Days', meetingType: 'Offline', meetingAddress: 'Hall', description: 'x', ...body },
      },
      { token },
    );
  const checkedIn = async (id: string, participationId: string) =>
    expect((await scan(id, [{ participationId }])).body).toMatchObject({ checkedIn: 1 });

  it('are in both languages for a member who reads Hindi', async () => {
    const conference = await past();
    const member = await newMember(site, { language: 'hi' });
    const { id } = await participantFactory(site, {
      conferenceId: conference.id,
      memberId: member.id,
      checkedInAt: inHours(-71),
    });
    await keepParticipations(site);
    const file = await site.call(calls.certificateFile, { params: { participationId: id } }, { token });
    expect(file.raw.toString('latin1')).toContain('/Lang(hi-IN)');
  });

  it('are given to who came on further days, once a later end was entered', async () => {
    const conference = await openConferenceFactory(site, { certificate: true, startsAt: inHours(-50) });
    const { id } = conference;
    const startsAt = conference.startsAt.toISOString();
    const first = await guestFactory(site, { conferenceId: id, checkedInAt: inHours(-49) });
    const erased = await guestFactory(site, { conferenceId: id, checkedInAt: inHours(-49) });
    await keepParticipations(site);
    expect(await numbersOf(id)).toHaveLength(2);
    await site.ok(eraseParticipant, { params: { participationId: erased.id } }, { token: await confirmedToken(site) });
    const endsAt = inHours(2);
    await conferenceOf(id, { startsAt, endsAt: endsAt.toISOString() });
    // What was given after the first day says how long the conference was.
    const given = await site.database.select().from(certificates).where(eq(certificates.conferenceId, id));
    const days = { from: indianDay(conference.startsAt), until: indianDay(endsAt) };
    expect(given).toEqual([1, 2].map(() => expect.objectContaining({ content: expect.objectContaining(days) })));
    const later = await guestFactory(site, { conferenceId: id });
    await checkedIn(id, later.id);
    await keepParticipations(site);
    expect(await numbersOf(id)).toHaveLength(2);
    clock.set(inHours(30));
    await keepParticipations(site);
    clock.set(new Date());
    const rows = await site.database.select().from(certificates).where(eq(certificates.conferenceId, id));
    expect(rows.map(({ participationId }) => participationId).sort()).toEqual([first.id, erased.id, later.id].sort());
  });

  it('are given at once for a scan after the midnight in which a late conference without an end began', async () => {
    const startsAt = new Date(startOfIndianDay(clock.today()).getTime() - 90 * 60_000);
    const { id } = await openConferenceFactory(site, { certificate: true, startsAt });
    const [first, late] = [
      await guestFactory(site, { conferenceId: id, checkedInAt: startsAt }),
      await guestFactory(site, { conferenceId: id }),
    ];
    clock.set(new Date(startsAt.getTime() + 95 * 60_000));
    const doorToken = await adminToken(site);
    await keepParticipations(site);
    await site.ok(checkIn, { params: { id }, body: { items: [{ participationId: late.id }] } }, { token: doorToken });
    clock.set(new Date());
    const rows = await site.database.select().from(certificates).where(eq(certificates.conferenceId, id));
    expect(rows.map(({ participationId }) => participationId).sort()).toEqual([first.id, late.id].sort());
  });

  it('are for who is registered: leaving takes a check-in back, and nobody who is in can cancel', async () => {
    const { id } = await openConferenceFactory(site, { certificate: true, startsAt: inHours(3) });
    const [member, other] = [await newMember(site), await newMember(site)];
    const own = await participantFactory(site, { conferenceId: id, memberId: member.id });
    const left = await participantFactory(site, { conferenceId: id, memberId: other.id });
    const guest = await guestFactory(site, { conferenceId: id });
    for (const each of [own, left, guest]) await checkedIn(id, each.id);
    const refused = { status: 409, body: { code: 'WRONG_STATE', message: expect.stringContaining('checked in') } };
    const asMember = { token: await memberToken(site, member.id) };
    expect(await site.call(cancelParticipation, { params: { id } }, asMember)).toMatchObject(refused);
    const link = { token: await guestToken(site, guest.id) };
    expect(await site.call(cancelGuestParticipation, {}, link)).toMatchObject(refused);
    expect((await rowOf(own.id)).state).toBe('registered');
    await site.ok(decideRegistration, { body: { id: other.id, status: 'Rejected', reason: 'x' } }, { token });
    expect(await rowOf(left.id)).toMatchObject({ state: 'cancelled', checkedInAt: null });
    clock.set(inHours(48));
    await keepParticipations(site);
    clock.set(new Date());
    expect(await numbersOf(id)).toHaveLength(2);
    // Registered again: the earlier scan does not count.
    await site.database.update(participations).set({ state: 'registered' }).where(eq(participations.id, left.id));
    expect((await scan(id, [{ participationId: left.id }])).body).toMatchObject({ checkedIn: 1, left: [] });
  });

  it('are not for scans before the door of a conference that was moved, which count again when it is moved back', async () => {
    const conference = await openConferenceFactory(site, { certificate: true, startsAt: inHours(10) });
    const { id } = conference;
    const guest = await guestFactory(site, { conferenceId: id });
    await checkedIn(id, guest.id);
    const at = (await rowOf(guest.id)).checkedInAt!;
    await conferenceOf(id, { startsAt: inHours(24 * 30).toISOString() });
    expect((await rowOf(guest.id)).checkedInAt).toBeNull();
    await conferenceOf(id, { startsAt: conference.startsAt.toISOString() });
    expect((await rowOf(guest.id)).checkedInAt).toEqual(at);
    await conferenceOf(id, { startsAt: inHours(24 * 30).toISOString() });
    clock.set(inHours(24 * 30 + 1));
    const doorToken = await adminToken(site);
    const answer = await site.call(
      checkIn,
      { params: { id }, body: { items: [{ code: guest.code }] } },
      { token: doorToken },
    );
    clock.set(new Date());
    expect(answer.body).toMatchObject({ checkedIn: 1, left: [] });
  });

  it('are not for a scan that is uploaded after its conference was moved', async () => {
    const conference = await openConferenceFactory(site, {
      certificate: true,
      startsAt: inHours(1),
      createdAt: inHours(-48),
    });
    const guest = await guestFactory(site, { conferenceId: conference.id });
    const at = inHours(-1).toISOString();
    await conferenceOf(conference.id, { startsAt: inHours(24 * 10).toISOString() });
    clock.set(inHours(24 * 10 + 1));
    const call = { params: { id: conference.id }, body: { items: [{ code: guest.code, at }] } };
    const answer = await site.call(checkIn, call, { token: await adminToken(site) });
    clock.set(new Date());
    expect(answer.body).toMatchObject({ checkedIn: 0, left: [{ code: 'BAD_TIME' }] });
    expect((await rowOf(guest.id)).checkedInAt).toBeNull();
    await conferenceOf(conference.id, { startsAt: conference.startsAt.toISOString() });
    expect((await rowOf(guest.id)).checkedInAt).toEqual(new Date(at));
  });

  it('and mails of a guest are erased with a record of theirs that never was a member’s, and at earlier addresses', async () => {
    const conference = await past();
    const confirmed = { token: await confirmedToken(site) };
    const email = 'never.a.member@example.org';
    const applicant = await memberFactory(site, { status: 'New', email });
    const came = await guestFactory(site, { conferenceId: conference.id, checkedInAt: inHours(-70), email });
    const coming = await guestFactory(site, { email });
    await keepParticipations(site);
    const [given] = await site.database.select().from(certificates).where(eq(certificates.participationId, came.id));
    const about = (participation: string, recipient: string) =>
      site.database.insert(mail).values({
        kind: 'participation-confirmed',
        recipient,
        data: { name: came.name, conference: 'x', participation },
        state: 'sent',
      });
    await about(came.id, email);
    await about(coming.id, 'an.earlier.one@example.org');
    await site.ok(decideRegistration, { body: { id: applicant.id, status: 'Rejected', reason: 'x' } }, confirmed);
    await site.ok(deleteRegistration, { params: { id: applicant.id } }, confirmed);
    expect(await rowOf(came.id)).toMatchObject({ name: '', email: '', mobile: '', state: 'registered' });
    expect(await rowOf(coming.id)).toMatchObject({ name: '', email: '', state: 'cancelled' });
    expect(await site.ok(verifyCode, { params: { code: given!.code } })).toMatchObject({ state: 'erased' });
    const left = await site.database.select().from(mail);
    expect(left.filter(({ data }) => [came.id, coming.id].includes(data.participation ?? ''))).toEqual([]);
  });

  it('name nobody who was erased: a guest, a guest who became a member, and a record that was merged', async () => {
    const conference = await past();
    const came = { conferenceId: conference.id, checkedInAt: inHours(-70) };
    const email = 'was.guest@example.org';
    const [guest, guestBefore] = [await guestFactory(site, came), await guestFactory(site, { ...came, email })];
    const [keep, drop] = [await newMember(site), await newMember(site, { passwordHash: null })];
    const merged = [];
    for (const { id: memberId } of [keep, drop]) merged.push(await participantFactory(site, { ...came, memberId }));
    await keepParticipations(site);
    const member = await newMember(site, { email });
    const confirmed = { token: await confirmedToken(site) };
    await site.ok(
      mergeRecords,
      { body: { keep: keep.id, drop: drop.id, versions: [keep.version, drop.version] } },
      confirmed,
    );
    const stored = await site.database.select().from(certificates).where(eq(certificates.conferenceId, conference.id));
    expect(stored).toHaveLength(4);
    await site.ok(eraseParticipant, { params: { participationId: guest.id } }, confirmed);
    for (const { id } of [member, keep]) {
      await site.ok(decideRegistration, { body: { id, status: 'Rejected', reason: 'x' } }, confirmed);
      await site.ok(deleteRegistration, { params: { id } }, confirmed);
    }
    for (const { code } of stored) {
      expect(await site.ok(verifyCode, { params: { code } })).toMatchObject({ valid: false, state: 'erased' });
    }
    const said = await site.database.pool.query(
      `select to_jsonb(t)::text as row from certificates t where conference_id = $1 union all select to_jsonb(t)::text from participations t where conference_id = $1`,
      [conference.id],
    );
    const text = JSON.stringify(said.rows);
    for (const name of [
      guest.name,
      email,
      guest.email,
      keep.name,
      keep.memberNumber!,
      drop.memberNumber!,
      guestBefore.mobile,
    ]) {
      expect(text).not.toContain(name);
    }
  });
});
