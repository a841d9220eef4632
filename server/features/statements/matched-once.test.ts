import { beforeEach, expect, it, vi } from 'vitest';
import * as calls from '#shared/contracts/statements.ts';
import { startTestApp } from '#tests/app.ts';
import { moneyRows } from '#tests/factories/dues.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { hdfc } from '#tests/factories/statements.ts';
import { adminToken } from '#tests/logins.ts';

/** Counts the expensive steps since the test began. */
const done = vi.hoisted(() => ({ candidates: 0, competing: 0, paymentLocks: 0, lineLocks: 0 }));
vi.mock('#server/parts/bank-credits/credits.queries.ts', async (original) => {
  const queries = await original<typeof import('#server/parts/bank-credits/credits.queries.ts')>();
  const findCandidates: typeof queries.findCandidates = (...args) => {
    done.candidates += 1;
    return queries.findCandidates(...args);
  };
  const findLinesNaming: typeof queries.findLinesNaming = (...args) => {
    done.competing += 1;
    return queries.findLinesNaming(...args);
  };
  const lockLines: typeof queries.lockLines = (...args) => {
    if (args[2].length > 0) done.lineLocks += 1;
    return queries.lockLines(...args);
  };
  return { ...queries, findCandidates, findLinesNaming, lockLines };
});
vi.mock('#server/features/payments/payments.queries.ts', async (original) => {
  const queries = await original<typeof import('#server/features/payments/payments.queries.ts')>();
  const lockPayments: typeof queries.lockPayments = (...args) => {
    done.paymentLocks += 1;
    return queries.lockPayments(...args);
  };
  return { ...queries, lockPayments };
});
const site = await startTestApp();
const asOffice = { token: await adminToken(site) };
const none = { candidates: 0, competing: 0, paymentLocks: 0, lineLocks: 0 };
beforeEach(() => void Object.assign(done, none));

/** Dated on 20 November 2026. */
let utrs = 632_400_000_000;
async function claimed(status: 'PAYMENT_INITIATED' | 'PAYMENT_SUCCESS' = 'PAYMENT_INITIATED') {
  utrs += 1;
  const member = await memberFactory(site, {
    status: 'New',
    paymentStatus: status,
    paymentSentAt: new Date('2026-11-02T06:00:00Z'),
    utr: String(utrs),
  });
  const [row] = await moneyRows(site, { memberId: member.id });
  return { ...row!, name: member.name };
}
const read = async (rows: { utr: string; amount: number; name: string }[]) =>
  site.ok(
    calls.uploadStatement,
    {
      body: {},
      files: {
        file: await hdfc(
          rows.map(({ utr, amount, name }) => ({
            date: '2026-11-20',
            narration: `UPI/CR/${utr}/${name}`,
            credit: amount,
          })),
        ),
      },
    },
    asOffice,
  );

it('matches the lines of a file once, with the credits of all that it shows', async () => {
  const [sure, other] = [await claimed(), await claimed()];
  const answer = await read([
    sure,
    { ...other, amount: other.amount + 1 },
    { utr: '632499999999', amount: 10, name: 'PAYER' },
  ]);
  expect([answer.agrees, answer.toLook, answer.unknown].map((lines) => lines.length)).toEqual([1, 1, 1]);
  expect(answer.agrees[0]!.payments[0]!.credit).toMatchObject({ lineId: answer.agrees[0]!.id });
  expect(done).toEqual({ ...none, candidates: 1, competing: 1 });
});

it('matches once when it books payments that were received by hand', async () => {
  const answer = await read([await claimed('PAYMENT_SUCCESS'), await claimed()]);
  expect(answer).toMatchObject({ alreadyReceived: 1, agrees: [{}] });
  expect(done).toEqual({ candidates: 1, competing: 1, paymentLocks: 1, lineLocks: 1 });
});

it('matches once for a page of open lines, and for a dismissed one that is reopened', async () => {
  const { agrees } = await read([await claimed()]);
  Object.assign(done, none);
  await site.ok(calls.listOpenLines, {}, asOffice);
  expect(done).toEqual({ ...none, candidates: 1, competing: 1 });
  const lineId = agrees[0]!.id;
  await site.ok(calls.dismissLine, { body: { lineId, note: 'No' } }, asOffice);
  Object.assign(done, none);
  await site.ok(calls.dismissLine, { body: { lineId, note: '', undo: true } }, asOffice);
  expect(done).toEqual({ ...none, candidates: 1, competing: 1, lineLocks: 1 });
});

it.each([{ approve: false }, { approve: true }])(
  'receives with approve $approve: each part is locked and matched once',
  async ({ approve }) => {
    const rows = await Promise.all(Array.from({ length: 101 }, () => claimed()));
    const { statement, agrees } = await read(rows);
    Object.assign(done, none);
    const accept = agrees.map(({ id, payments: [payment] }) => ({ lineId: id, paymentId: payment!.id, seen: true }));
    const body = { statementId: statement.id, accept, approve };
    expect(await site.ok(calls.reconcilePayments, { body }, asOffice)).toMatchObject({ received: 101, left: [] });
    expect(done).toEqual({ candidates: 2, competing: 2, paymentLocks: 2, lineLocks: 2 });
  },
);
