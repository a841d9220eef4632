import { hasStarted } from '#server/features/conferences/conference.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { mailParticipants } from '../mails.ts';
import * as queries from '../participations.queries.ts';
import { addresseesOf, fillPlaces, isOverbooked } from '../places.ts';

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

/**
 * As two records are two again, the one that was set aside has its place, or, where that was passed on, is the first in the line; their
 * conferences are locked.
 */
export async function separateConferences(tx: Transaction, setAside: readonly string[]): Promise<void> {
  for (const conference of await queries.lockConferencesOf(tx, { participations: setAside })) {
    if (hasStarted(conference) || conference.cancelledAt !== null) continue;
    for (const id of setAside) {
      const row = await queries.findParticipation(tx, id);
      const isRegistered =
        row?.conferenceId === conference.id && row.state === 'registered' && row.checkedInAt === null;
      if (!isRegistered || !(await isOverbooked(tx, conference))) continue;
      const people = await addresseesOf(tx, [row]);
      await queries.updateParticipations(tx, [id], { state: 'waiting', sequence: queries.oneMoreSequence });
      await mailParticipants(tx, 'participation-waiting', conference, people);
    }
    await fillPlaces(tx, conference);
  }
}
