import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { clock } from '#shared/clock.ts';
import { createPayingOffice, updateCheckoffSettings } from '#shared/contracts/checkoff.ts';
import { sendSchedule } from '#shared/contracts/schedules.ts';
import { updateSubscription } from '#shared/contracts/subscription.ts';
import { startTestApp } from '#tests/app.ts';
import { dueFactory } from '#tests/factories/dues.ts';
import { listed, scannedSchedule, scheduleFiles } from '#tests/factories/schedules.ts';
import { confirmedToken, newMember } from '#tests/logins.ts';
import { keyOf } from './reckoning.ts';
import { salaryAuthorisations } from './tables.ts';

// Lists as paying offices send them.

const site = await startTestApp();
clock.set(new Date('2026-08-20T12:00:00+05:30'));
let office: { token: string };

beforeAll(async () => {
  office = { token: await confirmedToken(site) };
  await site.ok(updateSubscription, { body: { enabled: true, amount: 1_000, firstYear: '2026-27' } }, office);
  await site.ok(updateCheckoffSettings, { body: { enabled: true } }, office);
});

let count = 0;
/** A paying office where these people are authorised. @returns its id */
async function officeOf(people: readonly { employeeNumber: string; name: string }[]): Promise<string> {
  count += 1;
  const body = { name: `Treasury ${count}`, state: 'Kerala' };
  const officeId = (await site.ok(createPayingOffice, { body }, office)).office.id;
  for (const { employeeNumber, name } of people) {
    const { id: memberId } = await newMember(site, { name });
    await dueFactory(site, { memberId, purpose: 'annual', period: '2026-27', amount: 1_000 });
    await site.database.insert(salaryAuthorisations).values({
      memberId,
      state: 'confirmed',
      officeId,
      employeeNumber,
      employeeKey: keyOf(employeeNumber),
      amount: 1_000,
      from: '2026-07',
      sparedUntil: '2026-10-09',
    });
  }
  return officeId;
}

it('has twenty files', () => {
  expect(scheduleFiles).toHaveLength(20);
});

it.each(scheduleFiles)('reads %s', async (_what, make, expected) => {
  const body = { officeId: await officeOf(listed), month: '2026-07' };
  const file = await make();
  const { schedule } = await site.ok(sendSchedule, { body, files: { file } }, office);
  expect({
    agrees: schedule.agrees.map(({ employeeNumber }) => employeeNumber),
    toLook: schedule.toLook.map(({ reason }) => reason),
    sum: schedule.sum,
    total: schedule.total,
    unread: schedule.unread.length,
  }).toEqual({ toLook: [], total: null, unread: 0, ...expected });
  expect(schedule.unread.every(({ text, reason }) => text !== '' && reason !== '')).toBe(true);
});

it('makes no amount of a part of one, and loses no row after a mark that is not paired', async () => {
  const lines = [
    'Employee No,Name,Amount',
    `${listed[0]!.employeeNumber},${listed[0]!.name},1,000.00`,
    `${listed[1]!.employeeNumber},"${listed[1]!.name},1000.00`,
    `${listed[2]!.employeeNumber},${listed[2]!.name},1000.00`,
    `${listed[3]!.employeeNumber},"${listed[3]!.name}",1000.00`,
    'Total,,4,000.00',
  ];
  const file = { name: 'list.csv', type: 'text/csv', bytes: Buffer.from(lines.join('\n')) };
  const body = { officeId: await officeOf(listed), month: '2026-07' };
  const { schedule } = await site.ok(sendSchedule, { body, files: { file } }, office);
  expect(schedule).toMatchObject({ rows: 2, sum: 2_000, total: null });
  expect(schedule.unread.map(({ row, reason }) => [row, reason])).toEqual([
    [2, 'It has more cells than the table has columns.'],
    [3, 'A quotation mark in it is not paired.'],
    [6, 'It has more cells than the table has columns.'],
  ]);
});

it('refuses a scanned list with a sentence, and takes its ten rows as they are typed', async () => {
  const people = Array.from({ length: 10 }, (_, index) => ({
    employeeNumber: `PP${index}`,
    name: `Anil Kumar ${'abcdefghij'[index]!.repeat(4)}`,
  }));
  const body = { officeId: await officeOf(people), month: '2026-07' };
  const refused = await site.fails(sendSchedule, { body, files: { file: scannedSchedule } }, office);
  expect(refused.body.code).toBe('UNSUPPORTED_FILE');
  expect(refused.body.message).toMatch(/\. .*\.$|\.$/);
  const rows = JSON.stringify(people.map(({ employeeNumber, name }) => ({ employeeNumber, name, amount: '1,000.00' })));
  const { schedule } = await site.ok(sendSchedule, { body: { ...body, rows } }, office);
  expect(schedule).toMatchObject({ rows: 10, sum: 10_000, toLook: [] });
});

