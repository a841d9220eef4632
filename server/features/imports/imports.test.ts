import { eq, inArray } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { administrators } from '#server/features/administrators/tables.ts';
import { createSession } from '#server/features/auth/sessions.service.ts';
import { officeBearers } from '#server/features/bearers/tables.ts';
import { salaryAuthorisations } from '#server/features/checkoff/tables.ts';
import { nextMemberNumber } from '#server/features/members/members.queries.ts';
import { members } from '#server/features/members/tables.ts';
import { participations } from '#server/features/participations/tables.ts';
import { voteRoll, votes } from '#server/features/votes/tables.ts';
import { notify } from '#server/platform/database/client.ts';
import { jobs } from '#server/platform/jobs/tables.ts';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { searchLog } from '#shared/contracts/activity-log.ts';
import * as calls from '#shared/contracts/imports.ts';
import { updateMember } from '#shared/contracts/members.ts';
import { mergeRecords } from '#shared/contracts/merging.ts';
import { missingImportFields, wantedImportFields } from '#shared/import-fields.ts';
import { startTestApp } from '#tests/app.ts';
import { moneyRows } from '#tests/factories/dues.ts';
import { csvFile, csvOf, type ListRow, listFile, listRow, tableOf } from '#tests/factories/lists.ts';
import { memberFactory, registrationBody } from '#tests/factories/members.ts';
import { openConferenceFactory } from '#tests/factories/participations.ts';
import { adminToken, confirmedToken, newAdministrator } from '#tests/logins.ts';
import { eventually } from '#tests/wait.ts';
import { queueDueBatches } from './credentials.ts';
import { dropOldImports } from './lists.service.ts';
import { uses } from './people.queries.ts';
import { importRows, imports } from './tables.ts';

let asOffice: { token: string };
const site = await startTestApp();
beforeEach(async () => {
  asOffice = { token: await adminToken(site) };
});

/** Waits until no job works on an import. */
async function settled(id: string): Promise<calls.ImportRecord> {
  const get = async () => (await site.ok(calls.getImport, { params: { id } }, asOffice)).import;
  await eventually(async () => !['reading', 'importing', 'undoing'].includes((await get()).state), 'the work to end');
  return get();
}
async function upload(rows: ListRow[], body: object = {}) {
  const answer = await site.ok(calls.uploadImport, { body, files: { file: csvFile(rows) } }, asOffice);
  return settled(answer.import.id);
}
const rowsOf = async (id: string, kind: calls.RowKind | '' = '') =>
  (await site.ok(calls.listImportRows, { params: { id }, query: { kind } }, asOffice)).data;
async function commit(id: string, body: object = { credentials: 'later' }) {
  await site.ok(calls.commitImport, { params: { id }, body }, asOffice);
  return settled(id);
}
const changeRow = (id: string, body: object) => site.ok(calls.changeImportRow, { params: { id }, body }, asOffice);
const failure = async (answer: Promise<{ status: number; body: { code: string; fields?: unknown } }>) => {
  const { status, body } = await answer;
  return { status, code: body.code, fields: body.fields };
};
const byEmail = async (email: string) =>
  (await site.database.select().from(members).where(eq(members.email, email)))[0];
const mailsTo = (emails: string[]) => site.database.select().from(mail).where(inArray(mail.recipient, emails));
const emails = (rows: ListRow[]) => rows.map((row) => row.email!);

test('a list becomes members, like members approved today', async () => {
  const rows = [listRow(), listRow({ memberNumber: 'LM 77', joinedOn: '01/04/2019', language: 'हिन्दी' })];
  const record = await upload(rows);
  expect(record).toMatchObject({
    state: 'ready',
    file: 'members.csv',
    headerRow: 1,
    needsMapping: false,
    missing: [],
    summary: { create: 2, complete: 0, skip: 0, care: 0 },
    result: { created: 0, completed: 0, skipped: 0, left: 0 },
    credentials: null,
  });
  expect(record.columns[0]).toEqual({
    index: 0,
    title: 'Membership Type',
    field: 'membership',
    sample: 'LIFETIME MEMBER',
  });
  expect(await byEmail(rows[0]!.email!)).toBeUndefined();
  const done = await commit(record.id, { credentials: 'now' });
  expect(done).toMatchObject({ state: 'done', result: { created: 2, completed: 0, skipped: 0, left: 0 } });
  expect(done).toMatchObject({ credentials: 'now', credentialsGiven: 2, credentialsOpen: 0 });

  const [first, second] = [await byEmail(rows[0]!.email!), await byEmail(rows[1]!.email!)];
  expect(first).toMatchObject({
    status: 'Approved',
    membership: 'lifetime member',
    name: expect.stringMatching(/^Smt\. Lakshmi Devi /),
    memberNumber: expect.stringMatching(/^AIP-M-\d{6}$/),
    reference: expect.stringMatching(/^AIP-\d{4}-\d{6}$/),
    state: 'Tamil Nadu',
    district: 'Madurai',
    consentTo: 'office',
    paymentStatus: 'PAYMENT_SUCCESS',
  });
  expect(first).toMatchObject({ language: 'en' });
  expect(second).toMatchObject({
    language: 'hi',
    memberNumber: 'LM 77',
    approvedAt: new Date('2019-04-01T00:00:00+05:30'),
  });
  const [payment] = await moneyRows(site, { memberId: first!.id });
  expect(payment).toMatchObject({ purpose: 'admission', state: 'waived', note: 'imported', amount: 10_000 });
  expect((await mailsTo(emails(rows))).map(({ kind }) => kind)).toEqual(['credentials', 'credentials']);
  const lines = await site.database.select().from(log).where(eq(log.memberId, first!.id));
  expect(lines).toMatchObject([{ action: 'imported as a member', to: 'Approved', importId: record.id }]);
  const { data: whole } = await site.ok(searchLog, { query: {} }, asOffice);
  const texts = whole.map(({ text }) => text).filter((text) => /import/i.test(text));
  expect(texts).toEqual(['Imported a list of members']);
  expect(
    (
      await failure(
        site.fails(calls.commitImport, { params: { id: record.id }, body: { credentials: 'now' } }, asOffice),
      )
    ).code,
  ).toBe('WRONG_STATE');
});

