import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test, vi } from 'vitest';
import { readings } from '#server/features/access-audit/tables.ts';
import { administrators } from '#server/features/administrators/tables.ts';
import { letters } from '#server/features/letters/tables.ts';
import { libraryDocuments, libraryVersions } from '#server/features/library/tables.ts';
import { members } from '#server/features/members/tables.ts';
import { participations } from '#server/features/participations/tables.ts';
import { notify } from '#server/platform/database/client.ts';
import { jobItems, jobLeft, jobs } from '#server/platform/jobs/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { files } from '#server/platform/storage/tables.ts';
import { clock } from '#shared/clock.ts';
import { registerMember } from '#shared/contracts/registrations.ts';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { limits } from '#shared/limits.ts';
import {
  bindablePowers,
  everyAdministrator,
  hasPower,
  isBound,
  type Power,
  type Powers,
  powers,
} from '#shared/powers.ts';
import { multipartBody, startTestApp } from './app.ts';
import { memberFactory, pictureFile, registrationBody, scannedId } from './factories/members.ts';
import { openConferenceFactory, participantFactory } from './factories/participations.ts';
import { confirmedToken, newAdministrator, newMember } from './logins.ts';
import { waitForMail } from './mail.ts';

// The access of administrators: every office call × powers × limited to a State or not × own, foreign and unknown records.

const site = await startTestApp();

const offices: (Powers & { name: string })[] = [
  ...powers.map((power) => of([power])),
  of(['members', 'money']),
  of(['content', 'letters']),
  ...bindablePowers.map((power) => of([power], ['Kerala'])),
  of([...bindablePowers], ['Kerala', 'Goa']),
];

function of(powers: Power[], states: string[] = []) {
  return { name: `${powers.join(' and ')}${states.length > 0 ? ` of ${states.join(' and ')}` : ''}`, powers, states };
}

const name = ({ method, path }: AnyEndpoint) => `${method} ${path}`;
const officeCalls = () => site.app.endpoints.filter(({ access }) => access.includes('admin'));