describe('a list that was read wrongly once', () => {
  const two = [
    { employeeNumber: '000123', name: 'Asha Rao' },
    { employeeNumber: 'KL/4567', name: 'Babu Nair' },
  ];
  const folder = join(import.meta.dirname, '../../../tests/field');
  const read = async (name: string, month = '2026-07', mapping?: object) => {
    const officeId = await officeOf(two);
    // As the association deducts it.
    await site.database
      .update(salaryAuthorisations)
      .set({ amount: 1_200 })
      .where(eq(salaryAuthorisations.officeId, officeId));
    const file = { name, type: 'application/octet-stream', bytes: await readFile(join(folder, name)) };
    const body = { officeId, month, ...(mapping ? { mapping: JSON.stringify(mapping) } : {}) };
    const { schedule } = await site.ok(sendSchedule, { body, files: { file } }, office);
    const { agrees, toLook, unread, sum, total } = schedule;
    const rows = [...agrees, ...toLook].map(({ employeeNumber, name, amount }) => [employeeNumber, name, amount]);
    return { rows, unread: unread.map(({ text }) => text), sum, total };
  };
  const asha = ['000123', 'Asha Rao', 1_200];
  const babu = ['KL/4567', 'Babu Nair', 1_200];

  it.each([
    ['23-ddo-code-before-the-employee-code.csv', [asha, babu], null],
    ['23b-month-of-deduction-beside-the-amount.csv', [asha, babu], null],
    ['23d-bank-account-before-the-employee-id.csv', [asha], null],
    ['23e-recovery-remarks-behind-the-amount.csv', [asha, babu], null],
    ['23f-two-subscriptions.csv', [asha], null],
    ['25-page-total-then-total-of-all.csv', [asha, babu], 2_400],
    ['25b-total-row-with-the-number-of-employees.csv', [asha, babu], 2_400],
  ])('%s', async (name, rows, total) => {
    expect(await read(name)).toEqual({ rows, unread: [], sum: rows.length * 1_200, total });
  });

  it.each(['2027-03', '2026-11'])('24-sheet-summary-read-in-march.xlsx, %s', async (month) => {
    const of = await read('24-sheet-summary-read-in-march.xlsx', month);
    expect(of).toMatchObject({ rows: [asha, babu], sum: 2_400 });
  });
});

describe('columns', () => {
  const list = (rows: string[]) => ({ name: 'list.csv', type: 'text/csv', bytes: Buffer.from(rows.join('\n')) });

  it('are chosen by what stands in them, where their heads do not tell', async () => {
    const officeId = await officeOf(listed);
    const file = list([
      'Code,Account,Name,Amount (1),Amount (2)',
      ...listed.map(({ employeeNumber, name }, index) => `77${index},${employeeNumber},${name},84500,1000`),
    ]);
    const { schedule } = await site.ok(sendSchedule, { body: { officeId, month: '2026-07' }, files: { file } }, office);
    expect(schedule).toMatchObject({ sum: 4_000, toLook: [] });
  });

  it('are mapped by the office where two fit, once for all lists with these heads', async () => {
    const officeId = await officeOf(listed.slice(0, 1));
    const { employeeNumber, name } = listed[0]!;
    const file = list(['Employee No,Name,Subscription A,Subscription B', `${employeeNumber},${name},750,800`]);
    const body = { officeId, month: '2026-07' };
    const unclear = await site.fails(sendSchedule, { body, files: { file } }, office);
    expect(unclear).toMatchObject({ status: 409, body: { code: 'COLUMNS_UNCLEAR' } });
    expect(unclear.body.columns?.map(({ index, name: head, samples }) => [index, head, samples[0]])).toEqual([
      [0, 'Employee No', employeeNumber],
      [1, 'Name', name],
      [2, 'Subscription A', '750'],
      [3, 'Subscription B', '800'],
    ]);
    const mapping = JSON.stringify({ number: 0, name: 1, amount: 3 });
    expect((await site.ok(sendSchedule, { body: { ...body, mapping }, files: { file } }, office)).schedule.sum).toBe(
      800,
    );
    const next = list(['Employee No,Name,Subscription A,Subscription B', `${employeeNumber},${name},755,805`]);
    expect((await site.ok(sendSchedule, { body, files: { file: next } }, office)).schedule.sum).toBe(805);
  });

  it('of a list in Hindi have their digits', async () => {
    const officeId = await officeOf([{ employeeNumber: '000123', name: 'Asha Rao' }]);
    const file = list(['क्र.,कर्मचारी संख्या,नाम,कटौती की राशि', '१,०००१२३,Asha Rao,"१,०००"']);
    const { schedule } = await site.ok(sendSchedule, { body: { officeId, month: '2026-07' }, files: { file } }, office);
    expect(schedule).toMatchObject({ agrees: [{ employeeNumber: '000123', amount: 1_000 }], unread: [] });
  });
});
