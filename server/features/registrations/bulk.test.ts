import { randomUUID } from 'node:crypto';
import { asc, eq, inArray } from 'drizzle-orm';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { jobs } from '#server/platform/jobs/tables.ts';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { clock } from '#shared/clock.ts';
import { decideMany } from '#shared/contracts/bulk-decisions.ts';
import { searchDirectory } from '#shared/contracts/directory.ts';
import { getJob, type Job, listJobs } from '#shared/contracts/job-progress.ts';
import { decideRegistration } from '#shared/contracts/registrations.ts';
import { limits } from '#shared/limits.ts';
import { startTestApp } from '#tests/app.ts';
import { claimDues, clearMoney, endDues, settleDues } from '#tests/factories/dues.ts';
import { memberFactory, storedDocument } from '#tests/factories/members.ts';
import { adminToken, memberToken, newAdministrator, newMember } from '#tests/logins.ts';
import { mailsOf } from '#tests/mail.ts';
import { eventually } from '#tests/wait.ts';

let administrator: string;
let asOffice: { token: string };
const site = await startTestApp();
beforeAll(async () => {
  const { id, email } = await newAdministrator(site);
  administrator = email;
  asOffice = { token: await adminToken(site, id) };
});
beforeEach(async () => {
  await clearMoney(site);
  await site.database.delete(members);
});
afterEach(() => clock.set(new Date()));

type Row = typeof members.$inferSelect;
const newOnes = (count: number, values: Partial<Row> = {}) =>
  Promise.all(Array.from({ length: count }, () => memberFactory(site, { status: 'New', ...values })));
const entries = (rows: Row[]) => rows.map(({ id, version }) => ({ id, version }));
const rowOf = async (id: string) => (await site.database.select().from(members).where(eq(members.id, id)))[0];
const call = (body: object, who = asOffice) => site.ok(decideMany, { body }, who);
const ended = (id: string) =>
  eventually(async () => {
    const { job } = await site.ok(getJob, { params: { id } }, asOffice);
    return job.state !== 'running' && job;
  }, 'the job to end');
/** Begins a decision, and waits for its end. */
async function decide(body: object, who = asOffice): Promise<Job> {
  const { job } = await call(body, who);
  return ended(job!.id);
}
const codes = (left: { id: string; code: string }[] | undefined) => left?.map(({ id, code }) => [id, code]);
const linesOf = (ids: string[]) =>
  site.database.select().from(log).where(inArray(log.memberId, ids)).orderBy(asc(log.at));
const mailsTo = (rows: Row[]) =>
  site.database
    .select({ kind: mail.kind, data: mail.data })
    .from(mail)
    .where(
      inArray(
        mail.recipient,
        rows.map((row) => row.email),
      ),
    );

it('decides each like a single one: number, mail, payment and lines of the log are the same', async () => {
  const rows = await newOnes(3, { paymentStatus: 'PAYMENT_INITIATED' });
  const [alone, ...several] = rows as [Row, Row, Row];
  const decision = { paymentSeen: true, note: 'Line 7' };
  await site.ok(decideRegistration, { body: { id: alone.id, status: 'Approved', ...decision } }, asOffice);
  const answer = await call({ action: 'approve', items: entries(several), ...decision });
  const job = await ended(answer.job!.id);
  expect(job).toMatchObject({ state: 'done', total: 2, done: 2, summary: { decided: 2, left: 0 }, left: [] });
  expect(job).toMatchObject({ kind: 'decideMany', by: administrator, startedAt: expect.any(String) });
  const plain = (lines: (typeof log.$inferSelect)[]) =>
    lines
      // Each has its own receipt.
      .map(({ kind, by, action, from, to, note, reason }) => {
        return { kind, by, action, from, to: to.replace(/^\d{4}-\d\d\/\d+$/, 'receipt'), note, reason };
      })
      .sort((a, b) => a.action.localeCompare(b.action));
  const expected = plain(await linesOf([alone.id]));
  expect(expected).toHaveLength(2);
  for (const { id } of several) {
    expect(plain(await linesOf([id]))).toEqual(expected);
    expect(await rowOf(id)).toMatchObject({ status: 'Approved', paymentStatus: 'PAYMENT_SUCCESS' });
  }
  const numbers = (await Promise.all(rows.map(({ id }) => rowOf(id)))).map((row) => row?.memberNumber);
  expect(new Set(numbers).size).toBe(3);
  const mails = (await mailsTo(rows)).map(({ kind }) => kind).sort();
  expect(mails).toEqual([...Array(3).fill('credentials'), ...Array(3).fill('payment-received')]);
});

