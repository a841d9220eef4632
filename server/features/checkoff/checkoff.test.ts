import { and, eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { clock } from '#shared/clock.ts';
import {
  authoriseDeduction,
  confirmAuthorisations,
  consentLetter,
  endAuthorisation,
  listAuthorisations,
  ownAuthorisation,
  sendSignedLetter,
  signedLetter,
  withdrawAuthorisation,
} from '#shared/contracts/authorisations.ts';
import {
  createPayingOffice,
  listPayingOffices,
  updateCheckoffSettings,
  updatePayingOffice,
} from '#shared/contracts/checkoff.ts';
import { decideRegistration } from '#shared/contracts/registrations.ts';
import { updateSubscription } from '#shared/contracts/subscription.ts';
import { monthOf } from '#shared/financial-year.ts';
import { startTestApp, type TestFile } from '#tests/app.ts';
import { confirmedToken, memberToken, newMember } from '#tests/logins.ts';
import { readPdf } from '#tests/pdf.ts';
import { moveAuthorisations } from './authorisations.queries.ts';
import { salaryAuthorisations } from './tables.ts';

const site = await startTestApp();
const on = (day: string) => clock.set(new Date(`${day}T12:00:00+05:30`));
const office = async (values: Parameters<typeof confirmedToken>[1] = { powers: ['full'] }) => ({
  token: await confirmedToken(site, values),
});

beforeAll(async () => {
  on('2026-11-25');
  const as = await office();
  await site.ok(updateSubscription, { body: { enabled: true, amount: 1_000, firstYear: '2026-27' } }, as);
  await site.ok(updateCheckoffSettings, { body: usual }, as);
});
afterEach(async () => {
  on('2026-11-25');
  const as = await office();
  await site.ok(updateCheckoffSettings, { body: usual }, as);
});

const usual = {
  enabled: true,
  optionMonth: 4,
  effectiveMonth: 7,
  deduction: 'yearly',
  dueDay: 10,
  texts: { en: '', hi: '' },
};

let count = 0;
async function payingOffice(values: object = {}) {
  count += 1;
  const body = {
    name: `Treasury Office ${count}`,
    ddoCode: `KL/DDO/${count}`,
    state: 'Kerala',
    district: 'Ernakulam',
    ...values,
  };
  return (await site.ok(createPayingOffice, { body }, await office())).office;
}
async function person(values: Parameters<typeof newMember>[1] = {}) {
  const member = await newMember(site, values);
  return { ...member, as: { token: await memberToken(site, member.id) } };
}
type Person = Awaited<ReturnType<typeof person>>;
const authorise = async (who: Person, body: object) =>
  (await site.ok(authoriseDeduction, { body }, who.as)).authorisation;
const mine = (who: Person) => site.ok(ownAuthorisation, {}, who.as);
const confirm = async (items: object[], more: object = {}) =>
  site.ok(confirmAuthorisations, { body: { items, seen: true, ...more } }, await office());

const pdf: TestFile = { name: 'signed.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF\n') };

it('adds a paying office without a code once, however often the button is pressed', async () => {
  const as = { token: await confirmedToken(site) };
  const body = { name: 'O/o the DDP, Kollam', state: 'Kerala', district: 'Kollam' };
  const answers = await Promise.all(Array.from({ length: 20 }, () => site.ok(createPayingOffice, { body }, as)));
  expect(new Set(answers.map(({ office: { id } }) => id)).size).toBe(1);
  const other = await site.ok(createPayingOffice, { body: { ...body, address: 'Civil Station' } }, as);
  expect(other.office.id).not.toBe(answers[0]!.office.id);
});

