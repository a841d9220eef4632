import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import { statementLines } from '#server/parts/bank-credits/tables.ts';
import { cancelReceipt, listPayments, receivePayments, refundPayment } from '#shared/contracts/payments.ts';
import { closeYear } from '#shared/contracts/receipts.ts';
import { decideRegistration, getRegistration } from '#shared/contracts/registrations.ts';
import * as calls from '#shared/contracts/statements.ts';
import { startTestApp } from '#tests/app.ts';
import { claimDues, moneyRows, setUtr } from '#tests/factories/dues.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { type BankLine, hdfc } from '#tests/factories/statements.ts';
import { confirmedToken } from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';

// Credits of more or less than their payment.

const site = await startTestApp();
const asOffice = { token: await confirmedToken(site) };

let count = 0;
/** An applicant who owes the fee of an Individual member, Rs 1,000. */
async function applicant(overrides: Parameters<typeof memberFactory>[1] = {}) {
  const member = await memberFactory(site, { status: 'New', ...overrides });
  const [row] = await moneyRows(site, { memberId: member.id });
  return { id: row!.id, member };
}
/** A credit without a reference. */
async function credit(amount: number, date = '2026-11-21') {
  count += 1;
  const narration = `NEFT CR SOMEBODY ELSE ${'x'.repeat(count)}`;
  const lines: BankLine[] = [{ date, narration, credit: amount }];
  const answer = await site.ok(calls.uploadStatement, { body: {}, files: { file: await hdfc(lines) } }, asOffice);
  const line = [...answer.unknown, ...answer.toLook].find((each) => each.narration === narration)!;
  return { lineId: line.id, statementId: answer.statement.id };
}
type Pair = { paymentId: string; excess?: boolean; part?: boolean };
const accept = ({ lineId, statementId }: { lineId: string; statementId: string }, ...pairs: Pair[]) =>
  site.ok(
    calls.reconcilePayments,
    { body: { statementId, accept: pairs.map((pair) => ({ lineId, seen: true, ...pair })) } },
    asOffice,
  );
const ofMember = async (memberId: string) =>
  (
    await site.database
      .select()
      .from(payments)
      .where(eq(payments.memberId, memberId))
      .orderBy(payments.createdAt, payments.receivedAt, payments.purpose)
  ).map(({ purpose, amount, state, refundDue, mode }) => ({ purpose, amount, state, refundDue, mode }));
const booked = async (lineId: string) => {
  const [line] = await site.database.select().from(statementLines).where(eq(statementLines.id, lineId));
  const rows = await site.database.select().from(payments).where(eq(payments.lineId, lineId));
  expect(line!.booked).toBe(rows.reduce((sum, { amount }) => sum + amount, 0) * 100);
  return line!.booked / 100;
};
const validReceipts = async (memberId: string) =>
  (
    await site.database
      .select({ content: receipts.content, cancelledAt: receipts.cancelledAt })
      .from(receipts)
      .innerJoin(payments, eq(payments.id, receipts.paymentId))
      .where(eq(payments.memberId, memberId))
      .orderBy(receipts.number)
  )
    .filter(({ cancelledAt }) => cancelledAt === null)
    .map(({ content: { purpose, amount, mode } }) => `${purpose} ${amount} ${mode}`);
const statusOf = async (memberId: string) =>
  (await site.database.select().from(members).where(eq(members.id, memberId)))[0]!.paymentStatus;
const asked = async (id: string) => (await site.ok(getRegistration, { params: { id } })).data;

/** The rows of somebody in the office’s list: what is open, then the last receipt first. */
async function seen({ reference }: { reference: string }) {
  const { data } = await site.ok(listPayments, { query: { search: reference } }, asOffice);
  const order = ({ receivedAt, receiptNumber }: (typeof data)[number]) => `${receivedAt ?? '9'} ${receiptNumber}`;
  return data.sort((one, other) => order(other).localeCompare(order(one)));
}

