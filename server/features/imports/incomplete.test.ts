import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { incompleteNames } from '#server/features/members/records.ts';
import { isIncomplete, members, mergedRecords } from '#server/features/members/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { searchDirectory } from '#shared/contracts/directory.ts';
import { getHome } from '#shared/contracts/home.ts';
import * as calls from '#shared/contracts/imports.ts';
import { letterRecipients } from '#shared/contracts/letters.ts';
import { getOwnRecord, updateMember } from '#shared/contracts/members.ts';
import { decideRegistration, registrationsOverview, resendCredentials } from '#shared/contracts/registrations.ts';
import { startTestApp } from '#tests/app.ts';
import { listFile } from '#tests/factories/lists.ts';
import { memberFactory, registrationBody } from '#tests/factories/members.ts';
import { confirmedToken, memberToken } from '#tests/logins.ts';
import { eventually } from '#tests/wait.ts';

const site = await startTestApp();
const office = { token: await confirmedToken(site) };

async function read(text: string, body: object = {}) {
  const { import: sent } = await site.ok(calls.uploadImport, { body, files: { file: listFile(text) } }, office);
  return eventually(async () => {
    const { import: now } = await site.ok(calls.getImport, { params: { id: sent.id } }, office);
    return now.state === 'reading' ? null : now;
  }, 'the list is read');
}
async function importList(text: string) {
  const { id } = await read(text);
  await site.ok(calls.commitImport, { params: { id }, body: { credentials: 'now' } }, office);
  await eventually(async () => {
    const { import: now } = await site.ok(calls.getImport, { params: { id } }, office);
    return now.state === 'done' ? now : null;
  }, 'the list is imported');
}
const rowOf = async (number: string) =>
  (await site.database.select().from(members).where(eq(members.memberNumber, number)))[0]!;

it('a register with name, mobile and member number is imported; the rest is missing, not wrong', async () => {
  await importList(
    'Name,Mobile,Membership No,E-mail\nAsha Rao,9811000001,K 1,\nBimal Sen,,K 2,bimal@example.org\nCyrus Dalal,,K 3,\n',
  );
  const asha = await rowOf('K 1');
  expect(asha).toMatchObject({
    status: 'Approved',
    membership: 'Individual member',
    tierAssumed: true,
    email: '',
    dateOfBirth: null,
  });
  expect(await site.database.$count(mail, eq(mail.memberId, asha.id))).toBe(0);
  expect(await site.database.$count(mail, eq(mail.kind, 'credentials'))).toBe(1);
  const result = await site.ok(searchDirectory, { query: { incomplete: 'true' } }, office);
  expect(result.pagination.totalCount).toBe(3);
  const [first] = result.data;
  expect(first).toMatchObject({
    name: 'Asha Rao',
    email: '',
    dateOfBirth: '',
    state: '',
    specialisations: [],
  });
  expect(first).toHaveProperty('incomplete');
  const { incomplete } = first as { incomplete: string[] };
  expect(incomplete.slice(0, 4)).toEqual(['membership', 'gender', 'dateOfBirth', 'email']);
  expect(incomplete).not.toContain('mobile');
  // Until the credentials of one have been sent.
  const figures = async () => (await site.ok(registrationsOverview, {}, office)).data;
  await eventually(async () => (await figures()).cannotLogIn === 2, 'the credentials to be sent');
  expect(await figures()).toMatchObject({ incomplete: 3 });
  const inKerala = { token: await confirmedToken(site, { powers: ['members'], states: ['Kerala'] }) };
  expect((await site.ok(registrationsOverview, {}, inKerala)).data).toMatchObject({ incomplete: 0, cannotLogIn: 0 });
  const refused = await site.fails(resendCredentials, { params: { id: asha.id } }, office);
  expect([refused.status, refused.body.code]).toEqual([409, 'WRONG_STATE']);
});

it('a later list gives an e-mail that was missing, credentials by the press, and an undo takes both back', async () => {
  const { id: importId } = await read('Name,Membership No,Mobile,E-mail\nRani Bose,K 9,9811000077,\n');
  await site.ok(calls.commitImport, { params: { id: importId }, body: { credentials: 'later' } }, office);
  const done = (id: string, state: string) =>
    eventually(async () => {
      const { import: now } = await site.ok(calls.getImport, { params: { id } }, office);
      return now.state === state ? now : null;
    }, `the list is ${state}`);
  await done(importId, 'done');
  const { id } = await rowOf('K 9');
  const second = await read('Name,Mobile,E-mail,Court\nRani Bose,9811000077,Rani@example.org,Patna\n');
  const params = { id: second.id };
  const row = await site.ok(calls.changeImportRow, { params, body: { row: 2, action: 'complete' } }, office);
  expect(row.row).toMatchObject({ kind: 'complete', duplicate: { by: 'mobile', id } });
  await site.ok(calls.commitImport, { params, body: { credentials: 'later' } }, office);
  expect(await done(second.id, 'done')).toMatchObject({ credentialsOpen: 1, result: { completed: 1 } });
  expect(await rowOf('K 9')).toMatchObject({ email: 'rani@example.org', court: 'Patna' });
  const ofCredentials = () => site.database.$count(mail, and(eq(mail.memberId, id), eq(mail.kind, 'credentials')));
  expect(await ofCredentials()).toBe(0);
  const pressed = await site.ok(calls.sendImportCredentials, { params, body: { when: 'now' } }, office);
  expect(pressed.import).toMatchObject({ credentialsGiven: 1, credentialsOpen: 0 });
  expect(await ofCredentials()).toBe(1);
  await site.ok(calls.undoImport, { params }, office);
  await done(second.id, 'undone');
  expect(await rowOf('K 9')).toMatchObject({ email: '', court: '' });
  const waiting = and(eq(mail.memberId, id), eq(mail.state, 'waiting'));
  expect(await site.database.$count(mail, waiting)).toBe(0);
});

