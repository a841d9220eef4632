import { afterEach, expect, test } from 'vitest';
import { contactMessages } from '#server/features/contact/tables.ts';
import { updateMember } from '#server/features/members/members.queries.ts';
import { onlineLinks, onlinePayments } from '#server/parts/gateway/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { clock } from '#shared/clock.ts';
import { searchLog } from '#shared/contracts/activity-log.ts';
import { listOnlinePayments } from '#shared/contracts/online.ts';
import { getMine, getOverview, getWaiting, listMonthEntries } from '#shared/contracts/overview.ts';
import { decideRegistration } from '#shared/contracts/registrations.ts';
import type { Powers } from '#shared/powers.ts';
import { startTestApp } from '#tests/app.ts';
import { clearMoney } from '#tests/factories/dues.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { confirmedToken } from '#tests/logins.ts';

const site = await startTestApp();
afterEach(async () => {
  clock.set(new Date());
  await site.database.pool.query('delete from online_payments; delete from online_links');
  await clearMoney(site);
  await site.database.pool.query(
    'delete from membership_facts; delete from mail; delete from contact_messages; delete from members',
  );
});

/** The administrator logs in again whenever the clock is set. */
async function on(day: string, office: Powers = { powers: ['full'], states: [] }) {
  clock.set(new Date(`${day}T12:00:00+05:30`));
  return { token: await confirmedToken(site, { powers: [...office.powers], states: [...office.states] }) };
}
const overview = async (as: { token: string }) => {
  const { data } = await site.ok(getOverview, {}, as);
  // The counts beside the pages must be equal.
  expect((await site.ok(getWaiting, {}, as)).data).toEqual(data.waiting);
  return data;
};
const kerala: Powers = { powers: ['members'], states: ['Kerala'] };
const ago = (days: number) => new Date(clock.ms() - days * 86_400_000);

/** One of each, all in Goa but two registrations. */
async function waitingOffice() {
  for (const state of ['Goa', 'Kerala', 'Kerala']) {
    await memberFactory(site, { status: 'New', state, createdAt: ago(state === 'Goa' ? 9 : 2) });
  }
  await memberFactory(site, {
    status: 'New',
    state: 'Goa',
    createdAt: ago(1),
    correctionState: 'answered',
    correctionAnsweredAt: ago(0.5),
  });
  await memberFactory(site, { state: 'Goa', erasureRequestedAt: ago(20) });
  const message = { name: 'A. Rao', email: 'rao@example.org', mobile: '9876543210', message: 'Hello' };
  await site.database.insert(contactMessages).values([
    { ...message, createdAt: ago(5) },
    { ...message, createdAt: ago(50), state: 'answered' },
    { ...message, createdAt: ago(50), doubtful: true },
  ]);
  await site.database.insert(mail).values([
    { kind: 'otp', recipient: 'gone@example.org', state: 'failed', createdAt: ago(3) },
    { kind: 'otp', recipient: 'gone@example.org', state: 'failed', createdAt: ago(40) },
    { kind: 'otp', recipient: 'here@example.org', state: 'sent', createdAt: ago(3) },
  ]);
}

test('pending work is listed by age, to each office by its powers', async () => {
  const as = await on('2026-11-20');
  await waitingOffice();
  const { waiting } = await overview(as);
  expect(Math.round((clock.ms() - Date.parse(waiting[0]!.since!)) / 86_400_000)).toBe(20);
  expect(waiting.map(({ kind, count }) => [kind, count])).toEqual([
    ['erasures', 1],
    ['registrations', 4],
    ['messages', 1],
    ['mails', 1],
    ['corrections', 1],
    ['payments', 0],
  ]);
  const failed = await site.ok(searchLog, { query: { kind: 'mail', mail: 'failed', from: '2026-10-21' } }, as);
  expect(failed.pagination.totalCount).toBe(1);
  const kinds = async (office: Powers) =>
    (await overview(await on('2026-11-20', office))).waiting.map(({ kind, count }) => [kind, count]);
  expect(await kinds(kerala)).toEqual([
    ['registrations', 2],
    ['corrections', 0],
    ['erasures', 0],
  ]);
  expect(await kinds({ powers: ['money'], states: [] })).toEqual([['payments', 0]]);
  expect(await kinds({ powers: ['content'], states: [] })).toEqual([]);
});

test('payments at the gateway are to be looked at until they are settled, by those who have the power for money', async () => {
  const as = await on('2026-11-20');
  const [link] = await site.database
    .insert(onlineLinks)
    .values({ reference: 'R', amount: 500, gatewayId: 'plink_1', state: 'paid', expiresAt: ago(1) })
    .returning();
  const first = ago(4);
  const paid = {
    linkId: link!.id,
    booked: false,
    amount: 50_000,
    currency: 'INR',
    method: 'upi',
    paidOn: '2026-11-16',
  };
  await site.database.insert(onlinePayments).values([
    { ...paid, gatewayId: 'pay_1', paidAt: first, reason: 'second' },
    { ...paid, gatewayId: 'pay_2', paidAt: ago(2), reason: 'amount' },
    { ...paid, gatewayId: 'pay_3', paidAt: ago(9), reason: 'waived', settledAs: 'refund' },
    { ...paid, gatewayId: 'pay_4', paidAt: ago(9), reason: 'waived', refundingSince: ago(1) },
    { ...paid, gatewayId: 'pay_5', paidAt: ago(9) },
  ]);
  const online = async (by: { token: string }) => (await overview(by)).waiting.filter(({ kind }) => kind === 'online');
  const listed = await site.ok(listOnlinePayments, { query: {} }, as);
  expect(await online(as)).toEqual([
    { kind: 'online', count: listed.pagination.totalCount, since: first.toISOString() },
  ]);
  expect(listed.pagination.totalCount).toBe(2);
  expect(await online(await on('2026-11-20', kerala))).toEqual([]);
  expect(await online(await on('2026-11-20', { powers: ['money'], states: [] }))).toHaveLength(1);
});

