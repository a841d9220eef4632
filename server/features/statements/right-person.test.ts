import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { members } from '#server/platform/database/tables/members.ts';
import { payments } from '#server/platform/database/tables/payments.ts';
import { cancelReceipt, receivePayments } from '#shared/contracts/payments.ts';
import * as calls from '#shared/contracts/statements.ts';
import { startTestApp, type TestFile } from '#tests/app.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { adminToken } from '#tests/logins.ts';

// Money is booked to the person who sent it, or not before somebody has checked it.

const site = await startTestApp({ TEST_CLOCK: '2026-11-23T10:00:00+05:30' });
const asOffice = { token: await adminToken(site) };

let serial = 0;
const newUtr = () => {
  serial += 1;
  return String(632_500_000_000 + serial);
};

/** An applicant who owes Rs 1,000 and has claimed this UTR; '' for none. */
async function applicant(utr = '', name = 'Kamala Devi') {
  const sent = utr === '' ? {} : { paymentStatus: 'PAYMENT_INITIATED' as const, paymentSentAt: new Date(), utr };
  const member = await memberFactory(site, { status: 'New', ...sent, name });
  const [row] = await site.database.select().from(payments).where(eq(payments.memberId, member.id));
  return { id: row!.id, reference: row!.reference };
}
const rowOf = async (id: string) => (await site.database.select().from(payments).where(eq(payments.id, id)))[0]!;

const head = ['Date', 'Narration', 'Ref No', 'Debit', 'Credit'];
const csv = (rows: (string | number)[][]): TestFile => ({
  name: 'statement.csv',
  type: 'text/csv',
  bytes: Buffer.from(
    rows.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(',')).join('\n'),
  ),
});
const upload = (rows: (string | number)[][], mapping?: object) =>
  site.ok(
    calls.uploadStatement,
    { body: mapping ? { mapping: JSON.stringify(mapping) } : {}, files: { file: csv([head, ...rows]) } },
    asOffice,
  );
const credit = (narration: string, ref = '', date = '21/11/2026', amount = 1_000) => [date, narration, ref, '', amount];
const linesOf = ({ sure, toLook, unknown }: calls.StatementAnswer) => [...sure, ...toLook, ...unknown];
const resultOf = async (narration: string, ref = '', date?: string) =>
  linesOf(await upload([credit(narration, ref, date)]))[0]!;
const reconcile = (statementId: string, lineId: string, paymentId: string) =>
  site.ok(calls.reconcilePayments, { body: { statementId, accept: [{ lineId, paymentId }] } }, asOffice);

describe('the transaction’s number', () => {
  it.each([
    ['the payer’s mobile number', 'IMPS-633668845977-KAMALA DEVI-SBIN-9832651955-FEE', '', '9832651955'],
    ['a constant of the bank’s', 'BY TRANSFER-NEFT', 'TRANSFER FROM 4897659946423', '4897659946423'],
    ['a date', 'CASH DEP 20112026 BR0001', '', '20112026'],
    ['a number of no day', 'DEPOSIT 598765432101', '', '598765432101'],
  ])('is not %s', async (_what, narration, ref, claimed) => {
    const { id } = await applicant(claimed, 'Quentin Zachariah');
    const line = await resultOf(narration, ref);
    expect(line.list).toBe('toLook');
    expect(line.payments.map(({ _id }) => _id)).toEqual([id]);
    expect(line.why).toContain('A number in it was given as the UTR');
    // Nor does the payment take such a credit when it is received by hand.
    await site.ok(receivePayments, { body: { ids: [id] } }, asOffice);
    expect(await rowOf(id)).toMatchObject({ lineId: null });
  });

  it('of two in a narration is none, but in a column of its own it decides', async () => {
    const [own, note] = [newUtr(), newUtr()];
    const [payer, thief] = [await applicant(own), await applicant(note)];
    expect((await resultOf(`UPI/CR/${own}/KAMALA/HDFC/${note}`)).list).toBe('toLook');
    const line = await resultOf(`UPI/CR/KAMALA/HDFC/${note}`, own);
    expect(line).toMatchObject({ list: 'sure', utr: own });
    expect(line.payments.map(({ _id }) => _id)).toEqual([payer.id]);
    expect((await rowOf(thief.id)).lineId).toBeNull();
  });

  it('in a column of references counts unless another row has it, credit or debit, with zeros or without', async () => {
    const [constant, debited, own] = ['489769690496', '489769690497', newUtr()];
    for (const utr of [constant, debited]) await applicant(utr);
    const payer = await applicant(own);
    const answer = await upload([
      credit('NEFT FROM KAMALA ONE', constant),
      credit('NEFT FROM KAMALA TWO', `0000${constant}`),
      credit('NEFT FROM KAMALA THREE', debited),
      ['21/11/2026', `NEFT TO HALL ${debited}`, '', 500, ''],
      credit('UPI FROM KAMALA FOUR', own),
    ]);
    expect(answer.sure.map(({ payments: [payment] }) => payment!._id)).toEqual([payer.id]);
    expect(linesOf(answer)).toHaveLength(4);
  });
});