test('required fields missing in a list are set once, and columns are mapped once', async () => {
  const { interest, international, court, ...rest } = listRow();
  const rows = [{ ...rest }, (({ interest: _i, international: _n, court: _p, ...others }) => others)(listRow())];
  const table = tableOf(rows);
  for (const row of table) row.push(row === table[0] ? 'Zone of work' : 'District Court Madurai');
  const file = listFile(csvOf(table));
  const { import: first } = await site.ok(calls.uploadImport, { files: { file } }, asOffice);
  // What is missing is asked of the members, or given for all.
  expect(await settled(first.id)).toMatchObject({ state: 'ready', needsMapping: false, missing: [] });
  const params = { id: first.id };
  const map = (body: object) => site.ok(calls.mapImport, { params, body }, asOffice);
  const column = String(table[0]!.length - 1);
  const half = await map({ mapping: { [column]: 'court' }, constants: { interest: 'Webinars' } });
  await settled(half.import.id);
  const whole = await map({ constants: { interest: 'Webinars', international: 'n' } });
  expect(await settled(whole.import.id)).toMatchObject({ state: 'ready', summary: { create: 2, care: 0 } });
  expect((await rowsOf(first.id))[0]!.values).toMatchObject({
    court: 'District Court Madurai',
    international: 'No',
  });
  // The next file with the same heads.
  const again = await site.ok(calls.uploadImport, { files: { file } }, asOffice);
  expect(again.import.missing).toEqual([]);

  const refused = (body: object) => failure(site.fails(calls.mapImport, { params, body }, asOffice));
  expect(await refused({ constants: { email: 'a@example.org' } })).toMatchObject({
    status: 400,
    fields: { email: expect.any(String), constants: expect.any(String) },
  });
  expect(await refused({ constants: { international: 'perhaps' } })).toMatchObject({
    status: 400,
    fields: { international: 'Please Select International' },
  });
  expect(await refused({ mapping: { 99: 'email' } })).toMatchObject({
    status: 400,
    fields: { mapping: 'This list has no such column' },
  });
  expect(await refused({ mapping: { '-1': 'email' } })).toMatchObject({
    status: 400,
    fields: { mapping: 'This list has no such column' },
  });
  expect(again.import).toMatchObject({ needsMapping: false, rows: expect.any(Number) });
  expect(again.import.rows).toBeGreaterThan(0);
  expect(await refused({ constants: { idNumber: 'TN 45' } })).toMatchObject({
    status: 400,
    fields: { idNumber: expect.stringContaining('differs') },
  });
  expect(await refused({ mapping: { 0: 'email', 1: 'email' } })).toMatchObject({ status: 400 });
  expect(await refused({ mapping: { 0: 'password' } })).toMatchObject({ status: 400 });
  expect(await refused({ sheet: 'Members' })).toMatchObject({ status: 400, fields: { sheet: expect.any(String) } });
  expect(await refused({ headerRow: 900 })).toMatchObject({ status: 400, fields: { headerRow: expect.any(String) } });
  void [interest, international, court];
});

test('the template is recognised completely', async () => {
  for (const format of ['csv', 'xlsx'] as const) {
    const template = await site.call(calls.importTemplate, { query: { format } }, asOffice);
    expect(template.headers['content-disposition']).toContain(`members-template.${format}`);
    const file = listFile(template.raw, `template.${format}`);
    const { import: record } = await site.ok(calls.uploadImport, { files: { file } }, asOffice);
    expect(record).toMatchObject({ state: 'ready', missing: [], summary: { create: 0, care: 0 } });
    expect(record.columns.every(({ field }) => field !== '')).toBe(true);
  }
});

