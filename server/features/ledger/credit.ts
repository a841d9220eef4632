import { mustBeOpenOn } from '#server/features/receipts/receipt-settings.service.ts';
import { reverseAllocationShares } from '#server/features/shares/share-entries.queries.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { clock } from '#shared/clock.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { afterMoney, becomesOf, mustBeOpenToday, wrongState } from './after-money.ts';
import {
  addAllocations,
  addChanges,
  addRefund,
  addReversals,
  type DueRow,
  findAllocations,
  type MoneyRow,
  type Person,
  setToReturn,
} from './ledger.queries.ts';
import { lockAllOf } from './receiving.ts';

// Rupees that settle nothing: used, kept, sent back.

const tooMuch = () => new AppError('MORE_THAN_CREDIT', 'That is more than is free of this receipt.');

interface Payment {
  receipt: MoneyRow;
  dues: ReadonlyMap<string, DueRow>;
  people: ReadonlyMap<string, Person>;
}

async function lockPayment(tx: Transaction, receiptId: string, dueIds: readonly string[] = []): Promise<Payment> {
  const { receipts, dues, people } = await lockAllOf(tx, { receiptIds: [receiptId], dueIds });
  const receipt = receipts.get(receiptId);
  if (!receipt) throw notFound('This payment');
  return { receipt, dues, people };
}

/**
 * Uses what is free of a receipt for a due, as much as fits.
 * @returns the allocation
 * @throws WRONG_STATE, MORE_THAN_CREDIT, YEAR_CLOSED
 */
export async function use(tx: Transaction, receiptId: string, dueId: string, by = ''): Promise<string> {
  const isClosed = await isTodayClosed(tx);
  const { receipt, dues } = await lockPayment(tx, receiptId, [dueId]);
  const due = dues.get(dueId);
  if (!due) throw notFound('This payment');
  const isOwn =
    receipt.memberId === null
      ? receipt.participationId !== null && receipt.participationId === due.participationId && due.memberId === null
      : receipt.memberId === due.memberId;
  if (!isOwn || due.unwanted || due.open === 0 || receipt.state !== 'received') throw wrongState();
  const amount = Math.min(receipt.free, due.open);
  if (amount === 0) throw tooMuch();
  if (isClosed) throw isClosed;
  await setToReturn(tx, [{ id: receiptId, toReturn: Math.max(0, receipt.toReturn - amount) }]);
  const ids = await addAllocations(tx, [{ receiptId, dueId, amount, day: clock.today(), by }]);
  await afterMoney(tx, [dueId], { shares: ids, by });
  await log(tx, receipt, { by, action: 'used the payment', to: due.reference ?? '', memberId: receipt.memberId });
  return ids[0]!;
}

async function isTodayClosed(tx: Transaction): Promise<AppError | null> {
  try {
    await mustBeOpenToday(tx);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const log = (
  tx: Transaction,
  { label }: MoneyRow,
  { memberId, ...line }: { by: string; action: string; to?: string; note?: string; memberId: string | null },
) => writeLog(tx, { kind: 'decision', subject: label, ...line, memberId: memberId ?? undefined });

/**
 * Takes a use back: the rupees are kept.
 * @throws WRONG_STATE for what is no use, or was taken back; YEAR_CLOSED
 */
export async function undoUse(tx: Transaction, useId: string, by = ''): Promise<void> {
  await mustBeOpenToday(tx);
  const [before] = await findAllocations(tx, { ids: [useId] });
  if (!before) throw wrongState();
  const { receipt, dues, people } = await lockPayment(tx, before.receiptId, [before.dueId]);
  const [allocation] = await findAllocations(tx, { ids: [useId] });
  if (!allocation || receipt.dueId === allocation.dueId) throw wrongState();
  const due = dues.get(allocation.dueId)!;
  await addReversals(tx, [{ allocation, day: clock.today(), becomes: becomesOf(due, people) }], { by });
  await reverseAllocationShares(tx, [useId], clock.today());
  await log(tx, receipt, { by, action: 'took the use back', to: due.reference ?? '', memberId: receipt.memberId });
}

/** Keeps what was to go back. @throws WRONG_STATE nothing is to return */
export async function keep(tx: Transaction, receiptId: string, note = '', by = ''): Promise<void> {
  const { receipt } = await lockPayment(tx, receiptId);
  if (receipt.toReturn === 0) throw wrongState();
  await setToReturn(tx, [{ id: receiptId, toReturn: 0 }]);
  await log(tx, receipt, { by, action: 'kept the money', note, memberId: receipt.memberId });
}

export interface Refund {
  /** Whole rupees; absent: what is to return, else all that was not used elsewhere. */
  amount?: number | undefined;
  /** YYYY-MM-DD. */
  refundedOn: string;
  utr: string;
  note: string;
  gatewayRefund?: string | undefined;
}

/**
 * Notes money that went back: free rupees first, then those of the receipt's own due, whose debt ends by as much, or is owed again where it was open.
 * @throws WRONG_STATE, MORE_THAN_CREDIT, YEAR_CLOSED
 */
export async function refund(
  tx: Transaction,
  receiptId: string,
  { amount: wanted, refundedOn, utr, note, gatewayRefund }: Refund,
  by = '',
): Promise<number> {
  await mustBeOpenOn(tx, refundedOn);
  const { receipt, dues, people } = await lockPayment(tx, receiptId);
  if (receipt.state !== 'received') throw wrongState();
  const most = receipt.amount - receipt.elsewhere - receipt.returned;
  const amount = wanted ?? (receipt.toReturn || most);
  if (amount > most || amount <= 0) throw tooMuch();
  let rest = amount - Math.min(amount, receipt.free);
  const due = dues.get(receipt.dueId ?? '');
  if (rest > 0 && due) {
    const wasOpen = due.open > 0;
    // What goes back to an applicant ends no debt of a member: a decision about them asks for it again.
    const status = people.get(due.memberId ?? '')?.status ?? 'Approved';
    const isDecided = due.purpose === 'admission' && status !== 'Approved';
    const ends = status === 'Rejected' ? 'cancelled' : 'refunded';
    const own = (await findAllocations(tx, { receiptIds: [receiptId] }))
      .filter(({ dueId }) => dueId === due.id)
      .toReversed();
    for (const allocation of own) {
      if (rest === 0) break;
      const back = Math.min(rest, allocation.amount);
      const isWhole = back === allocation.amount;
      await addReversals(
        tx,
        [{ allocation, day: refundedOn, becomes: isWhole && !wasOpen && !isDecided ? ends : 'open' }],
        { by },
      );
      await reverseAllocationShares(tx, [allocation.id], refundedOn);
      if (!isWhole) {
        const left = { receiptId, dueId: due.id, amount: allocation.amount - back, day: refundedOn, by };
        await afterMoney(tx, [], { shares: await addAllocations(tx, [left]), by });
      }
      if (!wasOpen && (isDecided || !isWhole)) {
        const cause = isDecided ? 'decision' : '';
        await addChanges(tx, [{ dueId: due.id, kind: ends, amount: back, cause, day: refundedOn, by }]);
      }
      rest -= back;
    }
  }
  await addRefund(tx, { receiptId, amount, refundedOn, utr, note, by, gatewayRefund: gatewayRefund ?? null });
  return amount;
}
