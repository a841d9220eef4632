import { eq, inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { clock } from '#shared/clock.ts';
import { decideMany } from '#shared/contracts/bulk-decisions.ts';
import { cancelReceipt, receivePayments, refundPayment, waivePayment } from '#shared/contracts/payments.ts';
import * as calls from '#shared/contracts/receipts.ts';
import { decideRegistration } from '#shared/contracts/registrations.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import { startTestApp } from '#tests/app.ts';
import { receiptRows } from '#tests/factories/dues.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { confirmedToken } from '#tests/logins.ts';
import { receipts, receiptYears } from './tables.ts';

const site = await startTestApp();
const asOffice = { token: await confirmedToken(site) };

/** Due payments of new people. */
async function due(count: number): Promise<string[]> {
  const people = await Promise.all(Array.from({ length: count }, () => memberFactory(site, {})));
  const ids = people.map(({ id }) => id);
  const rows = await site.database.select().from(payments).where(inArray(payments.memberId, ids));
  return rows.map(({ id }) => id);
}
const receive = (id: string, receivedOn: string) =>
  site.ok(receivePayments, { body: { ids: [id], receivedOn } }, asOffice);
async function paid(day: string): Promise<string> {
  const [id] = await due(1);
  await receive(id!, day);
  return id!;
}
const labelsOf = async (id: string) => (await receiptRows(site, id)).map(({ label }) => label);
const close = (year: string, closed: boolean) =>
  site.ok(calls.closeYear, { body: { year, closed, reason: 'Audited' } }, asOffice);
const linesOf = async (year: string) =>
  (await site.call(calls.ledgerOfYear, { query: { year } }, asOffice)).raw
    .toString()
    .trim()
    .split('\r\n')
    .map((line) => line.replaceAll('"', ''));
const codeOf = async (answer: Promise<{ status: number; body: { code: string } }>) => {
  const { status, body } = await answer;
  return `${status} ${body.code}`;
};

describe('refunds', () => {
  it('are in the ledgers of the year of the receipt and of the year of the refund', async () => {
    const id = await paid('2012-05-01');
    await site.ok(refundPayment, { body: { id, refundedOn: '2013-04-02', utr: 'BACK12' } }, asOffice);
    const sectionOf = async (year: string) => {
      const lines = await linesOf(year);
      return lines.slice(lines.findIndex((line) => line.startsWith(`Refunds paid in ${year}`)) + 1);
    };
    expect((await linesOf('2012-13'))[1]).toMatch(/^2012-13\/000001,.*refunded.*BACK12$/);
    expect(await sectionOf('2012-13')).toEqual(['Total refunds paid,,,,,,,,0,,,,']);
    expect(await sectionOf('2013-14')).toEqual([
      expect.stringMatching(/^2012-13\/000001,.*BACK12$/),
      'Total refunds paid,,,,,,,,1000,,,,',
    ]);
    const { data } = await site.ok(calls.receiptYears, {}, asOffice);
    expect(data).toContainEqual({ year: '2013-14', receipts: 0, closed: false, by: null, at: null });
  });
});

describe('a closed financial year', () => {
  it('accepts nothing more, and its ledger says so', async () => {
    const before = await paid('2014-05-01');
    const [open] = await due(1);
    const closed = await close('2014-15', true);
    expect(closed.data).toMatchObject({ year: '2014-15', closed: true, by: expect.stringContaining('@') });
    expect((await close('2014-15', true)).data).toEqual(closed.data);
    const { data } = await site.ok(calls.receiptYears, {}, asOffice);
    expect(data).toContainEqual({ ...closed.data, receipts: 1 });
    expect((await linesOf('2014-15')).at(-1)).toMatch(/^"?Closed on \d{1,2} \w+ \d{4} by \S+@/);

    expect(await receive(open!, '2015-03-31')).toMatchObject({
      received: 0,
      left: [{ id: open, code: 'YEAR_CLOSED', message: 'The financial year 2014-15 is closed.' }],
    });
    expect(await codeOf(site.fails(cancelReceipt, { body: { id: before, reason: 'Wrong' } }, asOffice))).toBe(
      '409 YEAR_CLOSED',
    );
    const refund = (refundedOn: string) => ({ body: { id: before, refundedOn, utr: 'B' } });
    expect(await codeOf(site.fails(refundPayment, refund('2015-03-31'), asOffice))).toBe('409 YEAR_CLOSED');
    await site.ok(refundPayment, refund('2015-04-01'), asOffice);

    expect((await close('2014-15', false)).data).toMatchObject({ closed: false });
    await receive(open!, '2015-03-31');
    expect(await labelsOf(open!)).toEqual(['2014-15/000002']);
    expect((await linesOf('2014-15')).at(-1)).not.toContain('Closed on');
  });

  it('may be the current one: then nothing can be waived, and nobody approved with a received payment', async () => {
    const year = financialYearOf(clock.today());
    const [waived] = await due(1);
    const [one, other] = await Promise.all([
      memberFactory(site, { status: 'New' }),
      memberFactory(site, { status: 'New' }),
    ]);
    await close(year, true);
    try {
      expect(await codeOf(site.fails(waivePayment, { body: { id: waived!, note: 'x' } }, asOffice))).toBe(
        '409 YEAR_CLOSED',
      );
      const body = { id: one.id, status: 'Approved', paymentSeen: true };
      expect(await codeOf(site.fails(decideRegistration, { body }, asOffice))).toBe('409 YEAR_CLOSED');
      const items = [{ id: other.id, version: other.version }];
      const { job } = await site.ok(decideMany, { body: { action: 'approve', items, paymentSeen: true } }, asOffice);
      expect(job).toMatchObject({ state: 'done', left: [{ id: other.id, code: 'YEAR_CLOSED' }] });
      const rows = await site.database
        .select()
        .from(members)
        .where(inArray(members.id, [one.id, other.id]));
      expect(rows.map(({ status }) => status)).toEqual(['New', 'New']);
    } finally {
      await close(year, false);
    }
  });

  it('is closed with a reason, and only once it has begun', async () => {
    const body = { year: '2015-16', closed: true, reason: 'Audited' };
    const wrong = await site.fails(calls.closeYear, { body: { ...body, reason: ' ' } }, asOffice);
    expect(Object.keys(wrong.body.fields ?? {})).toEqual(['reason']);
    const early = await site.fails(calls.closeYear, { body: { ...body, year: '2098-99' } }, asOffice);
    expect(Object.keys(early.body.fields ?? {})).toEqual(['year']);
  });

  it('gets no receipts after its end, even with concurrent ones', async () => {
    const [first, ...rest] = await due(16);
    const answers = rest.map((id) => receive(id, '2016-05-01'));
    await receive(first!, '2016-05-01');
    const closing = close('2016-17', true).then(() =>
      site.database.select().from(receipts).where(eq(receipts.year, '2016-17')),
    );
    const after = (await due(6)).map((id) => receive(id, '2016-05-01'));
    const atTheEnd = (await closing).length;
    const done = await Promise.all([...answers, ...after]);
    const rows = await site.database.select().from(receipts).where(eq(receipts.year, '2016-17'));
    expect(rows).toHaveLength(atTheEnd);
    expect(done.filter(({ received }) => received === 1)).toHaveLength(rows.length - 1);
    for (const { received, left } of done) if (received === 0) expect(left).toMatchObject([{ code: 'YEAR_CLOSED' }]);
    const [row] = await site.database.select().from(receiptYears).where(eq(receiptYears.year, '2016-17'));
    expect(row!.last).toBe(rows.length);
  });
});