describe('rows that need care', () => {
  test('say why, are corrected in place, and go into a file that can be imported again', async () => {
    const rows = [
      listRow({ dateOfBirth: '03/25/1975', mobile: '9.87654E+09' }),
      listRow({ state: 'Bombay', designation: '=cmd' }),
      listRow(),
    ];
    const record = await upload(rows);
    expect(record.summary).toEqual({ create: 1, complete: 0, skip: 0, care: 2 });
    const [first, second] = await rowsOf(record.id, 'care');
    expect(first).toMatchObject({ row: 2, kind: 'care', action: null, duplicate: null });
    expect(first!.problems.map(({ field, value }) => [field, value])).toEqual([
      ['dateOfBirth', '03/25/1975'],
      ['mobile', '9.87654E+09'],
    ]);
    expect(second!.problems).toEqual([
      { field: 'state', value: 'Bombay', message: 'Please Select State' },
      { field: 'designation', value: '=cmd', message: "Please use only letters, digits, spaces and . ' ’ - , ( ) & /" },
    ]);
    const half = await changeRow(record.id, { row: 2, values: { dateOfBirth: '25/03/1975' } });
    expect(half.row.problems).toHaveLength(1);
    expect(half.summary.care).toBe(2);
    const whole = await changeRow(record.id, { row: 2, values: { mobile: '98111 22233' } });
    expect(whole.row).toMatchObject({
      kind: 'create',
      action: 'create',
      problems: [],
      values: { mobile: '9811122233', dateOfBirth: '1975-03-25' },
    });
    expect(whole.summary).toEqual({ create: 2, complete: 0, skip: 0, care: 1 });

    const problems = await site.call(
      calls.importProblems,
      { params: { id: record.id }, query: { format: 'csv' } },
      asOffice,
    );
    const text = problems.raw.toString('utf8');
    expect(text.split('\r\n')[0]).toContain('"State","District"');
    expect(text).toContain(`"'=cmd"`);
    expect(text).toContain('State: Please Select State');
    const corrected = listFile(
      text.replace('"Bombay"', '"Maharashtra"').replace(`"'=cmd"`, '"Prosecutor"'),
      'corrected.csv',
    );
    const done = await commit(record.id);
    expect(done.result).toEqual({ created: 2, completed: 0, skipped: 0, left: 1 });
    const { import: next } = await site.ok(calls.uploadImport, { files: { file: corrected } }, asOffice);
    expect((await settled(next.id)).summary).toEqual({ create: 1, complete: 0, skip: 0, care: 0 });
    expect(
      (await failure(site.fails(calls.changeImportRow, { params: { id: record.id }, body: { row: 3 } }, asOffice)))
        .code,
    ).toBe('WRONG_STATE');
    expect(
      (await failure(site.fails(calls.changeImportRow, { params: { id: next.id }, body: { row: 99 } }, asOffice))).code,
    ).toBe('NOT_FOUND');
    const asText = { params: { id: next.id }, body: { row: '4' as never } };
    expect(await failure(site.fails(calls.changeImportRow, asText, asOffice))).toMatchObject({
      status: 400,
      fields: { row: 'Please name a row by its number in the list, from 1 on' },
    });
  });

  test('have a member number that is already taken', async () => {
    const holder = await memberFactory(site, { memberNumber: 'LM 500' });
    const rows = [
      listRow({ memberNumber: 'LM 500' }),
      listRow({ memberNumber: 'LM 501' }),
      listRow({ memberNumber: 'LM 501' }),
      listRow({ memberNumber: '' }),
      listRow({ memberNumber: 'LM 500', email: holder.email }),
    ];
    const record = await upload(rows);
    expect((await rowsOf(record.id)).map(({ kind }) => kind)).toEqual(['care', 'create', 'care', 'create', 'skip']);
    expect((await rowsOf(record.id))[0]!.problems).toMatchObject([{ field: 'memberNumber', value: 'LM 500' }]);
    expect((await changeRow(record.id, { row: 4, values: { memberNumber: 'LM 502' } })).row.kind).toBe('create');
  });
});

