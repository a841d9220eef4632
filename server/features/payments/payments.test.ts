import { and, asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { lockMember } from '#server/features/members/members.queries.ts';
import { members } from '#server/features/members/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import { settings } from '#server/features/settings/tables.ts';
import { findPersonMoney } from '#server/features/subscription/person-money.queries.ts';
import { tiers } from '#server/features/tiers/tables.ts';
import { log } from '#server/platform/log/tables.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { clock } from '#shared/clock.ts';
import * as calls from '#shared/contracts/payments.ts';
import {
  decideRegistration,
  deleteRegistration,
  getRegistration,
  reviewRegistration,
} from '#shared/contracts/registrations.ts';
import { requestUpgrade } from '#shared/contracts/subscription.ts';
import type { PaymentState } from '#shared/options.ts';
import { startTestApp } from '#tests/app.ts';
import {
  dueFactory,
  endDues,
  moneyRows,
  type NewDue,
  setAmount,
  setLabel,
  setToReturn,
  settleDues,
} from '#tests/factories/dues.ts';
import { memberFactory, pictureFile } from '#tests/factories/members.ts';
import { tenth } from '#tests/length.ts';
import { adminToken, memberToken } from '#tests/logins.ts';
import { waitForMail } from '#tests/mail.ts';
import { followTier } from './ledger.ts';
import { actionStates } from './payment-states.ts';

let asOffice: { token: string };
const site = await startTestApp();
beforeAll(async () => {
  asOffice = { token: await adminToken(site) };
});

/** Sets the clock; earlier sessions have expired by then. */
async function goTo(time: string) {
  clock.set(new Date(time));
  asOffice = { token: await adminToken(site) };
}
afterEach(async () => {
  const jumped = Math.abs(clock.ms() - Date.now()) > 1_000;
  if (jumped) await goTo(new Date().toISOString());
});

/** A person whose admission payment is in this state. */
async function person(payment: Parameters<typeof memberFactory>[1] & { state?: 'due' | 'claimed' | 'received' } = {}) {
  const { state = 'due', ...overrides } = payment;
  const claimed = { paymentSentAt: new Date('2026-05-02T06:00:00Z'), utr: overrides.utr ?? '' };
  const columns = {
    due: {},
    claimed: { paymentStatus: 'PAYMENT_INITIATED' as const, ...claimed },
    received: { paymentStatus: 'PAYMENT_SUCCESS' as const, ...claimed },
  }[state];
  const member = await memberFactory(site, { status: 'New', ...columns, ...overrides });
  const [row] = await moneyRows(site, { memberId: member.id });
  return { member, id: row!.id };
}

const rowOf = async (id: string) => (await moneyRows(site, { id }))[0]!;
const receiptsOf = (id: string) =>
  site.database
    .select()
    .from(receipts)
    .where(eq(receipts.paymentId, id))
    .orderBy(asc(receipts.year), asc(receipts.number));
const receive = (ids: string[], receivedOn?: string) =>
  site.ok(calls.receivePayments, { body: { ids, receivedOn } }, asOffice);
const codeOf = async (answer: Promise<{ status: number; body: { code: string } }>) => {
  const { status, body } = await answer;
  return `${status} ${body.code}`;
};

describe('receiving', () => {
  it('gives a receipt, mails the person, and shows in the record and the list', async () => {
    const { member, id } = await person({ state: 'claimed', utr: '412345678901' });
    expect(await receive([id], '2026-05-03')).toMatchObject({ received: 1, left: [] });
    const [receipt] = await receiptsOf(id);
    expect(receipt).toMatchObject({
      year: '2026-27',
      label: `2026-27/${String(receipt!.number).padStart(6, '0')}`,
      content: {
        receivedFrom: member.name,
        amount: 1_000,
        utr: '412345678901',
        receivedOn: '2026-05-03',
        replaces: '',
      },
    });
    expect(receipt!.code).toMatch(/^[\w-]{22}$/);
    const letter = await waitForMail(site, { to: member.email, kind: 'payment-received' });
    expect(letter.text).toContain(receipt!.label);
    expect(letter.text).toContain('Rs 1,000');
    const { data, totals } = await site.ok(calls.listPayments, { query: { search: member.reference } }, asOffice);
    expect(totals).toEqual({ count: 1, amount: 1_000 });
    expect(data).toMatchObject([
      {
        state: 'received',
        receivedOn: '2026-05-03',
        receiptNumber: receipt!.label,
        verify: `http://localhost:3000/verify/${receipt!.code}`,
        directory: { id: member.id, reference: member.reference, name: member.name },
        credit: null,
      },
    ]);
    const { data: record } = await site.ok(reviewRegistration, { params: { id: member.id } }, asOffice);
    expect(record.paymentStatus).toBe('PAYMENT_SUCCESS');
  });

  it('saves how it was paid, also on the receipt', async () => {
    const [cheque, plain] = [await person(), await person()];
    await site.ok(calls.receivePayments, { body: { ids: [cheque.id], mode: 'cheque' } }, asOffice);
    await receive([plain.id]);
    expect((await receiptsOf(cheque.id))[0]!.content.mode).toBe('cheque');
    expect((await receiptsOf(plain.id))[0]!.content.mode).toBeUndefined();
    const { data } = await site.ok(calls.listPayments, { query: { search: cheque.member.reference } }, asOffice);
    expect(data).toMatchObject([{ mode: 'cheque' }]);
    const wrong = { ids: [cheque.id], mode: 'gold' };
    expect((await site.fails(calls.receivePayments, { body: wrong }, asOffice)).body.fields).toHaveProperty('mode');
  });

  it('leaves out payments that cannot be received, and says why', async () => {
    const due = await person();
    const received = await person({ state: 'received' });
    const waived = await person();
    await site.ok(calls.waivePayment, { body: { id: waived.id, note: 'Founder' } }, asOffice);
    const unknown = crypto.randomUUID();
    const answer = await receive([due.id, received.id, waived.id, unknown, due.id]);
    expect(answer.received).toBe(1);
    expect(answer.left.map(({ id, code }) => [id, code])).toEqual([
      [received.id, 'ALREADY_RECEIVED'],
      [waived.id, 'WRONG_STATE'],
      [unknown, 'NOT_FOUND'],
    ]);
    expect(await receiptsOf(received.id)).toHaveLength(1);
  });

  it.each([
    { ids: [] },
    { ids: Array.from({ length: 1_001 }, () => crypto.randomUUID()) },
    { ids: ['x'] },
    { ids: [crypto.randomUUID()], receivedOn: '2999-01-01' },
    { ids: [crypto.randomUUID()], receivedOn: '1999-12-31' },
    { ids: [crypto.randomUUID()], receivedOn: '2026-02-30' },
  ])('refuses a body that makes no sense (%#)', async (body) => {
    expect((await site.fails(calls.receivePayments, { body }, asOffice)).status).toBe(400);
  });

  it('prints the address for questions on the receipt if the office has none of its own', async () => {
    const [before] = await site.database.select().from(settings);
    const association = { ...before!.association, officeEmail: '', supportEmail: 'help@example.org' };
    await site.database.update(settings).set({ association });
    const { id } = await person();
    await receive([id]);
    expect((await receiptsOf(id))[0]!.content).toMatchObject({ association: { email: 'help@example.org' } });
    await site.database.update(settings).set({ association: before!.association });
  });

  it('begins the financial year on 1 April in India, each from number 1', async () => {
    const two = await Promise.all([person(), person()]);
    await goTo('2031-03-31T18:29:00Z');
    await receive([two[0].id]);
    await goTo('2031-03-31T18:31:00Z');
    await receive([two[1].id]);
    expect((await receiptsOf(two[0].id))[0]!.label).toBe('2030-31/000001');
    expect((await receiptsOf(two[1].id))[0]!.label).toBe('2031-32/000001');
  });

  it('of many payments from three windows at once gives each one number, without gaps', async () => {
    await goTo('2033-05-01T06:00:00Z');
    const many = await Promise.all(Array.from({ length: 50 }, () => person()));
    const windows = [...many, ...many, ...many].map(({ id }, index) => [id, many[(index * 7) % many.length]!.id]);
    const answers = await Promise.all(windows.map((ids) => receive(ids)));
    expect(answers.reduce((sum, { received }) => sum + received, 0)).toBe(many.length);
    const rows = await site.database.select().from(receipts).where(eq(receipts.year, '2033-34'));
    expect(rows.map(({ number }) => number).sort((a, b) => a - b)).toEqual(many.map((_person, index) => index + 1));
    expect(new Set(rows.map(({ paymentId }) => paymentId)).size).toBe(many.length);
  });
});

describe('the office', () => {
  it('refuses a claim with a reason that is mailed with the way to claim again', async () => {
    const { member, id } = await person({ state: 'claimed' });
    const body = { id, reason: 'No credit of that day.' };
    const { payment } = await site.ok(calls.refusePayment, { body }, asOffice);
    expect(payment).toMatchObject({ state: 'refused', reason: 'No credit of that day.' });
    const letter = await waitForMail(site, { to: member.email, kind: 'payment-refused' });
    expect(letter.text).toContain('No credit of that day.');
    expect(letter.text).toContain(`/membership?isRegistered=true&id=${member.id}`);
    expect((await site.ok(getRegistration, { params: { id: member.id } })).data.state).toBe('payment_due');
  });

  it('notes a refund, which needs its day and its UTR, and not before the payment', async () => {
    const { member, id } = await person();
    await receive([id], '2026-06-10');
    const refund = (body: object) => site.call(calls.refundPayment, { body: { id, ...body } }, asOffice);
    expect((await refund({})).body).toMatchObject({
      fields: { refundedOn: 'Please enter the date', utr: expect.any(String) },
    });
    expect((await refund({ refundedOn: '2026-06-09', utr: 'R1' })).body).toMatchObject({
      fields: { refundedOn: 'The refund cannot be earlier than the payment.' },
    });
    const answer = await refund({ refundedOn: '2026-06-12', utr: ' axis 77 ', note: 'by cheque' });
    expect(answer.body).toMatchObject({
      payment: { state: 'refunded', refundedOn: '2026-06-12', refundUtr: 'AXIS77', note: 'by cheque' },
    });
    const letter = await waitForMail(site, { to: member.email, kind: 'payment-refunded' });
    expect(letter.text).toContain('AXIS77');
    expect(letter.text).toContain('Sent on: 12 June 2026');
  });

  it('cancels a receipt, whose number stays used; the next one names it', async () => {
    const { id } = await person({ state: 'claimed' });
    await receive([id], '2026-07-01');
    const { payment } = await site.ok(calls.cancelReceipt, { body: { id, reason: 'Wrong person' } }, asOffice);
    expect(payment).toMatchObject({ state: 'claimed', receiptNumber: null, receivedOn: null, verify: null });
    await receive([id], '2026-07-02');
    const [first, second] = await receiptsOf(id);
    expect(first).toMatchObject({ cancelReason: 'Wrong person', cancelledAt: expect.any(Date) });
    expect(second!.number).toBe(first!.number + 1);
    expect(second).toMatchObject({ replaces: first!.id, content: { replaces: first!.label } });
    await site.ok(calls.cancelReceipt, { body: { id, reason: 'Wrong day' } }, asOffice);
    await receive([id], '2026-07-03');
    const [, , third] = await receiptsOf(id);
    expect(third).toMatchObject({ replaces: second!.id, content: { replaces: second!.label } });
  });

  it('tells the person about a cancelled receipt, when the office wishes', async () => {
    const { member, id } = await person();
    await site.ok(calls.receivePayments, { body: { ids: [id], mode: 'cheque' } }, asOffice);
    const [receipt] = await receiptsOf(id);
    const body = { id, reason: 'The cheque came back unpaid.', tell: true };
    const { payment } = await site.ok(calls.cancelReceipt, { body }, asOffice);
    expect(payment).toMatchObject({ state: 'due', mode: null });
    const letter = await waitForMail(site, { to: member.email, kind: 'receipt-cancelled' });
    expect(letter.text).toContain(receipt!.label);
    expect(letter.text).toContain(body.reason);
    expect(letter.text).toContain(`isRegistered=true&id=${member.id}`);
    const quiet = await person({ email: '' });
    await receive([quiet.id]);
    await site.ok(calls.cancelReceipt, { body: { ...body, id: quiet.id } }, asOffice);
  });

  it('finds in the log what it said', async () => {
    const { member, id } = await person({ state: 'claimed' });
    await receive([id], '2026-07-01');
    const [receipt] = await receiptsOf(id);
    await site.ok(calls.cancelReceipt, { body: { id, reason: 'Wrong person' } }, asOffice);
    await site.ok(calls.waivePayment, { body: { id, note: 'Founder' } }, asOffice);
    const lines = await site.database.select().from(log).where(eq(log.memberId, member.id)).orderBy(asc(log.at));
    expect(lines.map(({ action, note }) => [action, note]).slice(1)).toEqual([
      [`cancelled the receipt ${receipt!.label}`, 'Wrong person'],
      ['waived the payment', 'Founder'],
    ]);
  });

  it('is refused in a wrong state, and for an unknown payment', async () => {
    const { id } = await person();
    const one = {
      refusePayment: { reason: 'x' },
      waivePayment: { note: 'x' },
      cancelReceipt: { reason: 'x' },
    } as const;
    expect(await codeOf(site.fails(calls.refusePayment, { body: { id, ...one.refusePayment } }, asOffice))).toBe(
      '409 WRONG_STATE',
    );
    await receive([id]);
    expect(await codeOf(site.fails(calls.waivePayment, { body: { id, ...one.waivePayment } }, asOffice))).toBe(
      '409 WRONG_STATE',
    );
    const unknown = { id: crypto.randomUUID(), ...one.cancelReceipt };
    expect(await codeOf(site.fails(calls.cancelReceipt, { body: unknown }, asOffice))).toBe('404 NOT_FOUND');
    expect((await site.fails(calls.refusePayment, { body: { id } }, asOffice)).body.fields).toEqual({
      reason: 'Please enter a reason',
    });
  });

  it('is warned of a UTR or a picture that another payment has used', async () => {
    const [first, second] = [
      await person({ state: 'claimed', utr: 'TWICE1' }),
      await person({ state: 'claimed', utr: 'TWICE1' }),
    ];
    const { data } = await site.ok(calls.listPayments, { query: { search: 'twice1', state: 'claimed' } }, asOffice);
    expect(data.map(({ id, warnings }) => [id, warnings]).sort()).toEqual(
      [
        [first.id, ['utr']],
        [second.id, ['utr']],
      ].sort(),
    );
  });
});

describe('the list', () => {
  it('sorts claims by time, and finds payments by person, UTR and receipt', async () => {
    const later = await person({ state: 'claimed', utr: 'ORDER2', paymentSentAt: new Date('2026-03-02T00:00:00Z') });
    const earlier = await person({ state: 'claimed', utr: 'ORDER1', paymentSentAt: new Date('2026-03-01T00:00:00Z') });
    const find = async (query: object) =>
      (await site.ok(calls.listPayments, { query }, asOffice)).data.map(({ id }) => id);
    expect(await find({ state: 'claimed', search: 'order' })).toEqual([earlier.id, later.id]);
    // What the treasurer’s office sees of a person finds their payments, and nothing else does.
    expect(await find({ search: earlier.member.reference })).toEqual([earlier.id]);
    const { email, mobile } = earlier.member;
    for (const search of [email, email.slice(2, 9), mobile, mobile.slice(0, 5)]) {
      expect(await find({ search })).not.toContain(earlier.id);
    }
    expect(await find({ search: '%' })).toEqual([]);
    await receive([earlier.id]);
    const { label } = (await receiptsOf(earlier.id))[0]!;
    expect(await find({ search: label, purpose: 'admission' })).toEqual([earlier.id]);
    expect(await find({ search: label, purpose: 'annual' })).toEqual([]);
    expect((await site.fails(calls.listPayments, { query: { state: 'paid' } }, asOffice)).status).toBe(400);
  });

  it('finds two letters in person, UTR and receipt as well, with number and sum', async () => {
    const named = await person({ name: 'Qzesha Rao' });
    const sent = await person({ state: 'claimed', utr: 'QZ77' });
    const search = (query: object) => site.ok(calls.listPayments, { query: { search: 'qz', ...query } }, asOffice);
    const { data, totals, pagination } = await search({});
    expect(data.map(({ id }) => id).sort()).toEqual([named.id, sent.id].sort());
    expect([totals, pagination.totalCount]).toEqual([{ count: 2, amount: data[0]!.amount + data[1]!.amount }, 2]);
    expect((await search({ state: 'claimed' })).data.map(({ id }) => id)).toEqual([sent.id]);
    expect((await search({ page: 2 })).data).toEqual([]);
    await receive([sent.id]);
    await setLabel(site, sent.id, 'QX/1');
    expect((await search({ search: 'qx' })).data.map(({ id }) => id)).toEqual([sent.id]);
  });
});

describe('a member', () => {
  it('claims with a picture, a UTR or both; a retry keeps earlier values and sends no second notice', async () => {
    const { member, id } = await person({ status: 'Approved' });
    const asMember = { token: await memberToken(site, member.id) };
    const claim = (utr?: string, shade?: number) =>
      shade === undefined
        ? site.call(calls.claimPayment, { params: { id }, body: { utr } }, asMember)
        : pictureFile(shade).then((screenshot) =>
            site.call(calls.claimPayment, { params: { id }, body: { utr }, files: { screenshot } }, asMember),
          );
    expect((await claim()).body).toMatchObject({ fields: { screenshot: 'Please Upload Screenshot' } });
    expect((await claim('UPI/4123 4567 8902')).body).toMatchObject({ payment: { utr: '412345678902' } });
    expect((await claim(' utr 9 ')).body).toMatchObject({ payment: { state: 'claimed', utr: 'UTR9', proof: null } });
    await waitForMail(site, { to: member.email, kind: 'payment-claimed' });
    expect((await claim('', 31)).body).toMatchObject({
      payment: { state: 'claimed', utr: 'UTR9', proof: `/api/Payments/proof/${id}` },
    });
    const sent = and(eq(mail.memberId, member.id), eq(mail.kind, 'payment-claimed'));
    expect(await site.database.$count(mail, sent)).toBe(1);
    const { data } = await site.ok(calls.listOwnPayments, {}, asMember);
    expect(data).toHaveLength(1);
    expect(data[0]).not.toHaveProperty('directory');
    expect((await site.call(calls.paymentProof, { params: { id } }, asMember)).status).toBe(200);
    await receive([id]);
    expect(await codeOf(site.fails(calls.claimPayment, { params: { id }, body: { utr: 'X' } }, asMember))).toBe(
      '409 WRONG_STATE',
    );
  });

  it('can neither claim nor see somebody else’s payment', async () => {
    const { id } = await person({ state: 'claimed' });
    const asMember = { token: await memberToken(site) };
    expect((await site.fails(calls.claimPayment, { params: { id }, body: { utr: 'X' } }, asMember)).status).toBe(404);
    expect((await site.fails(calls.paymentProof, { params: { id } }, asMember)).status).toBe(404);
    expect((await site.ok(calls.listOwnPayments, {}, asMember)).data.map(({ id }) => id)).not.toContain(id);
  });
});

describe('a decision about the person', () => {
  const decide = (body: object) => site.ok(decideRegistration, { body }, asOffice);

  it('keeps the requested amount when the tier’s fee changes; another tier changes only due payments', async () => {
    const due = await person();
    const claimed = await person({ state: 'claimed' });
    const fee = (value: number) =>
      site.database.update(tiers).set({ feeRupees: value }).where(eq(tiers.membership, 'Individual member'));
    await fee(2_000);
    for (const { member } of [due, claimed]) {
      expect((await site.ok(getRegistration, { params: { id: member.id } })).data.fee).toBe(1_000);
      expect((await site.ok(reviewRegistration, { params: { id: member.id } }, asOffice)).fee).toBe(1_000);
      await decide({ id: member.id, status: 'New', membership: 'lifetime member' });
    }
    await fee(1_000);
    expect((await rowOf(due.id)).amount).toBe(10_000);
    expect((await rowOf(claimed.id)).amount).toBe(1_000);
  });

  it('cancels due payments, marks paid ones for a refund, and undoes both when the person is reinstated', async () => {
    const [due, claimed, received] = [
      await person(),
      await person({ state: 'claimed' }),
      await person({ state: 'received' }),
    ];
    for (const { member } of [due, claimed, received])
      await decide({ id: member.id, status: 'Rejected', reason: 'No' });
    expect(await rowOf(due.id)).toMatchObject({ state: 'cancelled', refundDue: false });
    expect(await rowOf(claimed.id)).toMatchObject({ state: 'claimed', refundDue: true });
    expect(await rowOf(received.id)).toMatchObject({ state: 'received', refundDue: true });
    const marked = await site.ok(calls.listPayments, { query: { state: 'refundDue' } }, asOffice);
    expect(marked.data.map(({ id }) => id)).toEqual(expect.arrayContaining([claimed.id, received.id]));
    const letter = await waitForMail(site, { to: received.member.email, kind: 'registration-rejected' });
    expect(letter.text).toContain('The amount you have paid will be refunded.');
    for (const { member } of [due, claimed, received]) await decide({ id: member.id, status: 'New' });
    expect(await rowOf(due.id)).toMatchObject({ state: 'due' });
    expect(await rowOf(claimed.id)).toMatchObject({ refundDue: false });
    expect(await rowOf(received.id)).toMatchObject({ refundDue: false });
  });

  it('keeps the money when the office says so', async () => {
    const { member, id } = await person({ state: 'received' });
    await decide({ id: member.id, status: 'Rejected', reason: 'No', money: 'keep' });
    expect(await rowOf(id)).toMatchObject({ state: 'received', refundDue: false });
  });

  it('leaves only the accounting facts after a deletion', async () => {
    const { member, id } = await person({ state: 'received', utr: 'KEPT1' });
    await decide({ id: member.id, status: 'Rejected', reason: `${member.name} asked`, money: 'keep' });
    await site.ok(deleteRegistration, { params: { id: member.id } }, asOffice);
    const { data } = await site.ok(calls.listPayments, { query: { search: 'kept1' } }, asOffice);
    expect(data).toMatchObject([
      {
        id,
        state: 'received',
        utr: 'KEPT1',
        proof: null,
        receiptNumber: expect.any(String),
        directory: { id: null, reference: member.reference, memberNumber: null, name: 'erased person' },
      },
    ]);
    expect(JSON.stringify([await rowOf(id), await receiptsOf(id)])).not.toContain(member.name);
  });
});

// Random histories of office, members and clock. The model only has the table of states; everything else must follow from it.
type Step = { who: number; what: keyof typeof outcome };
const outcome = {
  claim: 'claimed',
  receive: 'received',
  refuse: 'refused',
  waive: 'waived',
  refund: 'refunded',
  cancelReceipt: 'claimed',
  nextYear: null,
} as const satisfies Record<string, PaymentState | null>;

it('in any history nothing is received twice, and no number is shared, skipped or changed', async () => {
  const step = fc.record({
    who: fc.nat(2),
    what: fc.constantFrom(...(Object.keys(outcome) as Step['what'][])),
  });
  let round = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      round += 1;
      let year = 2040 + round * 20;
      const first = year;
      await goTo(`${year}-06-01T06:00:00Z`);
      const people = [await person(), await person(), await person()];
      const model = people.map(() => ({ state: 'due' as PaymentState, claimed: false }));
      const byKey = new Map<string, string>();
      for (const { who, what } of steps) {
        if (what === 'nextYear') {
          year += 1;
          await goTo(`${year}-06-01T06:00:00Z`);
          continue;
        }
        const { id, member } = people[who]!;
        const result = model[who]!;
        const allowed = (actionStates[what] as readonly string[]).includes(result.state);
        const day = `${year}-06-01`;
        const done = await {
          claim: async () => {
            await site.database.update(members).set({ status: 'Approved' }).where(eq(members.id, member.id));
            const token = await memberToken(site, member.id);
            return (
              (await site.call(calls.claimPayment, { params: { id }, body: { utr: `U${byKey.size}` } }, { token }))
                .status === 200
            );
          },
          receive: async () => (await receive([id, id], day)).received === 1,
          refuse: async () =>
            (await site.call(calls.refusePayment, { body: { id, reason: 'r' } }, asOffice)).status === 200,
          waive: async () =>
            (await site.call(calls.waivePayment, { body: { id, note: 'n' } }, asOffice)).status === 200,
          refund: async () =>
            (await site.call(calls.refundPayment, { body: { id, refundedOn: day, utr: 'R' } }, asOffice)).status ===
            200,
          cancelReceipt: async () =>
            (await site.call(calls.cancelReceipt, { body: { id, reason: 'r' } }, asOffice)).status === 200,
        }[what]();
        expect([what, result.state, done]).toEqual([what, result.state, allowed]);
        if (allowed) {
          if (what === 'claim') result.claimed = true;
          result.state = what === 'cancelReceipt' && !result.claimed ? 'due' : outcome[what];
        }
        expect((await rowOf(id)).state).toBe(result.state);
      }
      const matches = (await site.database.select().from(receipts)).filter(
        ({ year: of }) => Number(of.slice(0, 4)) >= first,
      );
      for (const of of new Set(matches.map((receipt) => receipt.year))) {
        const numbers = matches.filter((receipt) => receipt.year === of).map(({ number }) => number);
        expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_number, index) => index + 1));
      }
      for (const [index, { id }] of people.entries()) {
        const valid = (await receiptsOf(id)).filter(({ cancelledAt }) => cancelledAt === null);
        const hasOne = ['received', 'refunded'].includes(model[index]!.state);
        expect(valid).toHaveLength(hasOne ? 1 : 0);
        for (const receipt of await receiptsOf(id)) {
          const content = JSON.stringify(receipt.content);
          expect(byKey.get(receipt.id) ?? content).toBe(content);
          byKey.set(receipt.id, content);
        }
      }
    }),
    { seed: 20260401, numRuns: tenth(25) },
  );
});

