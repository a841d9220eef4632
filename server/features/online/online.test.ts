import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { members } from '#server/features/members/tables.ts';
import { receipts } from '#server/features/receipts/tables.ts';
import { onlineLinks, onlinePayments } from '#server/parts/gateway/tables.ts';
import { backUp } from '#server/platform/backup/back-up.ts';
import { mail } from '#server/platform/mail/tables.ts';
import { openStorage } from '#server/platform/storage/open-storage.ts';
import { clock } from '#shared/clock.ts';
import { downloadOwnData } from '#shared/contracts/members.ts';
import { listOnlinePayments, payOnline, settleOnline } from '#shared/contracts/online.ts';
import * as calls from '#shared/contracts/payments.ts';
import { closeYear } from '#shared/contracts/receipts.ts';
import { decideRegistration, deleteRegistration, getRegistration } from '#shared/contracts/registrations.ts';
import { getMemberships } from '#shared/contracts/tiers.ts';
import { startTestApp } from '#tests/app.ts';
import { moneyRows, openDues, setAmount } from '#tests/factories/dues.ts';
import { memberFactory } from '#tests/factories/members.ts';
import { type DoublePayment, doubleAccount, payerSecrets, startGatewayDouble } from '#tests/gateway-double.ts';
import { adminToken, confirmedToken, memberToken } from '#tests/logins.ts';
import { mailsOf, waitForMail } from '#tests/mail.ts';
import { eventually } from '#tests/wait.ts';

const gateway = await startGatewayDouble();
const lines: string[] = [];
const site = await startTestApp(gateway.env, { logTo: { write: (line) => lines.push(line) } });
afterAll(() => gateway.close());
afterEach(() => {
  gateway.trouble = null;
  gateway.processesRefunds = true;
});
let asOffice: { token: string };
beforeAll(async () => {
  asOffice = { token: await confirmedToken(site) };
});

const rowOf = async (id: string) => (await moneyRows(site, { id }))[0]!;
const onlineOf = (gatewayId: string) =>
  site.database.select().from(onlinePayments).where(eq(onlinePayments.gatewayId, gatewayId));

/** Somebody New with a due admission fee. */
async function applicant(overrides: Parameters<typeof memberFactory>[1] = {}) {
  const member = await memberFactory(site, { status: 'New', ...overrides });
  const [row] = await moneyRows(site, { memberId: member.id });
  return { member, id: row!.id, amount: row!.amount };
}

/** The gateway's id of the link that an address leads to. */
const linkIn = (url: string) => url.split('/').at(-1)!;
const press = async (id: string, options: { token?: string } = {}) =>
  linkIn((await site.ok(payOnline, { params: { paymentId: id } }, options)).url);

const tell = (notice: { body: string | Buffer; headers: Record<string, string> }) =>
  site.app.inject({ method: 'POST', url: '/payments/razorpay', payload: notice.body, headers: notice.headers });
const come = async (url: string) => {
  const answer = await site.app.inject({ method: 'GET', url: url.replace(site.config.publicUrl, '') });
  return { status: answer.statusCode, to: answer.headers.location ?? '' };
};
const received = (id: string) =>
  eventually(async () => ((await rowOf(id)).state === 'received' ? rowOf(id) : null), 'the payment is received');
const toLook = async () => (await site.ok(listOnlinePayments, { query: { state: 'toLook' } }, asOffice)).data;
const looking = (gatewayId: string) =>
  eventually(
    async () => (await toLook()).find((each) => each.gateway.paymentId === gatewayId),
    'it is listed for the office',
  );

