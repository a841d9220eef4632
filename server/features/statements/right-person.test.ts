import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { cancelReceipt, listPayments, receivePayments, refundPayment } from '#shared/contracts/payments.ts';
import { cancelSharePayment, payShares, updateShareSettings } from '#shared/contracts/shares.ts';
import * as calls from '#shared/contracts/statements.ts';
import { startTestApp, type TestFile } from '#tests/app.ts';
import { moneyRows } from '#tests/factories/dues.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { adminToken, confirmedToken } from '#tests/logins.ts';

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
  const [row] = await moneyRows(site, { memberId: member.id });
  return { id: row!.id, reference: row!.reference };
}
const rowOf = async (id: string) => (await moneyRows(site, { id }))[0]!;

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
const linesOf = ({ sure, agrees, toLook, unknown }: calls.StatementAnswer) => [
  ...sure,
  ...agrees,
  ...toLook,
  ...unknown,
];
const reconcile = (statementId: string, lineId: string, paymentId: string) =>
  site.ok(calls.reconcilePayments, { body: { statementId, accept: [{ lineId, paymentId, seen: true }] } }, asOffice);

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
    expect(linesOf(both).map(({ id }) => id)).toContain(linesOf(first)[0]!.id);
    const again = await upload([credit('BY TRANSFER FROM USHA PATIL', constant)]);
    expect(linesOf(again)).toHaveLength(1);
    expect(linesOf(both).map(({ id }) => id)).toContain(linesOf(again)[0]!.id);
  });
});

it('a morning’s statement full of others’ numbers receives and approves by the reference alone', async () => {
  const [mobile, debited, note, returned, agreed] = ['919845012345', newUtr(), newUtr(), newUtr(), newUtr()] as const;
  const thieves = await Promise.all([mobile, debited, note, returned, agreed].map((utr) => applicant(utr)));
  const honest = await applicant('', 'Kamala Subramaniam');
  const answer = await upload([
    credit(`UPI/KAMALA DEVI/${mobile}/SBIN/FEE`, newUtr()),
    ['21/11/2026', `NEFT TO HALL ${debited}`, '', 500, ''],
    credit('NEFT FROM KAMALA', debited),
    credit(`UPI/KAMALA DEVI/MY UTR ${note}`, newUtr()),
    credit(`UPIRVSL-${returned}-KAMALA DEVI`),
    credit(`UPI/${agreed}/KAMALA DEVI`),
    credit(`UPI/UNCLE/${honest.reference}`),
  ]);
  expect(answer.sure.map(({ payments: [payment] }) => payment!.id)).toEqual([honest.id]);
  expect(answer.toLook.map(({ reason }) => reason).sort()).toEqual(['OWN_NUMBER', 'WORD']);
  // All of them are sent, as if they had been sure.
  const accept = [...answer.sure, ...answer.agrees, ...answer.toLook].map(({ id, payments: [payment] }) => ({
    lineId: id,
    paymentId: payment!.id,
  }));
  const body = { statementId: answer.statement.id, accept, approve: true };
  const done = await site.ok(calls.reconcilePayments, { body }, asOffice);
  expect(done).toMatchObject({ received: 1, approved: 1 });
  expect(new Set(done.left.map(({ code }) => code))).toEqual(new Set(['NOT_SURE']));
  for (const { id } of thieves) {
    const row = await rowOf(id);
    expect([row.state === 'received', row.lineId]).toEqual([false, null]);
    const [member] = await site.database.select().from(members).where(eq(members.id, row.memberId!));
    expect(member!.status).toBe('New');
  }
});

it('a number that we have sent money with is nobody’s payment', async () => {
  const [payer, victim] = [await applicant(newUtr()), await applicant(newUtr())];
  const sent = newUtr();
  await site.ok(receivePayments, { body: { ids: [payer.id] } }, asOffice);
  await site.ok(refundPayment, { body: { id: payer.id, refundedOn: '2026-11-23', utr: sent } }, asOffice);
  const answer = await upload([credit(`UPI/${sent}/${victim.reference}`)]);
  expect(answer.toLook).toMatchObject([{ reason: 'OWN_NUMBER', payments: [{ id: victim.id }, { id: payer.id }] }]);
});