describe('duplicates', () => {
  test('include equal member numbers of rows that are to be created side by side', async () => {
    const shared = { mobile: '9700008888', memberNumber: 'LM 600' };
    const record = await upload([listRow(shared), listRow(shared)]);
    expect(record.summary).toMatchObject({ create: 1, skip: 1 });
    const { row, summary } = await changeRow(record.id, { row: 3, action: 'create' });
    expect(row).toMatchObject({ kind: 'care', problems: [{ field: 'memberNumber', value: 'LM 600' }] });
    expect(summary).toMatchObject({ create: 1, care: 1 });
    const mended = await changeRow(record.id, { row: 3, values: { memberNumber: '' } });
    expect(mended.summary).toMatchObject({ create: 2, care: 0 });
  });

  test('by e-mail, mobile number, name and birth date; skipped unless something else is chosen', async () => {
    const there = await memberFactory(site, {
      name: 'Vasanthi Iyer',
      dateOfBirth: '1969-05-04',
      designation: '',
      specialisations: [],
      mobile: '9700009999',
    });
    const rows = [
      listRow({ email: there.email.toUpperCase(), designation: 'Director', specialisations: 'NDPS Act, 1985' }),
      listRow({ mobile: '+91-97000-09999' }),
      listRow({ name: 'Smt. VASANTHI  IYER', dateOfBirth: '4/5/69' }),
      listRow(),
    ];
    rows.push(listRow({ email: rows[3]!.email }));
    const record = await upload(rows);
    expect(record.summary).toEqual({ create: 1, complete: 0, skip: 4, care: 0 });
    const values = await rowsOf(record.id);
    expect(
      values.map(({ kind, action, duplicate }) => [
        kind,
        action,
        duplicate?.by,
        duplicate?.id ?? null,
        duplicate?.row ?? null,
      ]),
    ).toEqual([
      ['skip', 'skip', 'email', there.id, null],
      ['skip', 'skip', 'mobile', there.id, null],
      ['skip', 'skip', 'person', there.id, null],
      ['create', 'create', undefined, null, null],
      ['skip', 'skip', 'email', null, 5],
    ]);
    expect(values[0]!.duplicate!.values).toMatchObject({
      name: 'Vasanthi Iyer',
      memberNumber: there.memberNumber,
    });

    const refused = (row: number, action: string) =>
      failure(site.fails(calls.changeImportRow, { params: { id: record.id }, body: { row, action } }, asOffice));
    expect(await refused(2, 'create')).toMatchObject({ status: 400, fields: { action: expect.any(String) } });
    expect(await refused(5, 'complete')).toMatchObject({ status: 400 });
    expect(await refused(2, 'delete')).toMatchObject({ status: 400 });
    await changeRow(record.id, { row: 2, action: 'complete' });
    await changeRow(record.id, { row: 3, action: 'create' });
    const { summary } = await changeRow(record.id, { row: 5, action: 'skip' });
    // Nobody is a duplicate of a skipped row.
    expect(summary).toEqual({ create: 2, complete: 1, skip: 2, care: 0 });
    const done = await commit(record.id);
    expect(done.result).toEqual({ created: 2, completed: 1, skipped: 2, left: 0 });
    expect(await byEmail(there.email)).toMatchObject({
      designation: 'Director',
      specialisations: ['NDPS Act, 1985'],
      name: 'Vasanthi Iyer',
      district: there.district,
    });
    expect(await byEmail(rows[4]!.email!)).toMatchObject({ status: 'Approved' });
  });

  test('a row that completes the one before it', async () => {
    const first = listRow({ designation: '' });
    const record = await upload([
      first,
      { ...listRow({ email: first.email, mobile: first.mobile }), designation: 'Director' },
    ]);
    await changeRow(record.id, { row: 3, action: 'complete' });
    expect((await commit(record.id)).result).toMatchObject({ created: 1, completed: 1 });
    expect(await byEmail(first.email!)).toMatchObject({ designation: 'Director' });
  });
});