it('says how many have not paid, and leaves them out on request', async () => {
  const paid = await newOnes(2, { paymentStatus: 'PAYMENT_INITIATED' });
  const unpaid = await newOnes(3);
  const body = { action: 'approve', items: entries([...paid, ...unpaid]) };
  const preview = await call({ ...body, preview: true });
  expect(preview).toMatchObject({ unpaid: 3, summary: { decided: 5, left: 0 } });
  expect(await call({ ...body, preview: true, paymentSeen: true })).toMatchObject({ unpaid: 0 });
  const without = await call({ ...body, preview: true, onlyPaid: true });
  expect(without).toMatchObject({ unpaid: 3, summary: { decided: 2, left: 3 } });
  const job = await decide({ ...body, onlyPaid: true });
  expect(job.summary).toEqual({ decided: 2, left: 3 });
  expect(new Set(codes(job.left)!.map(([, code]) => code))).toEqual(new Set(['NOT_PAID']));
  for (const { id } of unpaid) expect((await rowOf(id))!.status).toBe('New');
  const rest = await decide({ action: 'approve', items: entries(unpaid), onlyPaid: true, paymentSeen: true });
  expect(rest.summary).toEqual({ decided: 3, left: 0 });
});

it('says about whom something is open, and leaves them out on request', async () => {
  const documentFile = await storedDocument(site);
  const settled = await newOnes(1, { paymentStatus: 'PAYMENT_SUCCESS', documentFile });
  const claimed = await newOnes(2, { paymentStatus: 'PAYMENT_INITIATED', documentFile });
  const withoutDocument = await newOnes(1, { paymentStatus: 'PAYMENT_SUCCESS' });
  const unpaid = await newOnes(1);
  const all = [...settled, ...claimed, ...withoutDocument, ...unpaid];
  const body = { action: 'approve', items: entries(all) };
  const counts = { unpaid: 1, unchecked: 2, withoutDocument: 2, unsettled: 4 };
  expect(await call({ ...body, preview: true })).toMatchObject({ ...counts, summary: { decided: 5, left: 0 } });
  const seen = { unpaid: 0, unchecked: 0, withoutDocument: 2, unsettled: 2 };
  expect(await call({ ...body, preview: true, paymentSeen: true })).toMatchObject(seen);
  const without = await call({ ...body, preview: true, onlySettled: true });
  expect(without).toMatchObject({ ...counts, summary: { decided: 1, left: 4 } });
  const job = await decide({ ...body, onlySettled: true });
  expect(job.summary).toEqual({ decided: 1, left: 4 });
  expect(job.left.map(({ message }) => message).sort()).toEqual(without.left?.map(({ message }) => message).sort());
  expect((await rowOf(settled[0]!.id))!.status).toBe('Approved');
});

it('shows in the directory at once, whose total is cached', async () => {
  const reader = { token: await memberToken(site, (await newMember(site)).id) };
  const total = async () => (await site.ok(searchDirectory, { query: {} }, reader)).pagination.totalCount;
  expect(await total()).toBe(1);
  await decide({ action: 'approve', items: entries(await newOnes(2)), paymentSeen: true });
  // Well before the cache expires by itself.
  await eventually(async () => (await total()) === 3, 'the new members in the total', 5_000);
});

