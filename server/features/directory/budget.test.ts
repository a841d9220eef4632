import { and, eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { generalAddresses } from '#server/platform/mail/to-office.ts';
import { clock } from '#shared/clock.ts';
import { directoryBudget, liftBudget, searchDirectory } from '#shared/contracts/directory.ts';
import { limits } from '#shared/limits.ts';
import { startTestApp } from '#tests/app.ts';
import { adminToken, memberToken, newMember } from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { sweepBudgets } from './budget.queries.ts';
import { directoryBudgets } from './tables.ts';

const { quarterHour, day } = limits.directoryPages;
/** What a process may hold of a budget that another one then lacks. */
const heldAtMost = 8;

const site = await startTestApp();
const office = { token: await adminToken(site) };
afterEach(() => clock.set(new Date()));

async function reader(budget: Partial<typeof directoryBudgets.$inferInsert> = {}) {
  const member = await newMember(site);
  const today = clock.now().toLocaleDateString('en-CA', { timeZone: 'Asia/Kolkata' });
  if (Object.keys(budget).length > 0) {
    const quarterEndsAt = new Date(clock.ms() + 60_000);
    await site.database
      .insert(directoryBudgets)
      .values({ memberId: member.id, quarterEndsAt, quarterPages: 0, day: today, dayPages: 0, ...budget });
  }
  return { ...member, token: await memberToken(site, member.id) };
}

const open = (token: string, page = 1) => site.call(searchDirectory, { query: { page } }, { token });

/** Opens pages, several at a time, and counts what was answered. */
async function openMany(count: number, ask: () => Promise<{ status: number }>) {
  const answers: number[] = [];
  const oneByOne = async () => {
    while (answers.length < count) {
      const place = answers.push(0) - 1;
      answers[place] = (await ask()).status;
    }
  };
  await Promise.all(Array.from({ length: 6 }, oneByOne));
  return {
    granted: answers.filter((status) => status === 200).length,
    refused: answers.filter((s) => s === 429).length,
  };
}

const aboutMember = (id: string) =>
  site.database
    .select()
    .from(log)
    .where(and(eq(log.memberId, id), eq(log.kind, 'security')));

test('so many pages in a quarter of an hour, also at once; the office hears of it once', async () => {
  const { id, token, reference, name } = await reader();
  expect(quarterHour).toBeGreaterThanOrEqual(60);
  expect(await openMany(quarterHour + 20, () => open(token))).toEqual({ granted: quarterHour, refused: 20 });
  const refusal = await open(token);
  expect(refusal.body).toEqual({
    success: false,
    code: 'TOO_MANY',
    message: 'You have opened very many pages of the directory in a short time. You can go on in 15 minutes.',
  });
  expect(Number(refusal.headers['retry-after'])).toBeGreaterThan(14 * 60);
  expect(Number(refusal.headers['retry-after'])).toBeLessThanOrEqual(15 * 60);
  expect((await open((await reader()).token)).status).toBe(200);
  expect((await open(office.token)).status).toBe(200);

  const [officeAddress] = await generalAddresses(site.database);
  const { text } = await waitForMail(site, { to: officeAddress!, kind: 'directory-office' });
  for (const part of [reference, `${quarterHour} pages in 15 minutes`, `/admin/Directory?member=${id}`]) {
    expect(text).toContain(part);
  }
  // The office's mail outlives the member's record.
  expect(text).not.toContain(name);
  expect(await site.database.$count(mail, eq(mail.kind, 'directory-office'))).toBe(1);
  expect(await aboutMember(id)).toMatchObject([
    { by: 'member', subject: reference, action: 'used up the budget of directory pages' },
  ]);
});

test('processes take from one budget, and hold next to nothing of it back', async () => {
  const { token } = await reader();
  const other = await createApp({ config: site.config, database: site.database, pages: false });
  try {
    await other.ready();
    const elsewhere = async () => {
      const answer = await other.inject({
        url: '/api/Directory/searchDirectory',
        headers: { authorization: `Bearer ${token}` },
      });
      return { status: answer.statusCode };
    };
    let turn = 0;
    const { granted } = await openMany(quarterHour * 2, () => (turn++ % 2 === 0 ? open(token) : elsewhere()));
    expect(granted).toBe(quarterHour);
    const uneven = await reader();
    await openMany(40, () => open(uneven.token));
    const rest = await openMany(quarterHour, async () => {
      const answer = await other.inject({
        url: '/api/Directory/searchDirectory',
        headers: { authorization: `Bearer ${uneven.token}` },
      });
      return { status: answer.statusCode };
    });
    expect(rest.granted).toBeLessThanOrEqual(quarterHour - 40);
    expect(rest.granted).toBeGreaterThanOrEqual(quarterHour - 40 - heldAtMost);
  } finally {
    await other.close();
  }
});

test('the next quarter of an hour gives as many again, until the day’s are used up; the next day begins again', async () => {
  clock.set(new Date('2026-11-20T06:00:00Z'));
  const { id, token } = await reader({ dayPages: day - 40 });
  expect(day).toBeGreaterThanOrEqual(300);
  await site.database
    .update(directoryBudgets)
    .set({ quarterPages: quarterHour - 10 })
    .where(eq(directoryBudgets.memberId, id));
  expect(await openMany(12, () => open(token))).toEqual({ granted: 10, refused: 2 });
  clock.set(new Date('2026-11-20T06:16:00Z'));
  expect(await openMany(32, () => open(token))).toEqual({ granted: 30, refused: 2 });
  const refusal = await open(token);
  expect(refusal.body).toMatchObject({ message: expect.stringContaining('You can go on tomorrow.') });
  // Until midnight in India, at half past six in the evening of London.
  expect(Number(refusal.headers['retry-after']) / 60).toBeCloseTo(12 * 60 + 14, -1);
  clock.set(new Date('2026-11-20T18:31:00Z'));
  expect((await open(await memberToken(site, id))).status).toBe(200);
  expect(await site.database.$count(mail, eq(mail.memberId, id))).toBe(0);
  expect(await aboutMember(id)).toHaveLength(1);

  // On the 21st it was in India; a count of the day before is kept over midnight.
  clock.set(new Date('2026-11-23T06:00:00Z'));
  await sweepBudgets(site.database);
  expect(await site.database.$count(directoryBudgets, eq(directoryBudgets.memberId, id))).toBe(0);
});

test('the office sees the budget and gives it again; the log says who did', async () => {
  const { id, token, reference } = await reader({ dayPages: day });
  const state = () => site.ok(directoryBudget, { params: { id } }, office);
  expect((await state()).data).toEqual({
    quarterHour: { opened: 0, of: quarterHour },
    day: { opened: day, of: day },
  });
  expect((await open(token)).status).toBe(429);
  await site.ok(liftBudget, { params: { id } }, office);
  expect((await open(token)).status).toBe(200);
  expect((await state()).data.day.opened).toBe(1);
  const [line] = await site.database
    .select()
    .from(log)
    .where(and(eq(log.memberId, id), eq(log.kind, 'member')));
  expect(line).toMatchObject({ subject: reference, action: 'renewed the budget of directory pages' });
  const unknown = { params: { id: '00000000-0000-4000-8000-000000000000' } };
  expect((await site.fails(liftBudget, unknown, office)).status).toBe(404);
  expect((await site.fails(directoryBudget, unknown, office)).status).toBe(404);
});