test('of two concurrent commits one succeeds; a row whose e-mail was taken meanwhile is left out', async () => {
  const rows = [listRow(), listRow(), listRow()];
  const record = await upload(rows);
  await memberFactory(site, { status: 'New', email: rows[1]!.email! });
  const body = { credentials: 'later' };
  const answers = await Promise.all(
    [1, 2, 3].map(() => site.call(calls.commitImport, { params: { id: record.id }, body }, asOffice)),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const done = await settled(record.id);
  expect(done).toMatchObject({ state: 'done', result: { created: 2, completed: 0, skipped: 0, left: 1 } });
  expect(await rowsOf(record.id, 'care')).toMatchObject([
    { row: 3, problems: [{ field: 'email', value: rows[1]!.email }] },
  ]);
});

describe('who was entered since a list was read', () => {
  const named = (values: ListRow): ListRow => ({ email: '', memberNumber: '', ...values });
  const people = (mobile: string) => site.database.select().from(members).where(eq(members.mobile, mobile));

  test('is made by none of two lists a second time, and the office is told', async () => {
    const rows = ['9711100001', '9711100002', '9711100003'].map((mobile) => listRow(named({ mobile })));
    const lists = [await upload(rows), await upload(rows)];
    const other = await upload([rows[0]!, listRow(named({ mobile: '9711100004' }))]);
    const done = await Promise.all([...lists, other].map(({ id }) => commit(id)));
    expect(done.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    const created = done.map(({ result }) => result.created);
    expect(created.reduce((sum, count) => sum + count, 0)).toBe(4);
    for (const { mobile } of rows) expect(await people(mobile!)).toHaveLength(1);
    for (const { id, result, summary } of done) {
      expect(result.created + result.left).toBe(summary.create + summary.care);
      for (const { problems } of await rowsOf(id, 'care')) {
        expect(problems).toEqual([
          expect.objectContaining({ message: 'Somebody with this mobile number has been entered meanwhile' }),
        ]);
      }
    }
  });

  test('by a registration, is found by mobile number, and by name with birth date', async () => {
    const rows = [
      listRow(named({ mobile: '9711100011', name: 'Meera Pillai' })),
      listRow(named({ mobile: '9711100012', name: 'Smt. Radha Menon', dateOfBirth: '12/03/1970' })),
      listRow(named({ mobile: '9711100013' })),
    ];
    const { id } = await upload(rows);
    await memberFactory(site, { status: 'New', mobile: '9711100011', name: 'Somebody Else' });
    await memberFactory(site, { status: 'New', name: 'Radha Menon', dateOfBirth: '1970-03-12' });
    expect(await commit(id)).toMatchObject({ result: { created: 1, left: 2, skipped: 0 } });
    expect((await rowsOf(id, 'care')).map(({ row, problems }) => [row, problems.map(({ field }) => field)])).toEqual([
      [2, ['mobile']],
      [3, ['name']],
    ]);
  });

  test('is not created beside themselves, though a like row is created by choice', async () => {
    const there = await memberFactory(site, { mobile: '9711100021' });
    const rows = [listRow(named({ mobile: there.mobile })), listRow(named({ mobile: there.mobile }))];
    const lists = [await upload(rows), await upload(rows)];
    for (const { id } of lists) for (const row of [2, 3]) await changeRow(id, { row, action: 'create' });
    const results = [];
    for (const { id } of lists) results.push((await commit(id)).result.created);
    expect([results, (await people(there.mobile)).length]).toEqual([[2, 0], 3]);
  });

  test('is not completed in place of another, and a row completes the one before it', async () => {
    const there = await memberFactory(site, { mobile: '9711100031', designation: '' });
    const row = listRow({ mobile: there.mobile, designation: 'Director', memberNumber: '' });
    const { id } = await upload([row, listRow({ mobile: '9711100032' }), listRow({ mobile: '9711100032' })]);
    await changeRow(id, { row: 2, action: 'complete' });
    await changeRow(id, { row: 4, action: 'complete' });
    const other = await memberFactory(site, { status: 'New', email: row.email!, designation: '' });
    expect(await commit(id)).toMatchObject({ result: { created: 1, completed: 1, left: 1 } });
    for (const { id: memberId } of [there, other]) {
      const [after] = await site.database.select().from(members).where(eq(members.id, memberId));
      expect(after!.designation).toBe('');
    }
  });
});

test('member numbers of a list are not given to others', async () => {
  const base = Number((await nextMemberNumber(site.database)).slice('AIP-M-'.length));
  const brought = [1, 2].map((step) => `AIP-M-${String(base + step).padStart(6, '0')}`);
  const rows = [listRow(), listRow({ memberNumber: brought[0]! }), listRow({ memberNumber: brought[1]! })];
  const done = await commit((await upload(rows.map((row) => ({ memberNumber: '', ...row })))).id);
  expect(done.result).toMatchObject({ created: 3, left: 0 });
  expect((await byEmail(rows[0]!.email!))!.memberNumber).toBe(`AIP-M-${String(base + 3).padStart(6, '0')}`);
});

describe('credentials', () => {
  const batches = async () => queueDueBatches(site, () => false);
  const yesterday = (id: string) =>
    site.database.update(imports).set({ lastBatchOn: '2020-01-01' }).where(eq(imports.id, id));

  test('later by a press, and nobody gets them twice', async () => {
    const rows = [listRow(), listRow()];
    const { id } = await commit((await upload(rows)).id);
    expect(await mailsTo(emails(rows))).toEqual([]);
    const send = (body: object) => site.ok(calls.sendImportCredentials, { params: { id }, body }, asOffice);
    expect((await send({ when: 'now' })).import).toMatchObject({ credentialsGiven: 2, credentialsOpen: 0 });
    await send({ when: 'now' });
    expect(await mailsTo(emails(rows))).toHaveLength(2);
  });

  test('in batches, one a day', async () => {
    const rows = [listRow(), listRow(), listRow(), listRow(), listRow()];
    const record = await upload(rows);
    const bad = await failure(
      site.fails(calls.commitImport, { params: { id: record.id }, body: { credentials: 'batch' } }, asOffice),
    );
    expect(bad).toMatchObject({ status: 400, fields: { perDay: expect.any(String) } });
    const done = await commit(record.id, { credentials: 'batch', perDay: 2 });
    expect(done).toMatchObject({ credentials: 'batch', perDay: 2, credentialsGiven: 2, credentialsOpen: 3 });
    await batches();
    expect(await mailsTo(emails(rows))).toHaveLength(2);
    await yesterday(record.id);
    await Promise.all([batches(), batches()]);
    expect(await mailsTo(emails(rows))).toHaveLength(4);
    await yesterday(record.id);
    await batches();
    await batches();
    expect((await mailsTo(emails(rows))).map(({ recipient }) => recipient).sort()).toEqual(emails(rows).sort());
    expect(await settled(record.id)).toMatchObject({ credentialsOpen: 0 });
  });
});

/** Work at an import that goes on in the name of this administrator. */
const goOn = (id: string, state: 'reading' | 'importing' | 'undoing', kind: string, by: string, total: number) =>
  site.database.transaction(async (tx) => {
    const [job] = await tx
      .insert(jobs)
      .values({ kind, data: { importId: id, after: 0 }, by, total })
      .returning();
    await tx.update(imports).set({ state, jobId: job!.id }).where(eq(imports.id, id));
    await notify(tx, 'jobs');
  });

test('rows are left when the administrator who began the import may not import any more, and the office is told', async () => {
  const full = await newAdministrator(site);
  const { email: by } = await newAdministrator(site, { powers: ['content'] });
  const rows = [listRow(), listRow()];
  const { id } = await upload(rows);
  await goOn(id, 'importing', 'commitImport', by, 2);
  expect(await settled(id)).toMatchObject({ state: 'done', result: { created: 0, left: 2 } });
  expect(await site.database.$count(members, inArray(members.email, emails(rows)))).toBe(0);
  const values = await site.database.select().from(mail).where(eq(mail.recipient, full.email));
  expect(values).toMatchObject([{ kind: 'work-stopped', data: { by, work: 'Import of members' } }]);
  // Nor is a list read for them.
  const other = await upload(rows);
  await goOn(other.id, 'reading', 'readImport', by, 2);
  expect(await settled(other.id)).toMatchObject({ state: 'failed' });
});

test('undoing and batches of credentials end when the administrator who began them may not go on, and the office is told', async () => {
  const { id: administrator, email: by } = await newAdministrator(site);
  const rows = [listRow(), listRow(), listRow()];
  const { id } = await upload(rows);
  await commit(id, { credentials: 'batch', perDay: 1 });
  const full = await newAdministrator(site);
  await site.database
    .update(administrators)
    .set({ powers: ['content'] })
    .where(eq(administrators.id, administrator));
  // The next day.
  await site.database.update(imports).set({ credentialsBy: by, lastBatchOn: '2026-01-01' }).where(eq(imports.id, id));
  await queueDueBatches(site, () => false);
  expect(await settled(id)).toMatchObject({
    state: 'done',
    credentials: 'later',
    credentialsGiven: 1,
    credentialsOpen: 2,
  });
  await goOn(id, 'undoing', 'undoImport', by, 3);
  expect(await settled(id)).toMatchObject({ state: 'done' });
  expect(await site.database.$count(members, inArray(members.email, emails(rows)))).toBe(3);
  const values = await site.database.select().from(mail).where(eq(mail.recipient, full.email));
  expect(values.map(({ kind, data }) => [kind, data.work, data.by])).toEqual([
    ['work-stopped', 'Credentials of an import of members', by],
    ['work-stopped', 'Undoing an import of members', by],
  ]);
});

describe('undoing', () => {
  const undo = (id: string) => site.call(calls.undoImport, { params: { id } }, asOffice);

  test('takes everything back, and what was completed unless it was changed since', async () => {
    const there = await memberFactory(site, { designation: '', organization: '' });
    const rows = [listRow(), listRow({ email: there.email, designation: 'Director', organization: 'Secretary' })];
    const record = await upload(rows.map((row) => ({ organization: '', ...row })));
    await changeRow(record.id, { row: 3, action: 'complete' });
    await commit(record.id, { credentials: 'batch', perDay: 1 });
    const completed = await byEmail(there.email);
    expect(completed).toMatchObject({
      designation: 'Director',
      organization: 'Others',
      organizationOther: 'Secretary',
    });
    await site.database.update(members).set({ designation: 'Deputy Director' }).where(eq(members.id, there.id));
    expect((await undo(record.id)).status).toBe(200);
    expect(await settled(record.id)).toMatchObject({ state: 'undone', result: { created: 0, completed: 0 } });
    expect(await byEmail(rows[0]!.email!)).toBeUndefined();
    expect(await byEmail(there.email)).toMatchObject({
      designation: 'Deputy Director',
      organization: '',
      organizationOther: '',
    });
    const waiting = (await mailsTo([rows[0]!.email!])).filter(({ state }) => state === 'waiting');
    expect(waiting).toEqual([]);
    expect((await failure(site.fails(calls.undoImport, { params: { id: record.id } }, asOffice))).code).toBe(
      'WRONG_STATE',
    );
    // The same people can be imported again.
    expect((await commit((await upload([rows[0]!])).id)).result.created).toBe(1);
  });

  test('empties a completed place as a whole, or leaves it', async () => {
    const nowhere = { state: '', district: '', subDistrict: '' };
    const [moved, longer, same] = [
      await memberFactory(site, nowhere),
      await memberFactory(site, nowhere),
      await memberFactory(site, nowhere),
    ];
    const rows = [moved, longer, same].map(({ email }) => listRow({ email }));
    const record = await upload(rows);
    for (const row of [2, 3, 4]) await changeRow(record.id, { row, action: 'complete' });
    await commit(record.id);
    const place = async ({ email }: { email: string }) => {
      const { state, district, subDistrict } = (await byEmail(email))!;
      return [state, district, subDistrict];
    };
    const filled = await place(same);
    expect(filled.slice(0, 2)).toEqual(['Tamil Nadu', 'Madurai']);
    await site.database.update(members).set({ district: 'Salem' }).where(eq(members.id, moved.id));
    await site.database.update(members).set({ subDistrict: 'Melur North' }).where(eq(members.id, longer.id));
    expect((await undo(record.id)).status).toBe(200);
    await settled(record.id);
    expect(await place(moved)).toEqual(['Tamil Nadu', 'Salem', filled[2]]);
    expect(await place(longer)).toEqual(['Tamil Nadu', 'Madurai', 'Melur North']);
    expect(await place(same)).toEqual(['', '', '']);
  });

  test('says of every column that refers to a member what it means for undoing', async () => {
    const { rows } = await site.database.pool.query<{ column: string }>(`
      select conrelid::regclass || '.' || attname as column from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1] where confrelid = 'members'::regclass order by 1`);
    expect(Object.keys(uses).sort()).toEqual(rows.map(({ column }) => column).sort());
  });

  test('leaves who has been used since, and names them', async () => {
    const rows = Array.from({ length: 7 }, () => listRow());
    const { id } = await upload(rows);
    await commit(id);
    const ids: string[] = [];
    for (const { email } of rows) ids.push((await byEmail(email!))!.id);
    const [changed, onRoll, registered, authorised, holding, other] = ids as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    const completing = await upload([{ ...rows[6]!, designation: '', interest: 'Others' }]);
    await site.database.update(members).set({ designation: '' }).where(eq(members.id, ids[6]!));
    await site.database
      .update(importRows)
      .set({ memberId: ids[6]!, completed: {} })
      .where(eq(importRows.importId, completing.id));
    const office = { token: await confirmedToken(site) };
    const edit = { params: { id: changed }, body: registrationBody({ email: rows[0]!.email! }), files: {} };
    await site.ok(updateMember, edit as never, office);
    const opensAt = new Date(Date.now() + 1e9);
    const [vote] = await site.database
      .insert(votes)
      .values({ title: 'A vote', opensAt, closesAt: new Date(opensAt.getTime() + 1e8), questions: [], by: 'office' })
      .returning();
    const person = { memberNumber: 'X 1', name: 'X', state: 'Kerala' };
    await site.database.insert(voteRoll).values({ voteId: vote!.id, memberId: onRoll, ...person });
    const conference = await openConferenceFactory(site, {});
    const place = { conferenceId: conference.id, memberId: registered, guest: false, state: 'registered' } as const;
    await site.database.insert(participations).values({ ...place, code: 'undo-1' });
    const term = { office: 'Treasurer', from: '2026-01-01', position: 1 };
    await site.database.insert(officeBearers).values({ ...person, ...term, memberId: holding });
    await site.database.insert(salaryAuthorisations).values({
      memberId: authorised,
      ...{ employeeNumber: 'E 1', employeeKey: 'E1', amount: 1_000, from: '2026-07', sparedUntil: '2026-07-01' },
    });
    expect((await undo(id)).status).toBe(200);
    expect(await settled(id)).toMatchObject({
      state: 'undone',
      result: { created: 6 },
      summary: { care: 6, create: 0 },
    });
    expect(await site.database.$count(members, eq(members.id, other))).toBe(0);
    const stay = await rowsOf(id, 'care');
    expect(stay.map(({ problems }) => problems[0]!.message)).toEqual([
      'Stays a member: was changed by the office',
      'Stays a member: is on the roll of a vote',
      'Stays a member: is registered for a conference',
      'Stays a member: has authorised deductions from the salary',
      'Stays a member: is entered as an office bearer',
      'Stays a member: was completed from another list',
    ]);
    expect((await undo(id)).status).toBe(409);
    await site.database.delete(participations).where(eq(participations.memberId, registered));
    expect((await undo(id)).status).toBe(200);
    expect(await settled(id)).toMatchObject({ state: 'undone', result: { created: 5 } });
  });

  test('is refused once a member has logged in, and before the list was imported', async () => {
    const rows = [listRow(), listRow()];
    const record = await upload(rows);
    expect((await undo(record.id)).body).toMatchObject({ code: 'WRONG_STATE' });
    await commit(record.id);
    const member = (await byEmail(rows[1]!.email!))!;
    await createSession(site.database, { memberId: member.id });
    await site.database.insert(log).values({ kind: 'login', by: 'member', action: 'logged in', memberId: member.id });
    const refused = await undo(record.id);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'WRONG_STATE', message: expect.stringContaining('logged in') },
    });
    expect(await byEmail(rows[0]!.email!)).toBeDefined();
  });
});

