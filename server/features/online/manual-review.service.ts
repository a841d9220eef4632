import { type Core, serviceOf } from '#server/core.ts';
import { askExcess, receiveLocked } from '#server/features/payments/ledger.ts';
import { asOfficeSees } from '#server/features/payments/office-payments.ts';
import { gatewayOf } from '#server/features/payments/payment-views.ts';
import { findViews, lockPayments, type PaymentView } from '#server/features/payments/payments.queries.ts';
import * as queries from '#server/parts/gateway/gateway.queries.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import type { LookReason, OnlinePayment, OnlineState } from '#shared/contracts/online.ts';
import type { OfficePayment } from '#shared/contracts/payments.ts';
import { AppError, orNotFound } from '#shared/errors.ts';
import { paginationOf } from '#shared/fields.ts';
import { createOnline } from './online.service.ts';

const reasons: Record<LookReason, string> = {
  partly: 'Only a part of the amount was paid.',
  amount: 'Another amount was paid than is asked for.',
  currency: 'It was not paid in rupees.',
  reference: 'It was paid with a link of another reference.',
  second: 'It is a second payment with the same link.',
  received: 'The payment had been received already in another way.',
  waived: 'The payment had been waived meanwhile.',
  cancelled: 'The payment was no longer asked for.',
  refunded: 'The payment had been received and sent back before.',
  deleted: 'The record or the payment had been deleted meanwhile.',
  rejected: 'The registration had been rejected meanwhile.',
  yearClosed: 'The financial year in which it was paid is closed.',
  receiptCancelled: 'Its receipt was cancelled.',
  refundedElsewhere: 'It was sent back on the gateway’s own pages.',
  refundFailed: 'It could not be sent back.',
  lost: 'It was paid with a link that we never gave to anybody: the gateway’s answer was lost.',
  disputed:
    'The payer has disputed it at their bank, which may take it back. Please answer in the gateway’s own pages.',
};

type Way = OnlinePayment['ways'][number];

/** The ways in which the office can settle it. */
function waysOf(row: queries.OnlineRow, view: PaymentView | undefined): Way[] {
  if (row.reason === null || row.settledAs !== null || row.refundingSince) return [];
  const mayBeExcess = !row.booked && row.currency === 'INR' && row.amount % 100 === 0 && row.refunded === 0;
  return mayBeExcess && view?.member ? ['refund', 'excess'] : ['refund'];
}

function stateOf({ refundingSince, settledAs }: queries.OnlineRow): OnlineState {
  if (refundingSince) return 'refunding';
  return settledAs ? 'settled' : 'toLook';
}

/** Payments at the gateway that are for the office to look at. */
export function createLooking(core: Core) {
  const { database, config } = core;
  const online = serviceOf(core, createOnline);
  async function asSeen(rows: readonly queries.OnlineRow[]): Promise<OnlinePayment[]> {
    const ids = rows.flatMap(({ paymentId }) => paymentId ?? []);
    const views = new Map((await findViews(database, ids)).map((view) => [view.payment.id, view]));
    const officeViews = await asOfficeSees(database, config.publicUrl, [...views.values()]);
    const payments = new Map<string | null, OfficePayment>(officeViews.map((payment) => [payment.id, payment]));
    return rows.map((row) => ({
      id: row.id,
      state: stateOf(row),
      reason: [row.reason === null ? '' : reasons[row.reason], row.failure].filter((part) => part !== '').join(' '),
      amount: row.amount / 100,
      at: row.paidAt.toISOString(),
      gateway: gatewayOf(row),
      payment: payments.get(row.paymentId) ?? null,
      ways: waysOf(row, views.get(row.paymentId ?? '')),
    }));
  }

  async function list(state: OnlineState, page: number) {
    const { rows, total } = await queries.listOnline(database, state, page);
    return { data: await asSeen(rows), pagination: paginationOf(page, total) };
  }

  /** @throws NOT_FOUND, WRONG_STATE, YEAR_CLOSED */
  async function settle(id: string, as: Way, by: string): Promise<OnlinePayment> {
    const first = orNotFound(await queries.findOnline(database, id), 'This payment');
    await database.transaction(async (tx) => {
      const [view] = first.paymentId === null ? [] : await lockPayments(tx, [first.paymentId]);
      const row = orNotFound(await queries.lockOnline(tx, id), 'This payment');
      if (!waysOf(row, view).includes(as)) throw new AppError('WRONG_STATE', whyNot(row, as));
      if (as === 'refund') {
        await queries.beginRefund(tx, id, by, '');
        await queries.updateOnline(tx, id, { settledAs: 'refund' });
        return;
      }
      const excess = await askExcess(tx, view!.member!, row.amount / 100, view!.payment.id);
      const settled = { booked: true, paymentId: excess.id, settledAs: 'excess' as const };
      await queries.updateOnline(tx, id, settled);
      await receiveLocked(tx, await findViews(tx, [excess.id]), row.paidOn, by, 'online', row.gatewayId);
      const action = 'received an online payment that nothing was owed for';
      await writeLog(tx, { kind: 'decision', by, subject: row.gatewayId, action, memberId: view!.member!.id });
    });
    if (as === 'refund') await online?.sendRefund(id);
    return (await asSeen([(await queries.findOnline(database, id))!]))[0]!;
  }

  return { list, settle };
}

function whyNot(row: queries.OnlineRow, as: Way): string {
  if (row.refundingSince) return serverMessages.isSentBack;
  if (row.reason === null || row.settledAs !== null) return 'This payment was settled already.';
  return as === 'excess' ? 'This payment cannot be received; it can be sent back.' : 'It cannot be sent back.';
}
