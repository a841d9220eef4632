import { and, eq, inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import { deleteOldLines } from '#server/parts/bank-credits/credits.queries.ts';
import { statementLines } from '#server/parts/bank-credits/tables.ts';
import { columnMappings } from '#server/platform/spreadsheets/tables.ts';
import { clock } from '#shared/clock.ts';
import {
  cancelReceipt,
  listPayments,
  receivePayments,
  refusePayment,
  waivePayment,
} from '#shared/contracts/payments.ts';
import { decideRegistration, deleteRegistration, uploadPaymentScreenshot } from '#shared/contracts/registrations.ts';
import * as calls from '#shared/contracts/statements.ts';
import { startTestApp, type TestFile } from '#tests/app.ts';
import { dueFactory, moneyRows, receiptRows } from '#tests/factories/dues.ts';
import { memberFactory, pictureFile } from '#tests/factories/members.ts';
import {
  axis,
  type BankLine,
  canara,
  hdfc,
  icici,
  layouts,
  unheardOf,
  unheardOfMapping,
} from '#tests/factories/statements.ts';
import { adminToken } from '#tests/logins.ts';
import { statements } from './tables.ts';

const printed: string[] = [];
const site = await startTestApp(
  { LOG_LEVEL: 'debug' },
  { logTo: { write: (text: string) => void printed.push(text) } },
);
const asOffice = { token: await adminToken(site) };

type Overrides = NonNullable<Parameters<typeof memberFactory>[1]>;
/** Dated on 21 November 2026. */
let utrs = 632_500_000_000;
const newUtr = () => {
  utrs += 1;
  return String(utrs);
};

/** A new applicant of the Individual tier (Rs 1,000), with a claimed payment by default. */
async function applicant(overrides: Overrides & { claimed?: boolean; as?: 'received' } = {}) {
  const { claimed = true, as, ...rest } = overrides;
  const sent = { paymentSentAt: new Date('2026-11-02T06:00:00Z'), utr: newUtr() };
  const member = await memberFactory(site, {
    status: 'New',
    ...(as
      ? { paymentStatus: 'PAYMENT_SUCCESS' as const, ...sent }
      : claimed
        ? { paymentStatus: 'PAYMENT_INITIATED' as const, ...sent }
        : {}),
    ...rest,
  });
  const [row] = await moneyRows(site, { memberId: member.id });
  return { id: row!.id, member, utr: row!.utr, reference: row!.reference };
}

const line = (narration: string, credit = 1_000, date = '2026-11-21'): BankLine => ({ date, narration, credit });
const upload = async (file: TestFile | Promise<TestFile>, mapping?: object) =>
  site.ok(
    calls.uploadStatement,
    { body: mapping ? { mapping: JSON.stringify(mapping) } : {}, files: { file: await file } },
    asOffice,
  );
const read = (lines: BankLine[]) => upload(hdfc(lines));
const again = (id: string) => site.ok(calls.getStatement, { params: { id } }, asOffice);
type Accept = { lineId: string; paymentId: string }[];
const reconcile = (statementId: string, accept: Accept, approve?: boolean) =>
  site.ok(
    calls.reconcilePayments,
    { body: { statementId, accept: accept.map((pair) => ({ ...pair, seen: true })), approve } },
    asOffice,
  );
const acceptAll = (lines: calls.StatementLine[]): Accept =>
  lines.map(({ id, payments: [payment] }) => ({ lineId: id, paymentId: payment!.id }));
const rowOf = async (id: string) => (await moneyRows(site, { id }))[0]!;
const receiptsOf = (id: string) => receiptRows(site, id);
const counts = ({ sure, agrees, toLook, unknown, seenBefore, alreadyReceived }: calls.StatementAnswer) => ({
  sure: sure.length,
  agrees: agrees.length,
  toLook: toLook.length,
  unknown: unknown.length,
  seenBefore,
  alreadyReceived,
});
const none = { sure: 0, agrees: 0, toLook: 0, unknown: 0, seenBefore: 0, alreadyReceived: 0 };

/** The result of a single line: its list, its payments, and why. */
async function matchOf(narration: string, credit = 1_000) {
  const answer = await read([line(narration, credit)]);
  const rows = [...answer.sure, ...answer.agrees, ...answer.toLook, ...answer.unknown];
  const [only] = rows;
  return {
    list: only?.list ?? (answer.alreadyReceived > 0 ? 'already' : 'seen'),
    ids: only?.payments.map(({ id }) => id) ?? [],
    why: only?.why ?? '',
    answer,
    line: only!,
  };
}

describe.each(Object.entries(layouts))('a statement of %s', (_name, layout) => {
  it('classifies each of its lines correctly', async () => {
    const [byUtr, byReference, otherAmount, alike] = await Promise.all([
      applicant(),
      applicant({ claimed: false }),
      applicant(),
      applicant({ name: 'Meenakshi Sundaram Pillai' }),
    ]);
    const received = await applicant({ as: 'received' });
    const answer = await upload(
      layout([
        line(`UPI/CR/${byUtr.utr}/${byUtr.member.name}`),
        line(`UPI-ANYONE-${newUtr()}-${byReference.reference.replaceAll('-', '').toLowerCase()}`),
        { date: '2026-11-21', narration: 'SECRET DEBIT TO LANDLORD', debit: 1_000 },
        line(`UPI/CR/${otherAmount.utr}/${otherAmount.member.name}`, 999.5),
        line(`NEFT CR-HDFC0000001-PILLAI MEENAKSHI SUNDARAM-N${newUtr()}123`),
        line('CASH DEPOSIT', 1_000),
        line(`IMPS-${received.utr}/${received.member.name}`),
      ]),
    );
    expect(counts(answer)).toEqual({ ...none, sure: 1, agrees: 1, toLook: 2, unknown: 1, alreadyReceived: 1 });
    const shown = (lines: calls.StatementLine[]) =>
      lines.map(({ payments: of, amount }) => [of.map(({ id }) => id), amount]);
    expect([...shown(answer.agrees), ...shown(answer.sure)]).toEqual([
      [[byUtr.id], 1_000],
      [[byReference.id], 1_000],
    ]);
    expect(answer.agrees[0]).toMatchObject({ otherName: false, named: byUtr.member.name, reason: null });
    expect(shown(answer.toLook)).toEqual([
      [[otherAmount.id], 999.5],
      [[alike.id], 1_000],
    ]);
    expect(answer.unknown[0]).toMatchObject({
      date: '2026-11-21',
      amount: 1_000,
      utr: null,
      payments: [],
      list: 'unknown',
    });
    expect(answer.unknown[0]!.narration).toContain('CASH DEPOSIT');
    expect(answer.statement).toMatchObject({ needsMapping: false });
    for (const { why } of [...answer.sure, ...answer.toLook, ...answer.unknown]) expect(why).toMatch(/^[A-Z].+\.$/);
    // The hash is the same in every layout, so that the next one finds the lines again.
    await site.database.delete(statementLines).where(eq(statementLines.booked, 0));
    await site.database.update(members).set({ nameSearch: 'x' }).where(eq(members.id, alike.member.id));
  });
});

describe('a deposit like that of another account', () => {
  const of = (account: string, balances: (string | null)[]) => {
    const rows = balances.map((balance) => `25/11/2026,CASH DEPOSIT OF TWO ACCOUNTS,,,"1,000.00",${balance ?? ''}`);
    const head = 'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.,Closing Balance';
    return { name: 'statement.csv', type: 'text/csv', bytes: Buffer.from([account, head, ...rows].join('\n')) };
  };
  const lineIds = async (account: string, balances: (string | null)[]) =>
    (await upload(of(account, balances))).unknown.map(({ id }) => id);

  it('is a credit of its own, across files too, and the same one in a file that names no account', async () => {
    const [one] = await lineIds('Account No,00001234', ['51000']);
    const [two] = await lineIds('Account No,00009876', ['91000']);
    expect(two).not.toBe(one);
    expect(await lineIds('Account No,XXXX1234', ['51000'])).toEqual([one]);
    expect(await lineIds('Account No,00009876', ['91000'])).toEqual([two]);
    expect([one, two]).toContain((await lineIds('Statement', ['51000']))[0]);
    expect((await lineIds('Statement', ['51000', '91000'])).toSorted()).toEqual([one, two].toSorted());
  });
});

it('a line that is dismissed while its payment is received by hand is booked or dismissed, never both', async () => {
  for (let race = 0; race < 20; race += 1) {
    const { id, utr } = await applicant();
    const { line } = await matchOf(`UPI/${utr}`);
    const [received, dismissed] = await Promise.all([
      site.ok(receivePayments, { body: { ids: [id] } }, asOffice),
      site.call(calls.dismissLine, { body: { lineId: line.id, note: 'A loan' } }, asOffice),
    ]);
    expect(received.received).toBe(1);
    const [row] = await site.database.select().from(statementLines).where(eq(statementLines.id, line.id));
    expect([200, 409]).toContain(dismissed.status);
    expect([dismissed.status === 200, row!.dismissedAt !== null, row!.booked > 0]).toEqual(
      dismissed.status === 200 ? [true, true, false] : [false, false, true],
    );
    expect((await rowOf(id)).lineId).toBe(dismissed.status === 200 ? null : line.id);
  }
});

describe('a line is', () => {
  it('sure by UTR or reference, with the amount, of a claimed or a due payment', async () => {
    const claimed = await applicant();
    const due = await applicant({ claimed: false });
    expect(await matchOf(`UPI/${claimed.utr}/${claimed.reference}`)).toMatchObject({
      list: 'sure',
      ids: [claimed.id],
      why: 'UTR and reference agree, and so does the amount.',
    });
    expect(await matchOf(`upi/${due.reference.replaceAll('-', '').toLowerCase()}/x`)).toMatchObject({
      list: 'sure',
      ids: [due.id],
    });
    // Another UTR than was typed, but the right reference.
    const typo = await applicant();
    expect(await matchOf(`UPI/${newUtr()}/${typo.reference}`)).toMatchObject({ list: 'sure', ids: [typo.id] });
  });

  it.each([
    [999, /less than the Rs 1,000/],
    [1_500.25, /Rs 1,500\.25 came: more than/],
    [2_000, /twice the Rs 1,000/],
  ])('to be looked at with another amount: %s', async (amount, why) => {
    const one = await applicant();
    expect(await matchOf(`UPI/${one.utr}/${one.member.name}`, amount)).toMatchObject({
      list: 'toLook',
      ids: [one.id],
      why: expect.stringMatching(why),
    });
    expect(await matchOf(`UPI/${newUtr()}/${one.reference}`, amount)).toMatchObject({ list: 'toLook', ids: [one.id] });
  });

  it('to be looked at when it names two', async () => {
    const [one, two] = [await applicant(), await applicant()];
    const both = expect.arrayContaining([one.id, two.id]);
    expect(await matchOf(`UPI/${one.utr}/${two.reference}`)).toMatchObject({ list: 'toLook', ids: both });
    expect(await matchOf(`NEFT ${one.reference} ${two.reference}`, 2_000)).toMatchObject({ list: 'toLook', ids: both });
    const shared = newUtr();
    const [three, four] = [await applicant({ utr: shared }), await applicant({ utr: shared })];
    const match = await matchOf(`UPI/${shared}/X`);
    expect(match).toMatchObject({ list: 'toLook', ids: expect.arrayContaining([three.id, four.id]) });
    expect(match.ids).toHaveLength(2);
  });

  it('never sure by a cut reference', async () => {
    const one = await applicant({ reference: 'AIP-2025-700123' });
    expect(await matchOf('UPI/KAVITA/AIP-2025-70012')).toMatchObject({ list: 'toLook', ids: [one.id] });
    expect(await matchOf('UPI/KAVITA/aip20257001', 900)).toMatchObject({ list: 'unknown' });
    // Too short to be used.
    await Promise.all(
      Array.from({ length: 11 }, (_, index) => applicant({ reference: `AIP-2025-8${String(index).padStart(5, '0')}` })),
    );
    expect(await matchOf('UPI/SOMEBODY/AIP-2025-8')).toMatchObject({ list: 'unknown' });
    expect(await matchOf(`UPI/${one.utr}/${one.member.name}/AIP-2025-70012`)).toMatchObject({
      list: 'agrees',
      ids: [one.id],
    });
  });

  it('similar by all words of the name, in any order, with the amount', async () => {
    const one = await applicant({ name: 'Dr Harivansh K. Bachchan-Srivastava' });
    expect(await matchOf('NEFT CR-SRIVASTAVA BACHCHAN HARIVANSH-X')).toMatchObject({ list: 'toLook', ids: [one.id] });
    expect(await matchOf('NEFT HARIVANSH SRIVASTAVA')).toMatchObject({ list: 'unknown' });
    expect(await matchOf('NEFT HARIVANSH BACHCHANS SRIVASTAVA')).toMatchObject({ list: 'unknown' });
    expect(await matchOf('NEFT HARIVANSH BACHCHAN SRIVASTAVA', 1_001)).toMatchObject({ list: 'unknown' });
    const same = await applicant({ name: 'Dr Harivansh K. Bachchan-Srivastava', claimed: false });
    expect((await matchOf('CASH HARIVANSH BACHCHAN SRIVASTAVA')).ids.sort()).toEqual([one.id, same.id].sort());
    expect(await matchOf('SOMETHING ELSE ENTIRELY')).toMatchObject({ list: 'unknown', ids: [] });
  });

  it('to be looked at when its payment is closed', async () => {
    const [refused, waived] = [await applicant(), await applicant()];
    await site.ok(refusePayment, { body: { id: refused.id, reason: 'x' } }, asOffice);
    await site.ok(waivePayment, { body: { id: waived.id, note: 'x' } }, asOffice);
    expect(await matchOf(`UPI/${refused.utr}/${refused.member.name}`)).toMatchObject({
      list: 'toLook',
      why: expect.stringContaining('was refused'),
    });
    expect(await matchOf(`UPI/${waived.utr}/${waived.member.name}`)).toMatchObject({
      list: 'toLook',
      why: expect.stringContaining('was waived'),
    });
  });

  it('in no list when its payment was received by hand, and booked to it', async () => {
    const one = await applicant();
    await site.ok(receivePayments, { body: { ids: [one.id] } }, asOffice);
    const { list, answer } = await matchOf(`UPI/${one.utr}/${one.member.name}`);
    expect(list).toBe('already');
    expect(counts(answer)).toEqual({ ...none, alreadyReceived: 1 });
    expect((await rowOf(one.id)).lineId).not.toBeNull();
    expect(counts(await again(answer.statement.id))).toEqual(counts(answer));
    expect(counts(await read([line(`UPI/${one.utr}/${one.member.name}`)]))).toEqual({ ...none, seenBefore: 1 });
    // Another credit for the same payment: a double payment.
    const twice = await matchOf(`UPI/${newUtr()}/${one.reference}`);
    expect(twice).toMatchObject({ list: 'toLook', ids: [one.id] });
  });

  it('one that agrees when another name paid it, and then the payment’s when that is received by hand', async () => {
    const one = await applicant({ name: 'Vaidehi Parameswaran' });
    const match = await matchOf(`UPI/CR/${one.utr}/GOVIND`);
    expect(match).toMatchObject({
      list: 'agrees',
      ids: [one.id],
      why: 'UTR agrees, and so does the amount. Another name: GOVIND.',
      line: { otherName: true, named: 'GOVIND' },
    });
    await site.ok(receivePayments, { body: { ids: [one.id] } }, asOffice);
    expect((await rowOf(one.id)).lineId).toBe(match.line.id);
  });

  it('to be looked at when its payment was received in cash, or somebody else has given its number', async () => {
    const [cash, thief] = [await applicant(), await applicant()];
    await site.ok(receivePayments, { body: { ids: [cash.id], mode: 'cash' } }, asOffice);
    expect(await matchOf(`UPI/${cash.utr}/X`)).toMatchObject({
      list: 'toLook',
      ids: [cash.id],
      line: { reason: 'NOT_OPEN' },
    });
    await site.ok(receivePayments, { body: { ids: [thief.id] } }, asOffice);
    const payer = await applicant({ utr: thief.utr });
    const match = await matchOf(`UPI/${thief.utr}/X`);
    expect(match).toMatchObject({ list: 'toLook', line: { reason: 'TWO_CLAIMANTS' } });
    expect(match.ids.sort()).toEqual([thief.id, payer.id].sort());
  });

  it('to be looked at with another UTR for a reference that was received', async () => {
    const one = await applicant({ as: 'received' });
    expect(await matchOf(`UPI/${newUtr()}/${one.reference}`)).toMatchObject({
      list: 'toLook',
      ids: [one.id],
      why: expect.stringContaining('another UTR'),
    });
    const bare = await applicant({ as: 'received', utr: '' });
    expect((await matchOf(`UPI/${newUtr()}/${bare.reference}`)).list).toBe('already');
  });

  it('booked at once when the office receives a matching payment by hand', async () => {
    const one = await applicant();
    const { line: value, answer } = await matchOf(`UPI/${one.utr}/${one.member.name}`);
    await site.ok(receivePayments, { body: { ids: [one.id] } }, asOffice);
    expect((await rowOf(one.id)).lineId).toBe(value.id);
    expect(counts(await again(answer.statement.id))).toEqual({ ...none, seenBefore: 1 });
  });

  it('sure only once: double payments are looked at', async () => {
    const one = await applicant();
    const [first, second] = [line(`UPI/${newUtr()}/${one.reference}`), line(`UPI/${one.utr}/${one.member.name}`)];
    const answer = await read([first, second]);
    expect(answer.sure).toMatchObject([{ narration: first.narration }]);
    expect(answer.toLook).toMatchObject([
      { reason: 'TWICE', why: expect.stringContaining('paid twice'), payments: [{ id: one.id }] },
    ]);
    await reconcile(answer.statement.id, acceptAll(answer.sure));
    expect((await again(answer.statement.id)).toLook).toMatchObject([
      { payments: [{ id: one.id, state: 'received' }] },
    ]);
  });
});

describe('a file', () => {
  it('that is uploaded again, or overlaps, shows open lines and counts booked ones', async () => {
    const [one, two, three] = [await applicant(), await applicant(), await applicant()];
    const lines = [one, two, three].map(({ utr, member }) => line(`UPI/CR/${utr}/${member.name}`));
    const first = await read([...lines.slice(0, 2), line('CASH OVERLAP', 77)]);
    await reconcile(first.statement.id, acceptAll(first.agrees.slice(0, 1)));
    const second = await read([line('CASH OVERLAP', 77), ...lines]);
    expect(counts(second)).toEqual({ ...none, agrees: 2, unknown: 1, seenBefore: 1 });
    expect(second.agrees[0]!.id).toBe(first.agrees[1]!.id);
    expect(second.unknown[0]!.id).toBe(first.unknown[0]!.id);
    // The first one still has its own.
    expect(counts(await again(first.statement.id))).toEqual({ ...none, agrees: 1, unknown: 1, seenBefore: 1 });
    // In another layout of the same bank too, whose separators differ.
    const third = await upload(
      canara(
        [line('cash, overlap', 77), ...lines].map((each) => ({
          ...each,
          narration: each.narration.replaceAll('/', '-'),
        })),
      ),
    );
    expect(third.agrees.map(({ id }) => id)).toEqual(second.agrees.map(({ id }) => id));
    expect(third.seenBefore).toBe(1);
  });

  it('with two equal deposits has two, however often it is uploaded', async () => {
    const twice = [line('CASH DEPOSIT PUNE MAIN', 123), line('cash  deposit pune main', 123)];
    const first = await read(twice.slice(0, 1));
    const second = await read(twice);
    const third = await read(twice);
    expect([first, second, third].map(({ unknown }) => unknown.length)).toEqual([1, 2, 2]);
    expect(new Set([...first.unknown, ...second.unknown, ...third.unknown].map(({ id }) => id)).size).toBe(2);
  });

  it('sent twice at once is kept once', async () => {
    const one = await applicant();
    const lines = Array.from({ length: 50 }, (_, index) => line(`CASH AT ONCE ${index}`, 55)).concat(
      line(`UPI/${one.utr}/${one.member.name}`),
    );
    const [first, second] = await Promise.all([read(lines), read(lines.toReversed())]);
    const ids = (answer: calls.StatementAnswer) => [...answer.agrees, ...answer.unknown].map(({ id }) => id).sort();
    expect(ids(first)).toEqual(ids(second));
    expect(ids(first)).toHaveLength(51);
  });

  it('of many credits is stored by a job, and says how far it is', async () => {
    const one = await applicant();
    await site.ok(receivePayments, { body: { ids: [one.id] } }, asOffice);
    const many = Array.from({ length: 5_200 }, (_, index) => line(`CASH OF MANY ${index}`, 5));
    const first = await read([...many, line(`UPI/${one.utr}/${one.member.name}`)]);
    expect(first.credits.count).toBe(5_201);
    expect(['reading', 'ready']).toContain(first.statement.state);
    let now = await again(first.statement.id);
    while (now.statement.state === 'reading') {
      expect(now.statement.progress.total).toBe(5_201);
      now = await again(first.statement.id);
    }
    expect(now.statement).toMatchObject({ state: 'ready', progress: { done: 5_201, total: 5_201 } });
    // What was received by hand has its credit, without a look.
    expect(counts(now)).toMatchObject({ unknown: 5_200, agrees: 0, seenBefore: 0, alreadyReceived: 1 });
    expect((await rowOf(one.id)).lineId).not.toBeNull();
    await site.database.delete(statementLines).where(eq(statementLines.amount, 500));
  });

  it('with unknown columns is mapped once', async () => {
    const one = await applicant();
    const file = () =>
      unheardOf([line(`UPI/${one.utr}/${one.member.name}`), { date: '2026-11-21', narration: 'LANDLORD', debit: 5 }]);
    const result = await upload(file());
    expect(result.statement).toMatchObject({ needsMapping: true, mapping: null });
    expect(result.statement.columns[3]).toEqual({ index: 3, name: 'Jama', samples: ['1,000.00', '', ''] });
    expect(counts(result)).toEqual(none);
    const columns = result.statement.columns.map((column) => ({ ...column, samples: [] }));
    expect((await again(result.statement.id)).statement).toEqual({ ...result.statement, columns });
    expect(counts(await upload(file(), unheardOfMapping))).toEqual({ ...none, agrees: 1 });
    expect(counts(await upload(file()))).toEqual({ ...none, agrees: 1 });
    expect(await site.database.select().from(columnMappings)).toHaveLength(1);
  });

  it.each([
    ['{', /which column/],
    ['7', /which column/],
    ['{"date":0}', /which column/],
    ['{"date":0,"narration":1,"credit":-1}', /which column/],
    ['{"date":0,"narration":1,"credit":99}', /which column/],
    ['{"date":"0","narration":1,"credit":3}', /which column/],
    ['{"date":1,"narration":1,"credit":3}', /No line has a date/],
  ])('with a mapping that makes no sense is refused: %s', async (mapping, message) => {
    const answer = await site.fails(
      calls.uploadStatement,
      { body: { mapping }, files: { file: unheardOf([line('UPI/1')]) } },
      asOffice,
    );
    expect(answer.status).toBe(400);
    expect(answer.body.code).toBe('VALIDATION');
    expect(Object.values(answer.body.fields ?? {})[0]).toMatch(message);
  });

  it('without credits has empty lists', async () => {
    expect(counts(await upload(hdfc([])))).toEqual(none);
    expect(counts(await upload(axis([{ date: '2026-11-21', narration: 'RENT', debit: 5 }])))).toEqual(none);
  });

  const named = (name: string, bytes: Uint8Array | string): TestFile => ({
    name,
    type: 'text/csv',
    bytes: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
  });
  it('without a table is refused, whatever its name', async () => {
    const hostile = [
      named('statement.csv', '%PDF-1.7\n1 0 obj\n'),
      await pictureFile(7, 'statement.xlsx'),
      named('statement.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 1, 2, 3, 4, 5])),
      named('statement.xlsx', (await icici([line('X')])).bytes.subarray(0, 900)),
      named('statement.csv', 'Dear treasurer,\nI have paid.\n'),
      named('statement.xls', '<html><body><p>Your session has expired.</p></body></html>'),
      named('statement.csv', Buffer.from([0, 1, 2, 3])),
      named('statement.csv', ''),
    ];
    for (const file of hostile) {
      const { status, body } = await site.fails(calls.uploadStatement, { files: { file } }, asOffice);
      expect([status, body.code, body.message]).toEqual([400, 'UNREADABLE_FILE', expect.stringMatching(/^[A-Z].+\.$/)]);
    }
  });

  it('of more than 10 MB is refused by its size, and a call without one is a validation error', async () => {
    const file = named('statement.csv', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'));
    const large = await site.fails(calls.uploadStatement, { files: { file } }, asOffice);
    expect([large.status, large.body.code]).toEqual([413, 'TOO_LARGE']);
    const missing = await site.fails(calls.uploadStatement, { files: {} }, asOffice);
    expect(missing).toMatchObject({ status: 400, body: { fields: { file: 'Please choose the statement' } } });
  });

  it('with formulas and other hostile text is returned as text', async () => {
    const narrations = [
      '=HYPERLINK("http://x")',
      '<script>alert(1)</script>',
      "'; drop table payments; --",
      '%_\\',
      '🪙 {}',
    ];
    const answer = await upload(canara(narrations.map((text, index) => line(text, 500 + index))));
    expect(answer.unknown.map(({ narration }) => narration)).toEqual(narrations);
  });

  it('leaves no debit or balance in the database, and nothing in the log', async () => {
    const secret = 'LANDLORDX PRIVATE RENT 912345678901';
    const one = await applicant();
    const unnamed = [
      ['21/11/2026', secret, '4,321.00', '', '98,76,543.21'],
      ['21/11/2026', `UPI/${one.utr}/${one.member.name} LOUDPAYER`, '', '1,000.00', '98,77,543.21'],
    ];
    await upload(
      hdfc([
        { date: '2026-11-21', narration: secret, debit: 4_321 },
        line(`UPI/${one.utr}/${one.member.name} LOUDPAYER`),
      ]),
    );
    await upload(named('raw.csv', unnamed.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n')), {
      date: 0,
      narration: 1,
      credit: 3,
    });
    const { rows } = await site.database.execute<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public'",
    );
    for (const { name } of rows) {
      const { rows } = await site.database.execute<{ text: string }>(
        `select t::text as text from "${name}" t where t::text ~* 'landlordx|98,?76,?543|432100' limit 1`,
      );
      expect([name, rows]).toEqual([name, []]);
    }
    const log = printed.join('');
    expect(log).not.toMatch(/LANDLORDX|LOUDPAYER/i);
    expect(log).not.toContain(one.utr);
  });
});

describe('reconciling', () => {
  it('receives the pairs on the day of their lines, with receipts, mails and the UTR', async () => {
    const [one, two] = [await applicant(), await applicant({ claimed: false })];
    const utr = '609112345678';
    const answer = await read([
      line(`UPI/609012345678/${one.reference}`, 1_000, '2026-03-31'),
      line(`UPI/${utr}/${two.reference}`, 1_000, '2026-04-01'),
    ]);
    const done = await reconcile(answer.statement.id, acceptAll(answer.sure));
    expect(done).toMatchObject({ received: 2, approved: 0, left: [], message: '2 payments were received.' });
    expect(await rowOf(one.id)).toMatchObject({ state: 'received', receivedOn: '2026-03-31' });
    expect(await rowOf(two.id)).toMatchObject({ state: 'received', receivedOn: '2026-04-01', utr });
    expect((await receiptsOf(one.id))[0]!.year).toBe('2025-26');
    expect((await receiptsOf(two.id))[0]).toMatchObject({ year: '2026-27', content: { utr } });
    expect(counts(await again(answer.statement.id))).toEqual({ ...none, seenBefore: 2 });
  });

  it('receives nothing twice: a second press, two windows, a concurrent dialog', async () => {
    const people = await Promise.all(Array.from({ length: 30 }, () => applicant()));
    const answer = await read(people.map(({ utr, member }) => line(`UPI/${utr}/${member.name}`)));
    const pairs = acceptAll(answer.agrees);
    expect(pairs).toHaveLength(30);
    const ids = people.map(({ id }) => id);
    const [first, second, byHand] = await Promise.all([
      reconcile(answer.statement.id, pairs),
      reconcile(answer.statement.id, pairs.toReversed()),
      site.ok(receivePayments, { body: { ids } }, asOffice),
    ]);
    expect(first.received + second.received + byHand.received).toBe(30);
    const third = await reconcile(answer.statement.id, pairs);
    expect(third.received).toBe(0);
    expect(third.left.map(({ code }) => code)).toEqual(pairs.map(() => 'ALREADY_RECEIVED'));
    expect(third.left[0]).toEqual({
      id: expect.any(String),
      lineId: expect.any(String),
      code: 'ALREADY_RECEIVED',
      message: expect.any(String),
    });
    const rows = await site.database.select().from(receipts).where(inArray(receipts.paymentId, ids));
    expect(rows).toHaveLength(30);
    const booked = await site.database
      .select()
      .from(statementLines)
      .where(
        and(
          inArray(
            statementLines.id,
            pairs.map(({ lineId }) => lineId),
          ),
          eq(statementLines.booked, 100_000),
        ),
      );
    expect(booked).toHaveLength(30);
  });

  it('says of each pair why it was left out', async () => {
    const [one, two, three, four] = [await applicant(), await applicant(), await applicant(), await applicant()];
    await site.ok(waivePayment, { body: { id: four.id, note: 'x' } }, asOffice);
    const answer = await read([
      line(`UPI/${one.utr}/${one.member.name}`),
      line(`UPI/${two.utr}/${two.member.name}`, 900),
      line('CASH LEFT', 1_000),
    ]);
    const [sure, other, free] = [answer.agrees[0]!.id, answer.toLook[0]!.id, answer.unknown[0]!.id];
    const nobody = crypto.randomUUID();
    const id = answer.statement.id;
    const done = await reconcile(id, [
      { lineId: sure, paymentId: one.id },
      { lineId: other, paymentId: two.id },
      { lineId: free, paymentId: nobody },
      { lineId: nobody, paymentId: three.id },
    ]);
    expect(done.received).toBe(1);
    expect(done.left.map(({ id: of, lineId, code }) => [of, lineId, code])).toEqual([
      [two.id, other, 'AMOUNT_DIFFERS'],
      [nobody, free, 'NOT_FOUND'],
      [three.id, nobody, 'NOT_FOUND'],
    ]);
    expect((await reconcile(id, [{ lineId: sure, paymentId: three.id }])).left).toMatchObject([{ code: 'LINE_USED' }]);
    expect((await reconcile(id, [{ lineId: free, paymentId: four.id }])).left).toMatchObject([{ code: 'WRONG_STATE' }]);
    expect((await reconcile(id, [{ lineId: free, paymentId: one.id }])).left).toMatchObject([
      { code: 'ALREADY_RECEIVED' },
    ]);
    // An unknown credit may be for any payment of its amount.
    expect(await reconcile(id, [{ lineId: free, paymentId: three.id }])).toMatchObject({ received: 1, left: [] });
    expect((await rowOf(three.id)).lineId).toBe(free);
    const unknown = await site.fails(
      calls.reconcilePayments,
      { body: { statementId: nobody, accept: [{ lineId: free, paymentId: three.id }] } },
      asOffice,
    );
    expect(unknown.status).toBe(404);
    const empty = await site.fails(calls.reconcilePayments, { body: { statementId: id, accept: [] } }, asOffice);
    expect(empty.status).toBe(400);
  });

  it('takes one line for several payments if the sums agree, and one payment from one line', async () => {
    const [one, two, three] = [await applicant(), await applicant(), await applicant()];
    const answer = await read([line('NEFT FOR TWO', 2_000), line('NEFT FOR ONE', 1_000)]);
    const [two000, one000] = answer.unknown.map(({ id }) => id) as [string, string];
    const id = answer.statement.id;
    const short = await reconcile(id, [{ lineId: two000, paymentId: one.id }]);
    expect(short.left).toMatchObject([{ code: 'AMOUNT_DIFFERS' }]);
    const pairs = [one, two].map((of) => ({ lineId: two000, paymentId: of.id }));
    const done = await reconcile(id, [...pairs, { lineId: one000, paymentId: one.id }]);
    expect(done.received).toBe(2);
    expect(done.left).toMatchObject([{ id: one.id, lineId: one000, code: 'ALREADY_RECEIVED' }]);
    expect(await reconcile(id, [{ lineId: one000, paymentId: three.id }])).toMatchObject({ received: 1 });
  });

  it('opens the line again when its receipt is cancelled', async () => {
    const [one, two] = [await applicant(), await applicant()];
    const answer = await read([line('CASH MISTAKEN', 1_000)]);
    const lineId = answer.unknown[0]!.id;
    const id = answer.statement.id;
    await reconcile(id, [{ lineId, paymentId: one.id }]);
    await site.ok(cancelReceipt, { body: { id: one.id, reason: 'Wrong person' } }, asOffice);
    expect(counts(await again(id))).toEqual({ ...none, unknown: 1 });
    expect(await reconcile(id, [{ lineId, paymentId: two.id }])).toMatchObject({ received: 1 });
  });

  it('receives unseen only what is sure at that moment, and what was seen only as it was', async () => {
    const [sure, one] = [await applicant({ claimed: false }), await applicant()];
    const answer = await read([
      line(`UPI/CR/${newUtr()}/${sure.reference}`),
      line(`UPI/CR/${one.utr}/${one.member.name}`),
    ]);
    const [agrees] = answer.agrees;
    const accept = [...acceptAll(answer.sure), ...acceptAll(answer.agrees)];
    const press = (pairs: object[]) =>
      site.ok(
        calls.reconcilePayments,
        { body: { statementId: answer.statement.id, accept: pairs as never, approve: true } },
        asOffice,
      );
    const pair = accept[1]!;
    expect(await press(accept)).toMatchObject({
      received: 1,
      left: [{ id: one.id, lineId: agrees!.id, code: 'NOT_SURE' }],
    });
    // Somebody else gives the same number before the press.
    const thief = await applicant({ utr: one.utr });
    expect(await press([{ ...pair, seen: true }])).toMatchObject({ received: 0, left: [{ code: 'NOT_SURE' }] });
    const before = { ...pair, seen: true, version: agrees!.version };
    expect(await press([before])).toMatchObject({ received: 0, left: [{ code: 'RECORD_CHANGED' }] });
    const [both] = (await again(answer.statement.id)).toLook;
    expect(both).toMatchObject({ reason: 'TWO_CLAIMANTS', list: 'toLook' });
    // Read by the office, it is received, but nobody is approved by it.
    const now = { ...pair, seen: true, version: both!.version };
    expect(await press([now])).toMatchObject({ received: 1, approved: 0, left: [] });
    expect((await rowOf(thief.id)).state).toBe('claimed');
  });

  it('takes one line for two payments of one person that were claimed with its number', async () => {
    const one = await applicant();
    const other = await dueFactory(site, {
      memberId: one.member.id,
      reference: 'AIP-2026-888001',
      purpose: 'annual',
      period: '2026-27',
      amount: 500,
      state: 'claimed',
      utr: one.utr,
    });
    const answer = await read([line(`UPI/${one.utr}/X`, 1_500)]);
    expect(answer.agrees[0]!.payments.map(({ id }) => id).sort()).toEqual([one.id, other.id].sort());
    const pairs = answer.agrees[0]!.payments.map(({ id }) => ({ lineId: answer.agrees[0]!.id, paymentId: id }));
    expect(await reconcile(answer.statement.id, pairs)).toMatchObject({ received: 2, left: [] });
  });

  it('counts a number that somebody gave whose record is gone', async () => {
    const [gone, payer] = [await applicant(), await applicant()];
    await site.ok(uploadPaymentScreenshot, {
      params: { id: gone.member.id },
      body: { utr: payer.utr },
      files: { screenshot: await pictureFile() },
    });
    await site.ok(refusePayment, { body: { id: gone.id, reason: 'x' } }, asOffice);
    await site.ok(decideRegistration, { body: { id: gone.member.id, status: 'Rejected', reason: 'x' } }, asOffice);
    await site.ok(deleteRegistration, { params: { id: gone.member.id } }, asOffice);
    const { rows } = await site.database.execute<{ number: string }>(
      'select number from claimed_numbers where payment_id is null',
    );
    expect(rows.map(({ number }) => number)).not.toContain(payer.utr);
    expect(await matchOf(`UPI/${payer.utr}/${payer.member.name}`)).toMatchObject({
      list: 'toLook',
      ids: [payer.id],
      line: { reason: 'TWO_CLAIMANTS' },
    });
  });

  it('approves new registrations without a warning, from sure matches only, on request', async () => {
    const [clean, sameMobile, value, quiet] = [
      await applicant({ name: 'Vasundhara Nobodyelse', dateOfBirth: '1961-02-03' }),
      await applicant({ mobile: '9800000001' }),
      await applicant(),
      await applicant(),
    ];
    await applicant({ mobile: '9800000001' });
    const agreeing = await applicant();
    const answer = await read([
      line(`UPI/${clean.utr}/${clean.reference}`),
      line(`UPI/${sameMobile.utr}/${sameMobile.reference}`),
      line('CASH APPROVE', 1_000),
      line(`UPI/${quiet.utr}/${quiet.reference}`),
      line(`UPI/${agreeing.utr}/${agreeing.member.name}`),
    ]);
    const id = answer.statement.id;
    const byHand = { lineId: answer.unknown[0]!.id, paymentId: value.id };
    await reconcile(id, acceptAll(answer.sure.filter(({ payments: [of] }) => of!.id === quiet.id)));
    const done = await reconcile(id, [...acceptAll([...answer.sure.slice(0, 2), ...answer.agrees]), byHand], true);
    expect(done).toMatchObject({ received: 4, approved: 1 });
    const statuses = await Promise.all(
      [clean, sameMobile, value, quiet, agreeing].map(async ({ member }) => {
        const [row] = await site.database.select().from(members).where(eq(members.id, member.id));
        return [row!.status, row!.memberNumber !== null];
      }),
    );
    expect(statuses).toEqual([
      ['Approved', true],
      ['New', false],
      ['New', false],
      ['New', false],
      ['New', false],
    ]);
    expect((await receiptsOf(clean.id))[0]!.content.memberNumber).toMatch(/^AIP-M-/);
  });
});

describe('open lines', () => {
  it('show in the list of payments beside their matches, and match a later claim', async () => {
    const utr = newUtr();
    const { answer, list, line: open } = await matchOf(`UPI/CR/${utr}/HARIDAS LATECLAIM`, 1_000);
    expect(list).toBe('unknown');
    const one = await applicant({ utr, name: 'Haridas Lateclaim' });
    const { data } = await site.ok(listPayments, { query: { search: one.reference } }, asOffice);
    expect(data[0]!.credit).toEqual({
      lineId: open.id,
      statementId: answer.statement.id,
      date: '2026-11-21',
      amount: 1_000,
      narration: `UPI/CR/${utr}/HARIDAS LATECLAIM`,
    });
    expect((await again(answer.statement.id)).agrees).toMatchObject([{ id: open.id, payments: [{ id: one.id }] }]);
    const listed = await site.ok(calls.listOpenLines, {}, asOffice);
    expect(listed.data.length).toBeLessThanOrEqual(10);
    expect(listed.pagination.totalCount).toBeGreaterThan(10);
    const days = listed.data.map(({ date }) => date);
    expect(days).toEqual(days.toSorted().reverse());
    for (const { statementId, why } of listed.data)
      expect([statementId, why]).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), expect.any(String)]);
  });

  it('are deleted after 90 days, and the narration of booked ones; a refused deletion leaves no name', async () => {
    const one = await applicant();
    const answer = await read([line(`UPI/${one.utr}/${one.member.name} OLDPAYER`), line('CASH OLDPAYER', 333)]);
    await reconcile(answer.statement.id, acceptAll(answer.agrees));
    const old = new Date(clock.ms() - 91 * 24 * 60 * 60 * 1_000);
    const ids = [answer.agrees[0]!.id, answer.unknown[0]!.id];
    await deleteOldLines(site.database, 90);
    expect(await site.database.select().from(statementLines).where(inArray(statementLines.id, ids))).toHaveLength(2);
    await site.database.update(statementLines).set({ createdAt: old }).where(inArray(statementLines.id, ids));
    await site.database.update(statements).set({ createdAt: old }).where(eq(statements.id, answer.statement.id));
    await deleteOldLines(site.database, 90);
    expect(await site.database.select().from(statementLines).where(inArray(statementLines.id, ids))).toMatchObject([
      { id: ids[0], narration: '', words: [], utr: one.utr },
    ]);
    // It is still recognised.
    expect(counts(await read([line(`UPI/${one.utr}/${one.member.name} OLDPAYER`)]))).toEqual({
      ...none,
      seenBefore: 1,
    });
  });

  it('lose their senders when the person is erased', async () => {
    const one = await applicant();
    const answer = await read([line(`UPI/${one.utr}/${one.member.name} FORGOTTEN NAME`)]);
    await reconcile(answer.statement.id, acceptAll(answer.agrees));
    const lineId = answer.agrees[0]!.id;
    const decision = { id: one.member.id, status: 'Rejected', reason: 'x', money: 'keep' };
    await site.ok(decideRegistration, { body: decision }, asOffice);
    await site.ok(deleteRegistration, { params: { id: one.member.id } }, asOffice);
    expect(await site.database.select().from(statementLines).where(eq(statementLines.id, lineId))).toMatchObject([
      { narration: '', words: [], booked: 100_000 },
    ]);
  });

  it('of an unknown statement: 404', async () => {
    expect((await site.fails(calls.getStatement, { params: { id: crypto.randomUUID() } }, asOffice)).status).toBe(404);
  });
});