it('a number that a State was paid with is nobody’s payment, also after that payment was taken back', async () => {
  const sent = newUtr();
  await site.ok(updateShareSettings, { body: { enabled: true, percent: { 'Individual member': 30 } } }, asOffice);
  const body = { state: 'Kerala', amount: 1_000, paidOn: '2026-11-21', utr: sent, advance: true };
  const { payment } = await site.ok(payShares, { body }, { token: await confirmedToken(site) });
  const victim = await applicant(sent);
  const judged = async () => (await upload([credit(`UPI/${sent}/KAMALA DEVI`)])).toLook;
  expect(await judged()).toMatchObject([{ reason: 'OWN_NUMBER', payments: [{ id: victim.id }] }]);
  await site.ok(cancelSharePayment, { params: { id: payment.id }, body: { reason: 'Returned' } }, asOffice);
  expect(await judged()).toMatchObject([{ reason: 'OWN_NUMBER' }]);
});

it('the number of a part that was received stays its person’s', async () => {
  const [payer, number] = [await applicant(), newUtr()];
  const answered = await upload([credit('NEFT KAMALA', number, '21/11/2026', 600)]);
  const line = linesOf(answered).find(({ utr }) => utr === number)!;
  const accept = [{ lineId: line.id, paymentId: payer.id, seen: true, part: true }];
  expect(
    await site.ok(calls.reconcilePayments, { body: { statementId: answered.statement.id, accept } }, asOffice),
  ).toMatchObject({ received: 1 });
  const { data: parts } = await site.ok(listPayments, { query: { state: 'received', search: number } }, asOffice);
  const thief = await applicant(number);
  const answer = await upload([credit('IMPS SOMEBODY', number)]);
  expect(answer.agrees).toEqual([]);
  expect(answer.toLook.map(({ payments }) => payments.map(({ id }) => id))).toContainEqual(
    expect.arrayContaining([thief.id, parts[0]!.id]),
  );
});

it('credits that only another column tells apart are never taken for each other', async () => {
  const [one, other] = [await applicant(), await applicant()];
  const heads = ['Date', 'Description', 'Remarks', 'Debit', 'Credit'];
  const row = (remarks: string, amount = 1_000) => ['21/11/2026', 'UPI CREDIT', remarks, '', amount];
  const send = (...rows: (string | number)[][]) =>
    site.ok(calls.uploadStatement, { body: {}, files: { file: csv([heads, ...rows]) } }, asOffice);
  const first = await send(row(`${one.reference} FIRST`));
  await reconcile(first.statement.id, first.sure[0]!.id, one.id);
  const both = await send(row(`${other.reference} SECOND`), row(`${one.reference} FIRST`));
  expect([both.seenBefore, both.sure.map(({ payments }) => payments[0]!.id)]).toEqual([1, [other.id]]);
  const numbers = ['633666000111/919812345678@waicici', '633666000222/919876543210@waicici'];
  for (const number of numbers) await send(row(number, 700), row('X', 1));
  expect((await send(...numbers.map((number) => row(number, 700)))).unknown).toHaveLength(2);
});

it('a reference in a second text column is read', async () => {
  const { reference } = await applicant();
  const text = readFileSync(
    new URL('../../../tests/field/06-reference-in-a-second-text-column.csv', import.meta.url),
    'utf8',
  );
  const file = { name: 'statement.csv', type: 'text/csv', bytes: Buffer.from(text.replace('{REF}', reference)) };
  const { sure } = await site.ok(calls.uploadStatement, { body: {}, files: { file } }, asOffice);
  expect(sure).toMatchObject([{ utr: '632411200001', payments: [{ reference }] }]);
});

describe('a receipt for the wrong person', () => {
  it('is cancelled with the number taken from the line, so that the line names nobody', async () => {
    const { id } = await applicant('', 'Quentin Zachariah');
    const rows = [credit(`UPI/CR/${newUtr()}/SOMEBODY ELSE`)];
    const answer = await upload(rows);
    const [line] = answer.unknown;
    await reconcile(answer.statement.id, line!.id, id);
    expect(await rowOf(id)).toMatchObject({ state: 'received', utr: line!.utr });
    await site.ok(cancelReceipt, { body: { id, reason: 'The wrong person' } }, asOffice);
    expect(await rowOf(id)).toMatchObject({ state: 'due', utr: '', lineId: null });
    const again = await upload(rows);
    expect([again.agrees, again.toLook, again.unknown.map(({ id }) => id)]).toEqual([[], [], [line!.id]]);
  });

  it('keeps the number that the person has sent', async () => {
    const utr = newUtr();
    const { id } = await applicant(utr);
    const answer = await upload([credit(`UPI/CR/${utr}/KAMALA`)]);
    await reconcile(answer.statement.id, answer.agrees[0]!.id, id);
    await site.ok(cancelReceipt, { body: { id, reason: 'A mistake' } }, asOffice);
    expect(await rowOf(id)).toMatchObject({ state: 'claimed', utr });
  });
});