describe('what was owed twice, for nothing, or never', () => {
  const cancel = (id: string) => site.call(calls.cancelReceipt, { body: { id, reason: 'A mistake' } }, asOffice);
  const add = async (values: NewDue) => (await dueFactory(site, values)).id;
  const fees: Record<string, number> = {
    'Patron member': 25_000,
    'lifetime member': 10_000,
    'Individual member': 1_000,
  };

  it('an upgrade’s receipt is not cancelled beside another wish, but once that is settled', async () => {
    const { member } = await person({ status: 'Approved', state: 'received' });
    const upgrade = { memberId: member.id, purpose: 'upgrade' as const };
    const life = await add({ ...upgrade, membership: 'lifetime member', amount: 9_000 });
    await receive([life]);
    const patron = await add({ ...upgrade, membership: 'Patron member', amount: 15_000 });
    expect(await cancel(life)).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
    await site.ok(calls.waivePayment, { body: { id: patron, note: 'Not wished any more' } }, asOffice);
    expect((await cancel(life)).status).toBe(200);
    expect(await rowOf(life)).toMatchObject({ state: 'due', amount: 9_000 });
  });

  it('who has a membership whose receipt was cancelled owes for it with the next one', async () => {
    const { member } = await person({ status: 'Approved', state: 'received' });
    const life = await add({ memberId: member.id, purpose: 'upgrade', membership: 'lifetime member', amount: 9_000 });
    await receive([life]);
    expect((await cancel(life)).status).toBe(200);
    const token = await memberToken(site, member.id);
    const { payment } = await site.ok(requestUpgrade, { body: { membership: 'Patron member' } }, { token });
    expect(payment.amount).toBe(24_000);
  });

  it('the second of two payments for the same is owed no more once its receipt is cancelled, nor after an approval', async () => {
    const { member, id: first } = await person({ state: 'received' });
    const double = { memberId: member.id, purpose: 'admission' as const, duplicateOf: first };
    const second = await add({ ...double, amount: 1_000 });
    const dropped = await add({ ...double, amount: 1_000, state: 'cancelled' });
    await receive([second]);
    await setToReturn(site, { id: second }, true);
    expect((await cancel(second)).status).toBe(200);
    await site.ok(decideRegistration, { body: { id: member.id, status: 'Approved' } }, asOffice);
    expect(await rowOf(second)).toMatchObject({ state: 'waived', refundDue: false });
    expect(await rowOf(dropped)).toMatchObject({ state: 'cancelled' });
  });

  it('who was rejected owes nothing after a cancelled receipt, and nothing is to be sent back', async () => {
    const { member, id } = await person();
    await receive([id]);
    const body = { id: member.id, status: 'Rejected' as const, reason: 'Not a prosecutor', money: 'refund' as const };
    await site.ok(decideRegistration, { body }, asOffice);
    expect(await rowOf(id)).toMatchObject({ state: 'received', refundDue: true });
    expect((await cancel(id)).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ state: 'cancelled', refundDue: false });
    await site.ok(decideRegistration, { body: { id: member.id, status: 'New' } }, asOffice);
    expect(await rowOf(id)).toMatchObject({ state: 'due' });
  });

  it('a part counts once towards a new tier’s fee, and only if it has come', async () => {
    const { member, id } = await person({ membership: 'Patron member' });
    await setAmount(site, { id }, 10_000);
    const part = { memberId: member.id, purpose: 'admission' as const, restOf: id };
    const rest = await add({ ...part, amount: 15_000 });
    const feeOf = async (tier: string) => fees[tier]!;
    const change = (tier: 'Patron member' | 'lifetime member') =>
      site.database.transaction(async (tx) =>
        followTier(tx, (await lockMember(tx, member.id, 'unrestricted'))!, tier, feeOf),
      );
    const dueNow = async () => {
      const rows = await moneyRows(site, { memberId: member.id });
      return rows.filter(({ state }) => state === 'due').reduce((sum, { amount }) => sum + amount, 0);
    };
    // Both are due, as after a cancelled receipt.
    await change('Patron member');
    expect(await dueNow()).toBe(25_000);
    await change('lifetime member');
    expect(await dueNow()).toBe(10_000);
    // One has come, and one went back.
    await settleDues(site, { id }, '2026-05-03', 4_000);
    await setAmount(site, { id: rest }, 3_000);
    await endDues(site, { id: rest }, 'cancelled');
    await add({ ...part, amount: 6_000 });
    await change('Patron member');
    expect(await dueNow()).toBe(21_000);
  });

  it('a payment of Rs 0 takes no receipt’s number, and gives its tier', async () => {
    const { member } = await person({ status: 'Approved', state: 'received' });
    const free = await add({ memberId: member.id, purpose: 'upgrade', membership: 'lifetime member', amount: 0 });
    const before = await site.database.$count(receipts);
    expect(await receive([free])).toMatchObject({ received: 1 });
    expect(await rowOf(free)).toMatchObject({ state: 'waived' });
    expect(await site.database.$count(receipts)).toBe(before);
    const [row] = await site.database.select().from(members).where(eq(members.id, member.id));
    expect(row!.membership).toBe('lifetime member');
  });
});

