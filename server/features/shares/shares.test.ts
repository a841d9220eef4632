import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { members } from '#server/database/tables/members.ts';
import { payments } from '#server/database/tables/payments.ts';
import { shareEntries } from '#server/database/tables/shares.ts';
import { clock } from '#shared/clock.ts';
import { getOverview } from '#shared/contracts/overview.ts';
import { cancelReceipt, receivePayments, refundPayment } from '#shared/contracts/payments.ts';
import { closeYear } from '#shared/contracts/receipts.ts';
import * as calls from '#shared/contracts/shares.ts';
import { startTestApp } from '#tests/app.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { confirmedToken } from '#tests/logins.ts';
import { readPdf } from '#tests/pdf.ts';

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
  await site.database.pool.query(
    `delete from share_entries; delete from receipts; delete from payments;
     update share_settings set enabled = false, percent = '{}', by_state = '{}', "from" = null`,
  );
});

/** Somebody who owes Rs 1,000. */
async function person(State: string, membership: 'Individual member' | 'lifetime member' = 'Individual member') {
  const member = await memberFactory(site, { status: 'New', state: State, tier: membership });
  const [row] = await site.database.select().from(payments).where(eq(payments.memberId, member.id));
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
        State: 'Goa',
        receipts: 1,
        gross: 1_000,
        share: 500.1,
        reversed: 0,
        paid: 0,
        balance: 500.1,
        oldestUnpaid: '2026-11-20',
      },
      {
        State: 'Kerala',
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
    const lines = await statement(next, { State: 'Kerala' });
    expect(lines.data.map(({ kind, date, amount, share: signed }) => [kind, date, amount, signed])).toEqual([
      ['share', '2026-11-20', 1_000, 333.3],
      ['share', '2026-11-20', 1_000, 100],
      ['reversal', '2026-12-02', 1_000, -333.3],
    ]);
    expect(lines).toMatchObject({ opening: 0, closing: 100 });
    expect(lines.data[0]!.receiptNumber).toBe('2026-27/000002');
    expect((await listed(next, { period: '2026-12' })).data).toMatchObject([
      { State: 'Goa', receipts: 0, reversed: 500.1, balance: 0, oldestUnpaid: null },
      { State: 'Kerala', receipts: 0, reversed: 333.3, balance: 100, oldestUnpaid: '2026-11-20' },
    ]);
    expect((await listed(next, { period: '2026-11' })).data[1]).toMatchObject({ share: 433.3, balance: 433.3 });
    // Received again it is shared again, with its new receipt.
    await receive(next, kerala.id, '2026-12-02');
    expect((await listed(next)).data.find(({ State }) => State === 'Goa')).toMatchObject({
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
    const wanted = { enabled: true, percent: { 'Individual member': 25 }, from: '2026-11-01' };
    const preview = await share(office, { ...wanted, preview: true });
    expect(preview).toMatchObject({
      filled: { receipts: 1, gross: 1_000, share: 250 },
      data: { enabled: false, from: null },
    });
    expect(await site.database.$count(shareEntries)).toBe(0);
    expect((await share(office, wanted)).filled.receipts).toBe(1);
    expect((await share(office, { ...wanted, percent: { 'Individual member': 90 } })).filled.receipts).toBe(0);
    expect((await listed(office)).data).toMatchObject([{ share: 250, reversed: 250, balance: 0 }]);

    await site.ok(closeYear, { body: { year: '2026-27', closed: true, reason: 'x' } }, office);
    const refused = await site.fails(calls.updateShareSettings, { body: { from: '2026-10-01' } }, office);
    expect([refused.status, refused.body.code]).toEqual([409, 'YEAR_CLOSED']);
    expect((await site.ok(calls.getShareSettings, {}, office)).data.from).toBe('2026-11-01');
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
    [{ enabled: true }, 'from'],
    [{ from: '1999-01-01' }, 'from'],
  ])('refuse %j', async (body, field) => {
    const { status, body: failed } = await site.fails(calls.updateShareSettings, { body }, await as());
    expect(status).toBe(400);
    expect(Object.keys(failed.fields ?? {}).some((name) => name.startsWith(field))).toBe(true);
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
  const body = { State: 'Kerala', amount: 300, paidOn: '2026-11-24', utr: 'UTR: 6325 1234 5678' };

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
    const taken = { params: { id: first.payment._id }, body: { reason: 'Returned' } };
    expect((await site.ok(calls.cancelSharePayment, taken, next)).payment.cancelled).toMatchObject({
      reason: 'Returned',
      on: '2026-11-26',
    });
    const { data, closing } = await statement(next, { State: 'Kerala', from: '2026-11-01' });
    expect(data.map(({ kind, amount, share: signed }) => [kind, amount, signed])).toEqual([
      ['share', 1_000, 300],
      ['payment', 300, -300],
      ['payment', -300, 300],
    ]);
    expect(closing).toBe(600);
    expect((await site.fails(calls.cancelSharePayment, taken, next)).body.code).toBe('WRONG_STATE');
    // The same facts again are another payment now.
    expect((await site.ok(calls.payShares, { body }, next)).payment._id).not.toBe(first.payment._id);
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
    [{ State: 'Atlantis' }, 'State'],
    [{ utr: ' ' }, 'utr'],
    [{ paidOn: '2026-11-26' }, 'paidOn'],
  ])('is refused with %j', async (wrong, field) => {
    on('2026-11-25');
    const { status, body: failed } = await site.fails(calls.payShares, { body: { ...body, ...wrong } }, await as());
    expect([status, Object.keys(failed.fields ?? {})]).toEqual([400, [field]]);
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
  for (const State of ['Kerala', 'Goa']) await receive(full, (await person(State)).id, '2026-11-20');
  const kerala = await as(['members'], ['Kerala']);
  expect((await listed(kerala)).data.map(({ State }) => State)).toEqual(['Kerala']);
  expect((await listed(kerala)).totals).toMatchObject({ gross: 1_000, centre: 700 });
  expect((await statement(kerala, { State: 'Kerala' })).data[0]).toMatchObject({ share: 300, receiptNumber: null });
  expect((await site.fails(calls.shareStatement, { query: { State: 'Goa' } }, kerala)).status).toBe(404);
  expect((await site.ok(getOverview, {}, kerala)).data.shares).toEqual({
    State: 'Kerala',
    balance: 300,
    oldestUnpaid: '2026-11-20',
  });
  expect((await site.ok(getOverview, {}, full)).data.shares).toBeNull();
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
  const letter = await file('pdf');
  const pages = await readPdf(letter.rawPayload);
  expect(pages).toHaveLength(2);
  expect(pages[0]!.text).toContain('Statement of shares: Tamil Nadu');
  expect(pages[1]!.text).toMatch(/Closing balance\s+13,500/);
});

it('opening, shares, reversals and payments make the closing balance to the paisa, wherever time is cut', async () => {
  const states = ['Kerala', 'Goa', ''] as const;
  const tiers = ['Individual member', 'lifetime member'] as const;
  const step = fc.oneof(
    fc.record({ do: fc.constant('receive'), state: fc.constantFrom(...states), tier: fc.constantFrom(...tiers) }),
    fc.record({ do: fc.constantFrom('cancel', 'refund', 'move'), which: fc.nat() }),
    fc.record({ do: fc.constant('percent'), percent: fc.integer({ min: 0, max: 10_000 }) }),
    fc.record({
      do: fc.constant('pay'),
      state: fc.constantFrom('Kerala', 'Goa'),
      paise: fc.integer({ min: 1, max: 90_000 }),
    }),
    fc.record({ do: fc.constant('takeBack'), which: fc.nat() }),
    fc.record({ do: fc.constant('wait'), days: fc.integer({ min: 1, max: 40 }) }),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 14 }),
      fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 3 }),
      async (steps, cuts) => {
        await site.database.pool.query('delete from share_entries; delete from receipts; delete from payments');
        let day = new Date('2026-05-01T00:00:00Z');
        const today = () => day.toISOString().slice(0, 10);
        on(today());
        let office = await as();
        await share(office, {
          enabled: true,
          percent: { 'Individual member': 12.5, 'lifetime member': 33.33 },
          from: '2026-01-01',
        });
        const paid: { id: string; memberId: string; isOpen: boolean }[] = [];
        const toStates: { id: string; isOpen: boolean }[] = [];
        const of = <T extends { isOpen: boolean }>(all: T[], which: number) => {
          const open = all.filter(({ isOpen }) => isOpen);
          return open[which % Math.max(1, open.length)];
        };
        for (const [index, each] of steps.entries()) {
          if (each.do === 'receive' && 'tier' in each) {
            const made = await person(each.state, each.tier);
            await receive(office, made.id, today());
            paid.push({ ...made, isOpen: true });
          } else if (each.do === 'percent' && 'percent' in each) {
            await share(office, { percent: { 'Individual member': each.percent / 100 } });
          } else if (each.do === 'pay' && 'paise' in each) {
            const body = {
              State: each.state,
              amount: each.paise / 100,
              paidOn: today(),
              utr: `PAID${index}`,
              advance: true,
            };
            toStates.push({ id: (await site.ok(calls.payShares, { body }, office)).payment._id, isOpen: true });
          } else if (each.do === 'takeBack' && 'which' in each) {
            const found = of(toStates, each.which);
            if (!found) continue;
            await site.ok(calls.cancelSharePayment, { params: { id: found.id }, body: { reason: 'x' } }, office);
            found.isOpen = false;
          } else if (each.do === 'wait' && 'days' in each) {
            day = new Date(day.getTime() + each.days * 86_400_000);
            on(today());
            office = await as();
          } else if ('which' in each) {
            const found = of(paid, each.which);
            if (!found) continue;
            if (each.do === 'move') {
              await site.database.update(members).set({ state: 'Assam' }).where(eq(members.id, found.memberId));
              continue;
            }
            found.isOpen = false;
            if (each.do === 'cancel') await site.ok(cancelReceipt, { body: { id: found.id, reason: 'x' } }, office);
            else await site.ok(refundPayment, { body: { id: found.id, refundedOn: today(), utr: 'BACK' } }, office);
          }
        }
        const paise = (rupees: number) => Math.round(rupees * 100);
        const edges = [...new Set(cuts)].sort((a, b) => a - b);
        const dayAt = (days: number) => new Date(Date.UTC(2026, 4, 1 + days)).toISOString().slice(0, 10);
        for (const { State, share: total, reversed, paid: sum, balance } of (await listed(office)).data) {
          expect(paise(total) - paise(reversed) - paise(sum)).toBe(paise(balance));
          let before = 0;
          for (const [index, edge] of [...edges, 500].entries()) {
            const from = index === 0 ? undefined : dayAt(edges[index - 1]! + 1);
            const part = await statement(office, { State, ...(from ? { from } : {}), until: dayAt(edge) });
            expect(paise(part.opening)).toBe(before);
            before += part.data.reduce((all, line) => all + paise(line.share), 0);
            expect(paise(part.closing)).toBe(before);
          }
          expect(before).toBe(paise(balance));
        }
      },
    ),
    { numRuns: 12, seed: 20_261_125 },
  );
});
