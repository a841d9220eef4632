import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { clock } from '#shared/clock.ts';
import { getOverview } from '#shared/contracts/overview.ts';
import { cancelReceipt, receivePayments, refundPayment } from '#shared/contracts/payments.ts';
import { closeYear } from '#shared/contracts/receipts.ts';
import * as calls from '#shared/contracts/shares.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import { startTestApp } from '#tests/app.ts';
import { clearMoney, moneyRows, openYears, setAmount } from '#tests/factories/dues.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { tenth } from '#tests/length.ts';
import { adminToken, confirmedToken, newAdministrator } from '#tests/logins.ts';
import { readPdf } from '#tests/pdf.ts';
import { shareEntries } from './tables.ts';

const site = await startTestApp();

/** Logs in again, as the clock may have moved. */
const as = async (powers: ('full' | 'money' | 'members' | 'content')[] = ['full'], states: string[] = []) => ({
  token: await confirmedToken(site, { powers, states }),
});
const on = (day: string) => clock.set(new Date(`${day}T12:00:00+05:30`));

afterEach(async () => {
  on('2026-11-25');
  const office = await as();
  for (const year of ['2025-26', '2026-27']) {
    await site.ok(closeYear, { body: { year, closed: false, reason: 'x' } }, office);
  }
  await site.database.pool.query('delete from share_entries');
  await clearMoney(site);
  await site.database.pool.query(
    `update share_settings set enabled = false, percent = '{}', by_state = '{}', "from" = null`,
  );
});

/** Somebody who owes Rs 1,000. */
async function person(state: string, membership: 'Individual member' | 'lifetime member' = 'Individual member') {
  const member = await memberFactory(site, { status: 'New', state, membership: membership });
  const [row] = await moneyRows(site, { memberId: member.id });
  return { id: row!.id, memberId: member.id, amount: row!.amount };
}
type Office = { token: string };
const receive = (office: Office, id: string, receivedOn: string) =>
  site.ok(receivePayments, { body: { ids: [id], receivedOn } }, office);
const share = (office: Office, body: object) => site.ok(calls.updateShareSettings, { body }, office);
const listed = async (office: Office, query: object = {}) => site.ok(calls.listShares, { query }, office);
const statement = (office: Office, query: object) => site.ok(calls.shareStatement, { query }, office);