describe('the wish', () => {
  it('is taken only from members, while the office offers it, with the rule’s month and amount', async () => {
    const at = await payingOffice();
    const member = await person();
    await site.ok(updateCheckoffSettings, { body: { enabled: false } }, await office());
    const body = { officeId: at.id, employeeNumber: ' 00123 ' };
    expect((await site.fails(authoriseDeduction, { body }, member.as)).body.code).toBe('NOT_YET');
    expect(await mine(member)).toMatchObject({ enabled: false, authorisation: null, offer: null });
    await site.ok(updateCheckoffSettings, { body: { enabled: true } }, await office());

    expect(await authorise(member, body)).toMatchObject({
      state: 'asked',
      office: { id: at.id, name: at.name },
      employeeNumber: '00123',
      amount: 1_000,
      from: '2027-07',
    });
    const told = await site.database
      .select({ to: mail.recipient, data: mail.data })
      .from(mail)
      .where(and(eq(mail.kind, 'wish-made'), eq(mail.memberId, member.id)));
    expect(told).toMatchObject([{ to: member.email, data: { wish: 'salary' } }]);
    expect(
      (await site.fails(authoriseDeduction, { body: { employeeNumber: '1' } }, member.as)).body.fields,
    ).toHaveProperty('officeId');
    const unknown = { ...body, officeId: '00000000-0000-4000-8000-000000000000' };
    expect((await site.fails(authoriseDeduction, { body: unknown }, member.as)).body.fields).toHaveProperty('officeId');
    const blank = { ...body, employeeNumber: ' - ' };
    expect((await site.fails(authoriseDeduction, { body: blank }, member.as)).status).toBe(400);
  });

  it('counts for the same year until the end of April in India, and its monthly part fills what is left of the year', async () => {
    const at = await payingOffice();
    await site.ok(updateCheckoffSettings, { body: { deduction: 'monthly' } }, await office());
    clock.set(new Date('2027-04-30T18:29:59Z'));
    const early = await person();
    expect(await authorise(early, { officeId: at.id, employeeNumber: '1' })).toMatchObject({
      from: '2027-07',
      amount: 112,
    });
    clock.set(new Date('2027-04-30T18:30:00Z'));
    const late = await person();
    expect(await authorise(late, { officeId: at.id, employeeNumber: '2' })).toMatchObject({ from: '2028-07' });
    await site.ok(updateCheckoffSettings, { body: { optionMonth: 10, effectiveMonth: 1 } }, await office());
    const other = await person();
    expect(await authorise(other, { officeId: at.id, employeeNumber: '3' })).toMatchObject({
      from: '2028-01',
      amount: 334,
    });
  });

  it('is the same again, replaced by another one, and withdrawn at once', async () => {
    const [one, other] = [await payingOffice(), await payingOffice()];
    const member = await person();
    const first = await authorise(member, { officeId: one.id, employeeNumber: 'MH/12 345' });
    expect((await authorise(member, { officeId: one.id, employeeNumber: 'mh12345' })).id).toBe(first.id);
    const second = await authorise(member, { officeId: other.id, employeeNumber: 'MH/12345' });
    expect(second.id).not.toBe(first.id);
    expect(await mine(member)).toMatchObject({
      authorisation: { id: second.id },
      history: [{ id: first.id, state: 'ended' }],
    });
    const done = await site.ok(withdrawAuthorisation, { params: { id: second.id }, body: {} }, member.as);
    expect(done.authorisation).toMatchObject({ state: 'withdrawn', until: null });
    expect((await mine(member)).authorisation).toBeNull();
    expect(
      (await site.fails(withdrawAuthorisation, { params: { id: second.id }, body: {} }, member.as)).body.code,
    ).toBe('WRONG_STATE');
  });

  it('has a letter in English and Hindi, the same each time, for its owner and the office alone', async () => {
    const at = await payingOffice({ name: 'Sub Treasury Kochi' });
    const [member, stranger] = [await person({ name: 'Ramesh Chander' }), await person()];
    const { id } = await authorise(member, { officeId: at.id, employeeNumber: 'KGID 778899' });
    const read = (language: string, as: { token: string }) =>
      site.call(consentLetter, { params: { id }, query: { language } }, as);
    const english = await read('en', member.as);
    expect(english.headers['content-type']).toBe('application/pdf');
    const text = (await readPdf(english.raw)).map((page) => page.text).join(' ');
    for (const part of ['Ramesh Chander', 'KGID 778899', 'Sub Treasury Kochi', 'July 2027', 'Rs 1,000'])
      expect(text).toContain(part);
    on('2026-12-20');
    expect((await read('en', { token: await memberToken(site, member.id) })).raw.equals(english.raw)).toBe(true);
    expect((await read('hi', await office())).raw.toString('latin1')).toContain('/Lang(hi-IN)');
    expect((await read('hi', { token: await memberToken(site, stranger.id) })).status).toBe(404);
    expect((await read('fr', { token: await memberToken(site, member.id) })).status).toBe(400);
    await site.ok(withdrawAuthorisation, { params: { id }, body: {} }, { token: await memberToken(site, member.id) });
    expect((await read('en', { token: await memberToken(site, member.id) })).status).toBe(404);
  });

  it('takes a signed PDF or picture while it is asked, which strangers cannot read', async () => {
    const at = await payingOffice();
    const [member, stranger] = [await person(), await person()];
    const { id } = await authorise(member, { officeId: at.id, employeeNumber: '5' });
    const send = (file: TestFile, as: { token: string }) =>
      site.call(sendSignedLetter, { params: { id }, body: {}, files: { file } }, as);
    const text = { name: 'a.txt', type: 'text/plain', bytes: Buffer.from('x') };
    expect((await send(text, member.as)).body).toMatchObject({ code: 'UNSUPPORTED_FILE' });
    expect((await send(pdf, stranger.as)).status).toBe(404);
    expect((await send(pdf, member.as)).body).toMatchObject({ authorisation: { signed: true } });
    const read = (as: { token: string }) => site.call(signedLetter, { params: { id } }, as);
    const mineAgain = await read(member.as);
    expect(mineAgain.raw.equals(pdf.bytes as Buffer)).toBe(true);
    expect(mineAgain.headers['content-disposition']).toContain('attachment');
    expect(mineAgain.headers['cache-control']).toContain('no-store');
    expect((await read(stranger.as)).status).toBe(404);
    expect((await read(await office({ powers: ['members'] }))).status).toBe(403);
    expect((await confirm([{ id }])).confirmed).toBe(1);
    expect((await send(pdf, member.as)).body).toMatchObject({ code: 'WRONG_STATE' });
  });
});

