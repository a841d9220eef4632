import { eq } from 'drizzle-orm';
import { beforeEach, expect, it, vi } from 'vitest';
import { payments } from '#server/database/tables/payments.ts';
import * as calls from '#shared/contracts/statements.ts';
import { startTestApp } from '#tests/app.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { hdfc } from '#tests/factories/statements.ts';
import { adminToken } from '#tests/logins.ts';

/** Counts the expensive steps since the test began. */
const done = vi.hoisted(() => ({ pairs: 0, credits: 0, paymentLocks: 0, lineLocks: 0 }));
vi.mock('./match.queries.ts', async (original) => {
  const queries = await original<typeof import('./match.queries.ts')>();
  const findPairs: typeof queries.findPairs = (...args) => {
    done.pairs += 1;
    return queries.findPairs(...args);
  };
  return { ...queries, findPairs };
});
vi.mock('#server/features/payments/bookings.queries.ts', async (original) => {
  const queries = await original<typeof import('#server/features/payments/bookings.queries.ts')>();
  const findAgreeingLines: typeof queries.findAgreeingLines = (...args) => {
    done.credits += 1;
    return queries.findAgreeingLines(...args);
  };
  const bookAgreeing: typeof queries.bookAgreeing = (tx, ids) => {
    if (ids.length > 0) done.credits += 1;
    return queries.bookAgreeing(tx, ids);
  };
  return { ...queries, findAgreeingLines, bookAgreeing };
});
vi.mock('#server/features/payments/payments.queries.ts', async (original) => {
  const queries = await original<typeof import('#server/features/payments/payments.queries.ts')>();
  const lockPayments: typeof queries.lockPayments = (...args) => {
    done.paymentLocks += 1;
    return queries.lockPayments(...args);
  };
  return { ...queries, lockPayments };
});
vi.mock('./statements.queries.ts', async (original) => {
  const queries = await original<typeof import('./statements.queries.ts')>();
  const lockLines: typeof queries.lockLines = (...args) => {
    done.lineLocks += 1;
    return queries.lockLines(...args);
  };
  return { ...queries, lockLines };
});

const site = await startTestApp();
const asOffice = { token: await adminToken(site) };
const none = { pairs: 0, credits: 0, paymentLocks: 0, lineLocks: 0 };
beforeEach(() => void Object.assign(done, none));

let utrs = 430_000_000_000;
async function claimed(status: 'PAYMENT_INITIATED' | 'PAYMENT_SUCCESS' = 'PAYMENT_INITIATED') {
  utrs += 1;
  const member = await memberFactory(site, {
    status: 'New',
    paymentStatus: status,
    paymentSentAt: new Date('2026-11-02T06:00:00Z'),
    utr: String(utrs),
  });
  const [row] = await site.database.select().from(payments).where(eq(payments.memberId, member.id));
  return row!;
}
const read = async (rows: { utr: string; amount: number }[]) =>
  site.ok(
    calls.uploadStatement,
    {
      body: {},
      files: {
        file: await hdfc(
          rows.map(({ utr, amount }) => ({ date: '2026-11-20', narration: `UPI/CR/${utr}/PAYER`, credit: amount })),
        ),
      },
    },
    asOffice,
  );

it('matches the lines of a file once, with the credits of all that it shows', async () => {
  const [sure, other] = [await claimed(), await claimed()];
  const answer = await read([sure, { ...other, amount: other.amount + 1 }, { utr: '499999999999', amount: 10 }]);
  expect([answer.sure, answer.toLook, answer.unknown].map((lines) => lines.length)).toEqual([1, 1, 1]);
  expect(answer.sure[0]!.payments[0]!.credit).toMatchObject({ lineId: answer.sure[0]!._id });
  expect(done).toEqual({ ...none, pairs: 1, credits: 1 });
});

it('matches once when it books payments that were received by hand', async () => {
  const answer = await read([await claimed('PAYMENT_SUCCESS'), await claimed()]);
  expect(answer).toMatchObject({ alreadyReceived: 1, sure: [{}] });
  expect(done).toEqual({ pairs: 1, credits: 1, paymentLocks: 1, lineLocks: 1 });
});

it('matches once for a page of open lines, and for a dismissed one that is reopened', async () => {
  const { sure } = await read([await claimed()]);
  Object.assign(done, none);
  await site.ok(calls.listOpenLines, {}, asOffice);
  expect(done).toEqual({ ...none, pairs: 1, credits: 1 });
  const lineId = sure[0]!._id;
  await site.ok(calls.dismissLine, { body: { lineId, note: 'No' } }, asOffice);
  Object.assign(done, none);
  await site.ok(calls.dismissLine, { body: { lineId, note: '', undo: true } }, asOffice);
  expect(done).toEqual({ ...none, pairs: 1, credits: 1, lineLocks: 1 });
});

it.each([
  { approve: false, pairs: 0, credits: 0 },
  { approve: true, pairs: 1, credits: 1 },
])(
  'receives with approve $approve: each part is locked once, nothing is matched twice',
  async ({ approve, ...looked }) => {
    const rows = await Promise.all(Array.from({ length: 101 }, () => claimed()));
    const { statement, sure } = await read(rows);
    Object.assign(done, none);
    const accept = sure.map(({ _id, payments: [payment] }) => ({ lineId: _id, paymentId: payment!._id }));
    const body = { statementId: statement._id, accept, approve };
    expect(await site.ok(calls.reconcilePayments, { body }, asOffice)).toMatchObject({ received: 101, left: [] });
    expect(done).toEqual({ ...looked, paymentLocks: 2, lineLocks: 2 });
  },
);