describe('a payment link', () => {
  it('is offered where an account is set up', async () => {
    expect((await site.ok(getMemberships, {})).online).toBe(true);
  });

  it('is one for each payment, and tells the gateway nothing of somebody who is not logged in', async () => {
    const { member, id } = await applicant();
    expect((await site.ok(getRegistration, { params: { id: member.id } })).data.paymentId).toBe(id);
    const pressed = await Promise.all([press(id), press(id), press(id)]);
    expect(new Set(pressed).size).toBe(1);
    expect(await press(id)).toBe(pressed[0]);
    const link = gateway.links.get(pressed[0]!)!;
    expect(link).toMatchObject({ reference_id: id, amount: (await rowOf(id)).amount * 100 });
    expect(link.customer).toBeUndefined();
    const match = gateway.asked.find(({ reference_id }) => reference_id === id)!;
    expect(match).toMatchObject({
      notify: { sms: false, email: false },
      reminder_enable: false,
      accept_partial: false,
    });
    expect(JSON.stringify(match)).not.toContain(member.mobile);
  });

  it('of a member names them, never their mobile number', async () => {
    const { member, id } = await applicant({ status: 'Approved', paymentStatus: '' });
    await openDues(site, { id });
    const linkId = await press(id, { token: await memberToken(site, member.id) });
    expect(gateway.links.get(linkId)!.customer).toEqual({ name: member.name, email: member.email });
    const other = await applicant({ status: 'Approved' });
    const token = await memberToken(site, other.member.id);
    expect((await site.fails(payOnline, { params: { paymentId: id } }, { token })).status).toBe(404);
    expect((await site.fails(payOnline, { params: { paymentId: id } })).status).toBe(404);
    expect((await site.fails(payOnline, { params: { paymentId: id } }, asOffice)).status).toBe(404);
  });

  it('takes the next reference when an answer was lost, and another one when the amount has changed', async () => {
    const { id } = await applicant();
    gateway.trouble = () => 'lost';
    const failed = await site.fails(payOnline, { params: { paymentId: id } });
    expect([failed.status, failed.body.code]).toEqual([503, 'ONLINE_UNAVAILABLE']);
    gateway.trouble = null;
    const second = await press(id);
    expect(gateway.links.get(second)!.reference_id).toBe(`${id}-2`);
    await setAmount(site, { id }, 777);
    const third = await press(id);
    expect(gateway.links.get(third)).toMatchObject({ reference_id: `${id}-3`, amount: 77_700 });
    expect(gateway.links.get(second)!.status).toBe('cancelled');
  });

  it('whose answer was lost is to be looked at when somebody pays it', async () => {
    const { id } = await applicant();
    gateway.trouble = () => 'lost';
    await site.fails(payOnline, { params: { paymentId: id } });
    gateway.trouble = null;
    const [link] = [...gateway.links.values()].filter(({ reference_id }) => reference_id === id);
    const paid = gateway.pay(link!.id);
    expect((await tell(gateway.notice('payment_link.paid', { link: link!.id, payment: paid.id }))).statusCode).toBe(
      200,
    );
    expect(await looking(paid.id)).toMatchObject({
      reason: expect.stringContaining('answer was lost'),
      payment: { id },
    });
    expect((await rowOf(id)).state).toBe('due');
  });

  it.each(['cut', 'redirect', 'garbage', 500, 401] as const)(
    'is not there when the gateway answers with %s',
    async (trouble) => {
      const { id } = await applicant();
      gateway.trouble = () => trouble;
      const before = gateway.requests.length;
      const failed = await site.fails(payOnline, { params: { paymentId: id } });
      expect(failed.body).toMatchObject({
        code: 'ONLINE_UNAVAILABLE',
        message: 'Online payment is not available now. Please use the QR code or a bank transfer.',
      });
      expect(gateway.requests.slice(before).some((call) => call.includes('elsewhere'))).toBe(false);
    },
  );

  it('is refused for a payment that was received', async () => {
    const { id } = await applicant({ paymentStatus: 'PAYMENT_SUCCESS', paymentSentAt: new Date() });
    expect((await site.fails(payOnline, { params: { paymentId: id } })).body.code).toBe('WRONG_STATE');
  });

  it('is cancelled when the office receives the payment, at once or when the gateway is there again', async () => {
    const { id } = await applicant();
    const linkId = await press(id);
    await site.ok(calls.receivePayments, { body: { ids: [id] } }, asOffice);
    await eventually(() => gateway.links.get(linkId)!.status === 'cancelled', 'the link is cancelled');
    const other = await applicant();
    const held = await press(other.id);
    gateway.trouble = (call) => (call.endsWith('/cancel') ? 500 : null);
    await setAmount(site, { id: other.id }, 900);
    const failed = await site.fails(payOnline, { params: { paymentId: other.id } });
    expect(failed.body.code).toBe('ONLINE_UNAVAILABLE');
    expect(gateway.links.get(held)!.status).toBe('created');
    gateway.trouble = null;
    expect(gateway.links.get(await press(other.id))!.amount).toBe(90_000);
    expect(gateway.links.get(held)!.status).toBe('cancelled');
  });
});