describe('the office', () => {
  it('confirms many at once, and leaves with its reason what it cannot', async () => {
    const at = await payingOffice();
    const [one, two, thief, unsigned, nowhere] = [
      await person(),
      await person(),
      await person(),
      await person(),
      await person(),
    ];
    const ids = [];
    for (const [who, employeeNumber] of [
      [one, '11'],
      [two, '12'],
      [thief, '1-1'],
      [unsigned, '13'],
    ] as const) {
      ids.push((await authorise(who, { officeId: at.id, employeeNumber })).id);
    }
    const named = await authorise(nowhere, { officeName: 'A new office', employeeNumber: '14' });
    const missing = '00000000-0000-4000-8000-000000000000';
    const { confirmed, left } = await confirm([
      { id: ids[0], paper: true },
      { id: ids[1], paper: true, version: 7 },
      { id: ids[2], paper: true },
      { id: ids[3] },
      { id: named.id, paper: true },
      { id: missing, paper: true },
    ]);
    expect(confirmed).toBe(1);
    expect(left.map(({ id, code }) => [id, code])).toEqual([
      [ids[1], 'RECORD_CHANGED'],
      [ids[2], 'NUMBER_TAKEN'],
      [ids[3], 'NOT_SIGNED'],
      [named.id, 'NO_OFFICE'],
      [missing, 'NOT_FOUND'],
    ]);
    expect(
      (
        await confirm([
          { id: named.id, paper: true, officeId: at.id },
          { id: ids[0], paper: true },
        ])
      ).left,
    ).toMatchObject([{ code: 'WRONG_STATE' }]);
    const unseen = await site.fails(
      confirmAuthorisations,
      { body: { items: [{ id: ids[1], paper: true }] } },
      await office(),
    );
    expect(unseen.status).toBe(400);
    const other = { body: { items: [{ id: ids[1], paper: true }], seen: true, from: '2026-12' } };
    expect((await site.fails(confirmAuthorisations, other, await office())).body.fields).toHaveProperty('reason');
    await confirm([{ id: ids[1], paper: true }], { from: '2026-12', reason: 'As the department allows' });
    expect((await mine(two)).authorisation).toMatchObject({ state: 'confirmed', from: '2026-12' });
  });

  it('gives a number to one of two who press at once', async () => {
    const at = await payingOffice();
    const [one, two] = [await person(), await person()];
    const a = await authorise(one, { officeId: at.id, employeeNumber: 'X1' });
    const b = await authorise(two, { officeId: at.id, employeeNumber: 'X1' });
    const both = await Promise.all([confirm([{ id: a.id, paper: true }]), confirm([{ id: b.id, paper: true }])]);
    expect(both.map(({ confirmed }) => confirmed).sort()).toEqual([0, 1]);
    expect(both.flatMap(({ left }) => left.map(({ code }) => code))).toEqual(['NUMBER_TAKEN']);
  });

  it('moves somebody to another paying office, and ends the one before with the month before', async () => {
    const [here, there] = [await payingOffice(), await payingOffice()];
    const member = await person();
    const first = await authorise(member, { officeId: here.id, employeeNumber: '21' });
    await confirm([{ id: first.id, paper: true }], { from: '2026-12', reason: 'x' });
    const again = await site.fails(
      authoriseDeduction,
      { body: { officeId: here.id, employeeNumber: '22' } },
      member.as,
    );
    expect(again.body.code).toBe('WRONG_STATE');
    const second = await authorise(member, { officeId: there.id, employeeNumber: '21' });
    expect(await mine(member)).toMatchObject({ authorisation: { id: first.id }, transfer: { id: second.id } });
    await confirm([{ id: second.id, paper: true }]);
    expect(await mine(member)).toMatchObject({
      authorisation: { id: second.id, state: 'confirmed', from: '2027-07' },
      transfer: null,
      history: [{ id: first.id, state: 'ended', reason: 'transferred', until: '2027-06' }],
    });
  });

  it('keeps a withdrawn one until the month before the next change, and ends one with its month', async () => {
    const at = await payingOffice();
    const [one, two] = [await person(), await person()];
    const a = await authorise(one, { officeId: at.id, employeeNumber: '31' });
    const b = await authorise(two, { officeId: at.id, employeeNumber: '32' });
    await confirm([
      { id: a.id, paper: true },
      { id: b.id, paper: true },
    ]);
    on('2028-05-02');
    const as = { token: await memberToken(site, one.id) };
    const withdrawn = await site.ok(withdrawAuthorisation, { params: { id: a.id }, body: {} }, as);
    expect(withdrawn.authorisation).toMatchObject({ state: 'withdrawn', until: '2029-06' });
    const body = { id: b.id, reason: 'Retired', month: '2028-05' };
    const ended = await site.ok(endAuthorisation, { body }, await office({ powers: ['money'] }));
    expect(ended.authorisation).toMatchObject({ state: 'ended', until: '2028-05', reason: 'Retired' });
    expect((await site.fails(endAuthorisation, { body }, await office())).body.code).toBe('WRONG_STATE');
  });

  it('ends what is live of somebody who leaves', async () => {
    const at = await payingOffice();
    const member = await person();
    const { id } = await authorise(member, { officeId: at.id, employeeNumber: '41' });
    await confirm([{ id, paper: true }]);
    const body = { id: member.id, status: 'Rejected', reason: 'Left the service' };
    await site.ok(decideRegistration, { body }, await office());
    const [row] = await site.database.select().from(salaryAuthorisations).where(eq(salaryAuthorisations.id, id));
    expect(row).toMatchObject({ state: 'ended', reason: 'left', until: monthOf(clock.today()) });
    await site.database.update(members).set({ status: 'Approved' }).where(eq(members.id, member.id));
  });
});