describe('the share of a receipt', () => {
  it('arises with it by the percentages of that moment, rounded down to the paisa, and is reversed with it', async () => {
    on('2026-11-20');
    const office = await as();
    const [before, kerala, goa, nowhere] = [
      await person('Kerala'),
      await person('Kerala'),
      await person('Goa'),
      await person(''),
    ];
    await receive(office, before.id, '2026-11-19');
    const percent = { 'Individual member': 33.33 };
    await share(office, {
      enabled: true,
      percent,
      byState: { Goa: { 'Individual member': 50.01 } },
      from: '2026-11-20',
    });
    for (const { id } of [kerala, goa, nowhere]) await receive(office, id, '2026-11-20');
    await share(office, { percent: { 'Individual member': 10 } });
    const later = await person('Kerala');
    await site.database.update(members).set({ state: 'Goa' }).where(eq(members.id, kerala.memberId));
    await receive(office, later.id, '2026-11-20');

    const { data, totals } = await listed(office);
    expect(data).toEqual([
      {
        state: 'Goa',
        receipts: 1,
        gross: 1_000,
        share: 500.1,
        reversed: 0,
        paid: 0,
        balance: 500.1,
        oldestUnpaid: '2026-11-20',
      },
      {
        state: 'Kerala',
        receipts: 2,
        gross: 2_000,
        share: 433.3,
        reversed: 0,
        paid: 0,
        balance: 433.3,
        oldestUnpaid: '2026-11-20',
      },
    ]);
    expect(totals).toMatchObject({ receipts: 4, gross: 4_000, share: 933.4, centre: 3_066.6 });

    on('2026-12-02');
    const next = await as();
    await site.ok(cancelReceipt, { body: { id: kerala.id, reason: 'x' } }, next);
    await site.ok(refundPayment, { body: { id: goa.id, refundedOn: '2026-12-01', utr: 'BACK' } }, next);
    const lines = await statement(next, { state: 'Kerala' });
    expect(lines.data.map(({ kind, date, amount, share: signed }) => [kind, date, amount, signed])).toEqual([
      ['share', '2026-11-20', 1_000, 333.3],
      ['share', '2026-11-20', 1_000, 100],
      ['reversal', '2026-12-02', 1_000, -333.3],
    ]);
    expect(lines).toMatchObject({ opening: 0, closing: 100 });
    expect(lines.data[0]!.receiptNumber).toBe('2026-27/000002');
    expect((await listed(next, { period: '2026-12' })).data).toMatchObject([
      { state: 'Goa', receipts: 0, reversed: 500.1, balance: 0, oldestUnpaid: null },
      { state: 'Kerala', receipts: 0, reversed: 333.3, balance: 100, oldestUnpaid: '2026-11-20' },
    ]);
    expect((await listed(next, { period: '2026-11' })).data[1]).toMatchObject({ share: 433.3, balance: 433.3 });
    // Received again it is shared again, with its new receipt.
    await receive(next, kerala.id, '2026-12-02');
    expect((await listed(next)).data.find(({ state }) => state === 'Goa')).toMatchObject({
      share: 1_000.2,
      balance: 500.1,
    });
  });

  it('is given once to the receipts since an earlier day, after a preview, but in no closed year', async () => {
    on('2026-11-25');
    const office = await as();
    const people = [await person('Kerala'), await person('Kerala'), await person('Kerala')];
    for (const [index, day] of ['2026-10-05', '2026-11-05', '2026-10-20'].entries())
      await receive(office, people[index]!.id, day);
    await site.ok(refundPayment, { body: { id: people[1]!.id, refundedOn: '2026-11-20', utr: 'BACK' } }, office);
    const result = { enabled: true, percent: { 'Individual member': 25 }, from: '2026-11-01' };
    const preview = await share(office, { ...result, preview: true });
    expect(preview).toMatchObject({
      filled: { receipts: 1, gross: 1_000, share: 250 },
      data: { enabled: false, from: null },
    });
    expect(await site.database.$count(shareEntries)).toBe(0);
    expect((await share(office, result)).filled.receipts).toBe(1);
    expect((await share(office, { ...result, percent: { 'Individual member': 90 } })).filled.receipts).toBe(0);
    expect((await listed(office)).data).toMatchObject([{ share: 250, reversed: 250, balance: 0 }]);

    await site.ok(closeYear, { body: { year: '2026-27', closed: true, reason: 'x' } }, office);
    const refused = await site.fails(calls.updateShareSettings, { body: { from: '2026-10-01' } }, office);
    expect([refused.status, refused.body.code]).toEqual([409, 'YEAR_CLOSED']);
    expect(Object.keys(refused.body.fields ?? {})).toEqual(['from']);
    expect((await site.ok(calls.getShareSettings, {}, office)).data.from).toBe('2026-11-01');
  });

  it('is not given to earlier receipts that were taken back in a closed year', async () => {
    on('2026-03-30');
    const office = await as();
    const { id } = await person('Kerala');
    await receive(office, id, '2026-03-30');
    on('2026-04-02');
    const later = await as();
    await site.ok(cancelReceipt, { body: { id, reason: 'x' } }, later);
    await site.ok(closeYear, { body: { year: '2026-27', closed: true, reason: 'x' } }, later);
    const body = { enabled: true, percent: { 'Individual member': 30 }, from: '2026-03-01' };
    const refused = await site.fails(calls.updateShareSettings, { body }, later);
    expect([refused.status, refused.body.code]).toEqual([409, 'YEAR_CLOSED']);
    expect(await site.database.$count(shareEntries)).toBe(0);
  });

  it('stands in the order of receipts, each before its reversal, where many were added together', async () => {
    on('2026-11-25');
    const office = await as();
    for (let count = 0; count < 8; count += 1) {
      const { id } = await person('Kerala');
      await receive(office, id, '2026-11-25');
      if (count % 2 === 0) await site.ok(cancelReceipt, { body: { id, reason: 'x' } }, office);
    }
    await share(office, { enabled: true, percent: { 'Individual member': 30 }, from: '2026-11-01' });
    const { data } = await statement(office, { state: 'Kerala' });
    expect(data.map(({ kind }) => kind)).toEqual([...Array(8).fill('share'), ...Array(4).fill('reversal')]);
    const numbers = data.map(({ receiptNumber }) => receiptNumber);
    expect(numbers.slice(0, 8)).toEqual(numbers.slice(0, 8).sort());
    expect(numbers.slice(8)).toEqual(numbers.slice(8).sort());
  });

  it('cannot be reversed today in a closed year', async () => {
    on('2026-03-30');
    const office = await as();
    const { id } = await person('Kerala');
    await share(office, { enabled: true, percent: { 'Individual member': 25 }, from: '2026-01-01' });
    await receive(office, id, '2026-03-30');
    on('2026-04-02');
    const later = await as();
    await site.ok(closeYear, { body: { year: '2026-27', closed: true, reason: 'x' } }, later);
    const refused = await site.fails(cancelReceipt, { body: { id, reason: 'x' } }, later);
    expect([refused.status, refused.body.code]).toEqual([409, 'YEAR_CLOSED']);
  });
});