describe('two deposits with the same day, amount and constant', () => {
  it('are two if their names differ, also when the first came in another file', async () => {
    const constant = newUtr();
    const first = await upload([credit('BY TRANSFER FROM LATA MANE', constant)]);
    const both = await upload([
      credit('BY TRANSFER FROM LATA MANE', constant),
      credit('BY TRANSFER FROM USHA PATIL', constant),
    ]);
    expect(
      linesOf(both)
        .map(({ narration }) => narration)
        .sort(),
    ).toEqual(['BY TRANSFER FROM LATA MANE', 'BY TRANSFER FROM USHA PATIL']);
    expect(linesOf(both).map(({ _id }) => _id)).toContain(linesOf(first)[0]!._id);
    const again = await upload([credit('BY TRANSFER FROM USHA PATIL', constant)]);
    expect(linesOf(again)).toHaveLength(1);
    expect(linesOf(both).map(({ _id }) => _id)).toContain(linesOf(again)[0]!._id);
  });
});

it('a morning’s statement full of others’ numbers receives and approves the honest payer alone', async () => {
  const [mobile, account, constant, debited, note, address, returned, sent, joined] = [
    '919845012345',
    '501045319364',
    '489769690111',
    ...Array.from({ length: 6 }, newUtr),
  ] as [string, string, string, string, string, string, string, string, string];
  const claimed = [mobile, account, constant, debited, note, address, returned, sent];
  const thieves = await Promise.all(claimed.map((utr) => applicant(utr)));
  const honest = await applicant(joined, 'Kamala Subramaniam');
  const unpaid = await applicant();
  const answer = await upload([
    credit(`UPI/KAMALA DEVI/${mobile}/SBIN/FEE`, newUtr()),
    credit(`TPT-FEE-KAMALA DEVI-000${account}`),
    credit('BY TRANSFER KAMALA', `0000${constant}`),
    ['21/11/2026', 'POS BAZAAR', constant, 300, ''],
    ['21/11/2026', `NEFT TO HALL ${debited}`, '', 500, ''],
    ['20/11/2026', `UPI/${debited}/HALL`, '', 700, ''],
    credit('NEFT FROM KAMALA', debited),
    credit(`UPI/KAMALA DEVI/MY UTR ${note}`, newUtr()),
    credit(`UPI/KAMALA DEVI/${address} @YBL`),
    credit(`UPIRVSL-${returned}-KAMALA DEVI`),
    credit(`UPI/${sent}/KAMALA DEVI (DR)`),
    credit(`UPI/KAMALA DEVI/${unpaid.reference.slice(0, -1)} ${unpaid.reference.slice(-1)}TH`),
    credit('UPI/KAMALA DEVI/FEE', `UPI-${joined}`),
  ]);
  expect(answer.sure.map(({ payments: [payment] }) => payment!._id)).toEqual([honest.id]);
  const accept = answer.sure.map(({ _id, payments: [payment] }) => ({ lineId: _id, paymentId: payment!._id }));
  const body = { statementId: answer.statement._id, accept, approve: true };
  expect(await site.ok(calls.reconcilePayments, { body }, asOffice)).toMatchObject({ received: 1, approved: 1 });
  for (const { id } of [...thieves, unpaid]) {
    const row = await rowOf(id);
    expect([row.state === 'received', row.lineId]).toEqual([false, null]);
    const [member] = await site.database.select().from(members).where(eq(members.id, row.memberId!));
    expect(member!.status).toBe('New');
  }
});

