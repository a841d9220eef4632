import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { readXlsx } from 'hucre/xlsx';
import { afterEach, describe, expect, it } from 'vitest';
import { letterRecipients, letters } from '#server/features/letters/tables.ts';
import { updateMember } from '#server/features/members/members.queries.ts';
import { fillFacts } from '#server/features/members/membership-facts.ts';
import { members, membershipFacts } from '#server/features/members/tables.ts';
import { dividePayments } from '#server/features/payments/ledger.ts';
import { findViews } from '#server/features/payments/payments.queries.ts';
import { clock } from '#shared/clock.ts';
import { receivePayments, refundPayment, waivePayment } from '#shared/contracts/payments.ts';
import { closeYear, ledgerOfYear } from '#shared/contracts/receipts.ts';
import { decideRegistration, deleteRegistration } from '#shared/contracts/registrations.ts';
import * as contract from '#shared/contracts/reports.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import { membershipValues } from '#shared/memberships.ts';
import { registrationStatuses } from '#shared/options.ts';
import { emptyLog, startTestApp } from '#tests/app.ts';
import { clearMoney, clearNumbers, dueFactory, moneyRows, setAmount, setAskedAt } from '#tests/factories/dues.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { guestFactory, openConferenceFactory } from '#tests/factories/participations.ts';
import { tenth } from '#tests/length.ts';
import { adminToken, confirmedToken } from '#tests/logins.ts';

const site = await startTestApp();
afterEach(async () => {
  clock.set(new Date());
  await clearMoney(site);
  await clearNumbers(site);
  await site.database.pool.query('delete from membership_facts; delete from members');
  await emptyLog(site);
});

/** The administrator logs in again whenever the clock is set. */
async function on(day: string) {
  clock.set(new Date(`${day}T12:00:00+05:30`));
  return { token: await adminToken(site) };
}
const report = async (year: string, as: { token: string }) =>
  (await site.ok(contract.getYearReport, { query: { year } }, as)).data;
const listed = async (query: object, as: { token: string }) => site.ok(contract.listReportEntries, { query }, as);

it('sums money by the tier that the receipts name, as the year’s ledger does, after upgrades too', async () => {
  const as = { token: await confirmedToken(site) };
  const year = financialYearOf(clock.today());
  const { id } = await memberFactory(site, { membership: 'Individual member', paymentStatus: 'PAYMENT_SUCCESS' });
  const rows = [
    await dueFactory(site, { memberId: id, purpose: 'annual', period: year, amount: 1_000 }),
    await dueFactory(site, { memberId: id, purpose: 'upgrade', membership: 'lifetime member', amount: 9_000 }),
  ];
  // The subscription was asked for as an individual member, and comes after the upgrade.
  await site.ok(receivePayments, { body: { ids: [rows[1]!.id] } }, as);
  await site.ok(receivePayments, { body: { ids: [rows[0]!.id] } }, as);
  const { money } = await report(year, as);
  const csv = (await site.call(ledgerOfYear, { query: { year, format: 'csv' } }, as)).raw.toString();
  const ofLedger = Object.fromEntries(
    csv
      .split('\r\n')
      .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
      .filter(([first, , , , , , , tier]) => first === 'Received' && tier)
      .map((cells) => [cells[7], Number(cells[8])]),
  );
  expect(Object.keys(ofLedger).length).toBeGreaterThan(0);
  const received = money.byTier.filter((row) => row.received > 0).map((row) => [row.membership, row.received]);
  expect(Object.fromEntries(received)).toEqual(ofLedger);
  expect(money.byTier.reduce((sum, row) => sum + row.received, 0)).toBe(money.received);
  const { data } = await listed({ year, number: 'money.received', membership: 'lifetime member' }, as);
  expect(data.reduce((sum, { amount }) => sum + amount!, 0)).toBe(ofLedger['lifetime member']);
});

