import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  checkoffSettings,
  payingOffices,
  salaryAuthorisations,
  salarySchedules,
} from '#server/features/checkoff/tables.ts';
import { payments } from '#server/features/payments/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import type { Database } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import { dueFactory } from '#tests/factories/dues.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { confirmedToken } from '#tests/logins.ts';
import { eventually } from '#tests/wait.ts';
import { seededRandom } from '../../scripts/sample/random.ts';
import { type OneServer, startOneServer } from './servers.ts';
import { figure, seed, size } from './size.ts';

// A list that is too long for one call, which a job books and a call cancels, while the server or its database is killed: all of
// its receipts or none, numbers without a gap, and the list never stays where the kill left it.

const people = 450;
const rounds = size(4, 60);
const amount = 1_000;
const year = financialYearOf(clock.today());
const month = clock.today().slice(0, 7);

let site: OneServer;
beforeAll(async () => {
  site = await startOneServer({});
}, 120_000);
afterAll(() => site?.close());

/** A paying office whose list has everybody once. @returns the list's lines */
async function authoriseAll(database: Database): Promise<{ officeId: string; lines: string[] }> {
  await database.update(checkoffSettings).set({ enabled: true });
  const [office] = await database.insert(payingOffices).values({ name: 'Treasury', state: 'Kerala' }).returning();
  const lines = [];
  for (let number = 0; number < people; number += 1) {
    const { id: memberId, name } = await memberFactory({ database }, { status: 'Approved', state: 'Kerala' });
    await dueFactory({ database }, { memberId, purpose: 'annual', period: year, amount });
    const employeeKey = `K${number}`;
    await database.insert(salaryAuthorisations).values({
      memberId,
      state: 'confirmed',
      officeId: office!.id,
      employeeNumber: employeeKey,
      employeeKey,
      amount,
      from: '2020-01',
      onPaper: true,
      sparedUntil: '2020-02-01',
    });
    lines.push(`${employeeKey},"${name}",${amount}`);
  }
  return { officeId: office!.id, lines };
}

test('a list that a job books is booked or cancelled whole, whatever is killed', { timeout: 1_800_000 }, async () => {
  const random = seededRandom(seed);
  const { token, officeId, lines } = await site.withDatabase(async (database) => ({
    token: await confirmedToken({ database }),
    ...(await authoriseAll(database)),
  }));
  const call = (method: string, path: string, body: object | FormData) => {
    const isForm = body instanceof FormData;
    const headers = { authorization: `Bearer ${token}`, ...(!isForm && { 'content-type': 'application/json' }) };
    return fetch(`${site.address()}/api${path}`, { method, headers, body: isForm ? body : JSON.stringify(body) });
  };
  const form = new FormData();
  form.append('officeId', officeId);
  form.append('month', month);
  form.append('file', new Blob([['Employee No,Name,Amount', ...lines].join('\n')], { type: 'text/csv' }), 'list.csv');
  const sent = await call('POST', '/Checkoff/schedule', form);
  const { schedule } = (await sent.json()) as { schedule: { _id: string; agrees: unknown[] } };
  expect([sent.status, schedule.agrees.length]).toEqual([200, people]);
  const stateOf = async () => {
    const rows = await site.withDatabase((database) =>
      database.select().from(salarySchedules).where(eq(salarySchedules.id, schedule._id)),
    );
    return rows[0]!.state;
  };
  const changes = { open: 0, received: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const before = (await stateOf()) as 'open' | 'received';
    const press =
      before === 'open'
        ? call('PATCH', '/Checkoff/receive', { scheduleId: schedule._id, mode: 'cheque', number: '4217' })
        : call('PATCH', '/Checkoff/cancel', { scheduleId: schedule._id, reason: 'The cheque came back' });
    const answer = press.then(({ status }) => status).catch(() => null);
    await sleep(random.int(0, 1_200));
    await site.kill(random.pick(['server', 'database']));
    expect([200, 503, null]).toContain(await answer);
    const isSettled = async () => ['open', 'received'].includes(await stateOf());
    await eventually(isSettled, 'the job of the killed server ends', 60_000);
    const after = (await stateOf()) as 'open' | 'received';
    if (after !== before) changes[after] += 1;
    await site.withDatabase(async (database) => {
      const annual = and(eq(payments.purpose, 'annual'), eq(payments.period, year));
      const received = await database.$count(payments, and(annual, eq(payments.state, 'received')));
      const valid = await database.$count(receipts, isNull(receipts.cancelledAt));
      const whole = after === 'received' ? people : 0;
      expect({ round, received, valid }).toEqual({ round, received: whole, valid: whole });
      const numbers = (await database.select({ number: receipts.number }).from(receipts)).map(({ number }) => number);
      expect(numbers.sort((one, other) => one - other)).toEqual(numbers.map((_number, index) => index + 1));
    });
  }
  expect(changes.received).toBeGreaterThan(0);
  figure(`${rounds} kills: booked ${changes.received} times, cancelled ${changes.open} times`);
});
