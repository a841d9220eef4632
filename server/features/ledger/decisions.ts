import { reverseAllocationShares } from '#server/features/shares/share-entries.queries.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { clock } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import type { MembershipValue } from '#shared/memberships.ts';
import { afterMoney, isHigher, mustBeOpenToday } from './after-money.ts';
import { endOpen } from './asking.ts';
import {
  addAllocations,
  addChanges,
  addReversals,
  type DueRow,
  findAllocations,
  findByCauses,
  findClaims,
  forgetPayer,
  hasOpenMoney,
  isAsked,
  lockMoneyOf,
  lockPeople,
  type MoneyRow,
  type NewAllocation,
  type NewChange,
  type Person,
  setToReturn,
  updateClaim,
  updateDues,
} from './ledger.queries.ts';

// What decisions about people do to their money: the record of each is locked.

export interface Decision {
  to: 'New' | 'Approved' | 'Rejected';
  /** Of a rejection: whether what came for the admission goes back. */
  money: 'refund' | 'keep';
  reason: string;
  by?: string;
}

/**
 * Applies a decision. Rejected: nothing is open but what is claimed, and an admission that goes back is unwanted. New: only the admission is open. Approved: what decisions have
 * cancelled is owed again.
 * @param member as before the decision
 * @returns the same, or 'none' where nothing came or was claimed
 * @throws YEAR_CLOSED settled money would be freed
 */
export async function follow(
  tx: Transaction,
  member: Pick<Person, 'id' | 'status' | 'membership'>,
  { to, money, reason, by = '' }: Decision,
): Promise<'refund' | 'keep' | 'none'> {
  const { dues, receipts } = await lockMoneyOf(tx, [member.id]);
  const owed = dues.filter(({ duplicateOf, takenBack }) => !duplicateOf && !takenBack);
  const admission = owed.find(({ purpose }) => purpose === 'admission');
  if (to === 'Rejected') {
    const hasPaid =
      admission !== undefined && !admission.unwanted && (admission.settled > 0 || admission.claim === 'pending');
    const unwanted = admission && money === 'refund' && !admission.unwanted ? [admission] : [];
    await makeUnwanted(tx, unwanted, receipts, { kind: 'cancelled', cause: 'decision', reason, by });
    await endOpen(
      tx,
      owed.filter((due) => !unwanted.includes(due) && due.claim !== 'pending'),
      { cause: 'decision', reason, by },
    );
    return hasPaid ? money : 'none';
  }
  if (admission) await makeWanted(tx, [admission], receipts, by);
  if (to === 'New') {
    const others = owed.filter(
      ({ purpose, claim }) => (purpose === 'annual' || purpose === 'upgrade') && claim !== 'pending',
    );
    await endOpen(tx, others, { cause: 'decision', reason: serverMessages.underReview, by });
    return 'none';
  }
  await makeWanted(tx, await findBack(tx, owed, member.membership), receipts, by);
  return 'none';
}

/** Of members who are back: subscriptions, upgrades that were reached, and the last higher one, as far as decisions have cancelled them. */
async function findBack(tx: Transaction, owed: readonly DueRow[], tier: MembershipValue): Promise<DueRow[]> {
  const decided = await findByCauses(
    tx,
    owed.map(({ id }) => id),
  );
  const ended = owed.filter(({ state, cancelled }) => state === 'cancelled' || cancelled > 0);
  const isAskedAlready = owed.some((due) => due.purpose === 'upgrade' && isAsked(due));
  const last = ended
    .filter(({ id, purpose, reached }) => purpose === 'upgrade' && !reached && decided.has(`${id} cancelled decision`))
    .sort((one, other) => one.askedAt.getTime() - other.askedAt.getTime())
    .at(-1);
  return ended.filter((due) => {
    if (due.purpose !== 'upgrade') return due.purpose === 'annual';
    return due.reached || (due === last && !isAskedAlready && isHigher(due.membership!, tier));
  });
}

interface Unwanted extends Pick<NewChange, 'cause' | 'reason' | 'by'> {
  kind: 'waived' | 'cancelled';
  /** Of duplicates: the first of each. */
  firsts?: ReadonlyMap<string, string>;
}