describe('members', () => {
  it('join, leave and are rejected on their days; the year does not change when they are erased or move', async () => {
    let as = await on('2026-05-04');
    const applicant = await memberFactory(site, {
      status: 'New',
      state: 'Kerala',
      district: 'Idukki',
      gender: 'Female',
    });
    const refused = await memberFactory(site, { status: 'New' });
    await site.ok(decideRegistration, { body: { id: applicant.id, status: 'Approved' } }, as);
    await site.ok(decideRegistration, { body: { id: refused.id, status: 'Rejected', reason: 'x' } }, as);
    as = await on('2027-02-10');
    const first = await report('2026-27', as);
    expect(first).toMatchObject({
      year: '2026-27',
      from: '2026-04-01',
      until: '2027-03-31',
      members: { start: 0, joined: 1, left: 0, rejected: 1, end: 1 },
    });
    expect(first.members.byState).toEqual([{ state: 'Kerala', start: 0, joined: 1, left: 0, changed: 0, end: 1 }]);
    expect(first.members.byDistrict[0]).toMatchObject({ state: 'Kerala', district: 'Idukki', end: 1 });
    expect(first.members.byMonth.length).toBe(12);
    expect(first.members.byMonth[1]).toEqual({ month: '2026-05', joined: 1, left: 0, rejected: 1 });
    await site.database.transaction((tx) => updateMember(tx, applicant.id, { state: 'Goa', district: 'South Goa' }));
    const moved = await report('2026-27', as);
    expect(moved.members.byState).toEqual([
      { state: 'Goa', start: 0, joined: 0, left: 0, changed: 1, end: 1 },
      { state: 'Kerala', start: 0, joined: 1, left: 0, changed: -1, end: 0 },
    ]);
    as = await on('2027-06-01');
    await site.ok(decideRegistration, { body: { id: applicant.id, status: 'Rejected', reason: 'x' } }, as);
    await site.ok(deleteRegistration, { params: { id: applicant.id } }, as);
    expect((await report('2026-27', as)).members).toEqual(moved.members);
    expect((await report('2027-28', as)).members).toMatchObject({ start: 1, joined: 0, left: 1, end: 0 });
    const { data } = await listed({ year: '2026-27', number: 'members.joined' }, as);
    expect(data).toEqual([
      expect.objectContaining({ id: null, name: 'erased person', state: 'Kerala', day: '2026-05-04' }),
    ]);
  });

  it('agree with a count of random histories, number by number and with their lists', async () => {
    const step = fc.record({
      who: fc.integer({ min: 0, max: 5 }),
      status: fc.constantFrom(...registrationStatuses),
      membership: fc.constantFrom(...membershipValues),
      state: fc.constantFrom('Kerala', 'Goa', 'Bihar'),
    });
    const histories = fc.sample(fc.array(step, { minLength: 25, maxLength: 25 }), { numRuns: tenth(3), seed: 7 });
    for (const history of histories) {
      await site.database.pool.query('delete from membership_facts');
      await clearMoney(site);
      await site.database.pool.query('delete from members');
      const people = [];
      for (let n = 0; n < 6; n++)
        people.push(await memberFactory(site, { status: 'New', state: 'Goa', district: 'Goa district' }));
      const now = people.map(({ id }) => ({ id, status: 'New', membership: 'Individual member', state: 'Goa' }));
      const facts = { joined: 0, left: 0, rejected: 0 };
      const at: Record<string, number> = {};
      const count = () => now.filter(({ status }) => status === 'Approved').length;
      for (const [index, { who, ...next }] of history.entries()) {
        // A step every twenty days from February on: past the end of a financial year.
        clock.set(new Date(Date.UTC(2026, 1, 1 + index * 20, 6)));
        const before = now[who]!;
        if (clock.today() >= '2026-04-01') at.start ??= count();
        const inYear = clock.today() >= '2026-04-01' && clock.today() <= '2027-03-31';
        if (inYear && before.status === 'Approved' && next.status !== 'Approved') facts.left += 1;
        if (inYear && before.status !== 'Approved' && next.status === 'Approved') facts.joined += 1;
        if (inYear && before.status === 'New' && next.status === 'Rejected') facts.rejected += 1;
        await site.database.transaction((tx) =>
          updateMember(tx, before.id, { ...next, district: `${next.state} district` }),
        );
        now[who] = { ...before, ...next };
        if (clock.today() <= '2027-03-31') at.end = count();
      }
      clock.set(new Date('2027-12-01T06:00:00Z'));
      const as = { token: await adminToken(site) };
      const { members: value } = await report('2026-27', as);
      expect(value).toMatchObject({ start: at.start, end: at.end, ...facts });
      expect(value.start + value.joined - value.left).toBe(value.end);
      for (const rows of [value.byTier, value.byState, value.byGender]) {
        for (const row of rows) expect(row.start + row.joined - row.left + row.changed).toBe(row.end);
        expect(rows.reduce((sum, row) => sum + row.end, 0)).toBe(value.end);
        expect(rows.reduce((sum, row) => sum + row.changed, 0)).toBe(0);
      }
      for (const number of ['start', 'joined', 'left', 'rejected', 'end'] as const) {
        const { pagination } = await listed({ year: '2026-27', number: `members.${number}` }, as);
        expect([number, pagination.totalCount]).toEqual([number, value[number]]);
        if (number === 'start' || number === 'end') {
          // Each in the one State in which they were on that day.
          const all = await listed({ year: '2026-27', number: `members.${number}` }, as);
          for (const { state, district } of all.data) expect(district).toBe(`${state} district`);
        }
        for (const { state, ...row } of number === 'rejected' ? [] : value.byState) {
          const ofState = await listed({ year: '2026-27', number: `members.${number}`, state }, as);
          expect([number, state, ofState.pagination.totalCount]).toEqual([number, state, row[number as 'end']]);
        }
      }
    }
  });

  it('from before facts were stored are derived from the log and their records', async () => {
    const as = await on('2026-11-20');
    const { id } = await memberFactory(site, { status: 'New' });
    await site.ok(decideRegistration, { body: { id, status: 'Approved' } }, as);
    await memberFactory(site, { approvedAt: new Date('2019-05-01T06:00:00Z') });
    const [before] = [await site.database.select().from(membershipFacts).orderBy(membershipFacts.day)];
    await site.database.delete(membershipFacts);
    await fillFacts(site.database);
    await fillFacts(site.database);
    const after = await site.database.select().from(membershipFacts).orderBy(membershipFacts.day);
    const plain = (rows: typeof after) => rows.map(({ id: rowId, ...row }) => row);
    expect(plain(after)).toEqual(plain(before!));
    expect(after.map(({ day }) => day)).toEqual(['2019-05-01', '2026-11-20']);
  });
});

