import { randomBytes } from 'node:crypto';
import type { Core } from '#server/core.ts';
import { holdLogin } from '#server/features/auth/auth.queries.ts';
import { called, endOf, mustBeOpen, mustNotHaveStarted } from '#server/features/conferences/conference.ts';
import { conferenceQueries } from '#server/features/conferences/conferences.queries.ts';
import type { Transaction } from '#server/platform/database/client.ts';
import type { ActingMember } from '#server/platform/http/access.ts';
import { findSender } from '#server/platform/mail/mail.queries.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { clock } from '#shared/clock.ts';
import type { MyConference, Participation } from '#shared/contracts/participations.ts';
import { AppError, notFound, orNotFound } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { checkAnswers, sameAnswers } from '../answers.ts';
import * as queries from '../participations.queries.ts';
import { hasWaiting } from '../places.queries.ts';
import { cancelLocked, hasRoom, settle } from '../places.ts';
import { ownConference, ownParticipation } from '../presentation.ts';
import { subscribedCalendar } from './calendar.ts';
import { endCalendars, findByCalendar, findCalendar, keepCalendar } from './calendars.queries.ts';

/** How many days a subscribed calendar shows past and cancelled conferences. */
const calendarDays = { past: 90, cancelled: 30 };

/** A member's own participations. */
export function createParticipationsService({ database, config }: Pick<Core, 'database' | 'config'>) {
  const calendarAddress = (secret: string) => `${config.publicUrl}${paths.calendar(secret)}`;

  async function viewOf(tx: Transaction, id: string) {
    return orNotFound(await queries.findView(tx, id), 'This participation');
  }

  /** @throws NOT_FOUND, NOT_OFFERED, OVER, CLOSED, VALIDATION */
  async function participate(
    memberId: string,
    conferenceId: string,
    input: Record<string, string>,
  ): Promise<Participation> {
    return database.transaction(async (tx) => {
      const conference = await conferenceQueries.lock(tx, conferenceId);
      if (!conference?.active) throw notFound(called);
      mustBeOpen(conference, 'member');
      const [member] = await queries.lockMembersShared(tx, [memberId]);
      if (member?.status !== 'Approved') throw new AppError('FORBIDDEN', serverMessages.noAccess);
      const before = (await queries.findOfMember(tx, memberId, [conferenceId]))[0]?.participation;
      const answers = checkAnswers(conference.questions, input, before?.answers);
      if (before && (before.state === 'registered' || before.state === 'waiting')) {
        if (!sameAnswers(before.answers, answers)) await queries.updateParticipations(tx, [before.id], { answers });
        return ownParticipation(await viewOf(tx, before.id), config.publicUrl);
      }
      // With an empty waiting list nobody is passed over; a place that was held for them as a guest is theirs.
      const isFree =
        before?.held || ((await hasRoom(tx, conference, before?.id)) && !(await hasWaiting(tx, conferenceId)));
      const state = isFree ? 'registered' : 'waiting';
      if (before) {
        const again = { line: queries.endOfLine, held: false, heldUntil: null, sequence: queries.oneMoreSequence };
        await queries.updateParticipations(tx, [before.id], { state, answers, ...again });
      }
      const row =
        before ?? (await queries.insertParticipation(tx, { conferenceId, memberId, guest: false, state, answers }));
      await settle(tx, conference, row);
      return ownParticipation(await viewOf(tx, row.id), config.publicUrl);
    });
  }

  /** @throws NOT_FOUND, OVER */
  async function cancel(memberId: string, conferenceId: string): Promise<Participation> {
    return database.transaction(async (tx) => {
      const conference = orNotFound(await conferenceQueries.lock(tx, conferenceId), called);
      const [member] = await queries.lockMembersShared(tx, [memberId]);
      const before = (await queries.findOfMember(tx, memberId, [conferenceId]))[0];
      if (!before || !member) throw notFound('Your participation');
      const row = before.participation;
      if (row.state !== 'cancelled') {
        mustNotHaveStarted(conference);
        await cancelLocked(tx, conference, row, serverMessages.checkedIn);
      }
      return ownParticipation(await viewOf(tx, row.id), config.publicUrl);
    });
  }

  /** Future ones soonest first, then past ones latest first. */
  async function mine(memberId: string): Promise<{ data: MyConference[]; calendar: string }> {
    const rows = await queries.findMine(database, memberId);
    const now = clock.ms();
    const sorted = rows
      .map((row) => ({ ...row, isOver: endOf(row.conference).getTime() <= now, at: row.conference.startsAt.getTime() }))
      .sort((one, other) =>
        one.isOver === other.isOver ? (one.isOver ? other.at - one.at : one.at - other.at) : one.isOver ? 1 : -1,
      );
    const data = sorted.map(({ conference, isOver, ...view }) => ({
      conference: {
        ...ownConference(conference, view),
        status: conference.active,
        cancelledAt: conference.cancelledAt?.toISOString() ?? null,
        over: isOver,
      },
      participation: ownParticipation(view, config.publicUrl),
    }));
    const secret = (await findCalendar(database, memberId)) ?? (await keepCalendar(database, memberId, newSecret()));
    return { data, calendar: calendarAddress(secret) };
  }

  /** Replaces the calendar's address: those before it end. @returns the new one */
  async function replaceCalendar(caller: ActingMember): Promise<string> {
    return database.transaction(async (tx) => {
      await holdLogin(tx, caller);
      await endCalendars(tx, caller.memberId);
      return calendarAddress(await keepCalendar(tx, caller.memberId, newSecret()));
    });
  }

  /** The calendar of this address; undefined for an unknown one. */
  async function calendar(secret: string): Promise<string | undefined> {
    const owner = await findByCalendar(database, secret.slice(0, 100));
    if (!owner) return undefined;
    const { memberId, language } = owner;
    const since = (days: number) => new Date(clock.ms() - days * 86_400_000);
    const rows = (await queries.findMine(database, memberId)).filter(({ conference, participation }) => {
      const isOff = conference.cancelledAt !== null || participation.state === 'cancelled';
      // Long enough for every program to remove the event.
      if (isOff) return (conference.cancelledAt ?? participation.updatedAt) > since(calendarDays.cancelled);
      return participation.state === 'registered' && endOf(conference) > since(calendarDays.past);
    });
    const { name } = await findSender(database);
    return subscribedCalendar(rows, { publicUrl: config.publicUrl, publisher: name || 'Association', language });
  }

  return { participate, cancel, mine, replaceCalendar, calendar };
}

/** 192 random bits. */
const newSecret = () => randomBytes(24).toString('base64url');