/** Nothing of dues is owed any more, and what came for them is to return: of their own receipts all that was neither used elsewhere nor returned. */
async function makeUnwanted(
  tx: Transaction,
  rows: readonly DueRow[],
  receipts: readonly MoneyRow[],
  { kind, firsts, ...why }: Unwanted,
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const settled = await findAllocations(tx, { dueIds: ids });
  if (settled.length > 0) await mustBeOpenToday(tx);
  const wanted = new Map(rows.filter((due) => !due.unwanted).map((due) => [due.id, due.open]));
  for (const { id, dueId, state } of await findClaims(tx, [...wanted.keys()]))
    if (state === 'pending') await updateClaim(tx, id, { expected: wanted.get(dueId)! });
  await addReversals(
    tx,
    settled.map((allocation) => ({ allocation, day: clock.today(), becomes: 'cancelled' as const })),
    why,
  );
  await reverseAllocationShares(
    tx,
    settled.map(({ id }) => id),
    clock.today(),
  );
  // A duplicate that was waived stays so.
  const ended = rows.filter(
    ({ open, state, waived }) => open > 0 || isOpenState(state) || (kind === 'waived' && waived > 0),
  );
  await addChanges(
    tx,
    ended.map(({ id, open }) => ({ dueId: id, kind, amount: open, day: clock.today(), ...why })),
  );
  for (const due of rows)
    await updateDues(tx, [due.id], { unwanted: true, ...(firsts && { duplicateOf: firsts.get(due.id)! }) });
  const freed = (receipt: MoneyRow) =>
    settled.filter(({ receiptId }) => receiptId === receipt.id).reduce((sum, { amount }) => sum + amount, 0);
  const back = receipts.flatMap((receipt) => {
    if (receipt.cancelledAt !== null) return [];
    const isOwn = receipt.dueId !== null && ids.includes(receipt.dueId);
    const toReturn = isOwn ? receipt.free + freed(receipt) : receipt.toReturn + freed(receipt);
    return toReturn === receipt.toReturn ? [] : [{ id: receipt.id, toReturn }];
  });
  await setToReturn(tx, back);
}

const isOpenState = (state: DueRow['state']) => state === 'due' || state === 'refused' || state === 'claimed';

/**
 * Dues are owed again, as far as decisions have ended them, and an admission also of what went back before the approval: nobody is a member for nothing. What is still
 * there of their own receipts settles them.
 */
async function makeWanted(
  tx: Transaction,
  rows: readonly DueRow[],
  receipts: readonly MoneyRow[],
  by: string,
): Promise<void> {
  const decided = await findByCauses(
    tx,
    rows.map(({ id }) => id),
  );
  for (const due of rows) {
    const sumOf = (kind: string, ...causes: string[]) =>
      causes.reduce((sum, cause) => sum + (decided.get(`${due.id} ${kind} ${cause}`) ?? 0), 0);
    // Of an unreached upgrade reversals too have cancelled what a wish has ended.
    const isWholly = due.purpose !== 'upgrade' || due.reached;
    const cancelled = isWholly
      ? due.cancelled - sumOf('cancelled', 'wish', 'tier', 'merge')
      : Math.min(due.cancelled, sumOf('cancelled', 'decision'));
    const refunded = due.purpose === 'admission' ? sumOf('refunded', 'decision') : 0;
    if (!due.unwanted && cancelled === 0 && refunded === 0 && due.state !== 'cancelled') continue;
    await updateDues(tx, [due.id], { unwanted: false });
    for (const { id, state } of await findClaims(tx, [due.id]))
      if (state === 'pending') await updateClaim(tx, id, { expected: null });
    const back = { dueId: due.id, back: true, cause: 'decision' as const, day: clock.today(), by };
    await addChanges(tx, [
      ...(cancelled > 0 || due.state === 'cancelled'
        ? [{ ...back, kind: 'cancelled' as const, amount: cancelled }]
        : []),
      ...(refunded > 0 ? [{ ...back, kind: 'refunded' as const, amount: refunded }] : []),
    ]);
    await settleByOwn(tx, due, due.open + cancelled + refunded, receipts, by);
  }
}

async function settleByOwn(
  tx: Transaction,
  due: DueRow,
  owed: number,
  receipts: readonly MoneyRow[],
  by: string,
): Promise<void> {
  let open = owed;
  const rows: NewAllocation[] = [];
  for (const receipt of receipts.filter(({ dueId, free }) => dueId === due.id && free > 0)) {
    const amount = Math.min(open, receipt.free);
    if (amount === 0) continue;
    open -= amount;
    rows.push({ receiptId: receipt.id, dueId: due.id, amount, day: clock.today(), by });
    await setToReturn(tx, [{ id: receipt.id, toReturn: Math.min(receipt.toReturn, receipt.free - amount) }]);
  }
  if (rows.length === 0) return;
  await mustBeOpenToday(tx);
  await afterMoney(tx, [due.id], { shares: await addAllocations(tx, rows), by });
}