describe('a receipt for the wrong person', () => {
  it('is cancelled with the number taken from the line, so that the line names nobody', async () => {
    const { id } = await applicant('', 'Quentin Zachariah');
    const rows = [credit(`UPI/CR/${newUtr()}/SOMEBODY ELSE`)];
    const answer = await upload(rows);
    const [line] = answer.unknown;
    await reconcile(answer.statement._id, line!._id, id);
    expect(await rowOf(id)).toMatchObject({ state: 'received', utr: line!.utr });
    await site.ok(cancelReceipt, { body: { id, reason: 'The wrong person' } }, asOffice);
    expect(await rowOf(id)).toMatchObject({ state: 'due', utr: '', lineId: null });
    const again = await upload(rows);
    expect([again.sure, again.toLook, again.unknown.map(({ _id }) => _id)]).toEqual([[], [], [line!._id]]);
  });

  it('keeps the number that the person has sent', async () => {
    const utr = newUtr();
    const { id } = await applicant(utr);
    const answer = await upload([credit(`UPI/CR/${utr}/KAMALA`)]);
    await reconcile(answer.statement._id, answer.sure[0]!._id, id);
    await site.ok(cancelReceipt, { body: { id, reason: 'A mistake' } }, asOffice);
    expect(await rowOf(id)).toMatchObject({ state: 'claimed', utr });
  });
});

describe('a line that is never sure', () => {
  it.each([
    ['a debit', (utr: string) => credit(`UPI/DR/${utr}/KAMALA`), 'money that went out'],
    ['a reversal', (utr: string) => credit(`REV-UPI/${utr}/KAMALA`), 'taken back'],
    ['a return', (utr: string) => credit(`NEFT RTN UPI ${utr}`), 'taken back'],
    ['a transfer to somebody', (utr: string) => credit(`TO TRANSFER-UPI/${utr}`), 'money that went out'],
    [
      'a row with both columns',
      (utr: string) => ['21/11/2026', `UPI/CR/${utr}/KAMALA`, '', '5', 1_000],
      'Both the debit',
    ],
    ['a day to come', (utr: string) => credit(`UPI/CR/${utr}/KAMALA`, '', '25/12/2026'), 'dated in the future'],
  ])('is %s', async (_what, row, why) => {
    const utr = newUtr();
    const { id, reference } = await applicant(utr);
    const answer = await upload([row(utr).map((cell) => String(cell).replace('KAMALA', reference))]);
    expect(answer.sure).toEqual([]);
    expect(answer.toLook).toHaveLength(1);
    expect(answer.toLook[0]!.why).toContain(why);
    // Nor is it booked to a payment received by hand.
    await site.ok(receivePayments, { body: { ids: [id] } }, asOffice);
    expect(await rowOf(id)).toMatchObject({ lineId: null });
    expect(await upload([row(utr)])).toMatchObject({ alreadyReceived: 0 });
  });
});