describe('a link whose time is over', () => {
  /** Lets the time of a payment's link be over, as the site sees it. */
  const outdate = (linkId: string) =>
    site.database
      .update(onlineLinks)
      .set({ expiresAt: new Date(clock.ms() - 2 * 60 * 60_000), askAt: clock.now() })
      .where(eq(onlineLinks.gatewayId, linkId));
  const stateOf = async (linkId: string) =>
    (await site.database.select().from(onlineLinks).where(eq(onlineLinks.gatewayId, linkId)))[0]!.state;

  it('stands in the way of no other one, though the gateway does not know it any more', async () => {
    const { id } = await applicant();
    const before = await press(id);
    // The account's keys were changed to those of another account.
    gateway.links.delete(before);
    await outdate(before);
    const after = await press(id);
    expect(gateway.links.get(after)!.reference_id).toBe(`${id}-2`);
    expect(await stateOf(before)).toBe('expired');
  });

  it('is over, though the gateway still calls it paid in part', async () => {
    const { id } = await applicant();
    const linkId = await press(id);
    const paid = gateway.pay(linkId, { amount: 5_000 });
    await tell(gateway.notice('payment.captured', { link: linkId, payment: paid.id }));
    await looking(paid.id);
    await site.ok(calls.waivePayment, { body: { id, note: 'Retired' } }, asOffice);
    await eventually(async () => (await stateOf(linkId)) === 'cancelling', 'it is not wanted any more');
    await outdate(linkId);
    await tell(gateway.notice('payment_link.partially_paid', { link: linkId }));
    await eventually(async () => (await stateOf(linkId)) === 'expired', 'it is over');
  });
});

describe('a paid link', () => {
  it('is a receipt once, however often and in whatever way we hear of it', async () => {
    const { member, id, amount } = await applicant();
    const linkId = await press(id);
    const paid = gateway.pay(linkId);
    const notice = gateway.notice('payment_link.paid', { link: linkId, payment: paid.id });
    const back = gateway.returnOf(linkId, paid.id);
    const answers = await Promise.all([tell(notice), come(back), tell(notice), come(back), tell(notice)]);
    expect(answers.map((answer) => ('statusCode' in answer ? answer.statusCode : answer.status))).toEqual([
      200, 303, 200, 303, 200,
    ]);
    const row = await received(id);
    expect(row).toMatchObject({ mode: 'online', receivedOn: clock.today() });
    expect((await come(back)).to).toBe('/paymentStatus?status=success');
    expect(await site.database.$count(receipts, eq(receipts.paymentId, id))).toBe(1);
    const [state] = await site.database.select().from(members).where(eq(members.id, member.id));
    expect(state).toMatchObject({ paymentStatus: 'PAYMENT_SUCCESS', status: 'New' });
    const [listed] = (await site.ok(calls.listPayments, { query: { search: row.reference } }, asOffice)).data;
    expect(listed).toMatchObject({
      mode: 'online',
      refunding: false,
      gateway: { paymentId: paid.id, method: 'upi', fee: paid.fee / 100, tax: paid.tax / 100 },
    });
    const mails = await site.database.select().from(mail).where(eq(mail.memberId, member.id));
    expect(mails.filter(({ kind }) => kind === 'payment-received')).toHaveLength(1);
    expect(amount * 100).toBe(paid.amount);
  });

  it('is pending while the gateway is away, and received when it is asked again', async () => {
    const { id } = await applicant();
    const linkId = await press(id);
    const paid = gateway.pay(linkId);
    gateway.trouble = () => 500;
    const first = await come(gateway.returnOf(linkId, paid.id));
    expect(first.to).toMatch(/^\/paymentStatus\?status=pending&again=/);
    expect((await rowOf(id)).state).toBe('due');
    gateway.trouble = null;
    await site.database.update(onlineLinks).set({ askedAt: null }).where(eq(onlineLinks.gatewayId, linkId));
    const again = new URL(first.to, 'http://site').searchParams.get('again')!;
    expect((await come(`/payments/return?again=${encodeURIComponent(again)}`)).to).toBe(
      '/paymentStatus?status=success',
    );
    expect((await rowOf(id)).state).toBe('received');
  });

  it('begun on a Hindi page leads back to one', async () => {
    const { id } = await applicant();
    const { url } = await site.ok(payOnline, { params: { paymentId: id } }, { headers: { 'accept-language': 'hi' } });
    const linkId = linkIn(url);
    const match = gateway.asked.find(({ reference_id }) => reference_id === id)!;
    expect(match.callback_url).toBe(`${site.config.publicUrl}/hi/payments/return`);
    const paid = gateway.pay(linkId);
    expect(await come(gateway.returnOf(linkId, paid.id))).toEqual({
      status: 303,
      to: '/hi/paymentStatus?status=success',
    });
    expect((await come('/HI/payments/return')).to).toBe('/hi/paymentStatus?status=pending');
  });

  it('that was captured late is received late', async () => {
    const { id } = await applicant();
    const linkId = await press(id);
    const paid = gateway.pay(linkId, { authorizedOnly: true });
    expect((await come(gateway.returnOf(linkId, paid.id))).to).toContain('pending');
    expect(await onlineOf(paid.id)).toEqual([]);
    gateway.capture(paid.id);
    await tell(gateway.notice('payment.captured', { link: linkId, payment: paid.id }));
    await received(id);
  });

  it('was paid on the gateway’s day in India', async () => {
    const { id } = await applicant();
    const linkId = await press(id);
    gateway.now = () => new Date('2026-04-01T18:35:00Z');
    gateway.links.get(linkId)!.expire_by = 2_000_000_000;
    const paid = gateway.pay(linkId);
    gateway.now = () => new Date();
    await tell(gateway.notice('payment_link.paid', { link: linkId, payment: paid.id }));
    expect((await received(id)).receivedOn).toBe('2026-04-02');
  });
});

