import { and, eq, inArray, ne } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { lockPayments } from '#server/features/payments/payments.queries.ts';
import { payments } from '#server/features/payments/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import { notify } from '#server/platform/database/client.ts';
import { jobs } from '#server/platform/jobs/tables.ts';
import { clock } from '#shared/clock.ts';
import { endAuthorisation } from '#shared/contracts/authorisations.ts';
import { createPayingOffice, updateCheckoffSettings } from '#shared/contracts/checkoff.ts';
import { searchDirectory } from '#shared/contracts/directory.ts';
import { cancelReceipt, listPayments, receivePayments, refundPayment } from '#shared/contracts/payments.ts';
import { closeYear, ledgerOfYear } from '#shared/contracts/receipts.ts';
import {
  cancelRemittance,
  decideScheduleRow,
  dropSchedule,
  getSchedule,
  receiveSchedule,
  sendSchedule,
} from '#shared/contracts/schedules.ts';
import { getStatement, reconcilePayments, uploadStatement } from '#shared/contracts/statements.ts';
import { updateSubscription } from '#shared/contracts/subscription.ts';
import { startTestApp, type TestFile } from '#tests/app.ts';
import { dueFactory, setMode } from '#tests/factories/dues.ts';
import { confirmedToken, memberToken, newAdministrator, newMember } from '#tests/logins.ts';
import { eventually } from '#tests/wait.ts';
import { bookKind } from './schedule-booking.service.ts';
import { salaryAuthorisations, salarySchedules } from './tables.ts';

const site = await startTestApp();
clock.set(new Date('2026-08-20T12:00:00+05:30'));
let office: { token: string };
let result = 0;

beforeAll(async () => {
  office = { token: await confirmedToken(site) };
  await site.ok(updateSubscription, { body: { enabled: true, amount: 1_000, firstYear: '2026-27' } }, office);
  await site.ok(updateCheckoffSettings, { body: { enabled: true } }, office);
});
beforeEach(async () => {
  clock.set(new Date('2026-08-20T12:00:00+05:30'));
  office = { token: await confirmedToken(site) };
});

async function payingOffice(name = `Treasury ${result + 1}`) {
  result += 1;
  return (await site.ok(createPayingOffice, { body: { name, state: 'Kerala' } }, office)).office;
}

/** Somebody with a due subscription and an authorisation. */
async function person(
  officeId: string,
  employeeNumber: string,
  values: Partial<typeof salaryAuthorisations.$inferInsert> & { name?: string; due?: number } = {},
) {
  const { name = 'Ramesh Chander', due = 1_000, ...value } = values;
  const member = await newMember(site, { name });
  result += 1;
  const payment =
    due === 0
      ? undefined
      : await dueFactory(site, { memberId: member.id, purpose: 'annual', period: '2026-27', amount: due });
  const [authorisation] = await site.database
    .insert(salaryAuthorisations)
    .values({
      memberId: member.id,
      state: 'confirmed',
      officeId,
      employeeNumber,
      employeeKey: employeeNumber.replace(/\W/g, '').toUpperCase(),
      amount: 1_000,
      from: '2026-07',
      sparedUntil: '2026-10-09',
      ...value,
    })
    .returning();
  return { memberId: member.id, name, paymentId: payment?.id ?? '', authorisationId: authorisation!.id };
}

type Row = { employeeNumber: string; name: string; amount: number | string };
const row = (employeeNumber: string, amount: number | string = 1_000, name = 'RAMESH CHANDER'): Row => ({
  employeeNumber,
  name,
  amount,
});
const send = async (officeId: string, rows: Row[], month = '2026-07') =>
  (await site.ok(sendSchedule, { body: { officeId, month, rows: JSON.stringify(rows) } }, office)).schedule;
const read = async (id: string) => (await site.ok(getSchedule, { params: { id } }, office)).schedule;
const decide = (scheduleId: string, number: number, as: string, more: object = {}) =>
  site.call(
    decideScheduleRow,
    { body: { scheduleId, row: number, as, reason: 'As the office knows', ...more } },
    office,
  );
const receive = (scheduleId: string, more: object = {}) =>
  site.call(
    receiveSchedule,
    { body: { scheduleId, mode: 'cheque', number: '123456', receivedOn: '2026-08-10', ...more } },
    office,
  );
const reasons = ({ toLook }: { toLook: { row: number; reason: string | null }[] }) =>
  toLook.map((each) => [each.row, each.reason]);
