import { certifyDue } from '#server/features/certificates/issuing.ts';
import { type ConferenceRow, conferenceQueries } from '#server/features/conferences/conferences.queries.ts';
import { findSettings } from '#server/features/settings/settings.queries.ts';
import type { BaseCore } from '#server/platform/base-core.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { eachAlone } from '#server/platform/loop.ts';
import { clock, startOfIndianDay } from '#shared/clock.ts';
import { limits } from '#shared/limits.ts';
import * as due from './clean-up.queries.ts';
import { dayOf } from './mail-makers.ts';
import { mailParticipants } from './mails.ts';
import { forgetGuests } from './own/erasure.ts';
import { deleteLinksOf } from './own/links.queries.ts';
import * as queries from './participations.queries.ts';
import { findWithLapsed, findWithRoom } from './places.queries.ts';
import { addresseesOf, fillPlaces } from './places.ts';

const atOnce = 500;
const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** The hour in India at which people are reminded, the day before. */
const reminderHour = 10;

/** Everything that happens by time: expired places, reminders, certificates, deleted data. */
export async function keepParticipations(
  core: Pick<BaseCore, 'database' | 'log'>,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const { database } = core;
  const each = (ids: string[], work: (tx: Transaction, conference: ConferenceRow) => Promise<boolean>) =>
    eachAlone(core, ids, 'what is due of a conference could not be done', async (id) => {
      for (let more = true; more && !isStopping(); ) {
        more = await database.transaction(async (tx) => {
          const conference = await conferenceQueries.lock(tx, id);
          return conference !== undefined && (await work(tx, conference));
        });
      }
    });
  const withPlaces = new Set([...(await findWithLapsed(database)), ...(await findWithRoom(database))]);
  await each([...withPlaces], async (tx, conference) => {
    await fillPlaces(tx, conference);
    return false;
  });
  await each(await due.findToRemind(database, endOfReminders()), remind);
  await certifyDue(core, isStopping);
  // Scans of people without a name would give no certificates.
  const days = Math.max((await findSettings(database))?.guestDays ?? limits.guestDays.usual, limits.lateScanDays);
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
  const about = { text: dayOf(conference), reason: conference.startsAt.toISOString() };
  await mailParticipants(tx, 'conference-reminder', conference, people, about);
  return rows.length === atOnce;
}

/** Deletes guests' data and all answers; certificates stay. */
async function forget(tx: Transaction, { id }: ConferenceRow): Promise<boolean> {
  const rows = await due.findRemembered(tx, id, atOnce);
  const idsOf = (some: typeof rows) => some.map((row) => row.id);
  const guests = rows.filter(({ guest }) => guest);
  await forgetGuests(tx, guests);
  await deleteLinksOf(tx, idsOf(guests));
  const members = rows.filter(({ guest }) => !guest);
  await queries.updateParticipations(tx, idsOf(members), { answers: {}, forgottenAt: clock.now() });
  return rows.length === atOnce;
}
