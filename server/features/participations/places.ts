import { hasStarted } from '#server/features/conferences/conference.ts';
import type { ConferenceRow } from '#server/features/conferences/conferences.queries.ts';
import { notify, type Transaction } from '#server/platform/database/client.ts';
import { AppError, type Wording } from '#shared/errors.ts';
import { type Addressee, mailParticipants } from './mails.ts';
import {
  findParticipation,
  lockMembersShared,
  oneMoreSequence,
  type ParticipationRow,
  updateParticipations,
} from './participations.queries.ts';
import { countHeld, countTaken, deleteLapsed, findFirstWaiting, hasWaiting } from './places.queries.ts';

// All of this runs under the lock of the conference's row, so that a place is given once, even to concurrent callers.

/** The number of free places; null: unlimited. */
async function roomOf(tx: Transaction, { id, places }: ConferenceRow): Promise<number | null> {
  return places === null ? null : Math.max(0, places - (await countTaken(tx, id)));
}

/** Whether more have a place than there are. */
export async function isOverbooked(tx: Transaction, { id, places }: ConferenceRow): Promise<boolean> {
  return places !== null && (await countTaken(tx, id)) > places;
}

/** Whether somebody can be registered past the waiting list. @param person whose own request does not lapse now */
export async function hasRoom(tx: Transaction, conference: ConferenceRow, person?: string): Promise<boolean> {
  await deleteLapsed(tx, conference.id, person);
  return (await roomOf(tx, conference)) !== 0;
}

/** Recipients with their current names and addresses; members first, since people are locked before their participations. */
export async function addresseesOf(tx: Transaction, rows: readonly Addressee[]): Promise<Addressee[]> {
  const ids = rows.flatMap(({ memberId }) => memberId ?? []);
  const people = new Map((await lockMembersShared(tx, ids)).map((member) => [member.id, member]));
  return rows.map(({ id, memberId, name, email, language }) => {
    const member = memberId === null ? undefined : people.get(memberId);
    return { id, memberId, name: member?.name ?? name, email: member?.email ?? email, language };
  });
}

/**
 * Gives free places to the waiting list, in order, and notifies the people. To be called in the transaction of every change
 * that may free one.
 * @param options.newcomer somebody who has just joined the waiting list, and is notified by the caller
 * @param options.except somebody whom the office has just put on the waiting list, and who stays there for now
 */
export async function fillPlaces(
  tx: Transaction,
  conference: ConferenceRow,
  { newcomer, except }: { newcomer?: string; except?: string } = {},
): Promise<void> {
  await deleteLapsed(tx, conference.id);
  if (conference.cancelledAt === null && !hasStarted(conference)) {
    const room = await roomOf(tx, conference);
    const next = room === 0 ? [] : await findFirstWaiting(tx, conference.id, room, except);
    if (next.length > 0) {
      const people = await addresseesOf(tx, next);
      const ids = next.map(({ id }) => id);
      await updateParticipations(tx, ids, { state: 'registered', sequence: oneMoreSequence });
      await mailParticipants(
        tx,
        'participation-moved-up',
        conference,
        people.filter(({ id }) => id !== newcomer),
      );
    }
  }
  // Cached pages show whether there is room, but not how much.
  const was = conference.places !== null && conference.taken >= conference.places;
  const is = (await roomOf(tx, conference)) === 0;
  if (was !== is) await notify(tx, 'content');
}

/** The number of places that may be held for unconfirmed guests. */
const maxHeld = (places: number) => Math.max(5, Math.floor(places / 10));

/** Whether a place can be held for an unconfirmed guest. */
export async function canHold(tx: Transaction, conference: ConferenceRow): Promise<boolean> {
  if (!(await hasRoom(tx, conference)) || (await hasWaiting(tx, conference.id))) return false;
  return conference.places === null || (await countHeld(tx, conference.id)) < maxHeld(conference.places);
}

/** Gives somebody who has just joined a place, or their position in the line, and mails which. @param row as it was when they joined */
export async function settle(tx: Transaction, conference: ConferenceRow, row: Addressee): Promise<void> {
  const people = await addresseesOf(tx, [row]);
  await fillPlaces(tx, conference, { newcomer: row.id });
  const after = await findParticipation(tx, row.id);
  const kind = after?.state === 'registered' ? 'participation-confirmed' : 'participation-waiting';
  await mailParticipants(tx, kind, conference, people);
}

/**
 * Cancels a participation under the lock of its conference, passes its place on, and notifies the person.
 * @throws WRONG_STATE for somebody who was checked in
 */
export async function cancelLocked(
  tx: Transaction,
  conference: ConferenceRow,
  row: ParticipationRow,
  isIn: Wording,
): Promise<void> {
  if (row.checkedInAt !== null) throw new AppError('WRONG_STATE', isIn);
  const people = await addresseesOf(tx, [row]);
  const change = { state: 'cancelled', held: false, heldUntil: null, told: null, sequence: oneMoreSequence } as const;
  await updateParticipations(tx, [row.id], change);
  await mailParticipants(tx, 'participation-cancelled', conference, people);
  await fillPlaces(tx, conference);
}