describe('what somebody makes up', () => {
  it('books nothing: a return with a wrong signature, or that of another payment', async () => {
    const [mine, other] = [await applicant(), await applicant()];
    const [myLink, otherLink] = [await press(mine.id), await press(other.id)];
    const paid = gateway.pay(myLink);
    gateway.links.get(otherLink)!.status = 'created';
    const forged = [
      gateway.returnOf(otherLink, paid.id, { razorpay_signature: 'f'.repeat(64) }),
      gateway.returnOf(myLink, paid.id, { razorpay_payment_link_id: otherLink }),
      gateway.returnOf(myLink, paid.id, { razorpay_payment_link_reference_id: other.id }),
      gateway.returnOf(myLink, paid.id, { razorpay_signature: '' }),
      `${gateway.returnOf(otherLink, paid.id)}&razorpay_signature=x`,
      '/payments/return?again=made.up',
      '/payments/return',
    ];
    const count = gateway.requests.length;
    for (const url of forged) expect(await come(url)).toEqual({ status: 303, to: '/paymentStatus?status=pending' });
    expect(gateway.requests.length).toBe(count);
    // Rightly signed for the other link, by the gateway itself: it says that nothing was paid.
    expect((await come(gateway.returnOf(otherLink, paid.id))).to).toContain('status=pending&again=');
    expect((await rowOf(other.id)).state).toBe('due');
    expect(await site.database.$count(onlinePayments, eq(onlinePayments.paymentId, other.id))).toBe(0);
  });

  it('books nothing: a notice that is not signed, too large, or about somebody else’s link', async () => {
    const { id } = await applicant();
    const linkId = await press(id);
    const { body, headers } = gateway.notice('payment_link.paid', { link: linkId });
    const wrong = { ...headers, 'x-razorpay-signature': '0'.repeat(64) };
    expect((await tell({ body, headers: wrong })).statusCode).toBe(400);
    expect((await tell({ body: `${body} `, headers })).statusCode).toBe(400);
    expect((await tell({ body, headers: { 'content-type': 'application/json' } })).statusCode).toBe(400);
    // The gateway is told to come again rather than kept waiting.
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holding = site.database.transaction(async (tx) => {
      await tx.execute(sql`lock table online_links`);
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    expect((await tell({ body, headers })).statusCode).toBe(503);
    held.resolve();
    await holding;
    const large = Buffer.alloc(2 * 1024 * 1024, 'x');
    const signed = { ...headers, 'x-razorpay-signature': gateway.sign(large) };
    expect((await tell({ body: large, headers: signed })).statusCode).toBe(413);
    const count = gateway.requests.length;
    for (const text of [
      '',
      '[]',
      'no JSON',
      '{"payload":{"payment_link":{"entity":{"id":"../../refunds"}}}}',
      body.replace(linkId, 'plink_unknown'),
    ]) {
      const answer = await tell({ body: text, headers: { ...headers, 'x-razorpay-signature': gateway.sign(text) } });
      expect(answer.statusCode).toBe(200);
    }
    // Even a stolen secret only makes us ask.
    expect((await tell({ body, headers })).statusCode).toBe(200);
    await eventually(() => gateway.requests.length > count, 'the gateway is asked');
    expect((await rowOf(id)).state).toBe('due');
  });
});

describe('for the office to look at is', () => {
  it('what was paid in part, in another currency, or a second time', async () => {
    const [part, dollars, twice] = [await applicant(), await applicant(), await applicant()];
    const links = [await press(part.id), await press(dollars.id), await press(twice.id)] as const;
    const paid = [
      gateway.pay(links[0], { amount: 5_000 }),
      gateway.pay(links[1], { currency: 'USD' }),
      gateway.pay(links[2]),
      gateway.pay(links[2], { again: true }),
    ];
    for (const each of paid) await tell(gateway.notice('payment.captured', { link: each.link, payment: each.id }));
    await received(twice.id);
    expect(await looking(paid[0]!.id)).toMatchObject({ amount: 50, state: 'toLook', payment: { id: part.id } });
    expect((await looking(paid[1]!.id)).reason).toContain('rupees');
    expect((await looking(paid[3]!.id)).reason).toContain('second');
    expect([(await rowOf(part.id)).state, (await rowOf(dollars.id)).state]).toEqual(['due', 'due']);
  });

  it('what was paid for a payment that was received, waived, rejected or deleted meanwhile, or in a closed year', async () => {
    gateway.trouble = (call) => (call.endsWith('/cancel') ? 500 : null);
    const people = await Promise.all([applicant(), applicant(), applicant(), applicant(), applicant()]);
    const links: string[] = [];
    for (const { id } of people) links.push(await press(id));
    const [one, two, three, four, five] = people;
    await site.ok(calls.receivePayments, { body: { ids: [one!.id] } }, asOffice);
    await site.ok(calls.waivePayment, { body: { id: two!.id, note: 'Retired' } }, asOffice);
    for (const { member } of [three!, four!]) {
      const body = { id: member.id, status: 'Rejected', reason: 'No prosecutor', version: member.version };
      await site.ok(decideRegistration, { body }, asOffice);
    }
    await site.ok(deleteRegistration, { params: { id: four!.member.id } }, asOffice);
    const close = (closed: boolean) =>
      site.ok(closeYear, { body: { year: '2026-27', closed, reason: 'Accounts' } }, asOffice);
    await close(true);
    const paid = links.map((link) => gateway.pay(link));
    for (const each of paid) await tell(gateway.notice('payment_link.paid', { link: each.link, payment: each.id }));
    const rows = [];
    for (const each of paid) rows.push(await looking(each.id));
    await close(false);
    expect(rows.map(({ reason }) => reason)).toEqual([
      'The payment had been received already in another way.',
      'The payment had been waived meanwhile.',
      'The payment was no longer asked for.',
      'The record or the payment had been deleted meanwhile.',
      'The financial year in which it was paid is closed.',
    ]);
    expect(rows[3]!.payment).toBeNull();
    expect(rows[3]!.ways).toEqual(['refund']);
    expect((await rowOf(five!.id)).state).toBe('due');
  });

  it('settled as excess with a receipt of its own, or sent back', async () => {
    const { member, id } = await applicant();
    const linkId = await press(id);
    await site.ok(calls.receivePayments, { body: { ids: [id] } }, asOffice);
    // Nobody can pay a link that was cancelled, but somebody may have begun before.
    await eventually(() => gateway.links.get(linkId)!.status === 'cancelled', 'the link is cancelled');
    const [first, second] = [gateway.pay(linkId, { again: true }), gateway.pay(linkId, { again: true })];
    for (const each of [first, second])
      await tell(gateway.notice('payment.captured', { link: linkId, payment: each.id }));
    const [one, other] = [await looking(first.id), await looking(second.id)];
    const plain = { token: await adminToken(site) };
    const refused = await site.fails(settleOnline, { body: { id: one.id, as: 'excess' } }, plain);
    expect(refused.body.code).toBe('CONFIRMATION_NEEDED');
    const settled = (await site.ok(settleOnline, { body: { id: one.id, as: 'excess' } }, asOffice)).online;
    expect(settled).toMatchObject({
      state: 'settled',
      payment: { purpose: 'excess', state: 'received', refundDue: true },
    });
    const again = await site.fails(settleOnline, { body: { id: one.id, as: 'excess' } }, asOffice);
    expect(again.body.code).toBe('WRONG_STATE');
    const sent = (await site.ok(settleOnline, { body: { id: other.id, as: 'refund' } }, asOffice)).online;
    expect(sent.state).toBe('settled');
    expect(gateway.payments.get(second.id)!.amount_refunded).toBe(second.amount);
    const rows = await moneyRows(site, { memberId: member.id });
    expect(rows.map(({ purpose, state }) => [purpose, state]).sort()).toEqual([
      ['admission', 'received'],
      ['excess', 'received'],
    ]);
  });

  it('what was sent back on the gateway’s own pages, and what a cancelled receipt was for', async () => {
    const [back, mistaken] = [await applicant(), await applicant()];
    const paid: DoublePayment[] = [];
    for (const { id } of [back, mistaken]) {
      const linkId = await press(id);
      const each = gateway.pay(linkId);
      await tell(gateway.notice('payment_link.paid', { link: linkId, payment: each.id }));
      await received(id);
      paid.push(each);
    }
    gateway.refundElsewhere(paid[0]!.id);
    await tell(gateway.notice('refund.processed', { payment: paid[0]!.id }));
    const result = await looking(paid[0]!.id);
    expect(result).toMatchObject({ reason: 'It was sent back on the gateway’s own pages.', ways: ['refund'] });
    await site.ok(settleOnline, { body: { id: result.id, as: 'refund' } }, asOffice);
    expect((await rowOf(back.id)).state).toBe('refunded');
    expect(await toLook()).not.toContainEqual(expect.objectContaining({ id: result.id }));
    expect(
      gateway.refunds.size > 0 && [...gateway.refunds.values()].filter((each) => each.payment_id === paid[0]!.id),
    ).toHaveLength(1);
    await site.ok(calls.cancelReceipt, { body: { id: mistaken.id, reason: 'Wrong person' } }, asOffice);
    expect((await looking(paid[1]!.id)).reason).toBe('Its receipt was cancelled.');
    expect((await rowOf(mistaken.id)).state).toBe('due');
  });
});

describe('a refund through the gateway', () => {
  async function paidOnline() {
    const person = await applicant();
    const linkId = await press(person.id);
    const paid = gateway.pay(linkId);
    await tell(gateway.notice('payment_link.paid', { link: linkId, payment: paid.id }));
    await received(person.id);
    return { ...person, paid };
  }
  const refund = (id: string) => site.call(calls.refundPayment, { body: { id, online: true, note: 'Left' } }, asOffice);

  it('asks for the password', async () => {
    const { id, paid } = await paidOnline();
    const unconfirmed = { token: await adminToken(site) };
    const body = { id, online: true, note: 'Left' };
    expect(await site.fails(calls.refundPayment, { body }, unconfirmed)).toMatchObject({
      status: 403,
      body: { code: 'CONFIRMATION_NEEDED' },
    });
    expect(refundsOf(paid.id)).toEqual([]);
  });

  it('is one way to answer a dispute, which is to be looked at until it is won', async () => {
    const { id, paid } = await paidOnline();
    await tell(gateway.notice('payment.dispute.created', { payment: paid.id, dispute: paid.id }));
    const result = await looking(paid.id);
    expect(result).toMatchObject({
      reason: expect.stringContaining('disputed'),
      payment: { id },
      ways: ['refund'],
    });
    await tell(gateway.notice('payment.dispute.won', { payment: paid.id, dispute: paid.id }));
    expect((await toLook()).map(({ id }) => id)).not.toContain(result.id);
  });
  const refundsOf = (gatewayId: string) =>
    [...gateway.refunds.values()].filter((each) => each.payment_id === gatewayId);

  it('is one, however often it is pressed, and done when the gateway says so', async () => {
    const { id, paid } = await paidOnline();
    gateway.processesRefunds = false;
    const pressed = await Promise.all([refund(id), refund(id), refund(id)]);
    expect(pressed.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(refundsOf(paid.id)).toHaveLength(1);
    const [listed] = (await site.ok(calls.listPayments, { query: { search: (await rowOf(id)).reference } }, asOffice))
      .data;
    expect(listed).toMatchObject({ state: 'received', refunding: true, refundedOn: null });
    const by = await site.fails(calls.cancelReceipt, { body: { id, reason: 'No' } }, asOffice);
    expect(by.body.code).toBe('WRONG_STATE');
    gateway.processesRefunds = true;
    await tell(gateway.notice('refund.processed', { payment: paid.id }));
    await eventually(async () => (await rowOf(id)).state === 'refunded', 'it is refunded');
    expect(await rowOf(id)).toMatchObject({ refundedOn: clock.today(), note: 'Left', refundDue: false });
    expect(await toLook()).not.toContainEqual(
      expect.objectContaining({ gateway: expect.objectContaining({ paymentId: paid.id }) }),
    );
  });

  it('is still one after an answer was lost', async () => {
    const { id, paid } = await paidOnline();
    gateway.trouble = (call) => (call.endsWith('/refund') ? 'lost' : null);
    const answer = await refund(id);
    expect(answer.body).toMatchObject({ success: true, payment: { refunding: true, state: 'received' } });
    gateway.trouble = null;
    await tell(gateway.notice('refund.created', { payment: paid.id }));
    await eventually(async () => (await rowOf(id)).state === 'refunded', 'it is refunded');
    expect(refundsOf(paid.id)).toHaveLength(1);
  });

  it('settles what was sent back on the gateway’s own pages before', async () => {
    const { id, paid } = await paidOnline();
    gateway.refundElsewhere(paid.id, 5_000);
    await tell(gateway.notice('refund.processed', { payment: paid.id }));
    expect((await looking(paid.id)).reason).toBe('It was sent back on the gateway’s own pages.');
    expect((await refund(id)).body).toMatchObject({ payment: { state: 'refunded' } });
    expect(refundsOf(paid.id).map(({ amount }) => amount)).toEqual([5_000, paid.amount - 5_000]);
    expect((await toLook()).map(({ gateway: { paymentId } }) => paymentId)).not.toContain(paid.id);
  });

  it('that is refused is the treasurer’s again, with the reason', async () => {
    const { id } = await paidOnline();
    gateway.trouble = (call) => (call.endsWith('/refund') ? 400 : null);
    const answer = await refund(id);
    expect(answer.body).toMatchObject({ payment: { refunding: false, refundDue: true, state: 'received' } });
    expect((await rowOf(id)).reason).toContain('The gateway has refused the refund.');
    gateway.trouble = null;
    expect((await refund(id)).body).toMatchObject({ payment: { state: 'refunded' } });
  });

  it('is for payments that were made online, with the date of nobody', async () => {
    const { id } = await applicant({ paymentStatus: 'PAYMENT_SUCCESS', paymentSentAt: new Date() });
    expect((await refund(id)).body).toMatchObject({ code: 'WRONG_STATE' });
    const by = await site.fails(calls.refundPayment, { body: { id } }, asOffice);
    expect(Object.keys(by.body.fields ?? {}).sort()).toEqual(['refundedOn', 'utr']);
  });
});

describe('a gateway that stalls', () => {
  it('keeps nobody waiting for long, and takes few connections', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => applicant()));
    gateway.trouble = () => 'stall';
    gateway.maxOpen = 0;
    const answers = await Promise.all(people.map(({ id }) => site.fails(payOnline, { params: { paymentId: id } })));
    expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set(['ONLINE_UNAVAILABLE']));
    // One that was just given up may still be counted.
    expect(gateway.maxOpen).toBeLessThan(people.length);
    // The way by QR code does not ask it.
    expect((await site.ok(getRegistration, { params: { id: people[0]!.member.id } })).data.state).toBe('payment_due');
  });

  it('turns a thousand unsigned notices away without reading or counting them in the database', async () => {
    const linkId = await press((await applicant()).id);
    const { body } = gateway.notice('payment_link.paid', { link: linkId });
    const wrong = { 'content-type': 'application/json', 'x-razorpay-signature': '1'.repeat(64) };
    const all = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => tell({ body, headers: index % 2 === 0 ? wrong : {} })),
    );
    expect(new Set(all.map(({ statusCode }) => statusCode))).toEqual(new Set([400]));
    expect(gateway.requests.filter((call) => call.includes(linkId))).toEqual([]);
  });
});