it('a later list completes a place, and never mixes two', async () => {
  await importList(
    'Name,Membership No,Mobile,State\nFrank Paul,K 21,9811000121,Karnataka\nGita Nair,K 22,9811000122,Kerala\n',
  );
  const list = 'Name,Mobile,State,District,Sub-District,Court';
  const { id } = await read(
    `${list}\nFrank Paul,9811000121,Kerala,Kannur,Aluva,Kannur\nGita Nair,9811000122,Kerala,Kannur,Aluva,Kannur\n`,
  );
  const params = { id };
  for (const row of [2, 3]) await site.ok(calls.changeImportRow, { params, body: { row, action: 'complete' } }, office);
  await site.ok(calls.commitImport, { params, body: { credentials: 'later' } }, office);
  await eventually(async () => (await rowOf('K 22')).court === 'Kannur', 'the list is imported');
  expect(await rowOf('K 21')).toMatchObject({ state: 'Karnataka', district: '', subDistrict: '', court: 'Kannur' });
  expect(await rowOf('K 22')).toMatchObject({ state: 'Kerala', district: 'Kannur', subDistrict: 'Aluva' });
});

it('an e-mail that somebody else has does not complete a record', async () => {
  const holder = await memberFactory(site, { email: 'held@example.org' });
  const listed = await read('Name,Mobile,E-mail\nRani Bose,9811000077,held@example.org\n');
  const { data } = await site.ok(calls.listImportRows, { params: { id: listed.id }, query: {} }, office);
  expect(data[0]?.duplicate).toMatchObject({ by: 'email', id: holder.id });
});

it('the office lists who cannot log in yet', async () => {
  const numberOf = async (incomplete: 'email' | 'login', name = '') =>
    (await site.ok(searchDirectory, { query: { incomplete, name } }, office)).pagination.totalCount;
  const { id } = await memberFactory(site, { name: 'Zeta Lapsed', passwordHash: 'hash' });
  const until = (temporaryPasswordUntil: Date) =>
    site.database.update(members).set({ temporaryPasswordUntil }).where(eq(members.id, id));
  expect(await numberOf('login', 'Zeta Lapsed')).toBe(0);
  await until(new Date(Date.now() + 60_000));
  expect(await numberOf('login', 'Zeta Lapsed')).toBe(0);
  await until(new Date(Date.now() - 60_000));
  expect(await numberOf('login', 'Zeta Lapsed')).toBe(1);
  expect(await numberOf('email', 'Zeta Lapsed')).toBe(0);
  expect(await numberOf('login', 'Cyrus Dalal')).toBe(1);
  const { data } = await site.ok(registrationsOverview, {}, office);
  expect(await numberOf('login')).toBe(data.cannotLogIn);
});

it('needs a name and what tells people apart', async () => {
  expect(await read('Name,Court\nAsha Rao,Pune\n')).toMatchObject({
    state: 'needsMapping',
    missing: ['email', 'mobile', 'memberNumber'],
  });
  const mixed = await read('Name,Mobile\nNobody Reachable,\nWrong Number,12345\nFine Person,9811000009\n');
  expect(mixed).toMatchObject({ state: 'ready', missing: [], summary: { create: 1, care: 2 } });
});

it('reads a list of names and mobile numbers, whose heading row has two columns that are known', async () => {
  const listed = await read('District unit of Pune,\n,\nFull Name,Mobile No.\nDevika Menon,9811000010\n');
  expect(listed).toMatchObject({ headerRow: 3, state: 'ready', summary: { create: 1 } });
  expect(listed.columns.map(({ field }) => field)).toEqual(['name', 'mobile']);
});

