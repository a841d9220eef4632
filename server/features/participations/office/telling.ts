import { createHash } from 'node:crypto';
import type { Core } from '#server/core.ts';
import { called } from '#server/features/conferences/conference.ts';
import {
  type ConferenceRow,
  conferenceQueries,
  noteOnConference,
} from '#server/features/conferences/conferences.queries.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import type { JobKind } from '#server/platform/jobs/jobs.ts';
import { meetingInWords } from '#server/platform/languages/dates.ts';
import { writeLog } from '#server/platform/log/log.queries.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { clock } from '#shared/clock.ts';
import { AppError, orNotFound } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { mailParticipants } from '../mails.ts';
import * as queries from '../participations.queries.ts';
import { addresseesOf } from '../places.ts';

/** Above this number people are mailed by a job, this many per step. */
const atOnce = 100;
export const tellKind = 'participants-tell';

interface TellJob {
  conference: string;
  text: string;
  /** Whether each is told what has changed for them. */
  withChanges: boolean;
}

/** The details of a conference that participants rely on. */
export const toldOf = (row: ConferenceRow): queries.ToldConference => ({
  startsAt: row.startsAt.toISOString(),
  endsAt: row.endsAt?.toISOString() ?? null,
  meetingType: row.meetingType,
  meetingAddress: row.meetingAddress,
  meetingLink: row.meetingLink,
  meetingId: row.meetingId,
  meetingPassword: row.meetingPassword,
});

const shown: [name: string, value: (conference: queries.ToldConference) => string][] = [
  ['Time', ({ startsAt }) => meetingInWords(new Date(startsAt))],
  ['End', ({ endsAt }) => (endsAt ? meetingInWords(new Date(endsAt)) : '')],
  ['Form', ({ meetingType }) => (meetingType === 'Online' ? 'online' : 'in person')],
  ['Place', ({ meetingAddress }) => meetingAddress],
];
const joining: [name: string, value: (conference: queries.ToldConference) => string][] = [
  ['Link', ({ meetingLink }) => meetingLink],
  ['Meeting ID', ({ meetingId }) => meetingId],
  ['Password', ({ meetingPassword }) => meetingPassword],
];

/** A line for each changed detail, old and new. Joining details are only named: the mail has the new ones for registered people. */
export function changeLines(before: queries.ToldConference, after: queries.ToldConference): string[] {
  const lines = shown.flatMap(([name, value]) => {
    const [from, to] = [value(before), value(after)];
    return from === to ? [] : [`${name}: ${from || '(none)'} → ${to || '(none)'}`];
  });
  const changed = joining.filter(([, value]) => value(before) !== value(after)).map(([name]) => name);
  return changed.length === 0 ? lines : [...lines, `New: ${changed.join(', ')}`];
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url');

type Row = Awaited<ReturnType<typeof queries.findAmong>>[number];

/** What has changed for a person since they were told. */
const linesFor = ({ told }: Row, conference: ConferenceRow): string =>
  told ? changeLines(told, toldOf(conference)).join('\n') : '';

/** Mails each of these the text and what has changed for them; who has nothing to read gets no mail. */
async function mailAll(
  tx: Transaction,
  conference: ConferenceRow,
  rows: readonly Row[],
  { text, withChanges }: Pick<TellJob, 'text' | 'withChanges'>,
): Promise<void> {
  const people = new Map((await addresseesOf(tx, rows)).map((person) => [person.id, person]));
  const alike = Map.groupBy(rows, (row) => (withChanges ? linesFor(row, conference) : ''));
  for (const [changes, some] of alike) {
    if (text === '' && changes === '') continue;
    const those = some.flatMap(({ id }) => people.get(id) ?? []);
    await mailParticipants(tx, 'participation-told', conference, those, { text, changes });
  }
  if (withChanges) {
    await queries.forgetTold(
      tx,
      rows.map(({ id }) => id),
    );
  }
}

/** Notifies participants, some at a time. */
export const telling: JobKind<TellJob> = {
  needs: {
    powers: () => ['members'],
    unbound: true,
    work: 'Mails to participants of a conference',
    page: paths.admin.conferences,
    async onStopped(_tx, job, { code, message }) {
      const ids = (await job.items(atOnce)) as string[];
      return { done: ids.length, left: ids.map((id) => ({ id, reference: '', code, message })) };
    },
  },
  async step(tx, job) {
    const ids = (await job.items(atOnce)) as string[];
    const conference = await conferenceQueries.lock(tx, job.data.conference);
    if (!conference || conference.cancelledAt !== null) return { done: ids.length };
    // People who have left meanwhile are not notified.
    const still = await queries.findAmong(tx, ids, ['registered', 'waiting']);
    await mailAll(tx, conference, still, job.data);
    return { done: ids.length };
  },
  /** Once telling has failed the same text is no repetition: some have not had it. Each of them has their own changes to be told. */
  async onFailed(tx, { data: { conference: id } }) {
    if (await conferenceQueries.lock(tx, id)) await noteOnConference(tx, id, { toldText: '' });
  },
};

/** Notifies participants: of a text of the office, or of changes. */
export function createTelling({ database, jobs }: Pick<Core, 'database' | 'jobs'>) {
  /** @throws NOT_FOUND, NOT_OFFERED for one that was cancelled, WRONG_STATE when nothing has changed */
  async function tell(conferenceId: string, text: string, withChanges: boolean, by: string) {
    return database.transaction(async (tx) => {
      const conference = orNotFound(await conferenceQueries.lock(tx, conferenceId), called);
      if (conference.cancelledAt !== null) throw new AppError('NOT_OFFERED', serverMessages.conferenceCancelled);
      const everybody = await queries.findAddressees(tx, conferenceId, ['registered', 'waiting']);
      const changed = withChanges ? everybody.filter((row) => linesFor(row, conference) !== '') : [];
      if (text === '' && changed.length === 0) {
        throw new AppError('WRONG_STATE', 'Time, place and link are as those who take part know them.');
      }
      const mark = hashOf(`${withChanges ? JSON.stringify(toldOf(conference)) : ''}\0${text}`);
      const since = clock.ms() - (conference.toldAt?.getTime() ?? 0);
      if (text !== '' && conference.toldText === mark && since < limits.repeatWindowMinutes * 60_000) {
        return { sent: 0, job: null };
      }
      const values = { toldText: mark, toldAt: clock.now(), ...(withChanges ? { told: null } : {}) };
      await noteOnConference(tx, conferenceId, values);
      const rows = text === '' ? changed : everybody;
      await writeLog(tx, {
        kind: 'content',
        feature: 'participations',
        by,
        subject: conference.title,
        action: `wrote to ${rows.length} participants`,
      });
      if (rows.length > atOnce) {
        const items = rows.map(({ id }) => id);
        const data = { conference: conferenceId, text, withChanges } satisfies TellJob;
        const job = await jobs.begin(tx, { kind: tellKind, by, data, items });
        return { sent: rows.length, job };
      }
      await mailAll(tx, conference, rows, { text, withChanges });
      return { sent: rows.length, job: null };
    });
  }

  return { tell };
}