describe('a wrong mapping', () => {
  it('leaves nothing behind once the file is read correctly', async () => {
    const [paid, spent] = [newUtr(), newUtr()];
    await applicant(paid);
    const victim = await applicant(spent);
    const rows = [credit(`UPI/CR/${paid}/KAMALA`), ['21/11/2026', `UPI/${spent}/HALL KAMALA`, '', 1_000, '']];
    const wrong = await upload(rows, { date: 0, narration: 1, credit: 3 });
    expect(wrong.sure.map(({ payments: [payment] }) => payment!._id)).toEqual([victim.id]);
    const right = await upload(rows, { date: 0, narration: 1, credit: 4, debit: 3 });
    expect(right.sure).toHaveLength(1);
    const earlier = await site.ok(calls.getStatement, { params: { id: wrong.statement._id } }, asOffice);
    expect(linesOf(earlier)).toEqual([]);
    const { data } = await site.ok(calls.listOpenLines, { query: { page: 1 } }, asOffice);
    expect(data.map(({ utr }) => utr)).not.toContain(spent);
    const { left } = await reconcile(wrong.statement._id, wrong.sure[0]!._id, victim.id);
    expect(left).toMatchObject([{ code: 'WRONG_STATE' }]);
    expect(await rowOf(victim.id)).toMatchObject({ state: 'claimed' });
    // Read the first way again, the line is back.
    expect((await upload(rows, { date: 0, narration: 1, credit: 3 })).sure).toHaveLength(1);
    await upload(rows, { date: 0, narration: 1, credit: 4, debit: 3 });
  });
});

describe('a credit that is not a membership payment', () => {
  const dismiss = (lineId: string, note: string, undo?: true) =>
    site.ok(calls.dismissLine, { body: { lineId, note, ...(undo ? { undo } : {}) } }, asOffice);
  const open = async (dismissed?: true) =>
    (
      await site.ok(calls.listOpenLines, { query: { page: 1, ...(dismissed ? { dismissed } : {}) } }, asOffice)
    ).data.map(({ _id }) => _id);

  it('is in no list and never matched until that is undone', async () => {
    const utr = newUtr();
    const { id } = await applicant(utr);
    const rows = [credit(`UPI/CR/${utr}/KAMALA`)];
    const answer = await upload(rows);
    const line = answer.sure[0]!;
    const done = await dismiss(line._id, 'Rent of the hall');
    expect(done.line).toMatchObject({ _id: line._id, payments: [], dismissed: { note: 'Rent of the hall' } });
    expect((await dismiss(line._id, 'Interest')).line.dismissed).toMatchObject({ note: 'Interest' });
    const again = await upload(rows);
    expect([linesOf(again), again.dismissed, again.credits.count]).toEqual([[], 1, 1]);
    expect([await open(), await open(true)]).toEqual([
      expect.not.arrayContaining([line._id]),
      expect.arrayContaining([line._id]),
    ]);
    expect((await reconcile(answer.statement._id, line._id, id)).left).toMatchObject([{ code: 'WRONG_STATE' }]);
    const undone = await dismiss(line._id, '', true);
    expect(undone.line).toMatchObject({ list: 'sure', dismissed: null });
    expect((await upload(rows)).sure).toHaveLength(1);
  });

  it('needs a note, an existing line, and one that is not booked', async () => {
    const call = (body: object) => site.call(calls.dismissLine, { body: body as never }, asOffice);
    const utr = newUtr();
    const { id } = await applicant(utr);
    const answer = await upload([credit(`UPI/CR/${utr}/KAMALA`)]);
    const lineId = answer.sure[0]!._id;
    expect((await call({ lineId, note: ' ' })).body).toMatchObject({ fields: { note: expect.any(String) } });
    expect((await call({ lineId: id, note: 'x' })).status).toBe(404);
    await reconcile(answer.statement._id, lineId, id);
    expect([(await call({ lineId, note: 'x' })).status, (await call({ lineId, note: 'x' })).body]).toMatchObject([
      409,
      { code: 'LINE_USED' },
    ]);
  });
});