describe('a credit of more than its payment', () => {
  it('is refused, unless the rest is to be refunded', async () => {
    const { id, member } = await applicant();
    const line = await credit(1_500);
    expect(await accept(line, { paymentId: id })).toMatchObject({ received: 0, left: [{ code: 'AMOUNT_DIFFERS' }] });
    expect(await accept(line, { paymentId: id, part: true })).toMatchObject({ left: [{ code: 'AMOUNT_DIFFERS' }] });
    expect(await accept(line, { paymentId: id, excess: true })).toMatchObject({ received: 1, left: [] });
    expect(await ofMember(member.id)).toEqual([
      { purpose: 'admission', amount: 1_000, state: 'received', refundDue: false, mode: 'neft' },
      { purpose: 'excess', amount: 500, state: 'received', refundDue: true, mode: 'neft' },
    ]);
    expect(await validReceipts(member.id)).toEqual(['admission 1000 neft', 'excess 500 neft']);
    expect(await booked(line.lineId)).toBe(1_500);
    const { data } = await site.ok(listPayments, { query: { state: 'refundDue', purpose: 'excess' } }, asOffice);
    const { reference } = member;
    const mine = data.find(({ directory }) => directory?.id === member.id);
    expect(mine).toMatchObject({ amount: 500, reference, asked: null, open: null, toReturn: 500, refunded: 0 });

    // Neither a decision nor a return changes it.
    await site.ok(
      decideRegistration,
      { body: { id: member.id, status: 'Rejected', reason: 'x', money: 'keep' } },
      asOffice,
    );
    await site.ok(decideRegistration, { body: { id: member.id, status: 'Approved' } }, asOffice);
    expect((await ofMember(member.id))[1]).toMatchObject({ state: 'received', refundDue: true });
    const { payment } = await site.ok(
      refundPayment,
      { body: { id: mine!.id, refundedOn: '2026-11-22', utr: 'BACK' } },
      asOffice,
    );
    expect(payment).toMatchObject({ state: 'refunded', refundDue: false, refunded: 500, toReturn: 0, reference });
    // A refunded amount cannot be undone with the receipt.
    const undone = await site.fails(cancelReceipt, { body: { id, reason: 'Wrong' } }, asOffice);
    expect([undone.status, undone.body.code]).toEqual([409, 'WRONG_STATE']);
  });

  it('for several payments has one excess, with the last', async () => {
    const [one, two] = [await applicant(), await applicant()];
    const line = await credit(2_300);
    const pairs = [one, two].map(({ id }) => ({ paymentId: id, excess: true }));
    expect(await accept(line, ...pairs)).toMatchObject({ received: 2, left: [] });
    expect(await validReceipts(one.member.id)).toEqual(['admission 1000 neft']);
    expect(await validReceipts(two.member.id)).toEqual(['admission 1000 neft', 'excess 300 neft']);
  });

  it('with paise is refused; so are both marks at once', async () => {
    const { id } = await applicant();
    expect(await accept(await credit(1_000.5), { paymentId: id, excess: true })).toMatchObject({
      left: [{ code: 'AMOUNT_DIFFERS' }],
    });
    expect(await accept(await credit(999.5), { paymentId: id, part: true })).toMatchObject({
      left: [{ code: 'AMOUNT_DIFFERS' }],
    });
    const { statementId, lineId } = await credit(1_500);
    const both = { statementId, accept: [{ lineId, paymentId: id, part: true, excess: true }] };
    expect((await site.fails(calls.reconcilePayments, { body: both }, asOffice)).status).toBe(400);
  });

  it('is open again as a whole when one of its receipts is cancelled', async () => {
    const [one, two] = [await applicant(), await applicant()];
    const line = await credit(2_500);
    await accept(line, { paymentId: one.id }, { paymentId: two.id, excess: true });
    await site.ok(cancelReceipt, { body: { id: one.id, reason: 'The cheque came back', tell: true } }, asOffice);
    expect(await booked(line.lineId)).toBe(0);
    expect(await validReceipts(one.member.id)).toEqual([]);
    expect(await validReceipts(two.member.id)).toEqual([]);
    expect(await ofMember(two.member.id)).toMatchObject([
      { purpose: 'admission', state: 'due', mode: null },
      { purpose: 'excess', state: 'cancelled', refundDue: false },
    ]);
    await waitForMail(site, { to: two.member.email, kind: 'receipt-cancelled' });
    expect(await accept(line, { paymentId: one.id, excess: true })).toMatchObject({ received: 1 });
    expect(await validReceipts(one.member.id)).toEqual(['admission 1000 neft', 'excess 1500 neft']);
  });
});

