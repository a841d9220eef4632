import type { Transaction } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import { comparableUtr } from '#shared/utr.ts';
import { wrongState } from './after-money.ts';
import { endOpen, lockOwned } from './asking.ts';
import { findClaims, insertClaim, lockPeople, updateClaim } from './ledger.queries.ts';

export interface Proof {
  /** As it was typed; '' keeps the earlier one. */
  utr: string;
  /** Key of a stored picture; absent: the current one stays. */
  proofFile?: string | undefined;
}

/**
 * Takes the proof of a payment; another one of the same claim replaces it.
 * @returns whether it is a new claim, and the picture that is no longer needed
 * @throws WRONG_STATE
 */
export async function claim(
  tx: Transaction,
  dueId: string,
  { utr, proofFile }: Proof,
): Promise<{ isNew: boolean; former: string | null }> {
  const [due] = await lockOwned(tx, [dueId]);
  const rows = await findClaims(tx, [dueId]);
  const last = rows.at(-1);
  const pending = rows.find(({ state }) => state === 'pending');
  if (pending) {
    await updateClaim(tx, pending.id, {
      utr: comparableUtr(utr) || pending.utr,
      proofFile: proofFile ?? pending.proofFile,
    });
    return { isNew: false, former: proofFile ? pending.proofFile : null };
  }
  if (due!.unwanted || due!.takenBack || (due!.state !== 'due' && due!.state !== 'refused')) throw wrongState();
  await insertClaim(tx, {
    dueId,
    // After a refusal, what is not sent again stays.
    utr: comparableUtr(utr) || (last?.state === 'refused' ? last.utr : ''),
    proofFile: proofFile ?? (last?.state === 'refused' ? last.proofFile : null),
    at: clock.now(),
  });
  return { isNew: true, former: proofFile && last?.state === 'refused' ? last.proofFile : null };
}

/**
 * Refuses the claim of a due. Of somebody who was rejected nothing is open then, nor of an applicant but the admission.
 * @throws WRONG_STATE
 */
export async function refuse(tx: Transaction, dueId: string, reason: string, by = ''): Promise<void> {
  const [due] = await lockOwned(tx, [dueId]);
  const pending = (await findClaims(tx, [dueId])).find(({ state }) => state === 'pending');
  if (!pending) throw wrongState();
  await updateClaim(tx, pending.id, { state: 'refused', reason });
  if (due!.unwanted || due!.memberId === null) return;
  const status = (await lockPeople(tx, [due!.memberId])).get(due!.memberId)?.status;
  const isOfMembers = due!.purpose === 'annual' || due!.purpose === 'upgrade';
  if (status === 'Rejected' || (status === 'New' && isOfMembers))
    await endOpen(tx, [{ ...due!, state: 'refused' }], { cause: 'decision', reason, by });
}
