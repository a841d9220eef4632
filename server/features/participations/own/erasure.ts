import { eraseNames } from '#server/features/certificates/issuing.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import * as queries from '../participations.queries.ts';
import { fillPlaces } from '../places.ts';

// What happens to a person's participations when they leave the association; called by all code that decides that.

/** Cancels future participations of people whose records are locked, and passes their places on. Past ones stay. */
export async function leaveConferences(tx: Transaction, memberIds: readonly string[]): Promise<void> {
  for (const conference of await queries.lockComing(tx, memberIds)) {
    const ids = await queries.findIdsOf(tx, memberIds, conference.id);
    await queries.updateParticipations(tx, ids, { state: 'cancelled', sequence: queries.oneMoreSequence });
    await fillPlaces(tx, conference);
  }
}

/** Erases the data of people whose records are about to be deleted. Their nameless rows stay, so that no total changes. */
export async function erasePersonFromConferences(tx: Transaction, memberIds: readonly string[]): Promise<void> {
  await leaveConferences(tx, memberIds);
  const ids = await queries.findIdsOf(tx, memberIds);
  await queries.updateParticipations(tx, ids, { answers: {}, forgottenAt: clock.now() });
  await eraseNames(tx, ids);
}