test('who was merged since an earlier list is not made again by the next one', async () => {
  const row = listRow();
  await commit((await upload([row])).id);
  const drop = (await byEmail(row.email!))!;
  const keep = await memberFactory(site);
  const confirmed = { token: await confirmedToken(site) };
  const body = { keep: keep.id, drop: drop.id, versions: [keep.version, drop.version] };
  await site.ok(mergeRecords, { body }, confirmed);
  expect(await byEmail(row.email!)).toBeUndefined();
  const again = await commit((await upload([row])).id);
  expect(again).toMatchObject({ result: { created: 0, skipped: 1 } });
  // Also read before the merge, and committed after it.
  const other = listRow();
  const [one, two] = [await upload([other]), await upload([other])];
  await commit(one.id);
  const second = (await byEmail(other.email!))!;
  const { version } = (await byEmail(keep.email))!;
  await site.ok(
    mergeRecords,
    { body: { keep: keep.id, drop: second.id, versions: [version, second.version] } },
    confirmed,
  );
  expect((await commit(two.id)).result.created).toBe(0);
});

test('one list that fails holds no other, of credentials and of old ones', async () => {
  const [one, other] = [await upload([listRow()]), await upload([listRow()])];
  for (const { id } of [one, other]) {
    await commit(id, { credentials: 'batch', perDay: 1 });
    await site.database.update(imports).set({ lastBatchOn: null, credentialsOpen: 1 }).where(eq(imports.id, id));
  }
  const failing: string[] = [];
  const database = new Proxy(site.database, {
    get: (target, name, receiver) =>
      name === 'transaction' && failing.length === 0
        ? async () => {
            failing.push('once');
            throw new Error('this one fails');
          }
        : Reflect.get(target, name, receiver),
  });
  await queueDueBatches({ config: site.config, log: site.log, database }, () => false);
  const due = await site.database
    .select()
    .from(imports)
    .where(inArray(imports.id, [one.id, other.id]));
  expect(due.filter(({ lastBatchOn }) => lastBatchOn !== null)).toHaveLength(1);
});

