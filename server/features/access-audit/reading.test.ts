import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { clock } from '#shared/clock.ts';
import { searchLog } from '#shared/contracts/activity-log.ts';
import { searchDirectory } from '#shared/contracts/directory.ts';
import { downloadOwnData, memberDocument } from '#shared/contracts/members.ts';
import { listRegistrations, reviewRegistration } from '#shared/contracts/registrations.ts';
import { confirmSession } from '#shared/contracts/sessions.ts';
import { getSettings, updateSettings } from '#shared/contracts/settings.ts';
import { limits } from '#shared/limits.ts';
import { startTestApp } from '#tests/app.ts';
import { adminToken, hashOfPassword, memberToken, newAdministrator, newMember, password } from '#tests/logins.ts';
import { sweepReadings } from './reading.queries.ts';
import { readings } from './tables.ts';

const site = await startTestApp();
afterEach(() => clock.set(new Date()));

async function clerk() {
  const { id, email } = await newAdministrator(site, { passwordHash: await hashOfPassword() });
  return { id, email, token: await adminToken(site, id) };
}

const linesOf = async (by: { email: string; token: string }) =>
  (await site.ok(searchLog, { query: { kind: 'reading', search: by.email } }, by)).data;

const reviewed = (id: string, by: { token: string }) => site.ok(reviewRegistration, { params: { id } }, by);

test('an administrator’s readings are one line a day, and are listed at the record', async () => {
  const [first, second] = [await clerk(), await clerk()];
  const people = await Promise.all([1, 2, 3].map(() => newMember(site)));
  expect((await reviewed(people[0]!.id, first)).openedBy).toEqual([]);
  // Also concurrent and repeated ones: a record counts once a day.
  await Promise.all(people.flatMap(({ id }) => [reviewed(id, first), reviewed(id, first)]));
  await reviewed(people[0]!.id, second);
  expect(await linesOf(first)).toMatchObject([{ kind: 'reading', by: first.email, text: 'Opened 3 records' }]);
  expect(await linesOf(second)).toMatchObject([{ text: 'Opened 1 record' }]);

  const { openedBy } = await reviewed(people[0]!.id, second);
  expect(openedBy).toMatchObject([
    { by: second.email, what: 'record', times: 1 },
    { by: first.email, what: 'record', times: 3 },
  ]);

  clock.set(new Date(clock.ms() + 24 * 3_600_000));
  const next = { ...first, token: await adminToken(site, first.id) };
  await reviewed(people[1]!.id, next);
  expect((await linesOf(next)).map(({ text }) => text)).toEqual(['Opened 1 record', 'Opened 3 records']);

  // The member sees what was opened and when, but not by whom.
  const archive = await site.call(downloadOwnData, {}, { token: await memberToken(site, people[1]!.id) });
  expect(archive.status).toBe(200);
});

test('a missing file, and what its owner opens, is not recorded', async () => {
  const office = await clerk();
  const member = await newMember(site);
  expect((await site.fails(memberDocument, { params: { id: member.id } }, office)).status).toBe(404);
  await site.call(memberDocument, { params: { id: member.id } }, { token: await memberToken(site, member.id) });
  expect(await linesOf(office)).toEqual([]);
});

test('readings are deleted after 366 days; the log keeps the count', async () => {
  const office = await clerk();
  const { id } = await newMember(site);
  await reviewed(id, office);
  clock.set(new Date(clock.ms() + (limits.kept.readingDays + 1) * 24 * 3_600_000));
  await sweepReadings(site.database, limits.kept.readingDays);
  expect(await site.database.$count(readings, eq(readings.memberId, id))).toBe(0);
  expect(await site.database.$count(log, eq(log.by, office.email))).toBe(1);
});

async function allow(officeRecordsPerHour: number) {
  const { id } = (await site.ok(getSettings, {})).data[0]!;
  return site.ok(
    updateSettings,
    { params: { settingsId: id }, body: { security: { officeRecordsPerHour } } },
    await clerk(),
  );
}

const told = (by: string) =>
  site.database
    .select()
    .from(mail)
    .where(eq(mail.kind, 'office-budget'))
    .then((rows) => rows.filter(({ data }) => (data as { by: string }).by === by));

test('lists use up an hourly budget; beyond it the password is needed, and the others are told once', async () => {
  for (let count = 0; count < 12; count += 1) await newMember(site);
  await allow(25);
  const office = await clerk();
  const colleague = await clerk();
  const list = () => site.call(listRegistrations, { query: { status: 'Approved' } }, office);
  const directory = () => site.call(searchDirectory, { query: {} }, office);
  for (const read of [list, directory, list]) expect((await read()).status).toBe(200);
  const refused = await Promise.all([list(), directory(), list()]);
  for (const answer of refused) expect(answer).toMatchObject({ status: 403, body: { code: 'CONFIRMATION_NEEDED' } });
  const mails = await told(office.email);
  expect(mails.map(({ recipient }) => recipient)).toContain(colleague.email);
  expect(mails.map(({ recipient }) => recipient)).not.toContain(office.email);
  expect(mails.filter(({ recipient }) => recipient === colleague.email)).toHaveLength(1);
  expect(mails[0]!.data).toMatchObject({ rows: '30' });
  // Others have their own budget, and an empty list uses none.
  expect((await site.call(listRegistrations, { query: { status: 'Approved' } }, colleague)).status).toBe(200);
  expect((await site.call(listRegistrations, { query: { status: 'Rejected' } }, office)).status).toBe(200);

  await site.ok(confirmSession, { body: { password } }, office);
  for (let times = 0; times < 3; times += 1) expect((await list()).status).toBe(200);
  // A confirmation for ten minutes does not extend the budget.
  expect((await list()).status).toBe(403);
  expect(await told(office.email)).toHaveLength(mails.length * 2);

  clock.set(new Date(clock.ms() + 61 * 60_000));
  const later = { token: await adminToken(site, office.id) };
  expect((await site.call(listRegistrations, { query: { status: 'Approved' } }, later)).status).toBe(200);
  await allow(limits.officeRecords.usual);
});

test('the budget is a setting within limits', async () => {
  const { id } = (await site.ok(getSettings, {})).data[0]!;
  expect((await site.ok(getSettings, {})).data[0]!.security).toBeUndefined();
  const result = (await site.ok(getSettings, {}, await clerk())).data[0]!;
  expect(result.security).toEqual({ officeRecordsPerHour: 3_000 });
  for (const officeRecordsPerHour of [0, -1, 2.5, 'many', 10_000_000]) {
    const body = { security: { officeRecordsPerHour } };
    const answer = await site.fails(updateSettings, { params: { settingsId: id }, body }, await clerk());
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, ['security.officeRecordsPerHour']]);
  }
});