describe('the settings', () => {
  it.each([
    [{ percent: { 'Individual member': 100.01 } }, 'percent'],
    [{ percent: { 'Individual member': 10.005 } }, 'percent'],
    [{ percent: { 'Golden member': 10 } }, 'percent'],
    [{ byState: { Atlantis: { 'Individual member': 10 } } }, 'byState'],
    [{ percent: { 'Individual member': 33.329999999999 } }, 'percent'],
    [{ percent: { 'Individual member': -1 } }, 'percent'],
    [{ from: '1999-01-01' }, 'from'],
  ])('refuse %j', async (body, field) => {
    const { status, body: failed } = await site.fails(calls.updateShareSettings, { body }, await as());
    expect(status).toBe(400);
    expect(Object.keys(failed.fields ?? {}).some((name) => name.startsWith(field))).toBe(true);
  });

  it('take today where no first day is given', async () => {
    on('2026-11-25');
    const office = await as();
    await receive(office, (await person('Kerala')).id, '2026-11-24');
    const { data, filled } = await share(office, { enabled: true, percent: { 'Individual member': 30 } });
    expect([data.from, filled.receipts]).toEqual(['2026-11-25', 0]);
    await receive(office, (await person('Kerala')).id, '2026-11-25');
    expect((await listed(office)).data).toMatchObject([{ receipts: 1, share: 300 }]);
  });

  it('of a State with its own percentages fall back to those of all States', async () => {
    on('2026-11-25');
    const office = await as();
    const byState = { Kerala: { 'lifetime member': 50 } };
    await share(office, { enabled: true, percent: { 'Individual member': 30 }, byState, from: '2026-11-01' });
    for (const [state, tier] of [
      ['Kerala', 'Individual member'],
      ['Kerala', 'lifetime member'],
      ['Goa', 'lifetime member'],
    ] as const) {
      await receive(office, (await person(state, tier)).id, '2026-11-25');
    }
    expect((await statement(office, { state: 'Kerala' })).data.map((line) => line.share / line.amount)).toEqual([
      0.3, 0.5,
    ]);
    // An absent membership is 0: the receipt is the centre's.
    expect((await listed(office)).data[0]).toMatchObject({ state: 'Goa', receipts: 1, share: 0, oldestUnpaid: null });
  });

  it('of another version are refused', async () => {
    const office = await as();
    const { version } = (await site.ok(calls.getShareSettings, {}, office)).data;
    await share(office, { percent: { 'Individual member': 5 }, version });
    const { body } = await site.fails(calls.updateShareSettings, { body: { percent: {}, version } }, office);
    expect(body.code).toBe('RECORD_CHANGED');
  });
});

