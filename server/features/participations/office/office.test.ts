import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { conferences } from '#server/features/conferences/tables.ts';
import { certificates, participations } from '#server/features/participations/tables.ts';
import { createJobs } from '#server/platform/jobs/jobs.ts';
import { getJob } from '#shared/contracts/job-progress.ts';
import * as calls from '#shared/contracts/participations.ts';
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
import { adminToken, confirmedToken, memberToken, newAdministrator, newMember } from '#tests/logins.ts';
import { mailsOf, waitForMail } from '#tests/mail.ts';
import { readPdf } from '#tests/pdf.ts';
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
const scan = (id: string, items: object[]) => site.call(calls.checkIn, { params: { id }, body: { items } }, { token });
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
    expect((await list(id, { State: 'Maharashtra' }, bound)).data).toEqual([]);
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
    const join = async (name: string, State: string, state: 'registered' | 'waiting' = 'registered') => {
      const { id: memberId } = await newMember(site, { name, nameSearch: name.toLowerCase(), state: State });
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

  it('mails nobody any more when the administrator who wrote loses the power or gets States, and the office is told', async () => {
    const { id } = await openConferenceFactory(site);
    const guests = await Promise.all([1, 2].map(() => guestFactory(site, { conferenceId: id })));
    const states = ['Kerala'];
    const { email: by } = await newAdministrator(site, { powers: ['members'], states });
    const full = await newAdministrator(site);
    const data = { conference: id, text: 'Another hall.', changes: '' };
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

describe('the door', () => {
  const door = () => openConferenceFactory(site, { startsAt: inHours(-1), endsAt: inHours(5) });

  it('lists the people who may come in, by the hash of the code', async () => {
    const { id } = await door();
    const guest = await guestFactory(site, { conferenceId: id });
    await guestFactory(site, { conferenceId: id, state: 'waiting' });
    await guestFactory(site, { conferenceId: id, state: 'cancelled' });
    const answer = await site.ok(calls.doorList, { params: { id } }, { token });
    expect(answer.data.map(({ code, state }) => [code, state]).sort()).toEqual(
      [
        [createHash('sha256').update(guest.code).digest('hex'), 'registered'],
        ['', 'waiting'],
      ].sort(),
    );
    expect(JSON.stringify(answer)).not.toContain(guest.code);
  });

  it('lists changes since an earlier list: new, checked-in and removed people', async () => {
    const { id } = await door();
    const old = new Date(Date.now() - 3_600_000);
    await guestFactory(site, { conferenceId: id, updatedAt: old });
    const inside = await guestFactory(site, { conferenceId: id, updatedAt: old });
    const left = await guestFactory(site, { conferenceId: id, updatedAt: old });
    const since = new Date(Date.now() - 30 * 60_000).toISOString();
    const changes = () => site.ok(calls.doorList, { params: { id }, query: { since } }, { token });
    expect(await changes()).toMatchObject({ data: [], gone: [] });
    await scan(id, [{ code: inside.code }]);
    await move(left.id, { state: 'cancelled' });
    const late = await guestFactory(site, { conferenceId: id });
    const answer = await changes();
    expect(answer.data.map(({ id }) => id).sort()).toEqual([inside.id, late.id].sort());
    expect(answer.data.find(({ id }) => id === inside.id)?.checkedInAt).not.toBeNull();
    expect(answer.gone).toEqual([left.id]);
    expect(Date.parse(answer.at)).toBeGreaterThan(Date.parse(since));
    const wrong = await site.call(calls.doorList, { params: { id }, query: { since: 'yesterday' } }, { token });
    expect(wrong.status).toBe(400);
  });

  it('lets everybody in once, at the earliest scan since the last undone one, in any order of upload', async () => {
    const { id } = await door();
    const guest = await guestFactory(site, { conferenceId: id });
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
    const since = async () => (await rowOf(guest.id)).checkedInAt?.toISOString() ?? null;
    const [early, middle, late] = [at(30), at(20), at(10)];
    expect((await scan(id, [{ code: guest.code, at: middle }])).body).toMatchObject({
      checkedIn: 1,
      undone: 0,
      left: [],
    });
    const again = await scan(id, [
      { participationId: guest.id, at: early },
      { code: guest.code, at: middle },
    ]);
    expect(again.body).toMatchObject({
      checkedIn: 0,
      left: [
        { index: 0, participationId: guest.id, code: 'ALREADY' },
        { index: 1, participationId: guest.id, code: 'ALREADY' },
      ],
    });
    expect(again.raw.toString()).not.toContain(guest.code);
    expect(await since()).toBe(early);
    expect((await scan(id, [{ participationId: guest.id, at: at(25), undo: true }])).body).toMatchObject({ undone: 0 });
    expect(await since()).toBe(middle);
    expect((await scan(id, [{ participationId: guest.id, at: at(15), undo: true }])).body).toMatchObject({ undone: 1 });
    expect(await since()).toBeNull();
    await scan(id, [{ code: guest.code, at: early }]);
    expect(await since()).toBeNull();
    expect((await scan(id, [{ code: guest.code, at: late }])).body).toMatchObject({ checkedIn: 1 });
    expect(await since()).toBe(late);
  });

  it('leaves out invalid scans, and counts an impossible moment as now', async () => {
    const { id } = await door();
    const waiting = await guestFactory(site, { conferenceId: id, state: 'waiting' });
    const [one, other] = [
      await guestFactory(site, { conferenceId: id }),
      await guestFactory(site, { conferenceId: id }),
    ];
    const elsewhere = await guestFactory(site);
    const answer = await scan(id, [
      { code: 'unknown' },
      { participationId: elsewhere.id },
      { participationId: waiting.id },
      { code: one.code, at: 'yesterday' },
      { code: one.code, at: inHours(3).toISOString() },
      { code: other.code, at: inHours(-24 * 400).toISOString() },
      {},
    ]);
    const { left } = answer.body as { left: { index: number; code: string }[] };
    expect(left.map(({ index, code }) => [index, code])).toEqual([
      [0, 'NOT_FOUND'],
      [1, 'NOT_FOUND'],
      [2, 'WRONG_STATE'],
      [3, 'BAD_TIME'],
      [6, 'NOT_FOUND'],
    ]);
    for (const { id } of [one, other]) {
      expect(Math.abs((await rowOf(id)).checkedInAt!.getTime() - Date.now())).toBeLessThan(60_000);
    }
    const many = Array.from({ length: 1_000 }, () => ({ participationId: one.id, at: inHours(-0.1).toISOString() }));
    expect((await scan(id, many)).status).toBe(200);
    expect((await scan(id, [...many, {}])).status).toBe(400);
    const early = await openConferenceFactory(site, { startsAt: inHours(13) });
    expect(await scan(early.id, [{}])).toMatchObject({ status: 409, body: { code: 'TOO_EARLY' } });
    const over = await openConferenceFactory(site, { startsAt: inHours(-24 * 9), endsAt: inHours(-24 * 8) });
    expect(await scan(over.id, [{}])).toMatchObject({ status: 409, body: { code: 'OVER' } });
  });
});

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
    await Promise.all([keepParticipations(site.database), keepParticipations(site.database)]);
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
    expect((await list(conference.id)).totals).toMatchObject({ registered: 3, attended: 2 });
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
    await keepParticipations(site.database);
    await keepParticipations(site.database);
    await waitForMail(site, { to: inside.email, kind: 'conference-reminder' });
    await site.database
      .update(conferences)
      .set({ startsAt: inHours(0.5) })
      .where(eq(conferences.id, id));
    await keepParticipations(site.database);
    await waitForMail(site, { to: inside.email, kind: 'conference-reminder' });
    for (const { email } of [waiting, other, unseen]) {
      expect(await mailsOf(site, { to: email, kind: 'conference-reminder' })).toEqual([]);
    }
    expect(await mailsOf(site, { to: inside.email, kind: 'conference-reminder' })).toHaveLength(2);
  });
});
