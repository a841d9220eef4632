import { beforeAll, expect, it } from 'vitest';
import { payments } from '#server/features/payments/tables.ts';
import { clock } from '#shared/clock.ts';
import { createPayingOffice, updateCheckoffSettings } from '#shared/contracts/checkoff.ts';
import { sendSchedule } from '#shared/contracts/schedules.ts';
import { updateSubscription } from '#shared/contracts/subscription.ts';
import { startTestApp } from '#tests/app.ts';
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
    const reference = `AIP-LIST-${count}-${keyOf(employeeNumber)}`;
    await site.database
      .insert(payments)
      .values({ memberId, reference, purpose: 'annual', period: '2026-27', amount: 1_000 });
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
