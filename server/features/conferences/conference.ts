import { serverMessages } from '#server/platform/server-messages.ts';
import { clock } from '#shared/clock.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import type { ConferenceRow } from './conferences.queries.ts';

export const called = 'This conference';

/** Questions as participants see them. */
export const askedQuestions = ({ questions }: Pick<ConferenceRow, 'questions'>) =>
  questions.filter(({ removed }) => !removed).map(({ removed: _removed, ...question }) => question);

/** The number of free places; null without a limit. */
export const freePlaces = ({ places, taken }: Pick<ConferenceRow, 'places' | 'taken'>): number | null =>
  places === null ? null : Math.max(0, places - taken);

/** The end of a conference; by default some hours after its start. */
export const endOf = ({ startsAt, endsAt }: Pick<ConferenceRow, 'startsAt' | 'endsAt'>): Date =>
  endsAt ?? new Date(startsAt.getTime() + limits.conferenceHours * 3_600_000);

export const hasStarted = ({ startsAt }: Pick<ConferenceRow, 'startsAt'>): boolean => startsAt <= clock.now();

/**
 * Refuses a conference that does not take participants any more.
 * @param who members may join more conferences than guests
 * @throws NOT_OFFERED, OVER, CLOSED
 */
export function mustBeOpen(conference: ConferenceRow, who: 'member' | 'guest'): void {
  const { participation, cancelledAt, closesAt } = conference;
  const isOffered =
    cancelledAt === null && (participation === 'everybody' || (participation === 'members' && who === 'member'));
  if (!isOffered) {
    const message =
      cancelledAt !== null
        ? serverMessages.conferenceCancelled
        : participation === 'members'
          ? 'This conference is for members. Please log in.'
          : serverMessages.nobodyAsked;
    throw new AppError('NOT_OFFERED', message);
  }
  mustNotHaveStarted(conference);
  if (closesAt !== null && closesAt <= clock.now()) {
    throw new AppError('CLOSED', 'The last day to take part has passed. Please write to the association.');
  }
}

/** @throws OVER */
export function mustNotHaveStarted(conference: ConferenceRow): void {
  if (hasStarted(conference)) throw new AppError('OVER', 'This conference has begun.');
}
