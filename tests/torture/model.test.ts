import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { throttles } from '#server/database/tables/auth.ts';
import { members } from '#server/database/tables/members.ts';
import { log } from '#server/database/tables/office.ts';
import { payments, receipts, receiptYears } from '#server/database/tables/payments.ts';
import { clock } from '#shared/clock.ts';
import * as auth from '#shared/contracts/auth.ts';
import { decideMany } from '#shared/contracts/bulk-decisions.ts';
import * as money from '#shared/contracts/payments.ts';
import { decideRegistration, registerMember, uploadPaymentScreenshot } from '#shared/contracts/registrations.ts';
import type { Failure } from '#shared/errors.ts';
import { registrationStatuses } from '#shared/options.ts';
import { type Answer, startTestApp, type TestApp, type TestFile } from '#tests/app.ts';
import { memberFactory, pictureFile, registrationBody, scannedId } from '#tests/factories/members.ts';
import { adminToken, memberToken } from '#tests/logins.ts';
import { isLinearizable, type Model, type Step } from './linearizable.ts';
import { emailModel, loginModel, type RecordCall, type RecordState, recordModel } from './model.ts';
import { figure, seed, size } from './size.ts';

// Histories of several callers at once against the real app. Each must be one that the rules allow when the calls are made
// one after the other, in some order that agrees with when they were made.

let site: TestApp;
/** The office, at several desks. */
let desks: string[];
let picture: TestFile;
beforeAll(async () => {
  site = await startTestApp();
  desks = await Promise.all([1, 2, 3].map(() => adminToken(site)));
  picture = await pictureFile();
});
afterAll(() => site.close());

/** A call before there is a record to make it about. */
type Planned =
  | { on: 'applicant' | 'member'; call: RecordCall }
  | { on: 'email'; call: { kind: 'register'; form: string } }
  | { on: 'login'; call: { kind: 'use' | 'logout' } };

