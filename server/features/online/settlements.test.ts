import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { onlinePayments, settlementRuns, settlements } from '#server/parts/gateway/tables.ts';
import { clock } from '#shared/clock.ts';
import { payOnline } from '#shared/contracts/online.ts';
import { listPayments, refundPayment } from '#shared/contracts/payments.ts';
import { ledgerOfYear } from '#shared/contracts/receipts.ts';
import { getYearReport } from '#shared/contracts/reports.ts';
import { reconcilePayments, uploadStatement } from '#shared/contracts/statements.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import { startTestApp, type TestFile } from '#tests/app.ts';
import { moneyRows, setAmount, setUtr } from '#tests/factories/dues.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { type BankLine, layouts } from '#tests/factories/statements.ts';
import { startGatewayDouble } from '#tests/gateway-double.ts';
import { tenth } from '#tests/length.ts';
import { confirmedToken } from '#tests/logins.ts';
import { eventually } from '#tests/wait.ts';

const gateway = await startGatewayDouble();
const site = await startTestApp(gateway.env);
afterAll(() => gateway.close());
let asOffice: { token: string };
beforeAll(async () => {
  asOffice = { token: await confirmedToken(site) };
});

const tell = ({ body, headers }: { body: string; headers: Record<string, string> }) =>
  site.app.inject({ method: 'POST', url: '/payments/razorpay', payload: body, headers });
const stateOf = async (id: string) => (await moneyRows(site, { id }))[0]!.state;

/** Somebody who has paid online. */
async function payer() {
  const member = await memberFactory(site, { status: 'New' });
  const [row] = await moneyRows(site, { memberId: member.id });
  const { url } = await site.ok(payOnline, { params: { paymentId: row!.id } });
  const paid = gateway.pay(url.split('/').at(-1)!);
  await tell(gateway.notice('payment_link.paid', { link: paid.link, payment: paid.id }));
  await eventually(async () => (await stateOf(row!.id)) === 'received', 'it is received');
  return { id: row!.id, reference: row!.reference, paid };
}

/** Several who have paid online, at once. */
async function payers(count: number) {
  const people: Awaited<ReturnType<typeof payer>>[] = [];
  while (people.length < count) {
    const some = Array.from({ length: Math.min(7, count - people.length) }, () => payer());
    people.push(...(await Promise.all(some)));
  }
  return people;
}

/** Working days of a month, and the payments in it: a few on each; `SETTLED_PEOPLE=300` takes a minute on a busy machine. */
const rounds = tenth(22);
const paying = Number(process.env.SETTLED_PEOPLE ?? rounds * 2);

const day = () => clock.today();
const upload = async (file: TestFile) => site.ok(uploadStatement, { body: {}, files: { file } }, asOffice);