describe('nothing of a payer, and no secret of the account,', () => {
  /** Numbers of four digits are found where they stand alone, not inside of ids. */
  const secrets = [
    ...Object.values(payerSecrets),
    payerSecrets.contact.slice(3),
    'ASHA SECRET',
    doubleAccount.keySecret,
    doubleAccount.webhookSecret,
    Buffer.from(`${doubleAccount.keyId}:${doubleAccount.keySecret}`).toString('base64'),
  ].map((secret) => new RegExp(`(?<![\\w.-])${secret.replaceAll(/[+.]/g, '\\$&')}(?![\\w-])`));
  const expectNone = (where: string, text: string) =>
    expect(
      secrets.filter((secret) => secret.test(text)),
      where,
    ).toEqual([]);

  it('is in the answers to payer and office, the member’s archive, or mails', async () => {
    const { member, id } = await applicant();
    const linkId = await press(id);
    const paid = gateway.pay(linkId);
    await tell(gateway.notice('payment.captured', { link: linkId, payment: paid.id }));
    const back = await come(gateway.returnOf(linkId, paid.id));
    await received(id);
    const body = { id: member.id, status: 'Approved', paymentSeen: true };
    await site.ok(decideRegistration, { body }, asOffice);
    await waitForMail(site, { to: member.email, kind: 'payment-received' });
    // The mail's temporary password ends sessions.
    await waitForMail(site, { to: member.email, kind: 'credentials' });
    const asMember = { token: await memberToken(site, member.id) };
    // Refused with words that name the payer: the reason is for the office.
    gateway.trouble = (call) => (call.endsWith('/refund') ? 400 : null);
    const answers = [
      await site.call(calls.refundPayment, { body: { id, online: true, note: 'Left' } }, asOffice),
      await site.call(calls.listPayments, { query: { search: member.reference } }, asOffice),
      await site.call(calls.listOwnPayments, {}, asMember),
      ...(await Promise.all(
        (['toLook', 'refunding', 'settled'] as const).map((state) =>
          site.call(listOnlinePayments, { query: { state } }, asOffice),
        ),
      )),
    ];
    for (const { status, raw } of answers) {
      expect(status).toBe(200);
      expectNone('an answer', raw.toString());
    }
    expectNone('where the payer is sent', back.to);
    expect(answers[0]!.raw.toString()).toContain('The gateway has refused the refund.');
    const archive = unzipSync((await site.call(downloadOwnData, {}, asMember)).raw);
    const record = strFromU8(archive['data.json']!);
    expect(record).toContain(member.reference);
    expectNone('the archive', `${Object.keys(archive).join('\n')}\n${record}`);
    const mails = await mailsOf(site);
    expect(mails.length).toBeGreaterThan(0);
    for (const each of mails) expectNone(`a mail ${each.kind}`, Object.values(each).join('\n'));
  });

  it('is in any table, the log of the server, or the names of a backup', async () => {
    const { rows } = await site.database.pool.query<{ tablename: string }>(
      "select tablename from pg_tables where schemaname = 'public'",
    );
    for (const { tablename } of rows) {
      const found = await site.database.pool.query<{ line: string }>(`select t::text as line from "${tablename}" t`);
      expectNone(tablename, found.rows.map(({ line }) => line).join('\n'));
    }
    const printed = lines.join('');
    expect(printed).toContain('a payment link was not made');
    expectNone('the log', printed);
    const parent = await mkdtemp(join(tmpdir(), 'association-backups-'));
    await backUp({
      parent,
      dataDir: site.config.dataDir,
      connections: { connection: site.ownerConnection, ownerConnection: site.ownerConnection },
      storage: await openStorage(site.config),
      passphrase: undefined,
      keep: undefined,
    });
    const names = await readdir(parent, { recursive: true });
    await rm(parent, { recursive: true });
    expect(names.length).toBeGreaterThan(1);
    expectNone('a backup', names.join('\n'));
  });
});
