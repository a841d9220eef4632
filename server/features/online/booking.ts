import type { Core } from '#server/core.ts';
import { receiveLocked } from '#server/features/payments/ledger.ts';
import { findPayment, lockPayments, type PaymentView } from '#server/features/payments/payments.queries.ts';
import { holdYears } from '#server/features/receipts/issued.queries.ts';
import {
  type GatewayClient,
  type GatewayLink,
  type GatewayPayment,
  isAway,
  isRefused,
  reasonOf,
} from '#server/parts/gateway/client.ts';
import * as queries from '#server/parts/gateway/gateway.queries.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { clock, indianDay } from '#shared/clock.ts';
import type { LookReason } from '#shared/contracts/online.ts';
import { financialYearOf } from '#shared/financial-year.ts';

const minuteMs = 60_000;
/** After the gateway's last word it is asked once more, since a second payment or a refund may come. */
const onceMoreMs = 60 * minuteMs;
const liveMs = 10 * minuteMs;
/** A payment that was begun in time may be captured days later; the gateway sends it back after five. */
const captureDays = 6;

/** What the gateway says of a payment that has come; anything else has not come, or not yet. */
const come = ['captured', 'refunded'];
const mayCome = ['created', 'authorized'];

/** By then no clock can still say that a link may be paid. */
const surelyOverMs = 60 * minuteMs;

/** Whether a link cannot be paid any more, whatever the gateway says of it, or does not: its time is over. */
export const isOutdated = (link: queries.LinkRow): boolean => clock.ms() - link.expiresAt.getTime() > surelyOverMs;

const finalStates = ['paid', 'expired', 'cancelled'] as const;
const isFinal = (status: string): status is (typeof finalStates)[number] => finalStates.some((each) => each === status);

/**
 * The only way in which money of the gateway is booked: asks it about one of its links, and records each payment that has come by it,
 * as a receipt or for the office to look at. May be called by anybody, any number of times and at once: the gateway's own
 * answers decide, and each payment is one row. No lock is held while the gateway is asked.
 * @throws GatewayError
 */
export async function lookAt(
  core: Pick<Core, 'database'>,
  gateway: GatewayClient,
  link: queries.LinkRow,
): Promise<void> {
  if (link.gatewayId === null) return;
  const { database } = core;
  const gatewayLink = await gateway.getLink(link.gatewayId);
  for (const { payment_id: id, status } of gatewayLink.payments) {
    if (status === 'failed' || status === 'created') continue;
    const payment = await gateway.getPayment(id);
    if (come.includes(payment.status)) await database.transaction((tx) => record(tx, link, gatewayLink, payment));
  }
  const wasFinal = isFinal(link.state);
  // One that was paid in part is not cancelled, and may never be called expired.
  const state = isFinal(gatewayLink.status) ? gatewayLink.status : isOutdated(link) ? 'expired' : null;
  if (state !== null) await queries.updateLink(database, link.id, { state, failures: 0 });
  else if (link.failures > 0) await queries.updateLink(database, link.id, { failures: 0 });
  const isOver = state !== null;
  const waits = gatewayLink.payments.some(({ status }) => mayCome.includes(status));
  const isRecent = clock.ms() - link.expiresAt.getTime() < captureDays * 24 * 60 * minuteMs;
  const isLast = isOver && wasFinal && !(waits && isRecent);
  await queries.askLater(database, link, isLast ? null : new Date(clock.ms() + (isOver ? onceMoreMs : liveMs)));
}

/** Records a payment that has come; nothing if it is known already, unless more is known of it now. */
async function record(
  tx: Transaction,
  link: queries.LinkRow,
  gatewayLink: GatewayLink,
  payment: GatewayPayment,
): Promise<void> {
  const current = await queries.findLink(tx, link.id);
  const paymentId = current?.paymentId ?? null;
  const view = paymentId === null ? undefined : await lockPayable(tx, paymentId);
  const stored = await queries.findByGatewayId(tx, payment.id);
  if (stored) return noteChanges(tx, stored.id, payment);
  const paidOn = indianDay(payment.created_at);
  const reason = await whyNot(tx, link, gatewayLink, payment, view);
  const row = await queries.insertOnline(tx, {
    gatewayId: payment.id,
    linkId: link.id,
    paymentId: view ? view.payment.id : null,
    booked: reason === null,
    amount: payment.amount,
    currency: payment.currency,
    method: payment.method,
    fee: payment.fee,
    tax: payment.tax,
    paidAt: payment.created_at,
    paidOn,
    reason,
    refunded: payment.amount_refunded,
  });
  if (row && view && reason === null) await receiveLocked(tx, [view], paidOn, 'gateway', 'online', payment.id);
}