test('members and money of a month agree with the lists behind their numbers', async () => {
  let as = await on('2026-05-04');
  const people = [
    await memberFactory(site, { status: 'New', state: 'Kerala' }),
    await memberFactory(site, { status: 'New', state: 'Goa' }),
  ];
  for (const { id } of people) {
    await site.ok(decideRegistration, { body: { id, status: 'Approved', paymentSeen: true } }, as);
  }
  as = await on('2026-07-10');
  await site.ok(decideRegistration, { body: { id: people[1]!.id, status: 'Rejected', reason: 'x' } }, as);
  const { months } = await overview(as);
  expect(months).toHaveLength(12);
  expect(months.at(-1)).toEqual({ month: '2026-07', joined: 0, left: 1, received: 0 });
  const may = months.find(({ month }) => month === '2026-05')!;
  expect(may).toEqual({ month: '2026-05', joined: 2, left: 0, received: 2_000 });
  const list = async (number: string, month: string, by = as) =>
    site.ok(listMonthEntries, { query: { number, month } } as never, by);
  expect((await list('members.joined', '2026-05')).pagination.totalCount).toBe(2);
  expect((await list('members.left', '2026-07')).data).toMatchObject([{ id: people[1]!.id, day: '2026-07-10' }]);
  const received = await list('money.received', '2026-05');
  expect(received.data.reduce((sum, { amount }) => sum + amount!, 0)).toBe(2_000);
  // The treasurer is not told where people live.
  const places = (rows: typeof received) => rows.data.map(({ state, district }) => state + district).join('');
  const treasurer = await on('2026-07-10', { powers: ['money'], states: [] });
  expect(places(received)).toMatch(/Goa/);
  expect(places(await list('money.received', '2026-05', treasurer))).toBe('');

  // A bound office counts and reads its own members, without those who have moved elsewhere.
  const bound = await on('2026-07-10', kerala);
  expect((await overview(bound)).months.find(({ month }) => month === '2026-05')).toEqual({
    month: '2026-05',
    joined: 1,
    left: 0,
  });
  expect((await list('members.joined', '2026-05', bound)).data).toMatchObject([{ id: people[0]!.id }]);
  await site.database.transaction((tx) => updateMember(tx, people[0]!.id, { state: 'Goa', district: 'South Goa' }));
  expect((await list('members.joined', '2026-05', bound)).data).toMatchObject([
    { id: null, name: 'no longer on record here', memberNumber: null, state: 'Kerala' },
  ]);
  expect((await list('members.registered', '2026-07', bound)).pagination.totalCount).toBe(0);
});

test('registrations of a month are listed, and each number needs its power', async () => {
  const as = await on('2026-11-20');
  await memberFactory(site, { status: 'New', createdAt: new Date('2026-09-30T18:29:00Z') });
  await memberFactory(site, { status: 'Rejected', createdAt: new Date('2026-09-30T18:31:00Z') });
  const query = { number: 'members.registered' as const, month: '2026-10' };
  expect((await site.ok(listMonthEntries, { query }, as)).data).toMatchObject([{ day: '2026-10-01' }]);
  const money = await on('2026-11-20', { powers: ['money'], states: [] });
  const refused = await site.fails(listMonthEntries, { query }, money);
  expect([refused.status, refused.body]).toMatchObject([403, { code: 'POWER_NEEDED', power: 'members' }]);
  const bad = await site.fails(listMonthEntries, { query: { number: 'members.joined', month: '2026-13' } }, as);
  expect([bad.status, Object.keys(bad.body.fields!)]).toEqual([400, ['month']]);
});

test('what is one’s to do is one list, the oldest first, each with its address, as far as powers and States go', async () => {
  const as = await on('2026-11-20');
  await waitingOffice();
  await memberFactory(site, {
    status: 'New',
    name: 'Ready Rao',
    state: 'Kerala',
    createdAt: ago(3),
    paymentStatus: 'PAYMENT_INITIATED',
    documentFile: null,
  });
  const { data, total } = await site.ok(getMine, {}, as);
  const kinds = data.map(({ kind }) => kind);
  expect(kinds).toEqual(expect.arrayContaining(['erasure', 'message', 'correction', 'mail', 'ready']));
  // Without a scanned ID it waits for the applicant.
  expect(kinds).not.toContain('registration');
  expect(kinds[0]).toBe('erasure');
  expect(total).toBeGreaterThanOrEqual(data.length);
  for (const { href } of data) expect(href).toMatch(/^\/admin\//);
  const theirs = await site.ok(getMine, {}, await on('2026-11-20', kerala));
  expect(theirs).toEqual({ success: true, data: [], total: 0 });
  const message = { name: 'A. Rao', email: 'rao@example.org', mobile: '9876543210', message: 'Hello' };
  await site.database
    .insert(contactMessages)
    .values(Array.from({ length: 8 }, () => ({ ...message, createdAt: ago(1) })));
  const many = (await site.ok(getMine, {}, as)).data.filter(({ kind }) => kind === 'message');
  expect(many).toHaveLength(6);
  expect(many.at(-1)!.title).toBe('4 more messages wait for an answer');
});