const paymentsOf = (memberId: string) =>
  site.database
    .select()
    .from(payments)
    .where(and(eq(payments.memberId, memberId), ne(payments.purpose, 'admission')))
    .orderBy(payments.amount);
const receiptsOf = async (ids: string[]) =>
  site.database.select().from(receipts).where(inArray(receipts.paymentId, ids));

let days = 0;
/** A bank statement with these credits. */
async function statement(...credits: [narration: string, amount: number][]) {
  days += 1;
  const date = `${String((days % 19) + 1).padStart(2, '0')}/08/2026`;
  const lines = credits.map(([narration, amount]) => `${date},${narration},,${amount}.00`);
  const bytes = Buffer.from(['Date,Narration,Debit,Credit', ...lines].join('\n'));
  const file: TestFile = { name: 'statement.csv', type: 'text/csv', bytes };
  return site.ok(uploadStatement, { body: {}, files: { file } }, office);
}
const accept = (statementId: string, pairs: object[]) =>
  site.ok(reconcilePayments, { body: { statementId, accept: pairs } }, office);

describe('the rows of a list', () => {
  it('agree by the employee number at this office alone, and say why they do not', async () => {
    const [here, there] = [await payingOffice(), await payingOffice()];
    await person(here.id, '00101', { name: 'Ramesh Chander' });
    await person(here.id, 'MH/102', { name: 'Sunita Rao' });
    await person(here.id, '103', { name: 'Anil Kumar', state: 'asked' });
    await person(here.id, '104', { name: 'Bina Das', from: '2027-07' });
    await person(here.id, '105', { name: 'Chitra Nair', state: 'withdrawn', until: '2026-06' });
    await person(here.id, '106', { name: 'Deepak Jain', state: 'ended', until: '2026-06' });
    const paid = await person(here.id, '107', { name: 'Esha Gupta' });
    await site.ok(receivePayments, { body: { ids: [paid.paymentId] } }, office);
    await person(here.id, '108', { name: 'Firoz Khan', due: 0 });
    await person(here.id, '109', { name: 'Gauri Pillai' });
    await person(here.id, '110', { name: 'Hari Menon' });
    await person(here.id, '111', { name: 'Indu Varma' });
    await person(there.id, '999', { name: 'Jaya Iyer' });
    const schedule = await send(here.id, [
      row('101', 1_000, 'SHRI RAMESH CHANDER'),
      row('mh 102', '1,000.00', 'Smt. Sunita Rao'),
      row('103', 1_000, 'Anil Kumar'),
      row('104', 1_000, 'Bina Das'),
      row('105', 1_000, 'Chitra Nair'),
      row('106', 1_000, 'Deepak Jain'),
      row('107', 1_000, 'Esha Gupta'),
      row('108', 1_000, 'Firoz Khan'),
      row('109', 1_000, 'SURESH WAGLE'),
      row('110', '1000.50', 'Hari Menon'),
      row('111', 900, 'Indu Varma'),
      row('', 1_000, 'Ramesh Chander'),
      row('555', 1_000, 'Nobody Known'),
      row('999', 1_000, 'Jaya Iyer'),
      row('00101', 1_000, 'Ramesh Chander'),
      row('1.2E+10', 1_000, 'Nobody Else'),
      row('112', -5, 'Negative'),
      row('113', 'one thousand', 'In Words'),
    ]);
    expect(schedule.agrees.map((each) => each.row)).toEqual([1, 2]);
    expect(reasons(schedule)).toEqual([
      [3, 'NOT_CONFIRMED'],
      [4, 'NOT_YET'],
      [5, 'WITHDRAWN'],
      [6, 'ENDED'],
      [7, 'ALREADY_RECEIVED'],
      [8, 'NO_DUE'],
      [9, 'OTHER_NAME'],
      [10, 'PAISE'],
      [11, 'AMOUNT_DIFFERS'],
      [12, 'NAME_ALONE'],
      [13, 'STRANGER'],
      [14, 'OTHER_OFFICE'],
      [15, 'TWICE'],
      [16, 'STRANGER'],
    ]);
    expect(schedule.toLook.find((each) => each.row === 14)!.authorisation!.office).toBe(there.name);
    expect(schedule.unread.map((each) => [each.row, each.reason])).toEqual([
      [17, 'Its amount is negative.'],
      [18, 'Its amount could not be read.'],
    ]);
    expect(schedule).toMatchObject({ state: 'open', rows: 16, sum: 15_900.5, total: null });
  });

  it('are one schedule when they come again, and name who is in another one of the month', async () => {
    const at = await payingOffice();
    await person(at.id, '1');
    const first = await send(at.id, [row('1')]);
    expect((await send(at.id, [row('1')])).id).toBe(first.id);
    const both = await Promise.all([send(at.id, [row('1'), row('2')]), send(at.id, [row('1'), row('2')])]);
    expect(both[0].id).toBe(both[1].id);
    expect(reasons(both[0])).toEqual([
      [1, 'IN_ANOTHER_SCHEDULE'],
      [2, 'NAME_ALONE'],
    ]);
    await site.ok(dropSchedule, { params: { id: both[0].id } }, office);
    expect((await read(first.id)).agrees).toHaveLength(1);
    expect((await read(both[0].id)).state).toBe('cancelled');
  });

  it('take people for totals by no part of their names, and no amount in words for an amount', async () => {
    const at = await payingOffice();
    const lines = [
      'Employee No,Name,Amount,Amount in words',
      ',योगेश कुमार,1013,One thousand',
      ',कुलदीप सिंह,1013,One thousand',
      ',कुल योग,2026,Two thousand',
    ];
    const file = { name: 'list.csv', type: 'text/csv', bytes: Buffer.from(lines.join('\n')) };
    const { schedule } = await site.ok(
      sendSchedule,
      { body: { officeId: at.id, month: '2026-07' }, files: { file } },
      office,
    );
    expect([schedule.toLook.map(({ name }) => name), schedule.total]).toEqual([['योगेश कुमार', 'कुलदीप सिंह'], 2_026]);
  });

  it('are read from a file with headings, serial numbers, totals of pages and a foot', async () => {
    const at = await payingOffice();
    await person(at.id, 'GPF/77', { name: 'Ramesh Chander' });
    const lines = [
      'OFFICE OF THE DISTRICT TREASURY OFFICER',
      'Deduction towards subscription for July 2026',
      'Sl No,Emp Code,Name of the Employee,Designation,Amount',
      '1,GPF/77,SHRI RAMESH CHANDER,APP,"1,000.00"',
      ',,Page Total,,"1,000.00"',
      '2,88,UNKNOWN PERSON,APP,500',
      ',,Grand Total,,"1,500.00"',
      'Certified that the above was deducted,,,,',
    ];
    const file: TestFile = { name: 'list.csv', type: 'text/csv', bytes: Buffer.from(lines.join('\r\n')) };
    const sent = await site.ok(sendSchedule, { body: { officeId: at.id, month: '2026-07' }, files: { file } }, office);
    expect(sent.schedule).toMatchObject({ rows: 2, sum: 1_500, total: 1_500 });
    expect(sent.schedule.agrees).toMatchObject([{ employeeNumber: 'GPF/77', amount: 1_000 }]);
    const scan: TestFile = { name: 'scan.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.4\nscan') };
    const refused = await site.fails(
      sendSchedule,
      { body: { officeId: at.id, month: '2026-08' }, files: { file: scan } },
      office,
    );
    expect(refused.body.code).toBe('UNSUPPORTED_FILE');
    expect((await site.fails(sendSchedule, { body: { officeId: at.id, month: '2026-08' } }, office)).status).toBe(400);
    expect(
      (
        await site.fails(
          sendSchedule,
          { body: { officeId: at.id, month: 'July', rows: JSON.stringify([row('1')]) } },
          office,
        )
      ).status,
    ).toBe(400);
  });
});

