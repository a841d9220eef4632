import { type MemberRow, nextReference } from '#server/features/members/members.queries.ts';
import { insertDues, insertPayment } from '#server/features/payments/payments.queries.ts';
import type { Database, Transaction } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import { hasAnnual, owes } from './dues.queries.ts';
import { owedBefore, yearAskedFor } from './rules.ts';
import { findSubscription, holdSubscription, saveAskedOn } from './subscription.queries.ts';

/** Payments per transaction: a fraction of a second, in which decisions about these members wait. */
const atOnce = 2_000;

/**
 * Bills every member who owes the current year's subscription and has no payment for it: at the beginning of a year, when it is turned
 * on, and members missed in between. In short transactions that each look for the rest: any
 * number of processes may run it, be killed, and repeat it.
 * @param isStopping asked between them; the next round does the rest
 * @returns how many payments were created
 */
export async function askAll(database: Database, isStopping: () => boolean = () => false): Promise<number> {
  let count = 0;
  let after: string | null = null;
  let progress = { day: '', version: 0 };
  while (!isStopping()) {
    const day = clock.today();
    const { version, askedOn, ...asking } = await findSubscription(database);
    if (yearAskedFor(asking, day) === null || askedOn === day) break;
    // With other settings other members may owe: starts from the beginning.
    if (progress.day !== day || progress.version !== version) {
      progress = { day, version };
      after = null;
    }
    const step = await database.transaction((tx) => askSome(tx, progress, after));
    if (step === null) continue;
    count += step.made;
    after = step.reached;
    if (after === null && (await saveAskedOn(database, day, version))) break;
  }
  return count;
}

/** Null when the settings have changed. */
async function askSome(tx: Transaction, progress: { day: string; version: number }, after: string | null) {
  const { version, amount, ...settings } = await holdSubscription(tx);
  const period = yearAskedFor(settings, progress.day);
  if (version !== progress.version || period === null) return null;
  const owing = owes({ approvedBefore: owedBefore(period, settings) });
  return insertDues(tx, { period, amount, owes: owing }, after, atOnce);
}

/** Bills a new member for the current year's subscription, if they owe it and were not billed. */
export async function askApproved(tx: Transaction, member: Pick<MemberRow, 'id'>, approvedAt: Date): Promise<void> {
  await askAllApproved(tx, [{ id: member.id, approvedAt }]);
}

/** The same for several new members at once. */
export async function askAllApproved(
  tx: Transaction,
  people: readonly { id: string; approvedAt: Date }[],
): Promise<void> {
  const { amount, ...settings } = await holdSubscription(tx);
  const period = yearAskedFor(settings, clock.today());
  if (period === null) return;
  const before = owedBefore(period, settings);
  for (const { id, approvedAt } of people) {
    if (approvedAt >= before || (await hasAnnual(tx, id, period))) continue;
    const reference = await nextReference(tx);
    await insertPayment(tx, { memberId: id, reference, purpose: 'annual', period, amount });
  }
}