it('counts the letters whose sending began in the year, and the results of their mails', async () => {
  const as = await on('2027-06-01');
  const member = await memberFactory(site);
  const letter = { title: 'x', text: 'x', by: 'office@example.org', state: 'sent' as const };
  const at = (time: string) => new Date(`${time}+05:30`);
  const rows = await site.database
    .insert(letters)
    .values([
      { ...letter, kind: 'circular', number: '2026/001', startedAt: at('2026-04-01T00:00:00') },
      { ...letter, kind: 'notice', number: '2027/001', startedAt: at('2027-03-31T23:59:59') },
      { ...letter, kind: 'circular', number: '2027/002', startedAt: at('2027-04-01T00:00:00') },
      { ...letter, kind: 'circular', state: 'draft' },
    ])
    .returning();
  const recipient = { name: 'x', state: 'Goa', memberId: null };
  await site.database.insert(letterRecipients).values([
    ...(['sent', 'sent', 'failed', 'bounced', 'leftOut', 'waiting'] as const).map((mail, index) => ({
      ...recipient,
      letterId: rows[0]!.id,
      position: index + 1,
      mail,
    })),
    { ...recipient, memberId: member.id, letterId: rows[2]!.id, position: 1, mail: 'sent' as const },
  ]);
  expect((await report('2026-27', as)).letters).toEqual({ circulars: 1, notices: 1, mails: 2, failed: 2 });
  for (const [number, count] of [
    ['letters.mails', 2],
    ['letters.failed', 2],
  ] as const) {
    const { data } = await listed({ year: '2026-27', number }, as);
    expect([number, data.length]).toEqual([number, count]);
    expect(data[0]).toMatchObject({ name: 'x', state: 'Goa', reference: '2026/001' });
  }
  expect((await report('2027-28', as)).letters).toEqual({ circulars: 1, notices: 0, mails: 1, failed: 0 });
});