async function send(
  { method, path, files, names }: AnyEndpoint,
  token: string,
  {
    id = randomUUID(),
    body,
    query = '',
  }: { id?: string; body?: Record<string, unknown> | undefined; query?: string } = {},
) {
  const sent = body && (names?.sent('body', body) ?? body);
  const form = sent && files ? multipartBody(sent, {}) : undefined;
  const answer = await site.app.inject({
    method,
    url: `/api${path.replace(/\{\w+\}/g, id)}${query}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(form ? { 'content-type': form.type } : sent ? { 'content-type': 'application/json' } : {}),
    },
    ...(form ? { payload: form.bytes } : sent ? { payload: JSON.stringify(sent) } : {}),
  });
  // Replaces the record's id, so that answers can be compared.
  return { status: answer.statusCode, text: answer.payload.replaceAll(id, '{id}') };
}

/** Whether the declaration refuses the call; false also where they count as visitors. */
function refused({ access, method, power = [], scope }: AnyEndpoint, office: Powers): boolean {
  if (access.includes('public') && method === 'GET') return false;
  if (scope === 'ownStates' && isBound(office)) return false;
  return !hasPower(office, power) || (scope === 'allIndia' && isBound(office));
}

describe.each(offices)('$name', (office) => {
  test('is allowed exactly the calls that their declarations allow', async () => {
    const { id } = await newAdministrator(site, { powers: [...office.powers], states: [...office.states] });
    const wrong: string[] = [];
    let token = '';
    // With somebody there no rehearsal begins, in which others are refused.
    await newMember(site);
    for (const target of officeCalls()) {
      token ||= await confirmedToken(site, id);
      const answer = await send(target, token);
      // The call may have ended the session.
      if (target.method !== 'GET' && answer.status < 400) token = '';
      const failed = answer.text.startsWith('{') ? JSON.parse(answer.text) : {};
      const needed = failed.code === 'POWER_NEEDED';
      const first = [target.power].flat()[0];
      // With the power, a refusal must have another reason.
      const fits = refused(target, office)
        ? answer.status === 403 && needed && [target.power].flat().includes(failed.power)
        : answer.status !== 401 && !needed && answer.status < 500;
      if (!fits) wrong.push(`${name(target)}: ${answer.status} ${failed.code ?? ''}, declared for ${first}`);
    }
    expect(wrong).toEqual([]);
  });
});

/** A person of a State with unique values. */
async function person(state: string, status: 'New' | 'Approved' | 'Rejected') {
  const mark = randomUUID().slice(0, 8);
  return memberFactory(site, {
    state,
    status,
    district: `District ${mark}`,
    name: `Zenobia ${mark}`,
    email: `zenobia-${mark}@example.org`,
    reference: `AIP-2026-${mark}`,
    memberNumber: status === 'Approved' ? `AIP-M-${mark}` : null,
    ...(status === 'Approved' ? { approvedAt: new Date() } : { approvedAt: null }),
    ...(status === 'New' ? { utr: `UTRX${mark.replace(/\D/g, '1')}0000` } : {}),
  });
}

/** Calls about one person by id, with an effective body; each is tried with records of different States. */
const aboutPeople: Record<string, (id: string) => Record<string, unknown> | undefined> = {
  'GET /Directory/person/{id}': () => undefined,
  'GET /Directory/review/{id}': () => undefined,
  'GET /Directory/alike/{id}': () => undefined,
  'GET /Directory/others/{id}': () => undefined,
  'POST /Directory/anotherPerson': (id) => ({ one: id, other: id }),
  'GET /Directory/document/{id}': () => undefined,
  'GET /Directory/screenshot/{id}': () => undefined,
  'GET /Directory/budget/{id}': () => undefined,
  'PATCH /Directory/clearBounce/{id}': () => undefined,
  'PATCH /Directory/liftBudget/{id}': () => undefined,
  'POST /Directory/endSessions/{id}': () => undefined,
  'POST /Directory/liftSecondFactor/{id}': () => undefined,
  'POST /Directory/resendCredentials/{id}': () => undefined,
  'DELETE /Directory/deleteDirectory/{id}': () => undefined,
  'PATCH /Directory/undoDecision/{id}': () => undefined,
  'PATCH /Directory/updatebystatus': (id) => ({ id, status: 'Approved' }),
  'PATCH /Directory/askCorrection': (id) => ({ id, fields: ['court'], note: 'Please look again.' }),
  'PATCH /Directory/updateDirectory/{id}': () => registrationBody({ state: 'Goa' }),
  'PATCH /Directory/decideMany': (id) => ({
    action: 'reject',
    reason: 'x',
    items: [{ id, version: 1 }],
    preview: true,
  }),
};

/** Calls about another record that belongs to a person of a State; each is tried with a foreign and a missing one. */
const aboutRecords: Record<string, { make: () => Promise<string>; body?: Record<string, unknown> }> = {
  'GET /Jobs/get/{id}': { make: foreignJob },
  'POST /Mail/retry/{id}': { make: foreignMail },
  'PATCH /Conference/participant/{participationId}': { make: foreignParticipation, body: { state: 'cancelled' } },
  'GET /Conference/certificate/{participationId}': { make: foreignParticipation },
  'GET /Letters/get/{id}': { make: () => foreignLetter('sent') },
  'GET /Letters/file/{id}': { make: () => foreignLetter('sent') },
  'PATCH /Letters/update/{id}': { make: () => foreignLetter('draft'), body: { title: 'Changed', version: '1' } },
  'DELETE /Letters/delete/{id}': { make: () => foreignLetter('draft') },
  'PATCH /Letters/send/{id}': { make: () => foreignLetter('draft'), body: { version: 1 } },
  'PATCH /Letters/stop/{id}': { make: () => foreignLetter('sending'), body: {} },
  'PATCH /Letters/resume/{id}': { make: () => foreignLetter('stopped'), body: {} },
  'GET /Letters/results/{id}': { make: () => foreignLetter('sent') },
  'GET /Library/get/{id}': { make: foreignDocument },
  'GET /Letters/results/{id}/export': { make: () => foreignLetter('sent') },
};

/** Lists of a conference, which belongs to no State, with people of several States. */
const listsOfConference = [
  'GET /Conference/participants/{id}',
  'GET /Conference/answers/{id}',
  'GET /Conference/attendanceSheet/{id}',
  'GET /Conference/certificates/{id}',
];

/** Calls that are not tried with a foreign record here, and why. */
const aboutOthers: [RegExp, why: string][] = [
  [
    /^GET \/Conference\/participants\/\{id\}\/export/,
    'a workbook of what the list has, which is tried; read in the tests of participations',
  ],
  [/^POST \/Conference\/addParticipant/, 'names a member by number: tried below'],
  [/^POST \/Letters\/create/, 'makes a record; a foreign State in its filter is refused in the tests of letters'],
  [/^POST \/Letters\/(preview|test)$/, 'show examples, and mail them to the caller alone'],
  [/^GET \/Votes\/(result|box)/, 'an office without the power reads what is public, as every visitor'],
  [/^\w+ \/Texts\//, 'ready-made texts are one list for all offices'],
  [/^POST \/Directory\/Create$/, 'makes a record; another State is refused in the tests of registrations'],
  [/^PATCH \/Directory\/updatePaymentScreenshot/, 'takes a picture, and is tried in tests of its own'],
  [/^\w+ \/(Session|Passkeys|Admin\/changePassword)/, 'one’s own login'],
  [/^PATCH \/Ready\/mailCode/, 'one’s own mailbox'],
];

async function foreignMail(): Promise<string> {
  const { id, email } = await person('Goa', 'Approved');
  const values = { kind: 'otp', recipient: email, memberId: id, state: 'failed' as const };
  return (await site.database.insert(mail).values(values).returning())[0]!.id;
}
async function foreignJob(): Promise<string> {
  const values = { kind: 'decideMany', data: {}, by: 'goa@example.org', total: 1, state: 'done' as const };
  return (await site.database.insert(jobs).values(values).returning())[0]!.id;
}
async function foreignParticipation(): Promise<string> {
  const [{ id: conferenceId }, { id: memberId }] = [await openConferenceFactory(site), await person('Goa', 'Approved')];
  return (await participantFactory(site, { conferenceId, memberId })).id;
}
async function foreignDocument(): Promise<string> {
  const [id, versionId, key] = [randomUUID(), randomUUID(), randomUUID()];
  await site.database
    .insert(files)
    .values({ key, writer: 0, type: 'application/pdf', bytes: 1, hash: key, state: 'attached' });
  await site.database
    .insert(libraryDocuments)
    .values({ id, versionId, title: 'For Goa', access: 'States', states: ['Goa'], head: '', by: 'goa@example.org' });
  await site.database
    .insert(libraryVersions)
    .values({ id: versionId, documentId: id, file: key, name: 'a.pdf', bytes: 1, by: 'goa@example.org' });
  return id;
}
async function foreignLetter(state: 'draft' | 'sending' | 'stopped' | 'sent'): Promise<string> {
  const result = state === 'draft' ? {} : { number: randomUUID(), startedAt: new Date() };
  const values = {
    kind: 'circular' as const,
    title: 'To Goa',
    text: 'x',
    by: 'goa@example.org',
    states: ['Goa'],
    state,
  };
  return (
    await site.database
      .insert(letters)
      .values({ ...values, ...result })
      .returning()
  )[0]!.id;
}

test('this test covers each call about a person that an administrator limited to States may make', () => {
  const bound = { powers: bindablePowers, states: ['Kerala'] };
  const unknown = officeCalls()
    .filter((target) => target.power !== undefined && !refused(target, bound))
    .filter(({ params, body, method }) => params !== undefined || (body !== undefined && method !== 'GET'))
    .map(name)
    .filter((each) => !aboutPeople[each] && !aboutRecords[each] && !listsOfConference.includes(each))
    .filter((each) => !aboutOthers.some(([pattern]) => pattern.test(each)));
  expect(unknown).toEqual([]);
});

test('a foreign participation, letter, mail or job is answered like a missing one, and never changed', async () => {
  const { id } = await newAdministrator(site, { powers: ['members', 'letters'], states: ['Kerala'] });
  const calls = new Map(officeCalls().map((target) => [name(target), target]));
  const wrong: string[] = [];
  const state = async () => {
    const [written, people, mails] = [letters, participations, mail].map((table) => site.database.select().from(table));
    return JSON.stringify([
      await written,
      await people,
      (await mails)?.map((row) => 'kind' in row && [row.id, row.state]),
    ]);
  };
  for (const [call, { make, body }] of Object.entries(aboutRecords)) {
    const token = await confirmedToken(site, id);
    const foreign = await make();
    const before = await state();
    const answers = [];
    for (const record of [foreign, randomUUID()])
      answers.push(await send(calls.get(call)!, token, { id: record, body }));
    const [asForeign, asNobody] = answers.map(({ status, text }) => `${status} ${text}`);
    if (asForeign !== asNobody || !asNobody?.startsWith('404')) wrong.push(`${call}: ${asForeign} / ${asNobody}`);
    if ((await state()) !== before) wrong.push(`${call} changed it`);
  }
  expect(wrong).toEqual([]);
});

test('lists of a conference contain one’s own participants and nothing about others', async () => {
  const token = await confirmedToken(site, { powers: ['members'], states: ['Kerala'] });
  const { id: conferenceId } = await openConferenceFactory(site);
  const [value, foreign] = [await person('Kerala', 'Approved'), await person('Goa', 'Approved')];
  for (const { id: memberId } of [value, foreign]) await participantFactory(site, { conferenceId, memberId });
  const calls = new Map(officeCalls().map((target) => [name(target), target]));
  for (const call of listsOfConference) {
    const { status, text } = await send(calls.get(call)!, token, { id: conferenceId });
    const matches = [foreign.name, foreign.email, foreign.memberNumber!, foreign.district].filter((each) =>
      text.includes(each),
    );
    expect([call, matches]).toEqual([call, []]);
    expect([call, status < 500]).toEqual([call, true]);
  }
  const { text } = await send(calls.get(listsOfConference[0]!)!, token, { id: conferenceId });
  expect(text).toContain(value.name);
  const add = async (memberNumber: string) => {
    const target = calls.get('POST /Conference/addParticipant/{id}')!;
    const answer = await send(target, token, { id: conferenceId, body: { memberNumber } });
    return [answer.status, answer.text.replaceAll(memberNumber, '')];
  };
  const stranger = await person('Goa', 'Approved');
  expect(await add(stranger.memberNumber!)).toEqual(await add('AIP-M-00000000'));
});

test.each(['New', 'Approved', 'Rejected'] as const)(
  'a foreign record, %s, is answered like a missing one, and never changed',
  async (status) => {
    const kerala = { powers: ['members' as const], states: ['Kerala'] };
    const { id: administrator } = await newAdministrator(site, kerala);
    const wrong: string[] = [];
    const calls = new Map(officeCalls().map((target) => [name(target), target]));
    for (const [call, bodyOf] of Object.entries(aboutPeople)) {
      const target = calls.get(call)!;
      const foreign = await person('Goa', status);
      const nobody = randomUUID();
      const token = await confirmedToken(site, administrator);
      const answers = [];
      for (const id of [foreign.id, nobody]) {
        answers.push(await send(target, token, { id, body: bodyOf(id) }));
      }
      const [asForeign, asNobody] = answers.map(({ status: code, text }, index) => [
        code,
        text.replaceAll([foreign.id, nobody][index]!, '{id}'),
      ]);
      if (JSON.stringify(asForeign) !== JSON.stringify(asNobody)) wrong.push(`${call}: ${asForeign} / ${asNobody}`);
      const [after] = await site.database.select().from(members).where(eq(members.id, foreign.id));
      if (after?.version !== foreign.version || after?.status !== status) wrong.push(`${call} changed it`);
    }
    expect(wrong).toEqual([]);
  },
);

test('an own record is found, so the test above is meaningful', async () => {
  const token = await confirmedToken(site, { powers: ['members'], states: ['Kerala'] });
  const result = await person('Kerala', 'New');
  const calls = new Map(officeCalls().map((target) => [name(target), target]));
  for (const call of ['GET /Directory/review/{id}', 'GET /Directory/budget/{id}']) {
    expect([call, (await send(calls.get(call)!, token, { id: result.id })).status]).toEqual([call, 200]);
  }
});

test('no answer to an administrator limited to States contains anything about people elsewhere, whatever the search', async () => {
  const token = await confirmedToken(site, { powers: ['members', 'letters'], states: ['Kerala'] });
  const foreign = [await person('Goa', 'New'), await person('Goa', 'Approved'), await person('Goa', 'Rejected')];
  const wrong: string[] = [];
  for (const target of officeCalls().filter(({ method }) => method === 'GET')) {
    for (const one of foreign) {
      const texts = [one.name, one.reference, one.email, one.mobile, one.memberNumber ?? one.utr];
      const queries = [
        '',
        '?State=Goa',
        ...texts.map(
          (text) =>
            `?${new URLSearchParams({
              search: text,
              ProsecutorName: text,
              text,
              status: one.status,
              year: '2026',
            })}`,
        ),
      ];
      // A call that declares no query reads none.
      for (const query of target.query ? queries : ['']) {
        const { text } = await send(target, token, { id: one.id, query });
        const matches = [one.name, one.reference, one.email, one.district].filter((each) => text.includes(each));
        if (matches.length > 0) wrong.push(`${name(target)}${query} tells ${matches.join(', ')}`);
      }
    }
  }
  expect(wrong).toEqual([]);
});

test('an administrator limited to a State gets counts of that State alone', async () => {
  const answers = async () => {
    const token = await confirmedToken(site, { powers: ['members'], states: ['Sikkim'] });
    const get = async (path: string) => JSON.parse((await send({ method: 'GET', path } as AnyEndpoint, token)).text);
    return {
      queue: (await get('/Directory/queue?status=New')).total,
      lists: (await get('/Directory/getbyStatus?status=Approved')).counts,
      directory: (await get('/Directory/searchDirectory')).pagination.totalCount,
      overview: (await get('/Directory/overview')).data,
      counts: (await get('/Directory/dashboardCounts')).data['Total Member'],
      removals: (await get('/Directory/removals')).pagination.totalCount,
    };
  };
  const before = await answers();
  expect(before).toMatchObject({ queue: 0, lists: { New: 0, Approved: 0, Rejected: 0 }, directory: 0, counts: 0 });
  for (const status of ['New', 'Approved', 'Rejected'] as const) {
    await person('Goa', status);
    await person('Sikkim', status);
  }
  const after = await answers();
  expect(after).toMatchObject({ queue: 1, lists: { New: 1, Approved: 1, Rejected: 1 }, counts: 1, removals: 0 });
  expect(after.overview).toMatchObject({ waiting: 1, byState: [{ State: 'Sikkim', count: 1 }] });
  expect(after.overview.byMonth.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(3);
});

test('a record that moves to another State moves to its office at once, and is no longer answered', async () => {
  const token = await confirmedToken(site, { powers: ['members'], states: ['Kerala'] });
  const goa = await confirmedToken(site, { powers: ['members'], states: ['Goa'] });
  const row = await person('Kerala', 'New');
  const review = (by: string) =>
    send({ method: 'GET', path: '/Directory/review/{id}' } as AnyEndpoint, by, { id: row.id });
  expect([(await review(token)).status, (await review(goa)).status]).toEqual([200, 404]);
  const target = officeCalls().find((each) => name(each) === 'PATCH /Directory/updateDirectory/{id}')!;
  const body = registrationBody({ state: 'Goa', email: row.email });
  const moved = await send(target, token, { id: row.id, body });
  expect([moved.status, Object.keys(JSON.parse(moved.text)).sort()]).toEqual([200, ['message', 'success']]);
  expect([(await review(token)).status, (await review(goa)).status]).toEqual([404, 200]);
  expect((await send(target, token, { id: row.id, body })).status).toBe(404);
});

test('a duplicate in another State is reported without details', async () => {
  const token = await confirmedToken(site, { powers: ['members'], states: ['Kerala'] });
  const [value, twin] = [await person('Kerala', 'New'), await person('Goa', 'New')];
  await site.database
    .update(members)
    .set({ mobile: '9000000123' })
    .where(inArray(members.id, [value.id, twin.id]));
  const answer = await send({ method: 'GET', path: '/Directory/review/{id}' } as AnyEndpoint, token, { id: value.id });
  expect(JSON.parse(answer.text).warnings).toEqual([
    { kind: 'mobile', message: 'A record of another State has this mobile number.', others: [], references: [] },
  ]);
  expect(answer.text).not.toContain(twin.reference);
});

test('a job decides only what its starter may still decide', async () => {
  const { email } = await newAdministrator(site, { powers: ['members'], states: ['Kerala'] });
  const rows = [await person('Kerala', 'New'), await person('Goa', 'New')];
  const begin = async (states = ['Kerala']) => {
    const data = { action: 'reject', reason: 'x', note: '', paymentSeen: false, fields: [], states };
    const [job] = await site.database
      .insert(jobs)
      .values({ kind: 'decideMany', data, by: email, total: 2 })
      .returning();
    await site.database
      .insert(jobItems)
      .values(rows.map(({ id, version }, index) => ({ jobId: job!.id, position: index + 1, item: { id, version } })));
    await notify(site.database, 'jobs');
    await vi.waitFor(async () => {
      const [now] = await site.database.select().from(jobs).where(eq(jobs.id, job!.id));
      expect(now?.state).toBe('done');
    }, 15_000);
    const left = await site.database.select().from(jobLeft).where(eq(jobLeft.jobId, job!.id)).orderBy(jobLeft.position);
    return left.map(({ record, reference, code }) => ({ record, reference, code }));
  };
  await site.database
    .update(administrators)
    .set({ powers: ['money'], states: [] })
    .where(eq(administrators.email, email));
  expect((await begin()).map(({ code }) => code)).toEqual(['POWER_NEEDED', 'POWER_NEEDED']);
  // Those with full powers are told, once.
  const toldOf = async () =>
    (await site.database.select().from(mail).where(eq(mail.kind, 'work-stopped'))).filter(
      ({ data }) => data.by === email,
    );
  const values = await toldOf();
  expect(new Set(values.map(({ recipient }) => recipient)).size).toBe(values.length);
  expect(values.length).toBeGreaterThan(0);
  await site.database
    .update(administrators)
    .set({ powers: ['members'], states: ['Kerala'] })
    .where(eq(administrators.email, email));
  // All India was theirs when it began: this is told too.
  expect(await begin([])).toEqual([{ record: rows[1]!.id, reference: '', code: 'NOT_FOUND' }]);
  expect((await toldOf()).length).toBe(2 * values.length);
  // What is not theirs from the beginning was not lost.
  const others = [await person('Kerala', 'New'), await person('Goa', 'New')];
  rows.splice(0, 2, ...others);
  expect(await begin(['Kerala'])).toEqual([{ record: others[1]!.id, reference: '', code: 'NOT_FOUND' }]);
  expect((await toldOf()).length).toBe(2 * values.length);
});

test('a job shows what it left out only while its starter may see these records', async () => {
  const { id: administrator, email } = await newAdministrator(site, { powers: ['members'], states: [] });
  const rows = [await person('Kerala', 'New'), await person('Goa', 'New')];
  const [job] = await site.database
    .insert(jobs)
    .values({
      kind: 'decideMany',
      data: {},
      by: email,
      total: 2,
      done: 2,
      leftOut: 2,
      state: 'done',
      endedAt: new Date(),
    })
    .returning();
  await site.database.insert(jobLeft).values(
    rows.map(({ id: record, reference }, index) => ({
      jobId: job!.id,
      position: index + 1,
      record,
      reference,
      code: 'RECORD_CHANGED',
      message: 'x',
    })),
  );
  const seen = async () => {
    const token = await confirmedToken(site, administrator);
    const get = async (path: string) => send({ method: 'GET', path } as AnyEndpoint, token, { id: job!.id });
    return (await get('/Jobs/get/{id}')).text + (await get('/Jobs/list')).text;
  };
  const become = (values: { powers: Power[]; states: string[] }) =>
    site.database.update(administrators).set(values).where(eq(administrators.id, administrator));
  expect(await seen()).toContain(rows[1]!.reference);
  await become({ powers: ['members'], states: ['Kerala'] });
  const bound = await seen();
  expect([bound.includes(rows[0]!.reference), bound.includes(rows[1]!.reference)]).toEqual([true, false]);
  await become({ powers: ['money'], states: [] });
  const lost = await seen();
  expect([lost.includes(rows[0]!.reference), lost.includes('decideMany')]).toEqual([false, false]);
});

test('confirming a payment requires the power for it', async () => {
  const token = await confirmedToken(site, { powers: ['members'], states: ['Kerala'] });
  const row = await person('Kerala', 'New');
  const decide = officeCalls().find((each) => name(each) === 'PATCH /Directory/updatebystatus')!;
  const many = officeCalls().find((each) => name(each) === 'PATCH /Directory/decideMany')!;
  const items = [{ id: row.id, version: row.version }];
  for (const [target, body] of [
    [decide, { id: row.id, status: 'Approved', paymentSeen: true }],
    [many, { action: 'approve', items, paymentSeen: true }],
    // Before anything else in the body is looked at.
    [decide, { id: 'wrong', status: 'wrong', paymentSeen: 'true' }],
    [many, { action: 'wrong', paymentSeen: true }],
  ] as const) {
    const answer = await send(target, token, { body });
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([403, { code: 'POWER_NEEDED', power: 'money' }]);
  }
  const treasurer = await confirmedToken(site, { powers: ['money'], states: [] });
  const reconcile = officeCalls().find((each) => name(each) === 'PATCH /Payments/reconcile')!;
  for (const [approve, status] of [
    [true, 403],
    ['true', 403],
    [false, 400],
  ]) {
    expect((await send(reconcile, treasurer, { body: { accept: [], approve } })).status).toBe(status);
  }
  const [after] = await site.database.select().from(members).where(eq(members.id, row.id));
  expect(after?.status).toBe('New');
});

test('of two full administrators who take the power from each other at once, one keeps it', async () => {
  const pair = [await newAdministrator(site), await newAdministrator(site)];
  const tokens = await Promise.all(pair.map(({ id }) => confirmedToken(site, id)));
  const target = officeCalls().find((each) => name(each) === 'PATCH /Admin/powers/{id}')!;
  const take = (by: number) =>
    send(target, tokens[by]!, { id: pair[1 - by]!.id, body: { powers: ['content'], states: [], version: 1 } });
  const answers = await Promise.all([take(0), take(1)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
  const rows = await site.database
    .select()
    .from(administrators)
    .where(
      inArray(
        administrators.id,
        pair.map(({ id }) => id),
      ),
    );
  expect(rows.filter(({ powers }) => powers.includes('full'))).toHaveLength(1);
});

test('powers are set with all three fields, listed in the table’s order, mailed and logged', async () => {
  const token = await confirmedToken(site);
  const row = await newAdministrator(site);
  const target = officeCalls().find((each) => name(each) === 'PATCH /Admin/powers/{id}')!;
  const set = async (body: Record<string, unknown>) => {
    const answer = await send(target, token, { id: row.id, body });
    return { status: answer.status, ...JSON.parse(answer.text) };
  };
  expect(Object.keys((await set({})).fields).sort()).toEqual(['powers', 'states', 'version']);
  const wrong = [
    [{ powers: [], states: [] }, 'powers'],
    [{ powers: ['all'], states: [] }, 'powers'],
    [{ powers: ['money'], states: ['Goa'] }, 'states'],
    [{ powers: ['full', 'members'], states: ['Goa'] }, 'states'],
    [{ powers: ['members'], states: ['goa'] }, 'states'],
  ] as const;
  for (const [body, field] of wrong) {
    expect([body, Object.keys((await set({ ...body, version: 1 })).fields)]).toEqual([body, [field]]);
  }
  const result = { powers: ['letters', 'members', 'members'], states: ['Kerala', 'Goa', 'Kerala'], version: 1 };
  expect(await set(result)).toMatchObject({
    status: 200,
    administrator: { powers: ['members', 'letters'], states: ['Goa', 'Kerala'], version: 2 },
  });
  expect(await set(result)).toMatchObject({ status: 409, code: 'RECORD_CHANGED' });
  const told = await waitForMail(site, { to: row.email, kind: 'powers-changed' });
  expect(told.text).toContain('Members, Letters for Goa, Kerala');
  const nobody = site.database.update(administrators).set({ powers: [] }).where(eq(administrators.id, row.id));
  await expect(nobody).rejects.toThrow();
});

test('the list in docs/security matches the declarations; `npx vitest run tests/powers.test.ts -u` writes it', async () => {
  const said = ({ power = [], scope }: AnyEndpoint) =>
    power === everyAdministrator
      ? power
      : `${[power].flat().join(' or ')}${scope === 'allIndia' ? ', all India only' : scope ? ', or bound to States' : ''}`;
  const calls = Map.groupBy(officeCalls(), said);
  const groups = [...calls].sort().map(([power, ofPower]) => {
    const methods = [...Map.groupBy(ofPower, ({ method }) => method)].sort().map(([method, ofMethod]) => {
      const paths = ofMethod.map((call) => `\`${call.path}\`${call.needsConfirmation ? '*' : ''}`).sort();
      return `${method} ${paths.join(', ')}`;
    });
    return `**${power}**: ${methods.join('; ')}\n`;
  });
  const head = `# Which call of the office needs which power

Made from the declarations in \`shared/contracts\`; \`full\` may always, and * asks for the password again. On a visitors’ call that only reads, an administrator
without the power counts as a visitor. How States narrow it is in [decisions](../decisions/powers.md).\n`;
  await expect([head, ...groups].join('\n')).toMatchFileSnapshot('../docs/security/powers.md');
});