describe('booking', () => {
  it('receives every row with a receipt of its own, or nothing', async () => {
    const at = await payingOffice('Sub Treasury Kochi');
    const [one, two] = [await person(at.id, '1'), await person(at.id, '2', { name: 'Sunita Rao' })];
    const schedule = await send(at.id, [row('1'), row('2', 1_000, 'Sunita Rao'), row('3', 700, 'Nobody Known')]);
    expect((await receive(schedule.id)).body).toMatchObject({ code: 'NOT_SURE', rows: [3] });
    expect((await decide(schedule.id, 3, 'office')).status).toBe(200);
    expect((await receive(schedule.id)).body).toMatchObject({
      received: 3,
      job: null,
      schedule: { state: 'received' },
    });
    expect((await receive(schedule.id)).body).toMatchObject({ code: 'WRONG_STATE' });
    const [receipt] = await receiptsOf([one.paymentId]);
    expect(receipt!.content).toMatchObject({
      mode: 'salary',
      utr: '123456',
      amount: 1_000,
      receivedOn: '2026-08-10',
      salary: { office: 'Sub Treasury Kochi', month: '2026-07' },
    });
    expect((await paymentsOf(two.memberId))[0]).toMatchObject({ state: 'received', mode: 'salary', lineId: null });
    const { data } = await site.ok(listPayments, { query: { state: 'refundDue' } }, office);
    expect(data[0]).toMatchObject({
      purpose: 'excess',
      amount: 700,
      state: 'received',
      directory: null,
      refundDue: true,
    });
    const cancelled = await site.fails(cancelReceipt, { body: { id: one.paymentId, reason: 'x' } }, office);
    expect(cancelled.body).toMatchObject({
      code: 'WRONG_STATE',
      message: expect.stringContaining('Sub Treasury Kochi, July 2026'),
    });
  });

  it('refuses rows that have changed since they were read, once', async () => {
    const at = await payingOffice();
    const one = await person(at.id, '1');
    const schedule = await send(at.id, [row('1')]);
    await site.ok(receivePayments, { body: { ids: [one.paymentId], mode: 'upi' } }, office);
    expect((await receive(schedule.id)).body).toMatchObject({ code: 'RECORD_CHANGED', rows: [1] });
    expect((await receive(schedule.id)).body).toMatchObject({ code: 'NOT_SURE', rows: [1] });
    await decide(schedule.id, 1, 'excess');
    expect((await receive(schedule.id)).body).toMatchObject({ received: 1 });
    expect(
      (await paymentsOf(one.memberId)).map(({ purpose, state, refundDue }) => [purpose, state, refundDue]),
    ).toEqual(
      expect.arrayContaining([
        ['excess', 'received', true],
        ['annual', 'received', false],
      ]),
    );
  });

  it('books parts of a year month by month, whose last one may be less than a deduction', async () => {
    const at = await payingOffice();
    await site.ok(updateSubscription, { body: { payableFrom: 4 } }, office);
    const one = await person(at.id, '1', { amount: 500 });
    for (const month of ['2026-07', '2026-08']) {
      const schedule = await send(at.id, [row('1', 500)], month);
      expect((await receive(schedule.id)).body).toMatchObject({ received: 1 });
    }
    expect((await paymentsOf(one.memberId)).map(({ amount, state }) => [amount, state])).toEqual([
      [500, 'received'],
      [500, 'received'],
    ]);
    const two = await person(at.id, '2', { amount: 600 });
    await receive((await send(at.id, [row('2', 600)], '2026-07')).id);
    const last = await send(at.id, [row('2', 600)], '2026-08');
    expect(last.agrees).toHaveLength(1);
    expect((await receive(last.id)).body).toMatchObject({ received: 2 });
    expect((await paymentsOf(two.memberId)).map(({ amount, state, period }) => [amount, state, period])).toEqual([
      [200, 'received', '2027-28'],
      [400, 'received', '2026-27'],
      [600, 'received', '2026-27'],
      [800, 'due', '2027-28'],
    ]);
    await site.ok(updateSubscription, { body: { payableFrom: null } }, office);
  });

  it('does not hold up what its people read meanwhile', async () => {
    const one = await person((await payingOffice()).id, '1');
    const token = await memberToken(site, one.memberId);
    await site.database.transaction(async (tx) => {
      await lockPayments(tx, [one.paymentId]);
      await site.ok(searchDirectory, { query: { name: 'Ramesh' } }, { token });
    });
  });

  it('refuses a list whose sum is another one by now than was on the screen', async () => {
    const at = await payingOffice();
    await person(at.id, '1');
    await person(at.id, '2', { name: 'Sunita Rao' });
    const { id, sum } = await send(at.id, [row('1'), row('2', 1_000, 'Sunita Rao')]);
    await decide(id, 2, 'leftOut');
    expect((await receive(id, { amount: sum })).body).toMatchObject({ code: 'RECORD_CHANGED' });
    expect((await receive(id, { amount: 1_000 })).body).toMatchObject({ received: 1 });
  });

  it('of two lists with the same people books a part for each, and what is no longer due for neither', async () => {
    const at = await payingOffice();
    const one = await person(at.id, '1', { amount: 400 });
    const [july, august] = [await send(at.id, [row('1', 400)]), await send(at.id, [row('1', 400)], '2026-08')];
    const first = await statement(['DEP PARTS', 800]);
    const accepted = (lineId: string, ...schedules: { id: string }[]) =>
      schedules.map(({ id: scheduleId }) => ({ lineId, scheduleId, seen: true }));
    const lineOf = ({ unknown, toLook }: typeof first) => [...unknown, ...toLook].find(({ amount }) => amount > 0)!.id;
    const result = await accept(first.statement.id, accepted(lineOf(first), july, august));
    expect(result).toMatchObject({ received: 2, left: [] });
    expect((await paymentsOf(one.memberId)).map(({ amount, state }) => [amount, state])).toEqual([
      [200, 'due'],
      [400, 'received'],
      [400, 'received'],
    ]);
    const there = await payingOffice();
    const two = await person(there.id, '1', { due: 1_555, amount: 1_555 });
    const both = [await send(there.id, [row('1', 1_555)]), await send(there.id, [row('1', 1_555)], '2026-08')];
    const second = await statement(['DEP TWICE', 3_110]);
    const { received, left } = await accept(second.statement.id, accepted(lineOf(second), ...both));
    expect([received, left.map(({ code }) => code)]).toEqual([0, ['RECORD_CHANGED', 'RECORD_CHANGED']]);
    expect(await receiptsOf([two.paymentId])).toEqual([]);
  });

  it('is won by one of two treasurers', async () => {
    const at = await payingOffice();
    await person(at.id, '1');
    const { id } = await send(at.id, [row('1')]);
    const both = await Promise.all([receive(id), receive(id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('has no telephone number for an amount', async () => {
    const at = await payingOffice();
    await person(at.id, '1');
    const schedule = await send(at.id, [row('1', '9845012345'), row('1', 2_147_483_648), row('1')]);
    expect(schedule.unread.map(({ row: number, reason }) => [number, reason])).toEqual([
      [1, 'Its amount could not be read.'],
      [2, 'Its amount could not be read.'],
    ]);
    expect(schedule.sum).toBe(1_000);
  });

  it('of Rs 0 is no money', async () => {
    const at = await payingOffice();
    await person(at.id, '1');
    const { id } = await send(at.id, [row('1')]);
    await decide(id, 1, 'leftOut');
    expect(await receive(id)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
    expect((await read(id)).state).toBe('open');
  });

  it('is cancelled once, however often it is asked for at a time', async () => {
    const at = await payingOffice();
    await person(at.id, '1');
    const { id } = await send(at.id, [row('1')]);
    for (let round = 0; round < 5; round += 1) {
      expect((await receive(id)).status).toBe(200);
      const body = { scheduleId: id, reason: 'The cheque came back' };
      const cancel = () => site.call(cancelRemittance, { body }, office);
      const answers = await Promise.all(Array.from({ length: 20 }, cancel));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
      expect((await read(id)).state).toBe('open');
    }
  });

  it('can be received again or dropped after its job has failed', async () => {
    const at = await payingOffice();
    await person(at.id, '1');
    const { id } = await send(at.id, [row('1')]);
    const wish = { schedules: [id], lines: [], receivedOn: 'no day', mode: 'cheque', number: '1' };
    // Its next failure is the last one.
    const { email } = await newAdministrator(site);
    const values = { kind: bookKind, by: email, data: wish, total: 1, failures: 4 };
    await site.database.transaction(async (tx) => {
      const [job] = await tx.insert(jobs).values(values).returning();
      await tx.update(salarySchedules).set({ state: 'booking', jobId: job!.id }).where(eq(salarySchedules.id, id));
      await notify(tx, 'jobs');
    });
    const failed = await eventually(async () => {
      const schedule = await read(id);
      return schedule.state === 'open' && schedule;
    }, 'the list to be open again');
    expect(failed.failure).toContain('nothing of it was booked');
    expect(await receive(id)).toMatchObject({ status: 200, body: { received: 1, schedule: { failure: '' } } });
  });

  it.each([{ revoked: true }, { disabled: true }])(
    'is not booked for an administrator who may not do it any more: %o',
    async (change) => {
      const at = await payingOffice();
      await person(at.id, '1');
      const { id } = await send(at.id, [row('1')]);
      const { disabled = false, revoked = false } = change as { disabled?: boolean; revoked?: boolean };
      const { email } = await newAdministrator(site, { disabled });
      const wish = { schedules: [id], lines: [], receivedOn: clock.today(), mode: 'cheque', number: '1' };
      await site.database.transaction(async (tx) => {
        const values = { kind: bookKind, by: email, data: wish, total: 1, revoked };
        const [job] = await tx.insert(jobs).values(values).returning();
        await tx.update(salarySchedules).set({ state: 'booking', jobId: job!.id }).where(eq(salarySchedules.id, id));
        await notify(tx, 'jobs');
      });
      await expect.poll(async () => (await read(id)).state, { timeout: 20_000 }).toBe('open');
      expect((await read(id)).failure).toContain('power');
      expect(await receive(id)).toMatchObject({ status: 200, body: { received: 1 } });
    },
  );

  it('is carried by a job when the list is long, all or nothing', async () => {
    const at = await payingOffice();
    const rows = Array.from({ length: 401 }, (_, index) => row(`9${index}`, 10, 'Nobody Known'));
    const { id } = await send(at.id, rows);
    for (const each of rows.keys()) {
      if (each > 2)
        await site.database.execute(
          `update salary_schedule_rows set decision = 'leftOut' where schedule_id = '${id}' and row = ${each + 1}`,
        );
    }
    expect((await receive(id)).body).toMatchObject({ code: 'NOT_SURE', rows: [1, 2, 3] });
    for (const number of [1, 2, 3]) await decide(id, number, 'office');
    const { body } = await receive(id);
    expect(body).toMatchObject({
      received: 0,
      job: expect.any(String),
      schedule: { state: expect.stringMatching(/booking|received/) },
    });
    await expect.poll(async () => (await read(id)).state, { timeout: 20_000 }).toBe('received');
  });
});

describe('vouchers for Tally', () => {
  it('debit the cash box for deductions that came in cash, the bank for others', async () => {
    for (const mode of ['cash', 'challan']) {
      const at = await payingOffice();
      await person(at.id, '1', { name: `Meera ${mode}` });
      const { id } = await send(at.id, [row('1', 1_000, `Meera ${mode}`)]);
      expect((await receive(id, { mode })).body).toMatchObject({ received: 1 });
    }
    const answer = await site.call(ledgerOfYear, { query: { year: '2026-27', format: 'tally' } }, office);
    const debitOf = (name: string) =>
      new RegExp(`<NARRATION>${name},.*?<LEDGERNAME>(.*?)</LEDGERNAME>`).exec(answer.raw.toString())?.[1];
    expect([debitOf('Meera cash'), debitOf('Meera challan')]).toEqual(['Cash', 'Bank Account']);
  });
});

describe('cancelling', () => {
  it('takes all receipts of a remittance back, and makes divided payments whole', async () => {
    const at = await payingOffice();
    const [one, two] = [await person(at.id, '1', { amount: 400 }), await person(at.id, '2', { name: 'Sunita Rao' })];
    const { id } = await send(at.id, [row('1', 400), row('2', 1_000, 'Sunita Rao')]);
    await receive(id);
    const cancel = (reason = 'The cheque came back') =>
      site.call(cancelRemittance, { body: { scheduleId: id, reason } }, office);
    await site.ok(closeYear, { body: { year: '2026-27', closed: true, reason: 'x' } }, office);
    expect((await cancel()).body).toMatchObject({ code: 'YEAR_CLOSED' });
    await site.ok(closeYear, { body: { year: '2026-27', closed: false, reason: 'x' } }, office);
    expect((await cancel()).body).toMatchObject({ schedule: { state: 'open', remittance: null } });
    expect((await paymentsOf(one.memberId)).map(({ amount, state }) => [amount, state])).toEqual([[1_000, 'due']]);
    expect((await cancel()).body).toMatchObject({ code: 'WRONG_STATE' });
    expect((await receive(id)).body).toMatchObject({ received: 2 });
    await site.ok(refundPayment, { body: { id: two.paymentId, refundedOn: '2026-08-12', utr: 'BACK' } }, office);
    expect((await cancel()).body).toMatchObject({
      code: 'WRONG_STATE',
      message: expect.stringContaining('Sunita Rao'),
    });
    expect((await read(id)).state).toBe('received');
  });

  it('of one wrong row makes another receipt of the same day and sum', async () => {
    const at = await payingOffice();
    const [wrong, right] = [await person(at.id, '1'), await person(at.id, '2', { name: 'Sunita Rao' })];
    const { id } = await send(at.id, [row('1')]);
    await receive(id);
    expect((await decide(id, 1, 'book', { authorisationId: right.authorisationId })).status).toBe(200);
    expect((await paymentsOf(wrong.memberId))[0]).toMatchObject({ state: 'due' });
    expect((await paymentsOf(right.memberId))[0]).toMatchObject({
      state: 'received',
      receivedOn: '2026-08-10',
      mode: 'salary',
    });
  });
});

it('books no row of a received list that was left out, for which no money has come', async () => {
  const at = await payingOffice();
  await person(at.id, '1');
  const left = await person(at.id, '2', { name: 'Sunita Rao' });
  const { id } = await send(at.id, [row('1'), row('2', 1_000, 'Sunita Rao')]);
  await decide(id, 2, 'leftOut');
  await receive(id);
  const late = await decide(id, 2, 'book', { authorisationId: left.authorisationId });
  expect(late).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
  expect(await receiptsOf([left.paymentId])).toEqual([]);
  expect((await read(id)).left).toMatchObject([{ row: 2, as: 'leftOut' }]);
});

describe('a credit of the statement', () => {
  it('finds its list by its sum, to look at, and is booked to it once', async () => {
    const at = await payingOffice('Pay Office Thrissur');
    const [one] = [await person(at.id, '1'), await person(at.id, '2', { name: 'Sunita Rao' })];
    const schedule = await send(at.id, [row('1'), row('2', 1_000, 'Sunita Rao')]);
    const {
      toLook,
      statement: { id },
    } = await statement(['NEFT CR-SBIN0000001-THRISSUR DDO', 2_000]);
    expect(toLook).toMatchObject([
      {
        reason: 'SCHEDULE',
        schedules: [{ id: schedule.id, office: 'Pay Office Thrissur', named: true, state: 'open' }],
      },
    ]);
    const lineId = toLook[0]!.id;
    const pair = { lineId, scheduleId: schedule.id };
    expect((await accept(id, [pair])).left).toMatchObject([{ id: schedule.id, lineId, code: 'NOT_SURE' }]);
    expect(
      await site.fails(
        reconcilePayments,
        { body: { statementId: id, accept: [{ ...pair, seen: true, excess: true }] } },
        office,
      ),
    ).toMatchObject({ status: 400 });
    const both = await Promise.all([accept(id, [{ ...pair, seen: true }]), accept(id, [{ ...pair, seen: true }])]);
    expect(both.map(({ received }) => received).sort()).toEqual([0, 2]);
    expect(['WRONG_STATE', 'LINE_USED', 'AMOUNT_DIFFERS']).toContain(both.flatMap(({ left }) => left)[0]!.code);
    expect((await site.ok(getStatement, { params: { id } }, office)).seenBefore).toBe(1);
    expect((await receiptsOf([one.paymentId]))[0]!.content.mode).toBe('salary');
    await site.ok(cancelRemittance, { body: { scheduleId: schedule.id, reason: 'x' } }, office);
    expect((await site.ok(getStatement, { params: { id } }, office)).toLook).toHaveLength(1);
    // A cancelled receipt keeps its mode in the ledger, also when no payment has it any more.
    const paid = await setMode(site, 'salary', null);
    const ledger = (await site.call(ledgerOfYear, { query: { year: '2026-27' } }, office)).raw.toString();
    expect(ledger).toMatch(/"Mode"\r?\n/);
    expect(ledger).toMatch(/"cancelled".*"salary"\r?\n/);
    await setMode(site, paid, 'salary');
  });

  it('pays several lists, and one list by several credits, or is left with the difference', async () => {
    const [a, b] = [await payingOffice(), await payingOffice()];
    await person(a.id, '1', { due: 1_111, amount: 1_111 });
    await person(b.id, '1', { due: 1_222, amount: 1_222 });
    const one = await send(a.id, [row('1', 1_111)]);
    const two = await send(b.id, [row('1', 1_222)]);
    const {
      statement: { id },
      unknown,
    } = await statement(['DEP A', 2_001], ['DEP B', 332], ['DEP C', 50]);
    const [first, second, third] = ['DEP A', 'DEP B', 'DEP C'].map(
      (text) => unknown.find(({ narration }) => narration === text)!.id,
    );
    const pairs = [first, second, third].map((lineId) => ({ lineId, scheduleId: one.id, seen: true }));
    const refused = await accept(id, [...pairs, { lineId: first, scheduleId: two.id, seen: true }]);
    expect(refused.left.map(({ code }) => code)).toEqual(Array(4).fill('AMOUNT_DIFFERS'));
    const result = await accept(id, [...pairs.slice(0, 2), { lineId: first, scheduleId: two.id, seen: true }]);
    expect(result).toMatchObject({ received: 2, left: [] });
    expect((await read(one.id)).remittance).toEqual((await read(two.id)).remittance);
  });

  it('leaves a list that was received already together with one that is open, and books neither', async () => {
    const [a, b] = [await payingOffice(), await payingOffice()];
    await person(a.id, '1', { due: 1_333, amount: 1_333 });
    const other = await person(b.id, '1', { due: 1_444, amount: 1_444 });
    const received = await send(a.id, [row('1', 1_333)]);
    await receive(received.id);
    const open = await send(b.id, [row('1', 1_444)]);
    const {
      statement: { id },
      unknown,
    } = await statement(['DEP MIXED', 2_777]);
    const lineId = unknown[0]!.id;
    const pairs = [received, open].map((schedule) => ({ lineId, scheduleId: schedule.id, seen: true }));
    const { received: count, left } = await accept(id, pairs);
    expect([count, left.map(({ code }) => code)]).toEqual([0, ['WRONG_STATE', 'WRONG_STATE']]);
    expect((await read(open.id)).state).toBe('open');
    expect(await receiptsOf([other.paymentId])).toEqual([]);
  });

  it('is linked to a list whose money was received by hand, without a new receipt', async () => {
    const at = await payingOffice();
    const one = await person(at.id, '1', { due: 1_777, amount: 1_777 });
    const schedule = await send(at.id, [row('1', 1_777)]);
    await receive(schedule.id);
    const {
      toLook,
      statement: { id },
    } = await statement(['CLG CHQ 123456', 1_777]);
    expect(toLook[0]).toMatchObject({
      why: expect.stringContaining('received by cheque 123456'),
      schedules: [{ state: 'received' }],
    });
    expect(await accept(id, [{ lineId: toLook[0]!.id, scheduleId: schedule.id, seen: true }])).toMatchObject({
      received: 0,
      left: [],
    });
    expect(await receiptsOf([one.paymentId])).toHaveLength(1);
    expect((await site.ok(getStatement, { params: { id } }, office)).toLook).toEqual([]);
  });
});

it('repeats the last received list for those who are still authorised', async () => {
  const at = await payingOffice();
  await person(at.id, '1', { due: 2_000 });
  const gone = await person(at.id, '2', { name: 'Sunita Rao' });
  const body = { officeId: at.id, month: '2026-08', like: 'last' };
  expect((await site.fails(sendSchedule, { body }, office)).body.code).toBe('WRONG_STATE');
  await receive((await send(at.id, [row('1'), row('2', 1_000, 'Sunita Rao')])).id);
  await site.ok(endAuthorisation, { body: { id: gone.authorisationId, reason: 'Retired', month: '2026-07' } }, office);
  const { schedule } = await site.ok(sendSchedule, { body }, office);
  expect(schedule.agrees).toMatchObject([{ employeeNumber: '1' }]);
  expect(schedule.left).toMatchObject([{ name: 'Sunita Rao' }]);
});

it('repeats a row that was given to somebody else for this person', async () => {
  const at = await payingOffice();
  await person(at.id, '1');
  const right = await person(at.id, '2', { name: 'Sunita Rao', due: 2_000 });
  const { id } = await send(at.id, [row('1')]);
  await decide(id, 1, 'book', { authorisationId: right.authorisationId });
  await receive(id);
  const { schedule } = await site.ok(
    sendSchedule,
    { body: { officeId: at.id, month: '2026-08', like: 'last' } },
    office,
  );
  expect(schedule.agrees).toMatchObject([{ employeeNumber: '2', name: 'Sunita Rao' }]);
});

it('moves no authorisation to a number that a colleague there has', async () => {
  const [here, there] = [await payingOffice(), await payingOffice()];
  await person(here.id, '77', { name: 'Vikas Jain' });
  const one = await person(there.id, '5');
  const { id } = await send(here.id, [row('77')]);
  const body = { authorisationId: one.authorisationId, move: true };
  expect(await decide(id, 1, 'book', body)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
});

it('moves an authorisation to the office whose list has it', async () => {
  const [here, there] = [await payingOffice(), await payingOffice()];
  const one = await person(there.id, 'PEN 42');
  const schedule = await send(here.id, [row('PEN42')]);
  expect(reasons(schedule)).toEqual([[1, 'OTHER_OFFICE']]);
  expect((await decide(schedule.id, 1, 'book', { authorisationId: one.authorisationId })).body).toMatchObject({
    code: 'WRONG_STATE',
  });
  expect(
    (await decide(schedule.id, 1, 'book', { authorisationId: one.authorisationId, move: true })).body,
  ).toMatchObject({ schedule: { toLook: [] } });
  const states = await site.database
    .select()
    .from(salaryAuthorisations)
    .where(eq(salaryAuthorisations.memberId, one.memberId));
  expect(states.map(({ state, until, officeId }) => [state, until, officeId]).sort()).toEqual(
    [
      ['ended', '2026-06', there.id],
      ['confirmed', null, here.id],
    ].sort(),
  );
});