test('a list can be discarded with its rows, but not once it was imported; old ones lose their rows', async () => {
  const open = await upload([listRow()]);
  await site.ok(calls.deleteImport, { params: { id: open.id } }, asOffice);
  expect(await settled(open.id)).toMatchObject({ state: 'discarded' });
  expect(await rowsOf(open.id)).toEqual([]);
  const imported = await commit((await upload([listRow()])).id);
  const refused = await site.fails(calls.deleteImport, { params: { id: imported.id } }, asOffice);
  expect(refused.body.code).toBe('WRONG_STATE');
  const drop = () => dropOldImports({ ...site, files: { release: async () => {} } as never }, -1, () => false);
  // Twenty at once: those of the other tests too.
  for (let round = 0; round < 3; round++) await drop();
  expect(await rowsOf(imported.id)).toEqual([]);
  expect((await site.fails(calls.undoImport, { params: { id: imported.id } }, asOffice)).status).toBe(409);
  const { data, pagination } = await site.ok(calls.listImports, {}, asOffice);
  expect(data[0]!.id).toBe(imported.id);
  expect(pagination.totalCount).toBeGreaterThan(5);
});

test('a list should have the same fields as the form, and needs the name and what tells two people apart', () => {
  expect(missingImportFields(new Set())).toEqual(['name', 'email', 'mobile', 'memberNumber']);
  for (const field of ['email', 'mobile', 'memberNumber']) {
    expect(missingImportFields(new Set(['name', field]))).toEqual([]);
  }
  expect(wantedImportFields).toEqual([
    ...['membership', 'name', 'gender', 'dateOfBirth', 'email', 'mobile', 'state', 'district', 'subDistrict'],
    ...['court', 'idNumber', 'yearsOfExperience', 'yearsOfRecruitment', 'specialisations', 'interest'],
    ...['contribution', 'international'],
  ]);
});
