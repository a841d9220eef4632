import { findTier } from '#server/features/members/members.queries.ts';
import { holdYears } from '#server/features/receipts/issued.queries.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { clock } from '#shared/clock.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import type { MembershipValue } from '#shared/memberships.ts';
import { afterMoney, isHigher, mustBeOpenToday, wrongState } from './after-money.ts';
import {
  addAllocations,
  addChanges,
  type DueRow,
  findByKeys,
  findCredit,
  findDues,
  findOwners,
  insertDues,
  isAsked,
  lockDues,
  lockMoneyOf,
  lockPeople,
  type NewAllocation,
  type NewChange,
  type NewDue,
  updateDues,
} from './ledger.queries.ts';

// What is asked for, what it costs, and its end.

export interface Asked {
  due: DueRow;
  isNew: boolean;
  /** Kept rupees that were used for it. */
  used: number;
}

/**
 * Asks for dues, each once: of a key that is there the existing one answers, of which a cancelled one is owed again. An upgrade that a wish or the tier has
 * ended is not reopened, and another wish ends an open one. Of a new annual one kept rupees pay what they can, unless the year of today is closed.
 * @throws WRONG_STATE another upgrade is claimed, or paid in part
 */
export async function ask(tx: Transaction, asked: readonly NewDue[], by = ''): Promise<Asked[]> {
  const year = financialYearOf(clock.today());
  const isClosed = asked.some(({ purpose }) => purpose === 'annual') && (await holdYears(tx, [year])).has(year);
  const memberIds = [...new Set(asked.flatMap(({ memberId }) => memberId ?? []))];
  await lockPeople(tx, memberIds);
  for (const due of asked.filter(({ purpose }) => purpose === 'upgrade')) await endOtherUpgrades(tx, due, by);
  const upgrades = await findByKeys(tx, asked);
  // Of an upgrade, no key tells whether it is there.
  const added = new Set(
    await insertDues(
      tx,
      asked.filter(({ purpose }, at) => purpose !== 'upgrade' || !upgrades[at]),
    ),
  );
  const found = (await findByKeys(tx, asked)).map((due) => mustBeThere(due));
  const cancelled = found.filter(({ id, state, unwanted }) => !added.has(id) && state === 'cancelled' && !unwanted);
  await lockDues(
    tx,
    cancelled.map(({ id }) => id),
  );
  await addChanges(
    tx,
    cancelled.map(({ id, cancelled: amount }) => ({
      dueId: id,
      kind: 'cancelled',
      amount,
      back: true,
      day: clock.today(),
      by,
    })),
  );
  const used = isClosed
    ? new Map<string, number>()
    : await spendCredit(
        tx,
        found.filter(({ id, purpose }) => added.has(id) && purpose === 'annual'),
        by,
      );
  const rows = await findDues(
    tx,
    found.map(({ id }) => id),
  );
  return found.map(({ id }) => ({ due: rows.get(id)!, isNew: added.has(id), used: used.get(id) ?? 0 }));
}

function mustBeThere(due: DueRow | undefined): DueRow {
  if (!due) throw wrongState();
  return due;
}

async function endOtherUpgrades(tx: Transaction, { memberId, membership }: NewDue, by: string): Promise<void> {
  const { dues } = await lockMoneyOf(tx, [memberId!]);
  const others = dues.filter(
    (due) => due.purpose === 'upgrade' && isAsked(due) && due.membership !== membership && !due.duplicateOf,
  );
  if (others.some(({ claim, settled }) => claim === 'pending' || settled > 0)) throw wrongState();
  await endOpen(tx, others, { cause: 'wish', reason: serverMessages.otherWish, by });
}

/** Kept rupees for new dues, those received first first. */
async function spendCredit(tx: Transaction, asked: readonly DueRow[], by: string): Promise<Map<string, number>> {
  const used = new Map<string, number>();
  const credit =
    asked.length === 0
      ? []
      : await findCredit(
          tx,
          asked.flatMap(({ memberId }) => memberId ?? []),
        );
  if (credit.length === 0) return used;
  const rows: NewAllocation[] = [];
  for (const due of asked) {
    for (const receipt of credit.filter(({ memberId }) => memberId === due.memberId)) {
      const amount = Math.min(receipt.free - receipt.toReturn, due.open - (used.get(due.id) ?? 0));
      if (amount <= 0) continue;
      rows.push({ receiptId: receipt.id, dueId: due.id, amount, day: clock.today(), by });
      receipt.free -= amount;
      used.set(due.id, (used.get(due.id) ?? 0) + amount);
    }
  }
  const ids = await addAllocations(tx, rows);
  await afterMoney(tx, [...used.keys()], { shares: ids, by });
  return used;
}

