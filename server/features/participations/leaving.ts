import type { Transaction } from '#server/database/client.ts';
import { clock } from '#shared/clock.ts';
import { eraseCertificates } from './certificates.queries.ts';
import * as queries from './participations.queries.ts';
import { fillPlaces } from './places.ts';

// What happens to somebody's conferences when they leave the association; whatever decides that calls it.

/** Locks the conferences that somebody would leave, in the order of locks: before the people. */
export async function holdConferences(tx: Transaction, memberIds: readonly string[]): Promise<void> {
  await queries.lockComing(tx, memberIds);
}

/** Cancels what is still to come of people whose records are locked, and gives their places on. What is past stays. */
export async function leaveConferences(tx: Transaction, memberIds: readonly string[]): Promise<void> {
  for (const conference of await queries.lockComing(tx, memberIds)) {
    const ids = await queries.findIdsOf(tx, memberIds, conference.id);
    await queries.updateParticipations(tx, ids, { state: 'cancelled', sequence: queries.oneMoreSequence });
    await fillPlaces(tx, conference);
  }
}

/** Erases what is held on people whose records are about to be deleted. Their nameless rows stay, so that no total changes. */
export async function forgetParticipations(tx: Transaction, memberIds: readonly string[]): Promise<void> {
  await leaveConferences(tx, memberIds);
  const ids = await queries.findIdsOf(tx, memberIds);
  await queries.updateParticipations(tx, ids, { answers: {}, forgottenAt: clock.now() });
  await eraseCertificates(tx, ids, clock.now());
}