describe('money', () => {
  it('is what was asked, received, refunded and outstanding, by the right days', async () => {
    let as = await on('2027-03-30');
    const [paid, late] = [
      await memberFactory(site, { status: 'New' }),
      await memberFactory(site, { status: 'New', membership: 'Patron member' }),
    ];
    await setAskedAt(site, 'all', clock.now());
    const idOf = async (memberId: string) => (await moneyRows(site, { memberId }))[0]!.id;
    await site.ok(receivePayments, { body: { ids: [await idOf(paid.id)], receivedOn: '2027-03-29' } }, as);
    as = await on('2027-04-20');
    await site.ok(receivePayments, { body: { ids: [await idOf(late.id)] } }, as);
    const refund = { id: await idOf(paid.id), refundedOn: '2027-04-20', utr: '123456789012' };
    await site.database.update(members).set({ membership: 'lifetime member' }).where(eq(members.id, late.id));
    await site.ok(refundPayment, { body: refund }, as);
    const past = (await report('2026-27', as)).money;
    expect(past).toMatchObject({ asked: 26_000, received: 1_000, refunded: 0, outstanding: 25_000, waived: 0 });
    expect(past.byPurpose[0]).toEqual({
      purpose: 'admission',
      asked: 26_000,
      received: 1_000,
      refunded: 0,
      outstanding: 25_000,
    });
    expect(past.byTier).toContainEqual({
      membership: 'Patron member',
      asked: 25_000,
      received: 0,
      refunded: 0,
      outstanding: 25_000,
    });
    const running = (await report('2027-28', as)).money;
    expect(running).toMatchObject({ asked: 0, received: 25_000, refunded: 1_000, outstanding: 0 });
    for (const number of ['asked', 'received', 'refunded', 'outstanding'] as const) {
      for (const year of ['2026-27', '2027-28', '2027']) {
        const { money } = await report(year, as);
        const { data } = await listed({ year, number: `money.${number}` }, as);
        expect([year, number, data.reduce((sum, { amount }) => sum + amount!, 0)]).toEqual([
          year,
          number,
          money[number],
        ]);
      }
    }
  });
});

it('what was outstanding on the last day of a year stays so when it is waived, cancelled, owed again or paid in parts later', async () => {
  let as = await on('2027-03-01');
  const people = [];
  for (const tier of ['Individual member', 'Patron member', 'lifetime member'] as const) {
    people.push(await memberFactory(site, { status: 'New', membership: tier }));
  }
  await setAskedAt(site, 'all', clock.now());
  const idOf = async (memberId: string) => (await moneyRows(site, { memberId }))[0]!.id;
  const [waived, cancelled, divided] = people.map(({ id }) => id) as [string, string, string];
  as = await on('2027-04-02');
  const { money: before } = await report('2026-27', as);
  expect(before).toMatchObject({ asked: 36_000, outstanding: 36_000, waived: 0 });
  await site.ok(waivePayment, { body: { id: await idOf(waived), note: 'x' } }, as);
  await site.ok(decideRegistration, { body: { id: cancelled, status: 'Rejected', reason: 'x' } }, as);
  const view = (await findViews(site.database, [await idOf(divided)]))[0]!;
  await site.database.transaction((tx) => dividePayments(tx, [{ id: view.payment.id, came: 4_000 }]));
  const agrees = async (year: string, sums: object) => {
    const { money } = await report(year, as);
    expect([year, money]).toEqual([year, expect.objectContaining(sums)]);
    for (const number of ['asked', 'waived', 'outstanding'] as const) {
      const { data } = await listed({ year, number: `money.${number}` }, as);
      expect([number, data.reduce((sum, { amount }) => sum + amount!, 0)]).toEqual([number, money[number]]);
    }
  };
  expect((await report('2026-27', as)).money).toEqual(before);
  await agrees('2026-27', { asked: 36_000, outstanding: 36_000 });
  await agrees('2027-28', { asked: 0, outstanding: 10_000, waived: 1_000 });
  as = await on('2028-04-02');
  await site.ok(decideRegistration, { body: { id: cancelled, status: 'New' } }, as);
  await agrees('2026-27', { outstanding: 36_000 });
  await agrees('2027-28', { outstanding: 10_000 });
  await agrees('2028-29', { outstanding: 35_000 });
});

it('reports do not contradict themselves while the office approves', async () => {
  const as = await on('2026-11-20');
  const people = [];
  for (let n = 0; n < 30; n++) people.push(await memberFactory(site, { status: 'New' }));
  let deciding = true;
  const decided = (async () => {
    for (const { id } of people) await site.ok(decideRegistration, { body: { id, status: 'Approved' } }, as);
    deciding = false;
  })();
  let count = 0;
  do {
    const { members: value } = await report('2026-27', as);
    count += 1;
    for (const rows of [value.byTier, value.byState, value.byMonth]) {
      expect(rows.reduce((sum, { joined }) => sum + joined, 0)).toBe(value.joined);
    }
  } while (deciding);
  await decided;
  expect(count).toBeGreaterThan(1);
});