test('a hundred scanned IDs within an hour are reported once to those with full powers', async () => {
  const full = await newAdministrator(site);
  const { id, email } = await newAdministrator(site, { powers: ['members'], states: ['Kerala'] });
  const one = await person('Kerala', 'New');
  const many = Array.from({ length: limits.idsAnHour - 1 }, () => ({
    memberId: one.id,
    what: 'ID' as const,
    by: email,
  }));
  const rows = await Promise.all(many.map(() => person('Kerala', 'New')));
  await site.database
    .insert(readings)
    .values(rows.map((row, index) => ({ ...many[index]!, memberId: row.id, day: clock.today(), at: new Date() })));
  const token = await confirmedToken(site, id);
  const target = officeCalls().find((each) => name(each) === 'GET /Directory/document/{id}')!;
  const told = () => site.database.select().from(mail).where(eq(mail.kind, 'ids-office'));
  const files = { document: scannedId(), picture: await pictureFile() };
  for (const _ of [1, 2]) {
    const { directory } = await site.ok(registerMember, { body: registrationBody({ state: 'Kerala' }), files });
    expect((await send(target, token, { id: directory.id })).status).toBe(200);
  }
  expect((await told()).filter(({ recipient }) => recipient === full.email)).toHaveLength(1);
  expect((await told()).filter(({ recipient }) => recipient === email)).toHaveLength(0);
});