/** Cancels what is open of dues. A due of nothing ends too. */
export async function endOpen(
  tx: Transaction,
  rows: readonly DueRow[],
  { cause, reason, by }: Pick<NewChange, 'cause' | 'reason' | 'by'>,
): Promise<void> {
  const ended = rows.filter(({ open, state }) => open > 0 || state === 'due' || state === 'refused');
  await addChanges(
    tx,
    ended.map(({ id, open }) => ({
      dueId: id,
      kind: 'cancelled',
      amount: open,
      cause,
      day: clock.today(),
      reason,
      by,
    })),
  );
}

/**
 * Waives what is open of dues, or cancels it; a claim is no longer waited for.
 * @throws WRONG_STATE nothing is open, or a waived one is refused or unwanted; YEAR_CLOSED for a waiver
 */
export async function end(
  tx: Transaction,
  dueIds: readonly string[],
  kind: 'waived' | 'cancelled',
  reason: string,
  by = '',
): Promise<void> {
  if (kind === 'waived') await mustBeOpenToday(tx);
  const rows = await lockOwned(tx, dueIds);
  for (const { state, unwanted, open } of rows) {
    const isEnding =
      kind === 'waived' ? state === 'due' || state === 'claimed' : state === 'due' || state === 'refused' || open > 0;
    if (unwanted || !isEnding) throw wrongState();
  }
  await addChanges(
    tx,
    rows.map(({ id, open }) => ({ dueId: id, kind, amount: open, day: clock.today(), reason, by })),
  );
  await afterMoney(tx, dueIds, { by });
}

/** Takes the end of dues back. @throws WRONG_STATE, YEAR_CLOSED for a waiver */
export async function reopen(tx: Transaction, dueIds: readonly string[], by = ''): Promise<void> {
  const states = new Set([...(await findDues(tx, dueIds)).values()].map(({ state }) => state));
  if (states.has('waived')) await mustBeOpenToday(tx);
  const rows = await lockOwned(tx, dueIds);
  for (const { state, unwanted } of rows)
    if (unwanted || (state !== 'waived' && state !== 'cancelled')) throw wrongState();
  await addChanges(
    tx,
    rows.map(({ id, state, waived, cancelled }) => ({
      ...{ dueId: id, kind: state as 'waived' | 'cancelled', amount: state === 'waived' ? waived : cancelled },
      ...{ back: true, day: clock.today(), by },
    })),
  );
}

/** The dues, locked after their people. @throws NOT_FOUND */
export async function lockOwned(tx: Transaction, dueIds: readonly string[]): Promise<DueRow[]> {
  const { memberIds } = await findOwners(tx, { dueIds });
  await lockPeople(tx, memberIds);
  const rows = await lockDues(tx, dueIds);
  return [...new Set(dueIds)].map((id) => {
    const due = rows.get(id);
    if (!due) throw notFound('This payment');
    return due;
  });
}

/**
 * After a change of the tier by the office: what nobody has claimed of the admission and of the last higher upgrade costs what the tiers cost now, less what
 * was waived or settled; other open upgrades end. Nothing is ever to return by it.
 * @param memberId a person whose record is locked
 */
export async function reprice(tx: Transaction, memberId: string, tier: MembershipValue, by = ''): Promise<void> {
  const { dues } = await lockMoneyOf(tx, [memberId]);
  const open = dues.filter(
    ({ state, unwanted, takenBack }) => (state === 'due' || state === 'refused') && !unwanted && !takenBack,
  );
  const feeOf = async (membership: MembershipValue) => (await findTier(tx, membership))?.fee ?? 0;
  const changes: NewChange[] = [];
  const price = (due: DueRow, fee: number) => {
    const amount = Math.max(0, fee - due.waived - due.settled) - due.open;
    if (amount !== 0) changes.push({ dueId: due.id, kind: 'changed', amount, cause: 'tier', day: clock.today(), by });
  };
  for (const due of open.filter(({ purpose }) => purpose === 'admission')) {
    price(due, await feeOf(tier));
    await updateDues(tx, [due.id], { tier });
  }
  const upgrades = open
    .filter(({ purpose }) => purpose === 'upgrade')
    .sort((one, other) => one.askedAt.getTime() - other.askedAt.getTime() || (one.id < other.id ? -1 : 1));
  const last = upgrades.findLast(({ membership }) => isHigher(membership!, tier));
  if (last) {
    price(last, (await feeOf(last.membership!)) - (await feeOf(tier)));
    // When the money comes again, it gives the tier again.
    if (last.reached) await updateDues(tx, [last.id], { reached: false });
  }
  await addChanges(tx, changes);
  await endOpen(
    tx,
    upgrades.filter((due) => due !== last),
    { cause: 'tier', reason: serverMessages.tierChanged, by },
  );
  await afterMoney(
    tx,
    upgrades.map(({ id }) => id),
    { by },
  );
}

/** @throws WRONG_STATE */
export function mustBeOneOf(isOne: boolean, message?: string): void {
  if (!isOne) throw message ? new AppError('WRONG_STATE', message) : wrongState();
}