describe('a credit of less than its payment', () => {
  it('splits it: the received part is done, the rest stays due until it arrives', async () => {
    const { id, member } = await applicant();
    const line = await credit(600);
    expect(await accept(line, { paymentId: id })).toMatchObject({ left: [{ code: 'AMOUNT_DIFFERS' }] });
    expect(await accept(line, { paymentId: id, excess: true })).toMatchObject({ left: [{ code: 'AMOUNT_DIFFERS' }] });
    expect(await accept(line, { paymentId: id, part: true })).toMatchObject({ received: 1, left: [] });
    expect(await ofMember(member.id)).toMatchObject([
      { purpose: 'admission', amount: 600, state: 'received' },
      { purpose: 'admission', amount: 400, state: 'due' },
    ]);
    const letter = await waitForMail(site, { to: member.email, kind: 'payment-received' });
    expect(letter.text).toContain('Rs 400');
    expect(await statusOf(member.id)).toBe('PAYMENT_INITIATED');
    const step = await asked(member.id);
    expect(step).toMatchObject({ fee: 400, state: 'payment_due' });
    // It is paid under the same reference, and bears the same id.
    expect(letter.text).toContain(member.reference);
    expect(step).toMatchObject({ reference: member.reference, paymentId: id });
    const { reference } = member;
    expect(await seen(member)).toMatchObject([
      { id, reference, state: 'due', amount: 400, asked: 1_000, open: 400, receiptNumber: null },
      { reference, state: 'received', amount: 600, asked: 1_000, open: 400, receiptNumber: expect.any(String) },
    ]);
    const parts = await site.ok(listPayments, { query: { state: 'part', search: reference } }, asOffice);
    expect(parts).toMatchObject({ totals: { count: 1, amount: 400 }, data: [{ id }] });

    // Another part, then the rest.
    await accept(await credit(100), { paymentId: id, part: true });
    expect(await asked(member.id)).toMatchObject({ fee: 300 });
    await site.ok(receivePayments, { body: { ids: [id] } }, asOffice);
    expect(await asked(member.id)).toMatchObject({ fee: 1_000, state: 'closed' });
    expect(await seen(member)).toMatchObject([{ id, reference, state: 'received', amount: 300, open: 0 }, {}, {}]);
    expect(await statusOf(member.id)).toBe('PAYMENT_SUCCESS');
    expect(await validReceipts(member.id)).toEqual([
      'admission 600 neft',
      'admission 100 neft',
      'admission 300 undefined',
    ]);
    expect((await asked(member.id)).state).toBe('closed');
  });

  it('is received by the review’s tick as far as it is open, and can be cancelled and received again', async () => {
    const { id, member } = await applicant();
    const line = await credit(600);
    await accept(line, { paymentId: id, part: true });
    const { payment } = await site.ok(cancelReceipt, { body: { id, reason: 'Wrong person' } }, asOffice);
    expect(payment).toMatchObject({ id, state: 'due', amount: 1_000, asked: 1_000, open: 1_000 });
    expect(await seen(member)).toHaveLength(1);
    expect(await statusOf(member.id)).toBe('');
    expect(await accept(line, { paymentId: id, part: true })).toMatchObject({ received: 1 });
    await site.ok(decideRegistration, { body: { id: member.id, status: 'Approved', paymentSeen: true } }, asOffice);
    expect(await statusOf(member.id)).toBe('PAYMENT_SUCCESS');
    expect((await validReceipts(member.id)).sort()).toEqual(['admission 400 undefined', 'admission 600 neft']);
  });

  it('has its receipts under its own id, whichever of them is cancelled', async () => {
    const { id, member } = await applicant();
    const [first, second] = [await credit(600), await credit(400)];
    await accept(first, { paymentId: id, part: true });
    await accept(second, { paymentId: id });
    const [last, part] = await seen(member);
    expect([last!.id, last!.amount, part!.amount]).toEqual([id, 400, 600]);
    await site.ok(cancelReceipt, { body: { id: part!.id, reason: 'The cheque came back' } }, asOffice);
    expect(await seen(member)).toMatchObject([
      { id, state: 'due', amount: 600, asked: 1_000, open: 600, receiptNumber: null },
      { state: 'received', amount: 400, receiptNumber: last!.receiptNumber },
    ]);
    expect([await booked(first.lineId), await booked(second.lineId)]).toEqual([0, 400]);
    // With the id of what is due, the last receipt is meant.
    await site.ok(cancelReceipt, { body: { id, reason: 'It too' } }, asOffice);
    expect(await seen(member)).toMatchObject([{ id, state: 'due', amount: 1_000, open: 1_000 }]);
    expect(await booked(second.lineId)).toBe(0);
    expect(await validReceipts(member.id)).toEqual([]);
  });

  it('confirms the claim, which waits again when the receipt is cancelled; the rest can be claimed again', async () => {
    const { id, member } = await applicant();
    await claimDues(site, { id });
    await setUtr(site, { id }, '412345679001');
    await accept(await credit(600), { paymentId: id, part: true });
    expect(await seen(member)).toMatchObject([
      { id, state: 'due', utr: '', claimedAt: null },
      { state: 'received', utr: '412345679001', claimedAt: expect.any(String) },
    ]);
    await site.ok(cancelReceipt, { body: { id, reason: 'Wrong person' } }, asOffice);
    expect(await seen(member)).toMatchObject([{ id, state: 'claimed', amount: 1_000, utr: '412345679001' }]);
  });

  it('of somebody who was rejected leaves nothing open', async () => {
    const { id, member } = await applicant();
    await claimDues(site, { id });
    const refused = { id: member.id, status: 'Rejected', reason: 'x', money: 'keep' } as const;
    await site.ok(decideRegistration, { body: refused }, asOffice);
    await accept(await credit(600), { paymentId: id, part: true });
    expect(await seen(member)).toMatchObject([
      { id, state: 'cancelled', amount: 400, open: 0 },
      { state: 'received', amount: 600 },
    ]);
  });

  it('follows a change of tier with the open rest', async () => {
    const { id, member } = await applicant();
    await accept(await credit(600), { paymentId: id, part: true });
    const body = { id: member.id, status: 'New', membership: 'lifetime member' };
    await site.ok(decideRegistration, { body }, asOffice);
    expect(await asked(member.id)).toMatchObject({ fee: 9_400 });
  });
});

