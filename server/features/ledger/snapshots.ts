import { isDeepStrictEqual } from 'node:util';
import { reverseAllocationShares } from '#server/features/shares/share-entries.queries.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import { afterMoney, mustBeOpenToday } from './after-money.ts';
import {
  addAllocations,
  addChanges,
  addReversals,
  type ClaimRow,
  type DueRow,
  findAllocations,
  findClaims,
  findDues,
  lockMoneyOf,
  type NewChange,
  setToReturn,
  takeBack,
  updateClaim,
  updateDues,
} from './ledger.queries.ts';

// Undo: entries stay, and further ones of today lead back to what was before.

type DueCopy = Pick<
  DueRow,
  | 'id'
  | 'changed'
  | 'waived'
  | 'cancelled'
  | 'refunded'
  | 'settled'
  | 'ended'
  | 'unwanted'
  | 'reached'
  | 'duplicateOf'
  | 'takenBack'
>;
type ClaimCopy = Pick<ClaimRow, 'id' | 'dueId' | 'utr' | 'state' | 'expected' | 'reason' | 'receiptId'>;

/** The money of people at a moment; fits JSON. */
export interface Snapshot {
  memberIds: string[];
  dues: DueCopy[];
  receipts: { id: string; used: number; returned: number; toReturn: number; isCancelled: boolean }[];
  /** Those that stand. */
  allocations: { id: string; receiptId: string; dueId: string; amount: number }[];
  claims: ClaimCopy[];
}

/** The money of people whose records are locked, as it is now. */
export async function snapshot(tx: Transaction, memberIds: readonly string[]): Promise<Snapshot> {
  const { dues, receipts } = await lockMoneyOf(tx, memberIds);
  const dueIds = dues.map(({ id }) => id);
  const standing = await findAllocations(tx, { dueIds });
  return {
    memberIds: [...memberIds],
    dues: dues.map(
      ({ id, changed, waived, cancelled, refunded, settled, ended, unwanted, reached, duplicateOf, takenBack }) => ({
        ...{ id, changed, waived, cancelled, refunded, settled, ended, unwanted, reached, duplicateOf, takenBack },
      }),
    ),
    receipts: receipts.map(({ id, used, returned, toReturn, cancelledAt }) => ({
      id,
      used,
      returned,
      toReturn,
      isCancelled: cancelledAt !== null,
    })),
    allocations: standing.map(({ id, receiptId, dueId, amount }) => ({ id, receiptId, dueId, amount })),
    claims: (await findClaims(tx, dueIds)).map(({ id, dueId, utr, state, expected, reason, receiptId }) => ({
      id,
      dueId,
      utr,
      state,
      expected,
      reason,
      receiptId,
    })),
  };
}

const changed = () => new AppError('RECORD_CHANGED', 'The money of this person has changed since.');

/**
 * Leads from one snapshot back to an earlier one, by entries of today. The people are locked, and each record has its own dues and receipts again.
 * @param after as the act that is undone has left it
 * @throws RECORD_CHANGED after any act of money since; YEAR_CLOSED
 */