const decision = fc.record({
  kind: fc.constant('decide' as const),
  to: fc.constantFrom('New' as const, 'Approved' as const, 'Approved' as const, 'Rejected' as const),
  expected: fc.boolean(),
  seen: fc.boolean(),
  keep: fc.boolean(),
});
const kinds = [
  'proof',
  'claim',
  'session',
  'receive',
  'receive',
  'refuse',
  'waive',
  'refund',
  'cancelReceipt',
] as const;
const onRecord: fc.Arbitrary<RecordCall> = fc.oneof(
  { weight: 3, arbitrary: decision },
  { weight: 1, arbitrary: fc.constant({ kind: 'approveAsSeen' as const, version: 1 }) },
  { weight: 6, arbitrary: fc.constantFrom(...kinds).map((kind) => ({ kind })) },
);
const planned: fc.Arbitrary<Planned> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ on: fc.constantFrom('applicant' as const, 'member' as const), call: onRecord }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('one', 'other')
      .map((form) => ({ on: 'email' as const, call: { kind: 'register' as const, form } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom('use' as const, 'use' as const, 'logout' as const)
      .map((kind) => ({ on: 'login' as const, call: { kind } })),
  },
);
const plans = fc.array(fc.array(planned, { minLength: 1, maxLength: 4 }), { minLength: 3, maxLength: 4 });

interface Subject {
  id: string;
  paymentId: string;
  token: string;
}

async function newSubject(status: 'New' | 'Approved'): Promise<Subject> {
  const mark = randomUUID().slice(0, 13);
  const row = await memberFactory(site, {
    reference: `AIP-${mark}`,
    memberNumber: status === 'Approved' ? `M-${mark}` : null,
    email: `model-${mark}@example.org`,
    status,
    paymentStatus: 'PAYMENT_INITIATED',
    utr: `UTR${mark}`.toUpperCase(),
    paymentSentAt: new Date(),
    // An approval of somebody who has a password sends no credentials.
    passwordHash: 'none',
    version: 1,
  });
  const [payment] = await site.database.select().from(payments).where(eq(payments.memberId, row.id));
  return { id: row.id, paymentId: payment!.id, token: status === 'Approved' ? await memberToken(site, row.id) : '' };
}

/** As it stands in the database. */
async function stateOf({ id, paymentId, token }: Subject): Promise<RecordState> {
  const { database } = site;
  const [row] = await database.select().from(members).where(eq(members.id, id));
  const [payment] = await database.select().from(payments).where(eq(payments.id, paymentId));
  const issued = await database.select().from(receipts).where(eq(receipts.paymentId, paymentId));
  const lines = await database.select().from(log).where(eq(log.memberId, id));
  return {
    status: row!.status,
    payment: payment!.state,
    claimed: payment!.claimedAt !== null,
    refundDue: payment!.refundDue,
    receipts: { issued: issued.length, cancelled: issued.filter(({ cancelledAt }) => cancelledAt !== null).length },
    isNumbered: row!.memberNumber !== null,
    isLoggedIn: token !== '' && (await site.call(auth.getSession, {}, { token })).status === 200,
    version: row!.version,
    moves: lines.filter(({ from, to }) => from !== to && isStatus(to)).length,
  };
}

const isStatus = (text: string) => (registrationStatuses as readonly string[]).includes(text);

const resultOf = ({ status, body }: Answer<object>) => (status === 200 ? 'ok' : (body as Failure).code);

async function make({ id, paymentId, token: own }: Subject, call: RecordCall, token: string): Promise<string> {
  switch (call.kind) {
    case 'decide': {
      const { to: status, expected, seen: paymentSeen, keep } = call;
      const body = { id, status, paymentSeen, money: keep ? ('keep' as const) : ('refund' as const), reason: 'x' };
      const sent = expected ? { ...body, expectedStatus: 'New' as const } : body;
      return resultOf(await site.call(decideRegistration, { body: sent }, { token }));
    }
    case 'approveAsSeen': {
      const body = { action: 'approve' as const, items: [{ id, version: call.version }] };
      const { job } = await site.ok(decideMany, { body }, { token });
      if (job?.state !== 'done') throw new Error(`A small job is ${job?.state}.`);
      return job.left[0]?.code ?? 'ok';
    }
    case 'proof':
      return resultOf(
        await site.call(uploadPaymentScreenshot, { params: { id }, body: {}, files: { Screenshot: picture } }),
      );
    case 'claim': {
      const claim = { params: { id: paymentId }, body: { utr: 'SBIN1' }, files: {} };
      return resultOf(await site.call(money.claimPayment, claim, own ? { token: own } : {}));
    }
    case 'session':
      return resultOf(await site.call(auth.getSession, {}, own ? { token: own } : {}));
    case 'receive': {
      const { received, left } = await site.ok(money.receivePayments, { body: { ids: [paymentId] } }, { token });
      return received === 1 ? 'ok' : (left[0]?.code ?? 'nothing');
    }
    case 'refuse':
      return resultOf(await site.call(money.refusePayment, { body: { id: paymentId, reason: 'x' } }, { token }));
    case 'waive':
      return resultOf(await site.call(money.waivePayment, { body: { id: paymentId, note: 'x' } }, { token }));
    case 'refund': {
      const body = { id: paymentId, refundedOn: clock.today(), utr: 'BACK', note: '' };
      return resultOf(await site.call(money.refundPayment, { body }, { token }));
    }
    case 'cancelReceipt':
      return resultOf(await site.call(money.cancelReceipt, { body: { id: paymentId, reason: 'x' } }, { token }));
  }
}

const fits = <State, Call>(model: Model<State, Call>, first: State, steps: Step<Call>[], end: State) =>
  isLinearizable(model, first, steps, (state) => JSON.stringify(state) === JSON.stringify(end));

let calls = 0;

/** Lets the callers loose, each with its list, and says what no order of their calls explains. */
async function play(lists: Planned[][], scheduler: fc.Scheduler): Promise<void> {
  // All come from one address, and a thousand histories are more than that may register.
  await site.database.delete(throttles);
  const subjects = { applicant: await newSubject('New'), member: await newSubject('Approved') };
  const first = { applicant: await stateOf(subjects.applicant), member: await stateOf(subjects.member) };
  const login = await adminToken(site);
  const email = `form-${randomUUID().slice(0, 13)}@example.org`;
  const forms = new Map(['one', 'other'].map((form) => [form, registrationBody({ email, Practice: form })]));
  const registered = new Set<string>();
  const steps: Record<Planned['on'], Step<never>[]> = { applicant: [], member: [], email: [], login: [] };
  let now = 0;

  async function run({ on, call }: Planned, desk: string): Promise<string> {
    if (on === 'login') {
      if (call.kind === 'use') return resultOf(await site.call(auth.getSession, {}, { token: login }));
      const result = resultOf(await site.call(auth.logout, {}, { token: login }));
      // Two at once may both be told that it is done; anyone who comes later is told that it was. Either way it is.
      return result === 'NOT_LOGGED_IN' ? 'ok' : result;
    }
    if (on !== 'email') return make(subjects[on], call, desk);
    const files = { document: scannedId(email), profile_Pic: picture };
    const answer = await site.call(registerMember, { body: forms.get(call.form)!, files });
    if (answer.status === 200) registered.add((answer.body as { directory: { _id: string } }).directory._id);
    return resultOf(answer);
  }

  const caller = async (list: Planned[], number: number) => {
    for (const plan of list) {
      // The scheduler says whose turn it is to begin; what has begun is left to the server.
      await scheduler.schedule(Promise.resolve(), `${number} ${plan.on} ${plan.call.kind}`);
      const began = now++;
      const result = await run(plan, desks[number % desks.length]!);
      steps[plan.on].push({ call: plan.call as never, began, ended: now++, result });
      calls += 1;
    }
  };
  await scheduler.waitFor(Promise.all(lists.map(caller)));

  for (const on of ['applicant', 'member'] as const) {
    const end = await stateOf(subjects[on]);
    const isFine = fits(recordModel, first[on], steps[on], end);
    expect(isFine, `${on} ${JSON.stringify({ first: first[on], steps: steps[on], end })}`).toBe(true);
  }
  const isLive = (await site.call(auth.getSession, {}, { token: login })).status === 200;
  expect(fits(loginModel, { isLive: true }, steps.login, { isLive }), JSON.stringify(steps.login)).toBe(true);
  const holders = await site.database.select().from(members).where(eq(members.email, email));
  expect(holders.map(({ id }) => id)).toEqual([...registered]);
  const holder = holders[0]?.court ?? null;
  expect(fits(emailModel, { holder: null }, steps.email, { holder }), JSON.stringify(steps.email)).toBe(true);
}

/** What holds for the money as a whole, whatever has happened. */
async function expectLedgerWhole(): Promise<void> {
  const { database } = site;
  const years = await database.select().from(receiptYears);
  for (const { year, last } of years) {
    const numbers = await database.select({ number: receipts.number }).from(receipts).where(eq(receipts.year, year));
    const sorted = numbers.map(({ number }) => number).sort((a, b) => a - b);
    expect(sorted).toEqual(Array.from({ length: last }, (_, index) => index + 1));
  }
  const [sums] = (
    await database.execute<{ received: string; receipted: string; wrong: string }>(sql`select
      (select coalesce(sum(amount), 0) from payments where state in ('received', 'refunded')) as received,
      (select coalesce(sum((content->>'amount')::int), 0) from receipts where cancelled_at is null) as receipted,
      (select count(*) from payments p where (state in ('received', 'refunded')) <> exists
        (select from receipts r where r.payment_id = p.id and cancelled_at is null)) as wrong`)
  ).rows;
  expect(sums).toEqual({ received: sums?.received, receipted: sums?.received, wrong: '0' });
}

test('whatever several callers do at once, it is as if one had come after the other', async () => {
  const numRuns = size(30, 1_000);
  figure(`${numRuns} histories, seed ${seed}`);
  const began = performance.now();
  let histories = 0;
  await fc.assert(
    fc.asyncProperty(plans, fc.scheduler(), async (lists, scheduler) => {
      await play(lists, scheduler);
      histories += 1;
      if (histories % 10 === 0) await expectLedgerWhole();
    }),
    { numRuns, seed, endOnFailure: false, interruptAfterTimeLimit: 3_000_000, markInterruptAsFailure: true },
  );
  await expectLedgerWhole();
  const issued = await site.database.$count(receipts);
  const seconds = (performance.now() - began) / 1_000;
  figure(
    `${histories} histories of ${calls} calls agree with the model, ${issued} receipts, in ${seconds.toFixed(0)} s`,
  );
}, 3_600_000);
