import { hasStarted } from '#server/features/conferences/conference.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import * as queries from '../participations.queries.ts';
import { fillPlaces } from '../places.ts';

// What happens to participations when two records of a person become one. A conference is locked before people.

/** Of two participations in a conference the better one comes first: checked in, with a place, in the line; else the earlier. */
function order({ checkedInAt, state }: queries.ParticipationRow): number {
  if (checkedInAt) return 0;
  return { registered: 1, waiting: 2, unconfirmed: 3, cancelled: 3 }[state];
}

/**
 * Takes the person from the worse of two participations in one conference; it keeps its place for now.
 * @returns the participations without a person
 */
export async function setDoublesAside(tx: Transaction, keptId: string, droppedId: string): Promise<string[]> {
  const rows = await queries.findRowsOf(tx, [keptId, droppedId]);
  const aside = [...Map.groupBy(rows, ({ conferenceId }) => conferenceId).values()].flatMap((both) =>
    both
      .toSorted((one, other) => order(one) - order(other))
      .slice(1)
      .map(({ id }) => id),
  );
  await queries.updateParticipations(tx, aside, { memberId: null });
  return aside;
}

/** Gives the places of participations that were set aside to the waiting list; those of past conferences stay, as totals do. */
export async function freeAside(tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  for (const conference of await queries.lockConferencesOf(tx, { participations: ids })) {
    if (hasStarted(conference)) continue;
    const placed = await queries.findPlaced(tx, ids, conference.id);
    await queries.updateParticipations(tx, placed, { state: 'cancelled', sequence: queries.oneMoreSequence });
    await fillPlaces(tx, conference);
  }
}
