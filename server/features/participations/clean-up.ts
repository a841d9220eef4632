import { certifyDue } from '#server/features/certificates/issuing.ts';
import { type ConferenceRow, conferenceQueries } from '#server/features/conferences/conferences.queries.ts';
import { findSettings } from '#server/features/settings/settings.queries.ts';
import type { Database, Transaction } from '#server/platform/database/client.ts';
import { deleteMailsTo } from '#server/platform/mail/mail.queries.ts';
import { clock, indianDay, startOfIndianDay } from '#shared/clock.ts';
import { limits } from '#shared/limits.ts';
import * as due from './clean-up.queries.ts';
import { mailParticipants } from './mails.ts';
import { forgetGuests } from './office/participant-changes.service.ts';
import { deleteLinksOf } from './own/links.queries.ts';
import * as queries from './participations.queries.ts';
import { findWithLapsed } from './places.queries.ts';
import { addresseesOf, fillPlaces } from './places.ts';

const atOnce = 500;
const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** The hour in India at which people are reminded, the day before. */
const reminderHour = 10;

/** Everything that happens by time: expired places, reminders, certificates, deleted data. */
export async function keepParticipations(database: Database, isStopping: () => boolean = () => false): Promise<void> {
  const each = async (ids: string[], work: (tx: Transaction, conference: ConferenceRow) => Promise<boolean>) => {
    for (const id of ids) {
      for (let more = true; more && !isStopping(); ) {
        more = await database.transaction(async (tx) => {
          const conference = await conferenceQueries.lock(tx, id);
          return conference !== undefined && (await work(tx, conference));
        });
      }
    }
  };
  await each(await findWithLapsed(database), async (tx, conference) => {
    await fillPlaces(tx, conference);
    return false;
  });
  await each(await due.findToRemind(database, endOfReminders()), remind);
  await certifyDue(database, isStopping);
  const days = (await findSettings(database))?.guestDays ?? limits.guestDays.usual;
  await each(await due.findToForget(database, new Date(clock.ms() - days * dayMs)), forget);
}

/** Reminders are due for everything that begins before this: from ten o'clock on all of tomorrow, before that the rest of today. */
function endOfReminders(): Date {
  const today = startOfIndianDay(clock.today()).getTime();
  const isTime = clock.ms() >= today + reminderHour * hourMs;
  return new Date(today + (isTime ? 2 : 1) * dayMs - 1);
}

async function remind(tx: Transaction, conference: ConferenceRow): Promise<boolean> {
  if (!conference.active || conference.cancelledAt !== null || conference.startsAt <= clock.now()) return false;
  // It may have been postponed meanwhile.
  if (conference.startsAt > endOfReminders()) return false;
  const rows = await due.findUnreminded(tx, conference, atOnce);
  const people = await addresseesOf(tx, rows);
  await due.noteReminded(
    tx,
    rows.map(({ id }) => id),
    conference.startsAt,
  );
  const day = indianDay(conference.startsAt) === clock.today() ? 'today' : 'tomorrow';
  await mailParticipants(tx, 'conference-reminder', conference, people, { text: day });
  return rows.length === atOnce;
}

const guestMails = [
  ...['participation-asked', 'participation-link', 'participation-confirmed', 'participation-waiting'],
  ...['participation-moved-up', 'participation-cancelled', 'participation-told'],
  ...['conference-cancelled', 'conference-reminder'],
];

/** Deletes guests' data and all answers; certificates stay. */
async function forget(tx: Transaction, { id }: ConferenceRow): Promise<boolean> {
  const rows = await due.findRemembered(tx, id, atOnce);
  const idsOf = (some: typeof rows) => some.map((row) => row.id);
  const guests = rows.filter(({ guest }) => guest);
  await forgetGuests(tx, idsOf(guests));
  await deleteLinksOf(tx, idsOf(guests));
  await deleteMailsTo(
    tx,
    guests.map(({ email }) => email).filter((email) => email !== ''),
    guestMails,
  );
  const members = rows.filter(({ guest }) => !guest);
  await queries.updateParticipations(tx, idsOf(members), { answers: {}, forgottenAt: clock.now() });
  return rows.length === atOnce;
}