describe('concurrently', () => {
  it('one line is split, and one excess created, once', async () => {
    const [less, more, other] = [await applicant(), await applicant(), await applicant()];
    const [short, long] = [await credit(600), await credit(1_500)];
    const again = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 6 }, work));
    const [parts, excesses] = await Promise.all([
      again(() => accept(short, { paymentId: less.id, part: true })),
      Promise.all([
        ...Array.from({ length: 5 }, () => accept(long, { paymentId: more.id, excess: true })),
        accept(long, { paymentId: other.id, excess: true }),
      ]),
    ]);
    const received = (answers: { received: number }[]) => answers.filter((answer) => answer.received === 1).length;
    expect([received(parts), received(excesses)]).toEqual([1, 1]);
    expect((await ofMember(less.member.id)).map(({ amount }) => amount)).toEqual([600, 400]);
    const rows = [...(await ofMember(more.member.id)), ...(await ofMember(other.member.id))];
    expect(rows.filter(({ purpose }) => purpose === 'excess')).toHaveLength(1);
    expect([await booked(short.lineId), await booked(long.lineId)]).toEqual([600, 1_500]);
  });
});

it('a credit of a closed year is left out', async () => {
  const { id } = await applicant();
  const line = await credit(1_000, '2018-06-01');
  await site.ok(closeYear, { body: { year: '2018-19', closed: true, reason: 'Audited' } }, asOffice);
  expect(await accept(line, { paymentId: id })).toMatchObject({ received: 0, left: [{ code: 'YEAR_CLOSED' }] });
});
