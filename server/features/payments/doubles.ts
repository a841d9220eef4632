import type { Transaction } from '#server/platform/database/client.ts';
import type { MembershipValue } from '#shared/memberships.ts';
import type { PaymentState } from '#shared/options.ts';
import { lockPaymentsOf, type PaymentRow, updatePayments } from './payments.queries.ts';

// Two records of a person become one: what both were asked for stays twice in the ledger, and is owed once.

/** A payment with its parts, the first of which is the payment itself. */
type Whole = readonly [PaymentRow, ...PaymentRow[]];

const isOpen = ({ state }: PaymentRow) => state === 'due' || state === 'claimed' || state === 'refused';

function wholesOf(rows: readonly PaymentRow[]): Whole[] {
  const roots = rows.filter((row) => row.partOf === null && row.purpose !== 'excess');
  return roots.map(
    (root) => [root, ...rows.filter(({ partOf, purpose }) => partOf === root.id && purpose !== 'excess')] as const,
  );
}

/** Whether two payments are for the same: of upgrades only one can be asked for at a time. */
function isSame([one, ...ones]: Whole, [other, ...others]: Whole): boolean {
  if (one.purpose !== other.purpose || one.period !== other.period) return false;
  if (one.purpose !== 'upgrade' || one.membership === other.membership) return true;
  return [one, ...ones].some(isOpen) && [other, ...others].some(isOpen);
}

/** What is settled goes before what is asked for. */
const order: Record<PaymentState, number> = {
  received: 0,
  waived: 1,
  claimed: 2,
  due: 3,
  refused: 3,
  cancelled: 4,
  refunded: 4,
};
const orderOf = (whole: Whole) => Math.min(...whole.map(({ state }) => order[state]));
const receivedAt = (whole: Whole) =>
  whole
    .flatMap(({ receivedOn, receivedAt }) => (receivedOn ? [`${receivedOn} ${receivedAt?.toISOString() ?? ''}`] : []))
    .sort()[0] ?? '';

/** Of two payments for the same the second: the one that is not of the person's tier, else the one received later. */
function secondOf(ours: Whole, theirs: Whole, isOfTier: (whole: Whole) => boolean): 'ours' | 'theirs' {
  if (isOfTier(ours) !== isOfTier(theirs)) return isOfTier(ours) ? 'theirs' : 'ours';
  if (orderOf(ours) !== orderOf(theirs)) return orderOf(ours) < orderOf(theirs) ? 'theirs' : 'ours';
  return receivedAt(ours) <= receivedAt(theirs) ? 'theirs' : 'ours';
}

/**
 * Marks what a person was asked for twice, before their payments belong to one record. The second one is no longer asked for; what was
 * received for it, or still will be, has to be refunded. Sums that were received never change.
 * @param tier the person's, from now on
 */
export async function markDoubles(
  tx: Transaction,
  keptId: string,
  droppedId: string,
  tier: MembershipValue,
): Promise<void> {
  const rows = await lockPaymentsOf(tx, keptId, droppedId);
  const of = (id: string) => rows.filter(({ memberId }) => memberId === id);
  const isOfTier =
    (rows: readonly PaymentRow[]) =>
    ([root]: Whole) =>
      root.tier === tier ||
      rows.some(
        ({ purpose, state, membership }) => purpose === 'upgrade' && state === 'received' && membership === tier,
      );
  const [ours, theirs] = [of(keptId), of(droppedId)];
  const isOurs = new Set(ours.map(({ id }) => id));
  const fits = (whole: Whole) => isOfTier(isOurs.has(whole[0].id) ? ours : theirs)(whole);
  for (const mine of wholesOf(ours)) {
    for (const other of wholesOf(theirs).filter((each) => isSame(mine, each))) {
      const [first, second] = secondOf(mine, other, fits) === 'theirs' ? [mine, other] : [other, mine];
      await markSecond(tx, first[0].id, second);
    }
  }
}

async function markSecond(tx: Transaction, doubleOf: string, second: Whole): Promise<void> {
  const idsOf = (test: (row: PaymentRow) => boolean) => second.filter(test).map(({ id }) => id);
  await updatePayments(
    tx,
    second.map(({ id }) => id),
    { doubleOf },
  );
  await updatePayments(tx, [second[0].id], { partOf: doubleOf });
  const askedIds = idsOf(({ state }) => state === 'due' || state === 'refused');
  if (askedIds.length > 0) await updatePayments(tx, askedIds, { state: 'waived', reason: '' });
  const paid = idsOf(({ state }) => state === 'claimed' || state === 'received');
  if (paid.length > 0) await updatePayments(tx, paid, { refundDue: true });
}
