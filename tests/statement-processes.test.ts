import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { receipts } from '#server/features/receipts/tables.ts';
import { statementLines } from '#server/parts/bank-credits/tables.ts';
import { moneyRows } from '#tests/factories/dues.ts';
import { memberFactory } from './factories/members.ts';
import { hdfc } from './factories/statements.ts';
import { adminToken } from './logins.ts';
import { type Processes, setUpProcesses } from './processes.ts';
import { eventually } from './wait.ts';

// Payments that two servers receive at once, one of which is killed meanwhile.

let site: Processes;
let authorization: string;
beforeAll(async () => {
  site = await setUpProcesses();
  authorization = `Bearer ${await adminToken(site)}`;
});
afterAll(() => site.close());

async function call(address: string, method: string, path: string, body: object | FormData) {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${address}/api/Payments/${path}`, {
    method,
    headers: { authorization, ...(isForm ? {} : { 'content-type': 'application/json' }) },
    body: isForm ? body : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, never>;
}

/** Dated on 2 November 2026. */
let utrs = 630_600_000_000;
async function claims(count: number) {
  const rows = [];
  for (let number = 0; number < count; number++) {
    utrs += 1;
    const sent = { paymentStatus: 'PAYMENT_INITIATED' as const, paymentSentAt: new Date(), utr: String(utrs) };
    const member = await memberFactory(site, { status: 'New', ...sent });
    const [row] = await moneyRows(site, { memberId: member.id });
    rows.push({ ...row!, name: member.name });
  }
  return rows;
}

/** Expects one receipt for each payment, and numbers without gaps. */
async function expectAccessiblePage(ids: string[]) {
  const values = await site.database.select().from(receipts);
  expect(values.map(({ paymentId }) => paymentId).sort()).toEqual(ids.toSorted());
  for (const [, rows] of Map.groupBy(values, ({ year }) => year)) {
    expect(rows.map(({ number }) => number).sort((a, b) => a - b)).toEqual(rows.map((_row, index) => index + 1));
  }
}

type Line = { _id: string; payments: { _id: string }[] };

test('two servers and a crash: each payment is received once, with one number', async () => {
  const first = await site.start();
  const second = await site.start();

  // Two hundred simultaneous confirmations: each payment at both servers.
  const many = await claims(100);
  const answers = await Promise.all(
    many.flatMap(({ id }) => [first, second].map(({ address }) => call(address, 'PATCH', 'receive', { ids: [id] }))),
  );
  expect(answers.reduce((sum, { received }) => sum + Number(received), 0)).toBe(100);
  const received = many.map(({ id }) => id);
  await expectAccessiblePage(received);

  // A statement, received at both servers at once, one of which is killed.
  const later = await claims(300);
  const form = new FormData();
  const lines = later.map(({ utr, name }) => ({
    date: '2026-11-02',
    narration: `UPI/CR/${utr}/${name}`,
    credit: 1_000,
  }));
  form.append('file', new Blob([Buffer.from(hdfc(lines).bytes)]), 'statement.csv');
  const { statement, agrees } = (await call(first.address, 'POST', 'statement', form)) as unknown as {
    statement: { _id: string };
    agrees: Line[];
  };
  expect(agrees).toHaveLength(300);
  const accept = agrees.map(({ _id, payments: [payment] }) => ({ lineId: _id, paymentId: payment!._id, seen: true }));
  const body = { statementId: statement._id, accept };
  const dying = call(first.address, 'PATCH', 'reconcile', body).catch(() => null);
  await eventually(async () => (await site.database.$count(receipts)) > 100, 'some of them received', 30_000);
  const living = call(second.address, 'PATCH', 'reconcile', { ...body, accept: accept.toReversed() });
  await first.kill();
  await Promise.all([dying, living]);
  await call(second.address, 'PATCH', 'reconcile', body);
  await expectAccessiblePage([...received, ...later.map(({ id }) => id)]);
  const booked = await site.database.$count(statementLines, eq(statementLines.booked, 100_000));
  expect(booked).toBe(300);
});