it('leaves out changed, decided and unknown records; an id twice counts once; a preview changes nothing', async () => {
  const [good, edited, decided] = (await newOnes(3)) as [Row, Row, Row];
  const items = [...entries([good, edited, decided]), ...entries([good]), { id: randomUUID(), version: 1 }];
  await site.database.update(members).set({ version: 2 }).where(eq(members.id, edited.id));
  await site.ok(decideRegistration, { body: { id: decided.id, status: 'Rejected', reason: 'No' } }, asOffice);
  const order = { action: 'reject', reason: 'The scan cannot be read', items };
  const expected = [
    [edited.id, 'RECORD_CHANGED'],
    [decided.id, 'RECORD_CHANGED'],
    [items[4]!.id, 'NOT_FOUND'],
  ];
  const before = await site.database.select().from(jobs);

  const preview = await call({ ...order, preview: true });
  expect(preview).toMatchObject({ summary: { decided: 1, left: 3 } });
  expect(codes(preview.left)).toEqual(expected);
  expect(preview.left?.map(({ reference }) => reference)).toEqual([edited.reference, decided.reference, '']);
  expect(preview.job).toBeUndefined();
  expect(await site.database.select().from(jobs)).toEqual(before);
  expect((await rowOf(good.id))?.status).toBe('New');

  const job = await decide(order);
  expect(job).toMatchObject({ total: 4, done: 4, summary: { decided: 1, left: 3 } });
  expect(codes(job.left)).toEqual(expected);
  expect(await rowOf(good.id)).toMatchObject({ status: 'Rejected', rejectionReason: 'The scan cannot be read' });
  const mailed = (await mailsTo([good])).find(({ kind }) => kind === 'registration-rejected');
  expect(mailed?.data).toMatchObject({ reason: 'The scan cannot be read' });
});

it('takes all matches of the filter, only new ones, and no later ones', async () => {
  const kerala = await newOnes(12, { state: 'Kerala' });
  const paid = await newOnes(2, { state: 'Kerala', paymentStatus: 'PAYMENT_INITIATED' });
  const others = await newOnes(2, { state: 'Punjab' });
  await memberFactory(site, { status: 'Rejected', state: 'Kerala' });
  const filter = { search: '', membership: '', state: 'Kerala', payment: 'none' };
  const preview = await call({ action: 'approve', filter, preview: true });
  expect(preview.summary).toEqual({ decided: 12, left: 0 });
  const job = await decide({ action: 'approve', filter });
  await newOnes(1, { state: 'Kerala' });
  expect(job.summary).toEqual({ decided: 12, left: 0 });
  for (const { id } of kerala) expect((await rowOf(id))?.status).toBe('Approved');
  for (const { id } of [...paid, ...others]) expect((await rowOf(id))?.status).toBe('New');
  expect(await site.database.$count(members, eq(members.status, 'New'))).toBe(5);
});

it('asks for the payment once a day, and nobody who has claimed it', async () => {
  clock.set(new Date('2026-11-21T17:30:00Z')); // 11 pm in India
  const [owing, again] = (await newOnes(2)) as [Row, Row];
  const [claimed] = (await newOnes(1, { paymentStatus: 'PAYMENT_INITIATED' })) as [Row];
  const first = await decide({ action: 'askPayment', items: entries([again]) });
  expect(first.summary).toEqual({ decided: 1, left: 0 });
  const letter = await eventually(
    async () => (await mailsOf(site, { to: again.email, kind: 'payment-asked' }))[0],
    'the mail',
  );
  expect(letter.text).toContain(again.reference);
  expect(letter.text).toContain(`/membership?isRegistered=true&id=${again.id}&membership=Individual`);

  const order = { action: 'askPayment', items: entries([owing, again, claimed]) };
  const left = [
    [again.id, 'ALREADY_ASKED'],
    [claimed.id, 'WRONG_STATE'],
  ];
  expect(codes((await call({ ...order, preview: true })).left)).toEqual(left);
  expect(codes((await decide(order)).left)).toEqual(left);
  expect((await linesOf([owing.id])).map(({ action, by }) => [action, by])).toEqual([
    ['asked for the payment', administrator],
  ]);
  expect((await rowOf(owing.id))?.version).toBe(owing.version);

  clock.set(new Date('2026-11-21T18:31:00Z')); // the next day in India
  expect(codes((await decide(order)).left)).toEqual([[claimed.id, 'WRONG_STATE']]);
});