it('follows a person to the record that is kept of two, whose own live one stays', async () => {
  const at = await payingOffice();
  const [value, other] = [await person(), await person()];
  const result = await authorise(value, { officeId: at.id, employeeNumber: '61' });
  const first = await authorise(other, { officeId: at.id, employeeNumber: '62' });
  await confirm([{ id: first.id, paper: true }]);
  await site.database.transaction((tx) => moveAuthorisations(tx, other.id, value.id));
  expect(await mine(value)).toMatchObject({
    authorisation: { id: result.id, state: 'asked' },
    history: [{ id: first.id, state: 'ended', reason: 'merged' }],
  });
  const third = await authorise(other, { officeId: at.id, employeeNumber: '63' });
  const nobody = await person();
  await site.database.transaction((tx) => moveAuthorisations(tx, other.id, nobody.id));
  expect((await mine(nobody)).authorisation).toMatchObject({ id: third.id, state: 'asked' });
});

describe('lists', () => {
  it('show a bound office who and where in its State, and neither number nor amount', async () => {
    const [kerala, goa] = [await payingOffice({ state: 'Kerala' }), await payingOffice({ state: 'Goa', district: '' })];
    const [one, two] = [await person({ name: 'Anita Menon', state: 'Goa' }), await person({ name: 'Suresh Naik' })];
    await authorise(one, { officeId: kerala.id, employeeNumber: 'SECRET-1' });
    await authorise(two, { officeId: goa.id, employeeNumber: 'SECRET-2' });
    const bound = await office({ powers: ['members'], states: ['Kerala'] });
    const result = await site.ok(listAuthorisations, { query: { officeId: kerala.id } }, bound);
    expect(result.data).toEqual([
      {
        name: 'Anita Menon',
        memberNumber: one.memberNumber,
        state: 'asked',
        office: { id: kerala.id, name: kerala.name, state: 'Kerala', district: 'Ernakulam' },
      },
    ]);
    expect((await site.ok(listAuthorisations, { query: { officeId: goa.id } }, bound)).data).toEqual([]);
    const all = await site.ok(listAuthorisations, { query: { search: 'suresh' } }, await office({ powers: ['money'] }));
    expect(all.data).toMatchObject([{ name: 'Suresh Naik', employeeNumber: 'SECRET-2', amount: 1_000, signed: false }]);
    const offices = await site.ok(listPayingOffices, { query: { search: goa.name } }, bound);
    expect(offices.data).toEqual([]);
    expect((await site.fails(listAuthorisations, {}, await office({ powers: ['members'] }))).status).toBe(403);
  });

  it('show members paying offices by two letters at least, name and place alone', async () => {
    const at = await payingOffice({ name: 'Zonal Pay Office', address: 'Secret street' });
    const member = await person();
    expect((await site.ok(listPayingOffices, { query: { search: 'z' } }, member.as)).data).toEqual([]);
    expect((await site.ok(listPayingOffices, { query: { search: 'zonal' } }, member.as)).data).toEqual([
      { id: at.id, name: 'Zonal Pay Office', state: 'Kerala', district: 'Ernakulam' },
    ]);
  });
});