describe('a payment to a State', () => {
  async function owed(office: Office) {
    on('2026-11-25');
    await share(office, { enabled: true, percent: { 'Individual member': 30 }, from: '2026-01-01' });
    for (const day of ['2026-10-01', '2026-11-01']) await receive(office, (await person('Kerala')).id, day);
  }
  const body = { state: 'Kerala', amount: 300, paidOn: '2026-11-24', utr: 'UTR: 6325 1234 5678' };

  it('is noted once, settles the oldest shares, and is taken back by a line of today', async () => {
    const office = await as();
    await owed(office);
    const [first, second] = await Promise.all([
      site.ok(calls.payShares, { body }, office),
      site.ok(calls.payShares, { body }, office),
    ]);
    expect(second.payment).toEqual(first.payment);
    expect(first.payment).toMatchObject({ amount: 300, utr: '632512345678', cancelled: null });
    expect((await listed(office)).data[0]).toMatchObject({ paid: 300, balance: 300, oldestUnpaid: '2026-11-01' });
    on('2026-11-26');
    const next = await as();
    const result = { params: { id: first.payment.id }, body: { reason: 'Returned' } };
    expect((await site.ok(calls.cancelSharePayment, result, next)).payment.cancelled).toMatchObject({
      reason: 'Returned',
      on: '2026-11-26',
    });
    const { data, closing } = await statement(next, { state: 'Kerala', from: '2026-11-01' });
    expect(data.map(({ kind, amount, share: signed }) => [kind, amount, signed])).toEqual([
      ['share', 1_000, 300],
      ['payment', 300, -300],
      ['payment', -300, 300],
    ]);
    expect(closing).toBe(600);
    expect((await site.fails(calls.cancelSharePayment, result, next)).body.code).toBe('WRONG_STATE');
    // The same facts again are another payment now.
    expect((await site.ok(calls.payShares, { body }, next)).payment.id).not.toBe(first.payment.id);
  });

  it('of more than the balance has to be said to be an advance', async () => {
    const office = await as();
    await owed(office);
    const more = { ...body, amount: 600.01 };
    const { status, body: failed } = await site.fails(calls.payShares, { body: more }, office);
    expect([status, failed.code]).toEqual([409, 'MORE_THAN_BALANCE']);
    await site.ok(calls.payShares, { body: { ...more, advance: true } }, office);
    expect((await listed(office)).data[0]).toMatchObject({ balance: -0.01, oldestUnpaid: null });
  });

  it.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: 1.005 }, 'amount'],
    [{ state: 'Atlantis' }, 'state'],
    [{ utr: ' ' }, 'utr'],
    [{ paidOn: '2026-11-26' }, 'paidOn'],
  ])('is refused with %j', async (wrong, field) => {
    on('2026-11-25');
    const { status, body: failed } = await site.fails(calls.payShares, { body: { ...body, ...wrong } }, await as());
    expect([status, Object.keys(failed.fields ?? {})]).toEqual([400, [field]]);
  });

  it('is taken back without the password, as a receipt is cancelled', async () => {
    const office = await as();
    await owed(office);
    const { payment } = await site.ok(calls.payShares, { body }, office);
    const { id } = await newAdministrator(site, { powers: ['money'] });
    const unconfirmed = { token: await adminToken(site, id) };
    expect((await site.fails(calls.payShares, { body }, unconfirmed)).body.code).toBe('CONFIRMATION_NEEDED');
    await site.ok(
      calls.cancelSharePayment,
      { params: { id: payment.id }, body: { reason: 'Typed twice' } },
      unconfirmed,
    );
    expect((await listed(office)).data[0]).toMatchObject({ paid: 0, balance: 600 });
    // As two lines: the payment of yesterday and the one of today against it.
    expect((await statement(office, { state: 'Kerala' })).data.filter(({ kind }) => kind === 'payment')).toHaveLength(
      2,
    );
  });

  it('is refused in a closed year', async () => {
    const office = await as();
    await owed(office);
    await site.ok(closeYear, { body: { year: '2025-26', closed: true, reason: 'x' } }, office);
    const old = { ...body, paidOn: '2026-03-31' };
    expect((await site.fails(calls.payShares, { body: old }, office)).body.code).toBe('YEAR_CLOSED');
  });
});

it('an office of a State sees its own State, without numbers of receipts, and on its Overview', async () => {
  on('2026-11-25');
  const full = await as();
  await share(full, { enabled: true, percent: { 'Individual member': 30 }, from: '2026-01-01' });
  for (const state of ['Kerala', 'Goa']) await receive(full, (await person(state)).id, '2026-11-20');
  const kerala = await as(['members'], ['Kerala']);
  expect((await listed(kerala)).data.map(({ state }) => state)).toEqual(['Kerala']);
  expect((await listed(kerala)).totals).toMatchObject({ gross: 1_000, centre: 700 });
  expect((await statement(kerala, { state: 'Kerala' })).data[0]).toMatchObject({ share: 300, receiptNumber: null });
  expect((await site.fails(calls.shareStatement, { query: { state: 'Goa' } }, kerala)).status).toBe(404);
  expect((await site.ok(getOverview, {}, kerala)).data.shares).toEqual({
    state: 'Kerala',
    balance: 300,
    oldestUnpaid: '2026-11-20',
  });
  expect((await site.ok(getOverview, {}, full)).data.shares).toBeNull();
});

