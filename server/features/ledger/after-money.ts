import { updateMember } from '#server/features/members/members.queries.ts';
import { mustBeOpenOn } from '#server/features/receipts/receipt-settings.service.ts';
import { addAllocationShares } from '#server/features/shares/share-entries.queries.ts';
import { notify, type Transaction } from '#server/platform/database/client.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { clock } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import { type MembershipValue, membershipLabels, membershipValues } from '#shared/memberships.ts';
import {
  type DueRow,
  findDues,
  lockPeople,
  type Person,
  type Reversal,
  updateDues,
  withdrawSettledClaims,
} from './ledger.queries.ts';

// What follows from every entry.

export const wrongState = () => new AppError('WRONG_STATE', 'This is not possible as the payment stands now.');

export const mustBeOpenToday = (tx: Transaction): Promise<void> => mustBeOpenOn(tx, clock.today());

export const isHigher = (one: MembershipValue, other: MembershipValue): boolean =>
  membershipValues.indexOf(one) < membershipValues.indexOf(other);

/**
 * Shares of new allocations; claims of which nothing is left to wait for; upgrades that were paid give their tier, once.
 * @param shares new allocations
 */
export async function afterMoney(
  tx: Transaction,
  dueIds: readonly string[],
  { shares = [], by = '' }: { shares?: readonly string[]; by?: string },
): Promise<void> {
  await addAllocationShares(tx, shares);
  if (dueIds.length === 0) return;
  await withdrawSettledClaims(tx, dueIds);
  const rows = [...(await findDues(tx, dueIds)).values()];
  await reachTiers(tx, rows.filter(isReached), by);
}

/** Paid or waived; what was cancelled gives no tier. */
const isReached = ({ purpose, reached, unwanted, settled, open, cancelled }: DueRow) =>
  purpose === 'upgrade' && !reached && !unwanted && settled > 0 && open === 0 && cancelled === 0;

async function reachTiers(tx: Transaction, rows: readonly DueRow[], by: string): Promise<void> {
  if (rows.length === 0) return;
  await updateDues(
    tx,
    rows.map(({ id }) => id),
    { reached: true },
  );
  const people = await lockPeople(
    tx,
    rows.flatMap(({ memberId }) => memberId ?? []),
  );
  let isChanged = false;
  for (const { memberId, membership: to } of rows) {
    const member = people.get(memberId!);
    if (!member || !isHigher(to!, member.membership)) continue;
    isChanged = true;
    await updateMember(tx, member.id, { membership: to! });
    const change = { from: member.membership, to: to!, action: 'changed the membership' };
    await writeLog(tx, { kind: 'decision', by, subject: member.reference, memberId: member.id, ...change });
    const data = { name: member.name, tier: membershipLabels[to!] };
    await enqueueMail(tx, { kind: 'membership-changed', to: member.email, data, memberId: member.id });
  }
  if (isChanged) await notify(tx, 'members');
}

/** Where rupees go that settle a due no more. */
export function becomesOf(due: DueRow, people: ReadonlyMap<string, Person>): Reversal['becomes'] {
  if (due.claim === 'pending') return 'open';
  const isRejected = people.get(due.memberId ?? '')?.status === 'Rejected';
  const isGivenUp = due.purpose === 'upgrade' && !due.reached && due.open === 0 && due.cancelled > 0;
  return isRejected || isGivenUp ? 'cancelled' : 'open';
}