it('a closed year that is over does not change until it is reopened', async () => {
  let as = await on('2027-03-01');
  const applicant = await memberFactory(site, { status: 'New' });
  await setAskedAt(site, 'all', clock.now());
  as = { token: await confirmedToken(site) };
  const close = async (closed: boolean) =>
    site.ok(closeYear, { body: { year: '2026-27', closed, reason: 'x' } }, { token: await confirmedToken(site) });
  await on('2027-04-10');
  await close(true);
  as = await on('2027-04-11');
  const closed = await report('2026-27', as);
  expect(closed.money).toMatchObject({ asked: 1_000, outstanding: 1_000 });
  await site.ok(decideRegistration, { body: { id: applicant.id, status: 'Rejected', reason: 'x' } }, as);
  await setAmount(site, 'all', 2_000);
  expect(await report('2026-27', as)).toEqual(closed);
  await close(false);
  expect((await report('2026-27', as)).money).toMatchObject({ asked: 2_000, outstanding: 2_000 });
});

it('counts the participants of the conferences of the year', async () => {
  const as = await on('2026-11-20');
  const { id: conferenceId } = await openConferenceFactory(site, { startsAt: new Date('2026-06-01T06:00:00Z') });
  await openConferenceFactory(site, { startsAt: new Date('2027-06-01T06:00:00Z') });
  const states = ['registered', 'registered', 'waiting', 'cancelled'] as const;
  for (const [index, state] of states.entries()) {
    await guestFactory(site, { conferenceId, state, checkedInAt: index === 0 ? clock.now() : null });
  }
  const { conferences } = await report('2026-27', as);
  expect(conferences).toEqual([
    expect.objectContaining({ id: conferenceId, registered: 2, waiting: 1, cancelled: 1, attended: 1 }),
  ]);
});

describe('a year', () => {
  it('is a financial or a calendar one that has begun; an early one has zeros', async () => {
    const as = await on('2026-11-20');
    for (const year of ['2027-28', '2027', '2026-28', 'x', '']) {
      const { status, body } = await site.fails(contract.getYearReport, { query: { year } }, as);
      expect([year, status, Object.keys(body.fields ?? {})]).toEqual([year, 400, ['year']]);
    }
    for (const early of ['1901', '1999-00', '1900-01', '2000-01']) {
      expect((await report(early, as)).money).toMatchObject({ asked: 0, outstanding: 0 });
    }
    expect((await report('1990', as)).members).toMatchObject({ start: 0, end: 0 });
    expect((await report('2026', as)).from).toBe('2026-01-01');
    expect((await site.ok(contract.getYearReport, {}, as)).data.year).toBe('2026-27');
    for (const [name, value] of [
      ['number', 'members.x'],
      ['month', '2026-13'],
    ]) {
      const query = { number: 'members.joined', [name!]: value };
      const wrong = await site.fails(contract.listReportEntries, { query }, as);
      expect(Object.keys(wrong.body.fields ?? {})).toEqual([name]);
    }
    expect((await listed({ number: 'members.joined', month: '' }, as)).data).toEqual([]);
  });

  it('is also a workbook with one sheet per table and the same numbers', async () => {
    const as = await on('2026-11-20');
    await memberFactory(site, { state: 'Kerala', approvedAt: new Date('2026-06-01T06:00:00Z') });
    await openConferenceFactory(site, { startsAt: new Date('2026-06-01T20:00:00Z') });
    const answer = await site.call(contract.getYearReport, { query: { year: '2026-27', format: 'xlsx' } }, as);
    expect(answer.headers['content-disposition']).toContain('report-2026-27.xlsx');
    const { sheets } = await readXlsx(answer.raw);
    const rows = (name: string) => sheets.find((sheet) => sheet.name === name)!.rows;
    expect(rows('Summary')).toContainEqual(['Joined', 1]);
    expect(rows('Summary')).toContainEqual(['From', new Date('2026-04-01T00:00:00Z')]);
    expect(rows('Tiers').map(([tier]) => tier)).toContain('Permanent/Lifetime');
    expect(rows('Conferences').map((row) => row[1])).toContainEqual(new Date('2026-06-02T00:00:00Z'));
    expect(rows('States')[1]).toEqual(['Kerala', 0, 1, 0, 0, 1]);
    expect(sheets.length).toBe(10);
  });
});

it('a report over many facts is counted in one pass', async () => {
  await site.database.execute(sql`insert into membership_facts (day, kind, sign, person, tier, state, district, gender, office)
    select '2020-01-01'::date + n % 2000, 'joined', 1, gen_random_uuid(), 'Individual member', 'S' || n % 36, 'D' || n % 700, 'Male', ''
    from generate_series(1, 5000) n`);
  const as = await on('2026-11-20');
  expect((await report('2026-27', as)).members.end).toBe(5_000);
});