it('the office enters what it has, and empties nothing', async () => {
  const { id } = await rowOf('K 1');
  const change = (body: object) => site.call(updateMember, { params: { id }, body, files: {} } as never, office);
  expect((await change({ state: 'Kerala', district: 'Kollam', gender: '', mobile: '' })).status).toBe(200);
  expect(await rowOf('K 1')).toMatchObject({
    state: 'Kerala',
    district: 'Kollam',
    mobile: '9811000001',
    name: 'Asha Rao',
  });
  const wrong = await change({ mobile: '12', email: 'asha@example.org' });
  expect([wrong.status, Object.keys((wrong.body as { fields: object }).fields)]).toEqual([400, ['mobile']]);
  expect((await change({ email: 'asha@example.org' })).status).toBe(200);
  expect((await site.ok(resendCredentials, { params: { id } }, office)).message).toContain('on their way');
  await site.ok(decideRegistration, { body: { id, status: 'Approved', membership: 'Individual member' } }, office);
  expect(incompleteNames(await rowOf('K 1'))).not.toContain('membership');
});

it('what a colleague enters while the office sends a picture stays', async () => {
  const { id } = await rowOf('K 3');
  const pausing = site.database.transaction(async (tx) => {
    await tx.update(members).set({ court: 'District Court Pune' }).where(eq(members.id, id));
    await tx.execute(sql`select pg_sleep(1)`);
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  const change = { params: { id }, body: { gender: 'Male' }, files: {} };
  expect((await site.call(updateMember, change as never, office)).status).toBe(200);
  await pausing;
  expect(await rowOf('K 3')).toMatchObject({ gender: 'Male', court: 'District Court Pune' });
});

it('a complete record is checked whole, as before', async () => {
  const { id } = await memberFactory(site);
  const answer = await site.fails(
    updateMember,
    { params: { id }, body: { ...registrationBody(), court: '', gender: 'x' } },
    office,
  );
  expect(Object.keys(answer.body.fields ?? {}).sort()).toEqual(['court', 'gender']);
});

it('its owner is asked for what is missing, and others see nothing of it', async () => {
  const { id } = await rowOf('K 2');
  const result = { token: await memberToken(site, id) };
  const { data: home } = await site.ok(getHome, {}, result);
  expect(home.waits.find(({ kind }) => kind === 'profile')?.title).toMatch(
    /^Please complete your profile · \d+ fields$/,
  );
  expect((await site.ok(getOwnRecord, {}, result)).data.incomplete).toContain('gender');
  const seen = await site.ok(searchDirectory, { query: { incomplete: 'true' } }, result);
  expect(seen.pagination.totalCount).toBeGreaterThan(0);
  expect(JSON.stringify(seen.data)).not.toContain('incomplete');
});

it('letters list who has no address', async () => {
  const { data } = await site.ok(letterRecipients, { query: { kind: 'notice' } }, office);
  const without = await site.database.$count(members, and(eq(members.email, ''), eq(members.status, 'Approved')));
  expect(without).toBeGreaterThan(0);
  expect(data.leftOut.noAddress).toBe(without);
  expect(data.byMail).toBe(data.people - without);
});

it('the database and the form agree on what is missing', async () => {
  const columns = [
    'gender',
    'email',
    'mobile',
    'state',
    'district',
    'subDistrict',
    'court',
    'idNumber',
    'yearsOfExperience',
    'yearsOfRecruitment',
    'interest',
    'contribution',
    'international',
  ] as const;
  const rows = [
    await memberFactory(site, { dateOfBirth: null }),
    await memberFactory(site, { specialisations: [] }),
    await memberFactory(site, { tierAssumed: true }),
    await memberFactory(site),
  ];
  for (const column of columns) rows.push(await memberFactory(site, { [column]: '' }));
  for (const row of rows) {
    const [value] = await site.database
      .select({ incomplete: sql<boolean>`${isIncomplete}` })
      .from(members)
      .where(eq(members.id, row.id));
    expect([row.id, value?.incomplete]).toEqual([row.id, incompleteNames(row).length > 0]);
  }
});

it('a member number is one however it is typed, completes its own person, and stays with the record it was merged into', async () => {
  const keep = await memberFactory(site, { status: 'Approved', name: 'Numb Keep' });
  const merged = {
    keptId: keep.id,
    reference: 'AIP-2026-777777',
    memberNumber: 'AIP-M-777777',
    by: 'office',
    files: [],
  };
  await site.database.insert(mergedRecords).values({ ...merged, droppedId: randomUUID() });
  const own = `${keep.memberNumber}`;
  const { id } = await read(
    `Name,Mobile,Membership No\nNew Thief,9876555111,AIP-M-777777\nNumb Keep,,aip–m–777777\nNumb Keep,,${own.toLowerCase()}\nOther Person,,${own.replaceAll('-', '–')}\n`,
  );
  const { data } = await site.ok(calls.listImportRows, { params: { id }, query: {} }, office);
  expect(data.map(({ kind, duplicate }) => [kind, duplicate?.by ?? null])).toEqual([
    ['care', null],
    ['skip', 'person'],
    ['skip', 'person'],
    ['care', null],
  ]);
});
