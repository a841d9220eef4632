import { and, eq } from 'drizzle-orm';
import { readXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { payments } from '#server/features/payments/tables.ts';
import { findNotices, isOwed } from '#server/features/subscription/notices.queries.ts';
import { clock } from '#shared/clock.ts';
import { coveringLetters, createPayingOffice, missingDeductions, recognitionList } from '#shared/contracts/checkoff.ts';
import { listOwnPayments } from '#shared/contracts/payments.ts';
import { decideScheduleRow, receiveSchedule, sendSchedule } from '#shared/contracts/schedules.ts';
import { updateSubscription } from '#shared/contracts/subscription.ts';
import { startTestApp } from '#tests/app.ts';
import { dueFactory } from '#tests/factories/dues.ts';
import { confirmedToken, memberToken, newMember } from '#tests/logins.ts';
import { readPdf } from '#tests/pdf.ts';
import { salaryAuthorisations } from './tables.ts';

const site = await startTestApp();
const on = (day: string) => clock.set(new Date(`${day}T12:00:00+05:30`));
const office = async (values: object = {}) => ({ token: await confirmedToken(site, values) });

async function person(
  officeId: string,
  employeeNumber: string,
  name: string,
  values: Partial<typeof salaryAuthorisations.$inferInsert> = {},
) {
  const member = await newMember(site, { name });
  await dueFactory(site, {
    memberId: member.id,
    purpose: 'annual',
    period: '2026-27',
    amount: 1_000,
    createdAt: new Date('2026-04-01T00:00:00Z'),
  });
  await site.database.insert(salaryAuthorisations).values({
    memberId: member.id,
    state: 'confirmed',
    officeId,
    employeeNumber,
    employeeKey: employeeNumber,
    amount: 1_000,
    from: '2026-07',
    sparedUntil: '2026-10-09',
    confirmedAt: new Date('2026-04-10T00:00:00Z'),
    ...values,
  });
  return member;
}

it('says who is missing, writes to paying offices, and lists for recognition', async () => {
  on('2026-08-20');
  const as = await office();
  await site.ok(
    updateSubscription,
    { body: { enabled: true, amount: 1_000, firstYear: '2026-27', lapseAfterDays: 90 } },
    as,
  );
  const add = async (name: string, strength: number | null) =>
    (await site.ok(createPayingOffice, { body: { name, state: 'Kerala', strength } }, as)).office;
  const [kochi, kollam] = [await add('Treasury Kochi', 3), await add('Treasury Kollam', null)];
  const asha = await person(kochi.id, '1', 'Asha Rao');
  await person(kochi.id, '2', 'Bina Das');
  await person(kollam.id, '3', 'Chitra Nair', { from: '2026-06' });
  await person(kollam.id, '4', 'Deepak Jain', { state: 'withdrawn', until: '2026-06' });
  const rows = JSON.stringify([
    { employeeNumber: '1', name: 'Asha Rao', amount: 1_000 },
    { employeeNumber: '77', name: 'Nobody Known', amount: 500 },
  ]);
  const { schedule } = await site.ok(sendSchedule, { body: { officeId: kochi.id, month: '2026-07', rows } }, as);
  const { data } = await site.ok(missingDeductions, { query: { month: '2026-07' } }, as);
  expect(data.members.map(({ directory }) => directory.name)).toEqual(['Bina Das', 'Chitra Nair']);
  expect(data.offices.map(({ name }) => name)).toEqual(['Treasury Kollam']);
  expect(data.unauthorised).toMatchObject([{ name: 'Nobody Known', amount: 500 }]);
  expect((await site.fails(missingDeductions, { query: { month: '2026-13' } }, as)).status).toBe(400);

  const covering = (query: object) => site.call(coveringLetters, { query }, as);
  const letter = await covering({ officeId: kollam.id, month: '2026-07' });
  const text = (await readPdf(letter.raw)).map((page) => page.text).join(' ');
  for (const part of ['Treasury Kollam', 'July 2026', 'Continuing (1)', 'Chitra Nair', 'Withdrawn (1)', 'Deepak Jain'])
    expect(text).toContain(part);
  expect(text).not.toContain('Asha');
  const list = await covering({ officeId: kochi.id, month: '2026-07', format: 'xlsx' });
  expect((await readXlsx(list.raw)).sheets[0]!.rows.slice(1).map((row) => row.slice(0, 2))).toEqual([
    ['New', 'Asha Rao'],
    ['New', 'Bina Das'],
  ]);
  expect((await covering({ month: '2026-07' })).headers['content-type']).toBe('application/zip');
  expect((await covering({ month: '2020-07' })).status).toBe(404);
  expect(
    (await site.call(coveringLetters, { query: {} }, await office({ powers: ['members'], states: ['Kerala'] }))).status,
  ).toBe(403);

  const decided = { scheduleId: schedule.id, row: 2, as: 'office', reason: 'x' };
  await site.ok(decideScheduleRow, { body: decided }, as);
  await site.ok(receiveSchedule, { body: { scheduleId: schedule.id, mode: 'cheque', number: '1' } }, as);
  const recognition = (query: object) => site.call(recognitionList, { query }, as);
  const { sheets } = await readXlsx((await recognition({ year: '2026-27' })).raw);
  expect(sheets[0]!.rows.slice(1)).toEqual([
    ['Kerala', 'Treasury Kochi', 1, 3, 33.33, 1_500],
    ['Total', null, 1, null, null, 1_500],
  ]);
  expect(sheets[1]!.rows[1]).toEqual(['Kerala', 'Treasury Kochi', 'Asha Rao', asha.memberNumber]);
  expect((await recognition({ year: '2026-27', format: 'pdf' })).status).toBe(400);
});

it('neither reminds the authorised nor counts them as lapsed until their list is long overdue', async () => {
  on('2026-08-20');
  const as = await office();
  const { office: at } = await site.ok(
    createPayingOffice,
    { body: { name: 'Treasury Thrissur', state: 'Kerala' } },
    as,
  );
  const spared = await person(at.id, '51', 'Esha Gupta');
  const result = await person(at.id, '52', 'Firoz Khan', {
    state: 'asked',
    confirmedAt: null,
    sparedUntil: '2026-08-19',
  });
  const reminders = { first: true, after30: true, after60: true, after90: true };
  const noticed = async () =>
    (await findNotices(site.database, { reminders }, null, 500)).map(({ memberId }) => memberId);
  expect(await noticed()).not.toContain(spared.id);
  expect(await noticed()).toContain(result.id);
  const standing = async () =>
    (await site.ok(listOwnPayments, {}, { token: await memberToken(site, spared.id) })).standing;
  expect(await standing()).toMatchObject({ state: 'due', salary: { office: 'Treasury Thrissur', month: '2026-07' } });
  on('2026-10-09');
  expect(await noticed()).not.toContain(spared.id);
  on('2026-10-10');
  expect(await noticed()).toContain(spared.id);
  const [owed] = await site.database
    .select()
    .from(payments)
    .where(and(eq(payments.memberId, spared.id), eq(payments.purpose, 'annual')));
  expect(await isOwed(site.database, owed!.id)).toBe(true);
  // A reminder that is queued is not sent to somebody who is authorised meanwhile.
  on('2026-10-09');
  expect(await isOwed(site.database, owed!.id)).toBe(false);
  on('2026-10-10');
  expect((await standing()).state).toBe('lapsed');
});
