import type { Core } from '#server/core.ts';
import { refundLocked } from '#server/features/payments/ledger.ts';
import { isAllowed } from '#server/features/payments/payment-states.ts';
import { lockPayments, updatePayments } from '#server/features/payments/payments.queries.ts';
import { type GatewayClient, type GatewayRefund, isAway, isRefused, reasonOf } from '#server/parts/gateway/client.ts';
import * as queries from '#server/parts/gateway/gateway.queries.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { clock } from '#shared/clock.ts';

/** Between two questions about a refund that is under way; the gateway also tells when it is done. */
const askAgainMs = 10 * 60_000;
const afterTroubleMs = 60_000;

const defaultFailure = 'The gateway could not send the payment back.';

/** The bank's number of a refund, else the gateway's. */
const numberOf = ({ id, acquirer_data: { utr, rrn, arn } }: GatewayRefund) => utr || rrn || arn || id;

/**
 * Sends a refund that was begun, or asks how it goes, and notes the end. Its key makes it one refund however often this is
 * called, and after any crash. Never rejects.
 */
export async function followRefund(core: Core, gateway: GatewayClient, onlineId: string): Promise<void> {
  const { database, log } = core;
  try {
    const row = await queries.findOnline(database, onlineId);
    if (!row?.refundingSince || row.refundKey === null) return;
    const left = row.amount - row.refunded;
    // It was sent back on the gateway's own pages.
    if (left <= 0 && row.refundId === null) return await noteDone(core, row, row.gatewayId);
    let { refundId } = row;
    if (refundId === null) {
      refundId = (await gateway.refund(row.gatewayId, left, row.refundKey)).id;
      await queries.updateOnline(database, row.id, { refundId });
    }
    const refund = await gateway.getRefund(refundId);
    if (refund.payment_id !== row.gatewayId) await noteFailed(core, row, defaultFailure);
    else if (refund.status === 'processed') await noteDone(core, row, numberOf(refund));
    else if (refund.status === 'failed') await noteFailed(core, row, defaultFailure);
    else await queries.updateOnline(database, row.id, { refundAskAt: new Date(clock.ms() + askAgainMs) });
  } catch (error) {
    const row = await queries.findOnline(database, onlineId).catch(() => undefined);
    // Asking about it was refused: that says nothing of the refund.
    if (isRefused(error) && row?.refundId === null) {
      const failure = `${serverMessages.refundRefused} ${error.words}`.trim();
      await noteFailed(core, row, failure).catch(() => {});
      return;
    }
    if (!isAway(error)) log.warn({ reason: reasonOf(error) }, 'a refund could not be followed');
    const refundAskAt = new Date(clock.ms() + afterTroubleMs);
    await queries.updateOnline(database, onlineId, { refundAskAt }).catch(() => {});
  }
}

async function noteDone({ database }: Core, { id, paymentId, refundKey }: queries.OnlineRow, number: string) {
  await database.transaction(async (tx) => {
    const [view] = paymentId === null ? [] : await lockPayments(tx, [paymentId]);
    const row = await queries.lockOnline(tx, id);
    if (!row?.refundingSince || row.refundKey !== refundKey) return;
    const settledAs = row.reason === null ? row.settledAs : (row.settledAs ?? 'refund');
    await queries.updateOnline(tx, id, { refundingSince: null, refundAskAt: null, refunded: row.amount, settledAs });
    const { refundBy: by, refundNote: note } = row;
    if (view && row.booked && isAllowed('refund', view.payment.state)) {
      const today = clock.today();
      const refundedOn = today < view.payment.receivedOn! ? view.payment.receivedOn! : today;
      await refundLocked(tx, view, { refundedOn, utr: number, note }, by);
    } else await noteInLog(tx, row, 'sent back a payment at the gateway', note);
  });
}

async function noteFailed({ database }: Core, { id, paymentId, refundKey }: queries.OnlineRow, failure: string) {
  await database.transaction(async (tx) => {
    const [view] = paymentId === null ? [] : await lockPayments(tx, [paymentId]);
    const row = await queries.lockOnline(tx, id);
    if (!row?.refundingSince || row.refundKey !== refundKey) return;
    const over = { refundingSince: null, refundAskAt: null, refundKey: null, refundId: null, failure };
    const isToLook = row.reason !== null && row.settledAs === 'refund';
    await queries.updateOnline(tx, id, { ...over, ...(isToLook ? { settledAs: null, reason: 'refundFailed' } : {}) });
    if (view && row.booked) await updatePayments(tx, [view.payment.id], { refundDue: true, reason: failure });
    await noteInLog(tx, row, 'could not send back a payment at the gateway', failure);
  });
}

const noteInLog = (tx: Parameters<typeof writeLog>[0], row: queries.OnlineRow, action: string, note: string) =>
  writeLog(tx, { kind: 'decision', by: row.refundBy, subject: row.gatewayId, action, note });