it('keeps what was to be returned, with a note, once', async () => {
  const { member } = await person({ state: 'received', status: 'Approved' });
  const { id } = await dueFactory(site, { memberId: member.id, purpose: 'excess', amount: 200 });
  await settleDues(site, { id }, clock.today());
  await setToReturn(site, { id }, true);
  const asMember = { token: await memberToken(site, member.id) };
  expect((await site.ok(calls.listOwnPayments, {}, asMember)).credit).toEqual({ kept: 0, toReturn: 200 });
  const keep = (note: string) => site.call(calls.keepPayment, { body: { id, note } }, asOffice);
  expect((await keep(' ')).body).toMatchObject({ code: 'VALIDATION', fields: { note: expect.any(String) } });
  expect((await keep('They wish so')).body).toMatchObject({
    payment: { id, state: 'received', toReturn: 0, refundDue: false, note: 'They wish so' },
  });
  expect(await keep('Again')).toMatchObject({ status: 409, body: { code: 'WRONG_STATE' } });
  expect((await site.ok(calls.listOwnPayments, {}, asMember)).credit).toEqual({ kept: 200, toReturn: 0 });
  expect((await findPersonMoney(site.database, [member.id])).get(member.id)?.credit).toEqual({
    kept: 200,
    toReturn: 0,
  });
  const lines = await site.database.select().from(log).where(eq(log.memberId, member.id));
  expect(lines.map(({ action, note }) => `${action}: ${note}`)).toContain('kept the money: They wish so');
});
