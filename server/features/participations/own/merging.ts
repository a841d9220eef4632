import { hasStarted } from '#server/features/conferences/conference.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import * as queries from '../participations.queries.ts';
import { fillPlaces } from '../places.ts';

/**
 * Makes one participation of two in each conference, as two records of a person become one, before the rows follow; the conferences were
 * locked before the people. Of two the better one stays: checked in, with a place, in the line; else the earlier. The other one's place is
 * passed on. @param keptId whose rows all of them become
 */
export async function uniteConferences(tx: Transaction, keptId: string, droppedId: string): Promise<void> {
  const conferences = await queries.lockConferencesOf(tx, { members: [keptId, droppedId] });
  await queries.uniteParticipations(tx, keptId, droppedId);
  for (const conference of conferences) {
    if (!hasStarted(conference)) await fillPlaces(tx, conference);
  }
}