/** A payment; of one that is there twice since two records became one, the other while only that is still to be paid. */
async function lockPayable(tx: Transaction, id: string): Promise<PaymentView | undefined> {
  const doubleOf = (await findPayment(tx, id))?.payment.doubleOf;
  const views = await lockPayments(tx, [id, ...(doubleOf ? [doubleOf] : [])]);
  const [current, first] = [id, doubleOf].map((each) => views.find(({ payment }) => payment.id === each));
  return current && first && notPayable(current) !== null && notPayable(first) === null ? first : current;
}

/** The fee may be known later than the payment; and somebody may have sent it back on the gateway's own pages. */
async function noteChanges(tx: Transaction, id: string, payment: GatewayPayment): Promise<void> {
  const row = await queries.lockOnline(tx, id);
  if (!row) return;
  const { fee, tax, amount_refunded: refunded } = payment;
  // A refund of ours has a key.
  const isElsewhere = refunded > row.refunded && row.refundKey === null;
  if (row.fee === fee && row.tax === tax && row.refunded >= refunded) return;
  await queries.updateOnline(tx, id, {
    fee,
    tax,
    refunded: Math.max(refunded, row.refunded),
    ...(isElsewhere ? { reason: 'refundedElsewhere' as const } : {}),
  });
}

/** Why a payment is not booked by itself; null when it is: paid in full, in rupees, by our reference, and still to be paid. */
async function whyNot(
  tx: Transaction,
  link: queries.LinkRow,
  gatewayLink: GatewayLink,
  payment: GatewayPayment,
  view: PaymentView | undefined,
): Promise<LookReason | null> {
  const paise = link.amount * 100;
  if (payment.currency !== 'INR' || gatewayLink.currency !== 'INR') return 'currency';
  if (gatewayLink.reference_id !== link.reference) return 'reference';
  // Nobody was given its address.
  if (link.url === '') return 'lost';
  if (payment.amount < paise) return 'partly';
  if (payment.amount !== paise || gatewayLink.amount !== paise) return 'amount';
  if (!view) return 'deleted';
  const closed = notPayable(view);
  if (closed !== null) return closed === 'received' && (await queries.hasBooked(tx, link.id)) ? 'second' : closed;
  if (view.payment.amount !== link.amount) return 'amount';
  if (payment.amount_refunded > 0) return 'refundedElsewhere';
  const year = financialYearOf(indianDay(payment.created_at));
  return (await holdYears(tx, [year])).has(year) ? 'yearClosed' : null;
}

/** Cancels a link at the gateway; one that can no longer be cancelled is looked at instead. @throws GatewayError */
export async function endLink(
  core: Pick<Core, 'database'>,
  gateway: GatewayClient,
  link: queries.LinkRow,
): Promise<void> {
  if (link.gatewayId === null) return;
  const failure = await gateway.cancelLink(link.gatewayId).then(
    () => null,
    (error: unknown) => error,
  );
  // Its last word: somebody may have paid at that moment.
  await lookAt(core, gateway, link);
  if (failure !== null && !isRefused(failure)) throw failure;
}

/** Pause before the next question after so many without an answer. */
const pauseMs = (failures: number) => Math.min(30_000 * 2 ** failures, 60 * minuteMs);

/** Links that the gateway does not know, such as those of another account, are asked about for this time. */
const unknownDays = 14;

/** A link whose turn has come: asked about, or cancelled. Never rejects. */
export async function follow(core: Core, gateway: GatewayClient, link: queries.LinkRow): Promise<void> {
  const { database, log } = core;
  try {
    if (link.gatewayId === null) {
      // The process that asked for it has died, or was given up: nobody has its address.
      await queries.updateLink(database, link.id, { state: 'lost', askAt: null }, ['asking', 'lost']);
    } else if (link.state === 'cancelling' || link.state === 'lost') await endLink(core, gateway, link);
    else await lookAt(core, gateway, link);
  } catch (error) {
    const isOld = clock.ms() - link.createdAt.getTime() > unknownDays * 24 * 60 * minuteMs;
    const isUnknown = isRefused(error);
    const failures = link.failures + 1;
    const askAt = isUnknown && isOld ? null : new Date(clock.ms() + pauseMs(link.failures));
    await queries.updateLink(database, link.id, { failures, askAt });
    if (isUnknown && isOutdated(link)) await queries.endUnknown(database, link.id);
    if (!isAway(error)) log.warn({ reason: reasonOf(error) }, 'a payment link could not be followed');
  }
}

/** Why a payment is not to be paid any more; null while it is. */
export function notPayable({ payment, member }: PaymentView): LookReason | null {
  const { state } = payment;
  if (state === 'received' || state === 'waived' || state === 'refunded' || state === 'cancelled') return state;
  // A claim of somebody who was rejected waits to be refunded.
  if (payment.refundDue || member?.status === 'Rejected') return 'rejected';
  return member ? null : 'deleted';
}