describe('paying offices', () => {
  it('have a code once, a State that exists, and one of two editors wins', async () => {
    const at = await payingOffice({ ddoCode: 'AB/12-3', strength: 43 });
    expect(at).toMatchObject({ strength: 43, version: 1, asked: 0, confirmed: 0 });
    const as = await office();
    const body = { name: 'Other', ddoCode: 'ab123', state: 'Kerala' };
    expect((await site.fails(createPayingOffice, { body }, as)).body).toMatchObject({ code: 'CODE_TAKEN' });
    expect(
      (await site.fails(createPayingOffice, { body: { ...body, ddoCode: '', state: 'Atlantis' } }, as)).status,
    ).toBe(400);
    for (const strength of [-1, 1.5]) {
      expect((await site.fails(createPayingOffice, { body: { ...body, ddoCode: '', strength } }, as)).status).toBe(400);
    }
    const both = await Promise.all(
      ['One', 'Two'].map((name) => site.call(createPayingOffice, { body: { ...body, name, ddoCode: 'RACE' } }, as)),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const change = (values: object) => site.call(updatePayingOffice, { params: { id: at.id }, body: values }, as);
    expect((await change({ strength: 44, version: 1 })).body).toMatchObject({
      office: { strength: 44, version: 2, ddoCode: 'AB/12-3' },
    });
    expect((await change({ strength: 45, version: 1 })).body).toMatchObject({ code: 'RECORD_CHANGED' });
    expect((await change({ strength: null })).body).toMatchObject({ office: { strength: null } });
  });
});
