import {
  type ConferenceRow,
  conferenceQueries,
  noteOnConference,
} from '#server/features/conferences/conferences.queries.ts';
import type { BaseCore } from '#server/platform/base-core.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import { newCode } from '#server/platform/database/columns.ts';
import { eachAlone } from '#server/platform/loop.ts';
import { clock, indianDay, startOfIndianDay } from '#shared/clock.ts';
import * as queries from './certificates.queries.ts';

/** The last day of a conference in India. */
export const lastDayOf = ({ startsAt, endsAt }: Pick<ConferenceRow, 'startsAt' | 'endsAt'>): string =>
  indianDay(endsAt ?? startsAt);

/** `2026/C/000123`. */
const labelOf = (year: number, number: number) => `${year}/C/${String(number).padStart(6, '0')}`;

/** Issues a certificate to every attendee who has none, from the day after the last one, under the lock of the conference. Its content is a snapshot. */
export async function certifyLocked(tx: Transaction, conference: ConferenceRow): Promise<void> {
  const lastDay = lastDayOf(conference);
  if (!conference.certificate || conference.cancelledAt !== null || lastDay >= clock.today()) return;
  const people = await queries.findUncertified(tx, conference.id);
  const year = Number(lastDay.slice(0, 4));
  if (people.length > 0) {
    const { name: association, nameInHindi, address, signers } = await queries.findIssuer(tx, lastDay);
    const first = await queries.takeNumbers(tx, year, people.length);
    const rows = people.map(({ id, name, memberNumber, language }, index) => {
      const content: queries.CertificateContent = {
        association,
        address,
        name,
        memberNumber,
        title: conference.title,
        from: indianDay(conference.startsAt),
        until: lastDay,
        place: conference.meetingType === 'Online' ? '' : conference.meetingAddress,
        signers,
        ...(language === 'hi' && { language, associationInHindi: nameInHindi }),
      };
      const number = first + index;
      return {
        participationId: id,
        conferenceId: conference.id,
        year,
        number,
        label: labelOf(year, number),
        code: newCode(),
        content,
      };
    });
    await queries.insertCertificates(tx, rows);
  }
  if (conference.certifiedAt === null) await noteOnConference(tx, conference.id, { certifiedAt: clock.now() });
}

/** Cancels the certificates of people whose check-in was undone. */
export async function uncertify(tx: Transaction, participationIds: readonly string[]): Promise<void> {
  await queries.cancelCertificates(tx, participationIds, clock.now());
}

/** Erases the names of people from their certificates; the numbers stay. */
export async function eraseNames(tx: Transaction, participationIds: readonly string[]): Promise<void> {
  await queries.eraseCertificates(tx, participationIds, clock.now());
}

/** Issues the certificates of all conferences whose last day has ended in India. */
export async function certifyDue(
  core: Pick<BaseCore, 'database' | 'log'>,
  isStopping: () => boolean = () => false,
): Promise<void> {
  const { database } = core;
  const due = await queries.findDueForCertificates(database, startOfIndianDay(clock.today()));
  await eachAlone(core, due, 'the certificates of a conference could not be issued', async (id) => {
    if (isStopping()) return;
    await database.transaction(async (tx) => {
      const conference = await conferenceQueries.lock(tx, id);
      // Its end may have been postponed meanwhile.
      if (conference?.certifiedAt === null) await certifyLocked(tx, conference);
    });
  });
}

/** Gives certificates of a conference the days on which it is dated now; their numbers stay. */
export async function redateCertificates(tx: Transaction, conference: ConferenceRow): Promise<void> {
  await queries.redateCertificates(tx, conference.id, indianDay(conference.startsAt), lastDayOf(conference));
}