it.each([
  [{ state: 'Atlantis' }, 404],
  [{ state: ' ' }, 400],
  [{ state: 'Kerala', from: '2026-11-02', until: '2026-11-01' }, 400],
  [{ state: 'Kerala', from: '2026-02-30' }, 400],
  [{ state: 'Kerala', format: 'csv' }, 400],
  [{ state: 'Kerala' }, 200],
])('a statement of %j answers %i', async (query, status) => {
  expect((await site.call(calls.shareStatement, { query }, await as(['money']))).status).toBe(status);
});

it('a statement is a workbook and a letter on as many pages as it needs', async () => {
  on('2026-11-25');
  const office = await as();
  await share(office, { enabled: true, percent: { 'Individual member': 30 }, from: '2026-01-01' });
  for (let count = 0; count < 45; count += 1) await receive(office, (await person('Tamil Nadu')).id, '2026-11-20');
  const file = (format: string) =>
    site.app.inject({
      url: `/api/Shares/statement?State=Tamil%20Nadu&from=2026-04-01&format=${format}`,
      headers: { authorization: `Bearer ${office.token}` },
    });
  const workbook = await file('xlsx');
  expect([workbook.statusCode, workbook.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  expect(workbook.headers['content-disposition']).toContain('shares-tamil-nadu-2026-04-01.xlsx');
  const letter = await file('pdf');
  const pages = await readPdf(letter.rawPayload);
  expect(pages).toHaveLength(2);
  expect(pages[0]!.text).toContain('Statement of shares: Tamil Nadu');
  expect(pages[1]!.text).toMatch(/Closing balance\s+13,500/);
});

describe('any history', () => {
  const states = ['Kerala', 'Goa', 'Assam', ''] as const;
  const tiers = ['Individual member', 'lifetime member'] as const;
  const years = ['2025-26', '2026-27', '2027-28'];
  const percent = fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100);
  const percents = fc.record({ 'Individual member': percent, 'lifetime member': percent }, { requiredKeys: [] });
  const nth = fc.nat();
  const step = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('receive' as const),
        state: fc.constantFrom(...states),
        tier: fc.constantFrom(...tiers),
        daysAgo: fc.nat({ max: 60 }),
        rupees: fc.integer({ min: 1, max: 30_000 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('cancel' as const, 'refund' as const), nth }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('again' as const), nth }) },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), nth, state: fc.constantFrom(...states) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('percent' as const),
        percent: percents,
        byState: fc.dictionary(fc.constantFrom('Kerala', 'Goa'), percents, { maxKeys: 2 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('switch' as const), enabled: fc.boolean() }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('pay' as const),
        state: fc.constantFrom('Kerala', 'Goa'),
        paise: fc.integer({ min: 1, max: 90_000 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('takeBack' as const), nth }) },
    {
      weight: 2,
      arbitrary: fc.record({
        do: fc.constant('close' as const),
        year: fc.constantFrom(...years),
        closed: fc.boolean(),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 150 }) }) },
  );
  const first = Date.UTC(2026, 1, 1);
  const dayAt = (days: number) => new Date(first + days * 86_400_000).toISOString().slice(0, 10);
  const cuts = fc.uniqueArray(fc.nat({ max: 900 }), { minLength: 1, maxLength: 4 });

  /** A line as it has to be, in paise. */
  interface Expected {
    kind: 'share' | 'reversal' | 'payment';
    state: string;
    date: string;
    share: number;
    gross: number;
  }
  interface Paid {
    id: string;
    memberId: string;
    state: string;
    tier: (typeof tiers)[number];
    rupees: number;
    isReceived: boolean;
    isOver: boolean;
    receivedOn: string;
    line: Expected | undefined;
  }

  async function run(steps: (typeof step extends fc.Arbitrary<infer S> ? S : never)[], edges: number[]) {
    await site.database.pool.query('delete from share_entries');
    await clearMoney(site);
    await openYears(site);
    let day = 120;
    const today = () => dayAt(day);
    on(today());
    let office = await as();
    const from = '2026-03-01';
    let settings = {
      enabled: true,
      percent: { 'Individual member': 12.5, 'lifetime member': 33.33 } as calls.Percents,
      byState: {} as Record<string, calls.Percents>,
    };
    await share(office, { ...settings, from });
    const lines: Expected[] = [];
    const all: Paid[] = [];
    const rows: { id: string; line: Expected; isOpen: boolean }[] = [];
    const closed = new Set<string>();
    const isClosed = (date: string) => closed.has(financialYearOf(date));
    const pick = <T>(some: T[], index: number): T | undefined => some[index % Math.max(1, some.length)];

    /** The share of a receipt by hand, in whole numbers. */
    const shareOf = (one: Paid): Expected | undefined => {
      if (!settings.enabled || one.receivedOn < from) return undefined;
      const of = settings.byState[one.state]?.[one.tier] ?? settings.percent[one.tier] ?? 0;
      const hundredths = one.state === '' ? 0 : Math.round(of * 100);
      const share = Number((BigInt(one.rupees) * BigInt(hundredths)) / BigInt(100));
      return { kind: 'share', state: one.state, date: one.receivedOn, share, gross: one.rupees * 100 };
    };
    const note = (line: Expected | undefined) => {
      if (line) lines.push(line);
      return line;
    };
    const reverse = (one: Paid) => {
      if (one.line) note({ ...one.line, kind: 'reversal', date: today(), share: -one.line.share });
    };
    /** Makes a call that a closed year refuses. @returns whether it was done */
    const unless = async (refused: boolean, call: () => Promise<{ status: number }>) => {
      expect((await call()).status).toBe(refused ? 409 : 200);
      return !refused;
    };
    async function receiveAs(one: Paid) {
      const body = { ids: [one.id], receivedOn: one.receivedOn };
      const { received } = await site.ok(receivePayments, { body }, office);
      expect(received).toBe(isClosed(one.receivedOn) ? 0 : 1);
      one.isReceived = received === 1;
      if (one.isReceived) one.line = note(shareOf(one));
    }
    /** What a change of the settings gives to earlier receipts, which were issued while nothing was shared. */
    async function change(next: typeof settings) {
      const before = settings;
      settings = next;
      const missing = all.filter((one) => one.isReceived && !one.line && shareOf(one));
      const refused = missing.some(({ receivedOn }) => isClosed(receivedOn));
      if (!(await unless(refused, () => site.call(calls.updateShareSettings, { body: next }, office)))) {
        settings = before;
        return;
      }
      for (const one of missing) one.line = note(shareOf(one));
    }

    for (const [index, each] of steps.entries()) {
      const received = all.filter(({ isReceived }) => isReceived);
      if (each.do === 'receive') {
        const result = await person(each.state, each.tier);
        await setAmount(site, { id: result.id }, each.rupees);
        const { state, tier, rupees } = each;
        const receivedOn = dayAt(day - each.daysAgo);
        const one = { ...result, state, tier, rupees, receivedOn, isReceived: false, isOver: false, line: undefined };
        all.push(one);
        await receiveAs(one);
      } else if (each.do === 'again') {
        const one = pick(
          all.filter(({ isReceived, isOver }) => !isReceived && !isOver),
          each.nth,
        );
        if (!one) continue;
        one.receivedOn = today();
        one.line = undefined;
        await receiveAs(one);
      } else if (each.do === 'cancel') {
        // The fill of the test's model knows no receipt that was taken back before it was shared.
        const one = pick(
          received.filter(({ line }) => line || !settings.enabled),
          each.nth,
        );
        if (!one?.line) continue;
        const body = { id: one.id, reason: 'x' };
        const refused = isClosed(one.receivedOn) || isClosed(today());
        if (!(await unless(refused, () => site.call(cancelReceipt, { body }, office)))) continue;
        one.isReceived = false;
        reverse(one);
      } else if (each.do === 'refund') {
        const one = pick(received, each.nth);
        if (!one?.line) continue;
        const body = { id: one.id, refundedOn: today(), utr: 'BACK' };
        if (!(await unless(isClosed(today()), () => site.call(refundPayment, { body }, office)))) continue;
        Object.assign(one, { isReceived: false, isOver: true });
        reverse(one);
      } else if (each.do === 'move') {
        const one = pick(all, each.nth);
        if (!one) continue;
        await site.database.update(members).set({ state: each.state }).where(eq(members.id, one.memberId));
        one.state = each.state;
      } else if (each.do === 'percent') {
        await change({ ...settings, percent: each.percent, byState: each.byState });
      } else if (each.do === 'switch') {
        await change({ ...settings, enabled: each.enabled });
      } else if (each.do === 'pay') {
        const body = {
          state: each.state,
          amount: each.paise / 100,
          paidOn: today(),
          utr: `PAID${index}`,
          advance: true,
        };
        const answer = await site.call(calls.payShares, { body }, office);
        expect(answer.status).toBe(isClosed(today()) ? 409 : 200);
        if (answer.status !== 200 || !('payment' in answer.body)) continue;
        const line = {
          kind: 'payment',
          state: each.state,
          date: today(),
          share: -each.paise,
          gross: each.paise,
        } as const;
        rows.push({ id: answer.body.payment.id, line, isOpen: true });
        note(line);
      } else if (each.do === 'takeBack') {
        const one = pick(
          rows.filter(({ isOpen }) => isOpen),
          each.nth,
        );
        if (!one) continue;
        const input = { params: { id: one.id }, body: { reason: 'x' } };
        if (!(await unless(isClosed(today()), () => site.call(calls.cancelSharePayment, input, office)))) continue;
        one.isOpen = false;
        note({ ...one.line, date: today(), share: -one.line.share, gross: -one.line.gross });
      } else if (each.do === 'close') {
        if (each.year > financialYearOf(today())) continue;
        await site.ok(closeYear, { body: { year: each.year, closed: each.closed, reason: 'x' } }, office);
        if (each.closed) closed.add(each.year);
        else closed.delete(each.year);
      } else if (each.do === 'wait') {
        day += each.days;
        on(today());
        office = await as();
      }
    }

    const paise = (rupees: number) => Math.round(rupees * 100);
    const text = ({ kind, date, share, gross }: Expected) => `${date} ${kind} ${share} ${gross}`;
    const sum = (some: Expected[], of: keyof Pick<Expected, 'share' | 'gross'> = 'share') =>
      some.reduce((total, line) => total + line[of], 0);
    const lists = await listed(office);
    for (const state of new Set(lines.map((line) => line.state))) {
      if (state === '') continue;
      const matches = lines.filter((line) => line.state === state);
      const row = lists.data.find(({ state: stateValue }) => stateValue === state)!;
      expect([row.share, row.reversed, row.paid, row.balance].map(paise)).toEqual([
        sum(matches.filter(({ kind }) => kind === 'share')),
        0 - sum(matches.filter(({ kind }) => kind === 'reversal')),
        0 - sum(matches.filter(({ kind }) => kind === 'payment')),
        sum(matches),
      ]);
      let before = 0;
      const ends = [...edges].sort((a, b) => a - b);
      for (const [index, end] of [...ends, 2_000].entries()) {
        const start = index === 0 ? undefined : dayAt(ends[index - 1]! + 1);
        const part = await statement(office, { state, ...(start ? { from: start } : {}), until: dayAt(end) });
        const expecteds = matches.filter(({ date }) => (!start || date >= start) && date <= dayAt(end));
        const values = part.data.map(({ kind, date, amount, share }): Expected => {
          return { kind, state, date, share: paise(share), gross: paise(amount) };
        });
        expect(values.map(text).sort()).toEqual(expecteds.map(text).sort());
        expect(values.map(({ date }) => date)).toEqual(values.map(({ date }) => date).sort());
        expect([paise(part.opening), paise(part.closing)]).toEqual([before, before + sum(expecteds)]);
        before += sum(expecteds);
      }
      expect(before).toBe(sum(matches));
    }
    const shared = lines.filter(({ kind }) => kind !== 'payment');
    const gross = shared.reduce((total, line) => total + (line.kind === 'share' ? line.gross : -line.gross), 0);
    expect(paise(lists.totals.centre)).toBe(gross - sum(shared));
  }

  it('makes the lines that it has to, and to the paisa the same balances wherever time is cut', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), cuts, run), {
      numRuns: tenth(12),
      seed: 20_261_125,
    });
  });
});