export async function restore(tx: Transaction, before: Snapshot, after: Snapshot, by = ''): Promise<void> {
  const memberIds = [...new Set([...before.memberIds, ...after.memberIds])];
  const now = await snapshot(tx, memberIds);
  const sorted = ({ dues, receipts, allocations, claims }: Snapshot) =>
    [dues, receipts, allocations, claims].map((rows: { id: string }[]) =>
      rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    );
  if (!isDeepStrictEqual(sorted(now), sorted(after))) throw changed();
  const was = new Map(before.dues.map((due) => [due.id, due]));
  const [stoodBefore, stand] = [before, after].map(
    ({ allocations }) => new Map(allocations.map((row) => [row.id, row])),
  );
  const gone = before.allocations.filter(({ id }) => !stand!.has(id));
  const added = after.allocations.filter(({ id }) => !stoodBefore!.has(id));
  if (gone.length + added.length > 0) await mustBeOpenToday(tx);
  const today = clock.today();
  const toReturn = new Map(before.receipts.map(({ id, toReturn: amount }) => [id, amount]));
  const returning = after.receipts.filter(
    ({ id, toReturn: amount }) => toReturn.has(id) && toReturn.get(id) !== amount,
  );
  await setToReturn(
    tx,
    returning.map(({ id }) => ({ id, toReturn: 0 })),
  );
  for (const { id, unwanted } of after.dues)
    if (unwanted && !was.get(id)?.unwanted) await updateDues(tx, [id], { unwanted: false, duplicateOf: null });
  const rows = await findAllocations(tx, { ids: added.map(({ id }) => id) });
  await addReversals(
    tx,
    rows.map((allocation) => ({ allocation, day: today, becomes: 'open' as const })),
    { by },
  );
  await reverseAllocationShares(
    tx,
    rows.map(({ id }) => id),
    today,
  );
  // Of a due that was asked meanwhile every end is taken back, and it is cancelled.
  const asked = after.dues.filter(({ id, takenBack }) => !was.has(id) && !takenBack);
  const counters = new Map([
    ...(
      await findDues(
        tx,
        after.dues.map(({ id }) => id),
      )
    ).entries(),
  ]);
  const [raising, lowering]: [NewChange[], NewChange[]] = [[], []];
  const entry = (dueId: string, kind: NewChange['kind'], difference: number) => {
    if (difference === 0) return;
    if (kind === 'changed')
      (difference > 0 ? raising : lowering).push({ dueId, kind, amount: difference, day: today, by });
    else if (difference < 0) raising.push({ dueId, kind, amount: -difference, back: true, day: today, by });
    else lowering.push({ dueId, kind, amount: difference, day: today, by });
  };
  const kinds = ['changed', 'waived', 'cancelled', 'refunded'] as const;
  for (const due of before.dues) for (const kind of kinds) entry(due.id, kind, due[kind] - counters.get(due.id)![kind]);
  for (const { id } of asked) {
    const due = counters.get(id)!;
    entry(id, 'waived', -due.waived);
    entry(id, 'cancelled', due.amount + due.changed - due.cancelled);
  }
  await addChanges(tx, raising);
  const restored = gone.map(({ receiptId, dueId, amount }) => ({ receiptId, dueId, amount, day: today, by }));
  const ids = await addAllocations(tx, restored);
  await addChanges(tx, lowering);
  for (const claim of before.claims) await restoreClaim(tx, claim, now.claims);
  await afterMoney(tx, [], { shares: ids, by });
  const ends = await findDues(
    tx,
    before.dues.map(({ id }) => id),
  );
  await addChanges(
    tx,
    before.dues
      .filter(({ id, ended }) => ends.get(id)!.ended !== ended)
      .map(
        ({ id, ended }): NewChange => ({
          dueId: id,
          kind: ended === '' ? 'changed' : ended,
          amount: 0,
          day: today,
          by,
        }),
      ),
  );
  const flags = new Map(after.dues.map((due) => [due.id, due]));
  for (const { id, unwanted, reached, duplicateOf } of before.dues) {
    const later = flags.get(id);
    if (later && (later.unwanted !== unwanted || later.reached !== reached || later.duplicateOf !== duplicateOf))
      await updateDues(tx, [id], { unwanted, reached, duplicateOf });
  }
  await setToReturn(
    tx,
    returning.map(({ id }) => ({ id, toReturn: toReturn.get(id)! })),
  );
  await takeBack(
    tx,
    asked.map(({ id }) => id),
  );
}

async function restoreClaim(tx: Transaction, claim: ClaimCopy, now: readonly ClaimCopy[]): Promise<void> {
  const current = now.find(({ id }) => id === claim.id);
  if (!current || isDeepStrictEqual(current, claim)) return;
  const { state, expected, reason, receiptId } = claim;
  await updateClaim(tx, claim.id, { state, expected, reason, receiptId });
}