/** What is settled goes before what is asked for, and that before what has ended. */
const rankOf = ({ settled, state, claim }: DueRow) => {
  if (settled > 0) return 0;
  if (state === 'waived') return 1;
  if (claim === 'pending') return 2;
  return isOpenState(state) ? 3 : 4;
};

function isSame(one: DueRow, other: DueRow): boolean {
  if (one.purpose !== other.purpose || one.period !== other.period || one.purpose === 'conference') return false;
  if (one.purpose !== 'upgrade') return true;
  // One that a wish or the tier has ended is asked no more.
  if (rankOf(one) === 4 || rankOf(other) === 4) return false;
  return one.membership === other.membership || (isAsked(one) && isAsked(other));
}

/**
 * Before the money of two records belongs to one person: what both were asked for is owed once; the second is unwanted for ever.
 * @param tier the person's from now on
 * @throws YEAR_CLOSED settled money would be freed
 */
export async function merge(
  tx: Transaction,
  keptId: string,
  droppedId: string,
  tier: MembershipValue,
  by = '',
): Promise<void> {
  const { dues, receipts } = await lockMoneyOf(tx, [keptId, droppedId]);
  const owed = dues.filter(({ duplicateOf, takenBack }) => !duplicateOf && !takenBack);
  const of = (id: string) => owed.filter(({ memberId }) => memberId === id);
  const isOfTier = (due: DueRow) =>
    due.tier === tier || of(due.memberId!).some(({ reached, membership }) => reached && membership === tier);
  const firstReceipt = ({ id }: DueRow) =>
    receipts
      .filter(({ dueId, cancelledAt }) => dueId === id && cancelledAt === null)
      .map(({ receivedOn, issuedAt }) => `${receivedOn} ${issuedAt.toISOString()}`)
      .sort()[0] ?? '9';
  const order = (due: DueRow) =>
    [isOfTier(due) ? 0 : 1, rankOf(due), firstReceipt(due), due.memberId === keptId ? 0 : 1] as const;
  const firsts = new Map<string, string>();
  for (const mine of of(keptId)) {
    for (const other of of(droppedId).filter((each) => isSame(mine, each))) {
      if (firsts.has(mine.id) || firsts.has(other.id)) continue;
      const [first, second] = comesBefore(order(mine), order(other)) ? [mine, other] : [other, mine];
      firsts.set(second.id, first.id);
    }
  }
  const seconds = owed.filter(({ id }) => firsts.has(id));
  await makeUnwanted(tx, seconds, receipts, { kind: 'waived', cause: 'merge', reason: '', by, firsts });
  // What a decision about the other record has ended is owed by who was not rejected: else a part would pay all.
  const status = (await lockPeople(tx, [keptId])).get(keptId)?.status;
  const first = owed.filter(
    ({ id, purpose }) => [...firsts.values()].includes(id) && (purpose === 'admission' || status === 'Approved'),
  );
  if (status !== 'Rejected') await makeWanted(tx, first, receipts, by);
}

function comesBefore(one: readonly (number | string)[], other: readonly (number | string)[]): boolean {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 || one[at]! < other[at]!;
}

/**
 * Prepares the deletion of a record: nothing of it is owed, and nothing in the ledger names the person. Kept rupees stay the association's.
 * @returns the proofs that are no longer needed
 * @throws MONEY_OPEN while a claim waits or something is to return
 */
export async function forget(
  tx: Transaction,
  member: Pick<Person, 'id' | 'reference' | 'membership'>,
): Promise<string[]> {
  const { dues, receipts } = await lockMoneyOf(tx, [member.id]);
  if (await hasOpenMoney(tx, member.id)) {
    throw new AppError('MONEY_OPEN', serverMessages.moneyOpen);
  }
  await endOpen(
    tx,
    dues.filter(({ takenBack }) => !takenBack),
    { cause: 'decision', reason: '', by: '' },
  );
  const dueIds = dues.map(({ id }) => id);
  const proofs = (await findClaims(tx, dueIds)).flatMap(({ proofFile }) => proofFile ?? []);
  const erased = { reference: member.reference, membership: member.membership };
  await forgetPayer(
    tx,
    member.id,
    erased,
    dueIds,
    receipts.map(({ id }) => id),
  );
  return proofs;
}