it('says why a payment cannot be asked for', async () => {
  const rows = (await newOnes(3)) as [Row, Row, Row];
  const [claimed, received, waived] = rows;
  await claimDues(site, { memberId: claimed.id });
  await settleDues(site, { memberId: received.id }, '2026-11-21');
  await endDues(site, { memberId: waived.id }, 'waived');
  const items = entries((await Promise.all(rows.map(({ id }) => rowOf(id)))) as Row[]);
  const { left } = await decide({ action: 'askPayment', items });
  expect(left.map(({ code, message }) => [code, message])).toEqual([
    ['WRONG_STATE', 'A payment has already been sent.'],
    ['WRONG_STATE', 'This payment has already been received.'],
    ['WRONG_STATE', 'This payment was waived.'],
  ]);
});

it('lets two administrators work on one queue: none is decided twice, none skipped, each sees the results', async () => {
  const rows = await newOnes(30);
  const { id, email } = await newAdministrator(site);
  const other = { token: await adminToken(site, id) };
  const [approved, rejected] = await Promise.all([
    decide({ action: 'approve', items: entries(rows) }),
    decide({ action: 'reject', reason: 'Twice', items: entries(rows.toReversed()) }, other),
  ]);
  expect(approved.summary.decided + rejected.summary.decided).toBe(30);
  expect(approved.summary.decided).toBe(rejected.summary.left);
  const lines = await linesOf(rows.map((row) => row.id));
  expect(lines.filter(({ kind }) => kind === 'decision')).toHaveLength(30);
  expect(lines.filter(({ by }) => by === administrator)).toHaveLength(approved.summary.decided);
  expect(lines.filter(({ by }) => by === email)).toHaveLength(rejected.summary.decided);
  expect(approved.left.concat(rejected.left).every(({ code }) => code === 'RECORD_CHANGED')).toBe(true);
  expect(await site.database.$count(members, eq(members.status, 'New'))).toBe(0);
  const lone = rows[0]!;
  const late = await site.fails(
    decideRegistration,
    { body: { id: lone.id, status: 'Approved', expectedStatus: 'New' } },
    asOffice,
  );
  expect([late.status, late.body.code]).toEqual([409, 'RECORD_CHANGED']);
});

it('lists jobs that run or ended within a day, after a reload', async () => {
  await site.database.delete(jobs);
  const job = await decide({ action: 'approve', items: entries(await newOnes(1)) });
  expect((await site.ok(listJobs, {}, asOffice)).data).toEqual([job]);
  clock.set(new Date(Date.now() + 25 * 60 * 60 * 1_000));
  const nextDay = { token: await adminToken(site) };
  expect((await site.ok(listJobs, {}, nextDay)).data).toEqual([]);
  expect((await site.fails(getJob, { params: { id: randomUUID() } }, nextDay)).status).toBe(404);
});

const result = { id: randomUUID(), version: 1 };
it.each([
  ['no action', { items: [result] }, 'action'],
  ['an unknown action', { action: 'delete', items: [result] }, 'action'],
  ['nothing chosen', { action: 'approve' }, 'items'],
  ['an empty list', { action: 'approve', items: [] }, 'items'],
  ['list and filter', { action: 'approve', items: [result], filter: {} }, 'items'],
  ['too many', { action: 'approve', items: Array.from({ length: limits.decidedAtOnce + 1 }, () => result) }, 'items'],
  ['no id', { action: 'approve', items: [{ id: 'x', version: 1 }] }, 'items.0.id'],
  ['no version', { action: 'approve', items: [{ id: result.id }] }, 'items.0.version'],
  ['a wrong filter', { action: 'approve', filter: { payment: 'maybe' } }, 'filter.payment'],
  ['a correction of nothing', { action: 'askCorrection', items: [result], note: 'Please' }, 'fields'],
  ['a correction without a note', { action: 'askCorrection', items: [result], fields: ['document'] }, 'note'],
  ['a correction of the e-mail', { action: 'askCorrection', items: [result], note: 'x', fields: ['email'] }, 'fields'],
])('refuses %s whole', async (_name, body, field) => {
  const { status, body: failure } = await site.fails(decideMany, { body }, asOffice);
  expect([status, failure.code]).toEqual([400, 'VALIDATION']);
  expect(Object.keys(failure.fields ?? {})).toContain(field);
});
