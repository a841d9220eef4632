import { eraseNames, uncertify } from '#server/features/certificates/issuing.ts';
import { hasStarted } from '#server/features/conferences/conference.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { findChangedEmails } from '#server/platform/mail/mail.queries.ts';
import { clock } from '#shared/clock.ts';
import { deleteGuestMails } from '../mails.ts';
import * as queries from '../participations.queries.ts';
import { fillPlaces } from '../places.ts';
import { endLinks } from './links.queries.ts';

// What happens to a person's participations when they leave the association, or are erased; called by all code that decides that.

/** Cancels future participations of people whose records are locked, and passes their places on. Past ones stay. */
export async function leaveConferences(tx: Transaction, memberIds: readonly string[]): Promise<void> {
  for (const conference of await queries.lockComing(tx, memberIds)) {
    await cancelWithoutMail(tx, await queries.findIdsOf(tx, memberIds, conference.id));
    await fillPlaces(tx, conference);
  }
}

/** Takes these places back; the caller passes them on. */
export async function cancelWithoutMail(tx: Transaction, ids: readonly string[]): Promise<void> {
  const change = { state: 'cancelled', held: false, heldUntil: null, sequence: queries.oneMoreSequence } as const;
  // The database takes a check-in back with it.
  await queries.updateParticipations(tx, ids, change);
  await uncertify(tx, ids);
}

/** Of people whose records are deleted: what they have as guests, with the same e-mail. */
export type GuestErasure = 'all' | 'past' | 'none';

/** Erases the data of people whose records are about to be deleted. Their nameless rows stay, so that no total changes. */
export async function erasePersonFromConferences(
  tx: Transaction,
  memberIds: readonly string[],
  asGuests: GuestErasure,
): Promise<void> {
  await leaveConferences(tx, memberIds);
  const own = await queries.findIdsOf(tx, memberIds);
  const ids = await queries.withDoubles(tx, own);
  await queries.updateParticipations(tx, ids, { answers: {}, told: null, forgottenAt: clock.now() });
  await eraseNames(tx, ids);
  await endLinks(tx, ids, 'erased');
  // Of the time when they were guests.
  const emails = await queries.findEmailsOf(tx, memberIds);
  const addresses = new Set([...emails, ...(await findChangedEmails(tx, memberIds))]);
  await deleteGuestMails(tx, ids, [...addresses]);
  if (asGuests === 'none') return;
  const guests = await queries.findGuestRows(tx, emails);
  const conferences = await queries.lockConferencesOf(tx, { participations: guests.map(({ id }) => id) });
  for (const conference of conferences) {
    const isComing = !hasStarted(conference);
    if (isComing && asGuests === 'past') continue;
    const theirs = guests.filter(({ conferenceId }) => conferenceId === conference.id);
    const guestIds = await queries.withDoubles(
      tx,
      theirs.map(({ id }) => id),
    );
    await endLinks(tx, guestIds, 'erased');
    await forgetGuests(tx, theirs);
    await eraseNames(tx, guestIds);
    if (!isComing) continue;
    await queries.updateParticipations(tx, guestIds, { state: 'cancelled', held: false, heldUntil: null });
    await fillPlaces(tx, conference);
  }
}

/** Deletes guests' data and the mails about their participations. Certificates stay. */
export async function forgetGuests(tx: Transaction, guests: readonly { id: string; email: string }[]): Promise<void> {
  const nothing = {
    name: '',
    nameSearch: '',
    email: '',
    mobile: '',
    answers: {},
    told: null,
    forgottenAt: clock.now(),
  };
  await queries.updateParticipations(
    tx,
    guests.map(({ id }) => id),
    nothing,
  );
  await deleteGuestMails(
    tx,
    guests.map(({ id }) => id),
    guests.map(({ email }) => email),
  );
}