describe('a wrong mapping', () => {
  it('leaves nothing behind once the file is read correctly', async () => {
    const [paid, spent] = [newUtr(), newUtr()];
    await applicant(paid);
    const victim = await applicant(spent);
    const rows = [credit(`UPI/CR/${paid}/KAMALA`), ['21/11/2026', `UPI/${spent}/HALL KAMALA`, '', 1_000, '']];
    const wrong = await upload(rows, { date: 0, narration: 1, credit: 3 });
    expect(wrong.agrees.map(({ payments: [payment] }) => payment!.id)).toEqual([victim.id]);
    const right = await upload(rows, { date: 0, narration: 1, credit: 4, debit: 3 });
    expect(right.agrees).toHaveLength(1);
    const earlier = await site.ok(calls.getStatement, { params: { id: wrong.statement.id } }, asOffice);
    expect(linesOf(earlier)).toEqual([]);
    const { data } = await site.ok(calls.listOpenLines, { query: { page: 1 } }, asOffice);
    expect(data.map(({ utr }) => utr)).not.toContain(spent);
    const { left } = await reconcile(wrong.statement.id, wrong.agrees[0]!.id, victim.id);
    expect(left).toMatchObject([{ code: 'WRONG_STATE' }]);
    expect(await rowOf(victim.id)).toMatchObject({ state: 'claimed' });
    // Read the first way again, the line is back.
    expect((await upload(rows, { date: 0, narration: 1, credit: 3 })).agrees).toHaveLength(1);
    await upload(rows, { date: 0, narration: 1, credit: 4, debit: 3 });
  });
});

describe('a credit that is not a membership payment', () => {
  const dismiss = (lineId: string, note: string, undo?: true) =>
    site.ok(calls.dismissLine, { body: { lineId, note, ...(undo ? { undo } : {}) } }, asOffice);
  const open = async (dismissed?: true) =>
    (
      await site.ok(calls.listOpenLines, { query: { page: 1, ...(dismissed ? { dismissed } : {}) } }, asOffice)
    ).data.map(({ id }) => id);

  it('is in no list and never matched until that is undone', async () => {
    const utr = newUtr();
    const { id } = await applicant(utr);
    const rows = [credit(`UPI/CR/${utr}/KAMALA`)];
    const answer = await upload(rows);
    const line = answer.agrees[0]!;
    const done = await dismiss(line.id, 'Rent of the hall');
    expect(done.line).toMatchObject({ id: line.id, payments: [], dismissed: { note: 'Rent of the hall' } });
    expect((await dismiss(line.id, 'Interest')).line.dismissed).toMatchObject({ note: 'Interest' });
    const again = await upload(rows);
    expect([linesOf(again), again.dismissed, again.credits.count]).toEqual([[], 1, 1]);
    expect([await open(), await open(true)]).toEqual([
      expect.not.arrayContaining([line.id]),
      expect.arrayContaining([line.id]),
    ]);
    expect((await reconcile(answer.statement.id, line.id, id)).left).toMatchObject([{ code: 'WRONG_STATE' }]);
    const undone = await dismiss(line.id, '', true);
    expect(undone.line).toMatchObject({ list: 'agrees', dismissed: null });
    expect((await upload(rows)).agrees).toHaveLength(1);
  });

  it('needs a note, an existing line, and one that is not booked', async () => {
    const call = (body: object) => site.call(calls.dismissLine, { body: body as never }, asOffice);
    const utr = newUtr();
    const { id } = await applicant(utr);
    const answer = await upload([credit(`UPI/CR/${utr}/KAMALA`)]);
    const lineId = answer.agrees[0]!.id;
    expect((await call({ lineId, note: ' ' })).body).toMatchObject({ fields: { note: expect.any(String) } });
    expect((await call({ lineId: id, note: 'x' })).status).toBe(404);
    await reconcile(answer.statement.id, lineId, id);
    expect([(await call({ lineId, note: 'x' })).status, (await call({ lineId, note: 'x' })).body]).toMatchObject([
      409,
      { code: 'LINE_USED' },
    ]);
  });
});
