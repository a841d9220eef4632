import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { type Core, createCore } from '#server/core.ts';
import { members } from '#server/features/members/tables.ts';
import { withClient } from '#server/platform/database/with-client.ts';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { files as fileRows } from '#server/platform/storage/tables.ts';
import { clock } from '#shared/clock.ts';
import { decideMany } from '#shared/contracts/bulk-decisions.ts';
import { cancelReceipt, listPayments, receivePayments, refundPayment } from '#shared/contracts/payments.ts';
import {
  decideRegistration,
  getRegistration,
  listRemovals,
  registerMember,
  registrationsOverview,
  reviewRegistration,
  uploadPaymentScreenshot,
} from '#shared/contracts/registrations.ts';
import { getSettings, updateSettings } from '#shared/contracts/settings.ts';
import { startTestApp } from '#tests/app.ts';
import { clearMoney } from '#tests/factories/dues.ts';
import { memberFactory, pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import { adminToken, newAdministrator } from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { eventually } from '#tests/wait.ts';
import { createRetentionService } from './retention.service.ts';

let core: Core;
let administratorId: string;
const lines: { fields: object; message: string }[] = [];
const site = await startTestApp();
beforeAll(async () => {
  const { config, database } = site;
  const write = (fields: object, message: string) => void lines.push({ fields, message });
  const base = {
    config,
    database,
    storage: await openStorage(config),
    log: { info: write, warn: write, error: write },
  };
  core = await createCore(base);
  administratorId = (await newAdministrator(site)).id;
});
afterEach(async () => {
  clock.set(today);
  await clearMoney(site);
  await site.database.pool.query('delete from members');
});

const today = new Date();
const dayMs = 86_400_000;
/** Sets the clock to this number of days from today. */
const onDay = (days: number) => clock.set(new Date(today.getTime() + days * dayMs));
/** One round of the clean-up on that day. */
async function roundOn(days: number) {
  onDay(days);
  await createRetentionService(core).run();
}
/** A session would expire in the months that pass here. */
const asOffice = async () => ({ token: await adminToken(site, administratorId) });
const rowOf = async (id: string) => (await site.database.select().from(members).where(eq(members.id, id)))[0];
const daysUntilRemoval = async (id: string) => {
  const at = (await rowOf(id))?.removalAt;
  return at ? Math.round((at.getTime() - today.getTime()) / dayMs) : null;
};
const remindersOf = async (id: string) =>
  (await site.database.select().from(mail).where(eq(mail.memberId, id))).filter(
    ({ kind }) => kind === 'payment-reminder',
  ).length;
const decide = async (body: object) => site.ok(decideRegistration, { body }, await asOffice());
const overview = async () => (await site.ok(registrationsOverview, {}, await asOffice())).data.removals;
const listed = async () => (await site.ok(listRemovals, {}, await asOffice())).data;
async function setPeriods(retention: { rejectedDays: number; unpaidDays: number }) {
  const { id: settingsId } = (await site.ok(getSettings, {})).data[0]!;
  return site.ok(updateSettings, { params: { settingsId }, body: { retention } }, await asOffice());
}

async function register() {
  const body = registrationBody();
  const sent = { body, files: { document: scannedId(), picture: await pictureFile() } };
  const { directory } = await site.ok(registerMember, sent);
  return { id: directory.id, reference: directory.reference, email: String(body.email), name: body.name };
}

test('an unpaid application is reminded twice, announced to the office, and deleted with its files after 90 days', async () => {
  const { id, reference, email, name } = await register();
  const { documentFile, pictureFile: portrait } = (await rowOf(id))!;
  await roundOn(29);
  expect(await remindersOf(id)).toBe(0);
  await roundOn(30.01);
  await roundOn(30.02);
  const first = await waitForMail(site, { to: email, kind: 'payment-reminder' });
  expect(first.subject).toContain(reference);
  expect(first.text).toContain(`/membership?isRegistered=true&id=${id}`);
  expect(first.text).toContain('Fee: Rs 1,000');
  await roundOn(60.02);
  await roundOn(60.03);
  const last = await waitForMail(site, { to: email, kind: 'payment-reminder' });
  expect(last.subject).toMatch(/^Last reminder/);
  expect(await remindersOf(id)).toBe(2);
  const told = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
  expect(last.text).toContain(told.format(new Date(today.getTime() + 90.02 * dayMs)));

  expect(await overview()).toEqual({ rejected: 0, unpaid: 1 });
  expect(await listed()).toMatchObject([
    { id, reference, name, status: 'New', paymentStatus: '', removalAt: expect.any(String) },
  ]);
  const review = await site.ok(reviewRegistration, { params: { id } }, await asOffice());
  expect(review.removalAt).toBe((await rowOf(id))?.removalAt?.toISOString());

  await roundOn(90);
  expect(await rowOf(id)).toBeDefined();
  await roundOn(90.04);
  expect(await rowOf(id)).toBeUndefined();
  expect(await listed()).toEqual([]);
  await core.files.cleanUp();
  for (const key of [documentFile!, portrait!]) {
    expect(await site.database.select().from(fileRows).where(eq(fileRows.key, key))).toEqual([]);
    expect(await core.storage.get(`private/${key.slice(0, 2)}/${key}`)).toBeNull();
  }
  expect(await site.database.select().from(mail).where(eq(mail.recipient, email))).toEqual([]);
  const [line] = await site.database.select().from(log).where(eq(log.subject, reference));
  expect(line).toMatchObject({ kind: 'decision', by: 'website', note: '', reason: '', memberId: null });
  expect(lines.at(-1)).toEqual({ fields: { rejected: 0, unpaid: 1 }, message: expect.any(String) });
  expect((await site.fails(getRegistration, { params: { id } })).status).toBe(404);
});

test('a claimed payment ends the retention period, however late', async () => {
  const { id } = await register();
  await roundOn(31);
  await roundOn(62);
  expect(await daysUntilRemoval(id)).toBe(92);
  const proof = { params: { id }, body: {}, files: { screenshot: await pictureFile() } };
  await site.ok(uploadPaymentScreenshot, proof);
  expect(await overview()).toEqual({ rejected: 0, unpaid: 0 });
  await roundOn(400);
  expect(await rowOf(id)).toMatchObject({ status: 'New', paymentStatus: 'PAYMENT_INITIATED' });
  expect(await remindersOf(id)).toBe(2);
});

test('nobody is deleted without both reminders and a month’s notice, even after a year without a clean-up', async () => {
  const { id } = await register();
  await roundOn(365);
  await roundOn(366);
  expect(await remindersOf(id)).toBe(1);
  await roundOn(395.1);
  expect([await remindersOf(id), await daysUntilRemoval(id)]).toEqual([2, 425]);
});

test('a rejected application is deleted after 180 days, and its applicant is told the date', async () => {
  const { id, email } = await register();
  await decide({ id, status: 'Rejected', reason: 'The ID card is not readable.', note: 'telephoned' });
  expect((await site.database.select().from(log).where(eq(log.memberId, id)))[0]).toMatchObject({
    reason: 'The ID card is not readable.',
    note: 'telephoned',
  });
  const told = new Intl.DateTimeFormat('en-IN', { dateStyle: 'long', timeZone: 'Asia/Kolkata' });
  const letter = await waitForMail(site, { to: email, kind: 'registration-rejected' });
  expect(letter.text).toContain(told.format(new Date(today.getTime() + 180 * dayMs)));
  onDay(149);
  expect(await overview()).toEqual({ rejected: 0, unpaid: 0 });
  onDay(151);
  expect(await overview()).toEqual({ rejected: 1, unpaid: 0 });
  await roundOn(179.9);
  expect(await rowOf(id)).toBeDefined();
  await roundOn(180.1);
  expect(await rowOf(id)).toBeUndefined();
});

test('a reversed decision cancels the deletion, with new time for the payment', async () => {
  const { id } = await register();
  await roundOn(31);
  await decide({ id, status: 'Rejected' });
  expect(await daysUntilRemoval(id)).toBe(211);
  onDay(200);
  await decide({ id, status: 'New' });
  await roundOn(229);
  expect([await rowOf(id), await remindersOf(id)]).toEqual([expect.objectContaining({ removalAt: null }), 1]);
  await roundOn(231);
  expect(await remindersOf(id)).toBe(2);
  await decide({ id, status: 'Approved' });
  await roundOn(900);
  expect(await rowOf(id)).toMatchObject({ status: 'Approved', removalAt: null });
});

test('records rejected before there were periods are announced for a month first', async () => {
  const old = { status: 'Rejected' as const, decidedAt: new Date(today.getTime() - 400 * dayMs) };
  const { id } = await memberFactory(site, old);
  const undated = await memberFactory(site, { status: 'Rejected' });
  await roundOn(0);
  expect([await daysUntilRemoval(id), await daysUntilRemoval(undated.id)]).toEqual([30, 30]);
});

test('longer periods postpone announced deletions, shorter ones never bring them forward', async () => {
  const { id } = await register();
  await decide({ id, status: 'Rejected' });
  await setPeriods({ rejectedDays: 365, unpaidDays: 90 });
  expect(await daysUntilRemoval(id)).toBe(365);
  await setPeriods({ rejectedDays: 30, unpaidDays: 60 });
  expect(await daysUntilRemoval(id)).toBe(365);
  const { id: next } = await register();
  await roundOn(15.1);
  expect(await remindersOf(next)).toBe(1);
  await decide({ id: next, status: 'Rejected' });
  expect(await daysUntilRemoval(next)).toBe(45);
  await setPeriods({ rejectedDays: 180, unpaidDays: 90 });
});

test('periods stay within sensible limits', async () => {
  const { id: settingsId } = (await site.ok(getSettings, {})).data[0]!;
  const send = async (retention: object) =>
    site.fails(updateSettings, { params: { settingsId }, body: { retention } }, await asOffice());
  expect((await send({ rejectedDays: 29, unpaidDays: 366 })).body.fields).toEqual({
    'retention.rejectedDays': 'Please enter at least 30 days',
    'retention.unpaidDays': 'Please enter at most 365 days',
  });
  expect((await send({ rejectedDays: '', unpaidDays: 90.5 })).body.fields).toEqual({
    'retention.rejectedDays': 'Please enter at least 30 days',
    'retention.unpaidDays': 'Please enter whole days',
  });
});

test('a record that cannot be deleted does not block the others', async () => {
  const decidedAt = new Date(today.getTime() - 200 * dayMs);
  const removalAt = new Date(today.getTime() - dayMs);
  const [stuck, ...others] = await Promise.all(
    [1, 2, 3].map(() => memberFactory(site, { status: 'Rejected', decidedAt, removalAt })),
  );
  await withClient(site.ownerConnection, async (client) => {
    await client.query(`
      create function refuse_deletion() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refuse_deletion before delete on members for each row when (old.id = '${stuck!.id}')
        execute function refuse_deletion()`);
    lines.length = 0;
    await roundOn(0);
    await client.query('drop trigger refuse_deletion on members; drop function refuse_deletion()');
  });
  for (const { id } of others) expect(await rowOf(id)).toBeUndefined();
  expect(await rowOf(stuck!.id)).toBeDefined();
  expect(lines.map(({ message }) => message)).toEqual([
    'a record could not be deleted at the end of its time',
    'applications were deleted at the end of their time',
  ]);
  await roundOn(0);
  expect(await rowOf(stuck!.id)).toBeUndefined();
});

test('a record with a cancelled receipt is deleted, and the receipt stays', async () => {
  const { id, reference } = await register();
  const payment = async () => {
    const query = { search: reference };
    return (await site.ok(listPayments, { query }, await asOffice())).data[0];
  };
  const paymentId = (await payment())!.id;
  await site.ok(receivePayments, { body: { ids: [paymentId] } }, await asOffice());
  await site.ok(cancelReceipt, { body: { id: paymentId, reason: 'Another account' } }, await asOffice());
  await decide({ id, status: 'Rejected', reason: 'Not a prosecutor' });
  await roundOn(400);
  await roundOn(800);
  expect(await rowOf(id)).toBeUndefined();
  expect(await payment()).toMatchObject({ state: 'cancelled', directory: { id: null } });
});

test('after a refund nobody is asked to pay again, and the record stays until the office decides', async () => {
  const { id, reference } = await register();
  const { id: paymentId } = (await site.ok(listPayments, { query: { search: reference } }, await asOffice())).data[0]!;
  await site.ok(receivePayments, { body: { ids: [paymentId] } }, await asOffice());
  const refundedOn = clock.today();
  await site.ok(refundPayment, { body: { id: paymentId, refundedOn, utr: 'BACK1', note: '' } }, await asOffice());
  for (const days of [100, 200, 300]) await roundOn(days);
  expect([await remindersOf(id), (await rowOf(id))?.removalAt]).toEqual([0, null]);
  const items = [{ id, version: (await rowOf(id))!.version }];
  const order = { action: 'askPayment' as const, items };
  const preview = await site.ok(decideMany, { body: { ...order, preview: true } }, await asOffice());
  expect(preview.left?.map(({ code }) => code)).toEqual(['WRONG_STATE']);
  const { job } = await site.ok(decideMany, { body: order }, await asOffice());
  expect(job?.left.map(({ code }) => code)).toEqual(['WRONG_STATE']);
});

test('a starting server runs the clean-up, in batches', async () => {
  const decidedAt = new Date(today.getTime() - 200 * dayMs);
  const removalAt = new Date(today.getTime() - dayMs);
  for (let number = 0; number < 120; number += 1) {
    await memberFactory(site, { status: 'Rejected', decidedAt, removalAt });
  }
  const result = await memberFactory(site, { removalAt });
  const app = await createApp({ config: site.config, database: site.database, pages: false });
  await app.ready();
  await eventually(async () => (await site.database.$count(members)) === 1, 'the rejected records gone');
  expect(await rowOf(result.id)).toBeDefined();
  await app.close();
});