it('a month of settlements is found in statements of three banks, and none of it is anybody’s payment', async () => {
  const values = [];
  for (let round = 0; round < rounds; round++) {
    const people = await payers(Math.ceil((paying * (round + 1)) / rounds) - Math.ceil((paying * round) / rounds));
    if (round % 7 === 2) {
      await site.ok(refundPayment, { body: { id: people[0]!.id, online: true } }, asOffice);
      expect(await stateOf(people[0]!.id)).toBe('refunded');
    }
    values.push({ settlement: gateway.settle(), people });
  }
  await tell(gateway.notice('settlement.processed', { settlement: values.at(-1)!.settlement.id }));
  await eventually(
    async () => (await site.database.$count(settlements, eq(settlements.read, true))) === values.length,
    'the settlements are read',
  );
  // Somebody claims the number of a settlement as their own, for its amount.
  const first = values[0]!.settlement;
  const thief = await memberFactory(site, {
    status: 'New',
    name: 'Razorpay Software',
    paymentStatus: 'PAYMENT_INITIATED',
    paymentSentAt: new Date(),
    utr: first.utr.toUpperCase(),
  });
  await setAmount(site, { memberId: thief.id }, Math.floor(first.amount / 100));

  const lines = values.map(({ settlement: { utr, amount } }, index): BankLine => {
    const printed = index % 2 === 0 ? utr.toUpperCase() : utr;
    return { date: day(), narration: `NEFT CR-UTIB0000001-RAZORPAY SOFTWARE PVT LTD-${printed}`, credit: amount / 100 };
  });
  const less: BankLine = {
    date: day(),
    narration: `NEFT CR RAZORPAY ${first.utr}`,
    credit: first.amount / 100 - 10,
  };
  const part: BankLine = {
    date: day(),
    narration: `NEFT CR RAZORPAY ${first.utr.slice(0, -1)}`,
    credit: first.amount / 100,
  };
  for (const layout of [layouts.sbi, layouts.hdfc, layouts.icici]) {
    const answer = await upload(await layout([...lines, less, part]));
    expect(answer.sure.map(({ settlement, payments: of }) => [settlement!.utr, of])).toEqual(
      values.map(({ settlement }) => [settlement.utr.toUpperCase(), []]),
    );
    const [differing] = answer.toLook.filter(({ settlement }) => settlement !== null);
    expect(differing).toMatchObject({ payments: [], why: expect.stringMatching(/10(\.00)? less/) });
    expect(answer.toLook.length + answer.unknown.length).toBe(2);
  }
  const answer = await upload(await layouts.sbi(lines));
  const statementId = answer.statement.id;
  const accept = answer.sure.map(({ id, settlement }) => ({ lineId: id, settlementId: settlement!.id }));
  const wrong = { lineId: accept[0]!.lineId, settlementId: accept[1]!.settlementId };
  const refused = await site.ok(reconcilePayments, { body: { statementId, accept: [wrong] } }, asOffice);
  expect(refused).toMatchObject({ received: 0, left: [{ code: 'NOT_FOUND' }] });
  const [one, other] = await Promise.all([
    site.ok(reconcilePayments, { body: { statementId, accept } }, asOffice),
    site.ok(reconcilePayments, { body: { statementId, accept } }, asOffice),
  ]);
  expect(one.received + other.received).toBe(values.length);
  expect([...one.left, ...other.left].every(({ code }) => code === 'LINE_USED')).toBe(true);
  const again = await upload(await layouts.sbi(lines));
  expect([again.sure.length, again.seenBefore]).toEqual([0, values.length]);

  // The ledger, the list and the year's report say the same fees as the gateway.
  const fees = [...gateway.payments.values()].reduce((sum, { fee }) => sum + fee, 0);
  const year = financialYearOf(day());
  const ledger = (await site.call(ledgerOfYear, { query: { year } }, asOffice)).raw.toString('utf8');
  const [head = '', ...rows] = ledger.replace(/^\ufeff|"/g, '').split(/\r?\n/);
  expect(head.split(',').slice(-2)).toEqual(['Online fee', 'Settlement']);
  // Before the first empty row; refunds follow in a section of their own.
  const online = rows
    .slice(
      0,
      rows.findIndex((row) => !/[^,]/.test(row)),
    )
    .filter((row) => /,pay_/.test(row));
  const cells = online.map((row) => row.split(',').slice(-2));
  expect(cells.reduce((sum, [fee]) => sum + Math.round(Number(fee) * 100), 0)).toBe(fees);
  expect(new Set(cells.map(([, utr]) => utr))).toEqual(
    new Set(values.map(({ settlement }) => settlement.utr.toUpperCase())),
  );
  const listed = async (state: 'received' | 'refunded') =>
    (await site.ok(listPayments, { query: { state } }, asOffice)).totals.count;
  expect([online.length, (await listed('received')) + (await listed('refunded'))]).toEqual([paying, paying]);
  const report = (await site.ok(getYearReport, { query: { year } }, asOffice)).data;
  expect(Math.round(report.money.fees * 100)).toBe(fees);
  const { data } = await site.ok(listPayments, { query: { search: values[0]!.people[0]!.reference } }, asOffice);
  expect(data[0]!.settlement).toMatchObject({ utr: first.utr.toUpperCase() });
});

it('a payment received online is no proof for a bank credit with the UTR that was claimed before', async () => {
  const { id, reference } = await payer();
  const utr = `${String(new Date().getFullYear()).slice(-1)}${String(dayOfYear()).padStart(3, '0')}12345678`;
  await setUtr(site, { id }, utr);
  const [row] = await moneyRows(site, { id });
  const answer = await upload(
    layouts.sbi([{ date: day(), narration: `UPI/CR/${utr}/${reference}/HDFC`, credit: row!.amount }]),
  );
  expect(answer.alreadyReceived).toBe(0);
  expect(answer.toLook).toMatchObject([{ why: expect.stringContaining('received online') }]);
});

const dayOfYear = () => {
  const [year, month, date] = clock.today().split('-').map(Number) as [number, number, number];
  return (Date.UTC(year, month - 1, date) - Date.UTC(year, 0, 1)) / 86_400_000 + 1;
};

it('finds the payments of a settlement that the gateway lists under the day after', async () => {
  const { paid } = await payer();
  gateway.listsNextDay = true;
  const settlement = gateway.settle();
  await tell(gateway.notice('settlement.processed', { settlement: settlement.id }));
  await eventually(async () => {
    const [row] = await site.database.select().from(onlinePayments).where(eq(onlinePayments.gatewayId, paid.id));
    return row!.settlementId !== null;
  }, 'its settlement is known');
  gateway.listsNextDay = false;
});

it('settlements are asked for daily, and again soon when the gateway was away', async () => {
  const [run] = await site.database.select().from(settlementRuns);
  const ahead = run!.at.getTime() - clock.ms();
  expect(ahead).toBeGreaterThan(23 * 60 * 60_000);
  gateway.trouble = (call) => (call.includes('/settlements') ? 500 : null);
  await tell(gateway.notice('settlement.processed', { settlement: 'setl_unknown' }));
  await eventually(async () => {
    const [later] = await site.database.select().from(settlementRuns);
    return later!.at.getTime() - clock.ms() < 60 * 60_000 && later!.at > clock.now();
  }, 'it is asked again soon');
  gateway.trouble = null;
  expect(await site.database.$count(onlinePayments, eq(onlinePayments.booked, true))).toBeGreaterThan(0);
});
