import type { ConferenceRow } from '#server/features/conference-records/conferences.queries.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { clock } from '#shared/clock.ts';
import type { Participant, Participation } from '#shared/contracts/participations.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import type { ParticipationView } from './participations.queries.ts';

export const called = 'This conference';

const iso = (date: Date | null) => date?.toISOString() ?? null;

function commonOf({ participation: row, certificate, position }: ParticipationView, publicUrl: string) {
  return {
    _id: row.id,
    state: row.state,
    position,
    answers: row.answers,
    checkedInAt: iso(row.checkedInAt),
    certificate: certificate && { number: certificate.label, verify: `${publicUrl}${paths.verify(certificate.code)}` },
    version: row.version,
    createdAt: row.createdAt.toISOString(),
  };
}

/** A participation for its owner: with the content of the QR code for the door. */
export function ownParticipation(view: ParticipationView, publicUrl: string): Participation {
  const { state, code } = view.participation;
  return { ...commonOf(view, publicUrl), code: state === 'registered' ? code : null };
}

/** The same for the office, without the code. */
export const officeParticipation = (view: ParticipationView, publicUrl: string): Participation => ({
  ...commonOf(view, publicUrl),
  code: null,
});

/** A line of the office's list. */
export function participantOf(view: ParticipationView, publicUrl: string): Participant {
  const { participation, member } = view;
  return {
    ...commonOf(view, publicUrl),
    name: member?.name ?? participation.name,
    memberNumber: member?.memberNumber ?? null,
    State: member?.state ?? '',
    email: member?.email ?? participation.email,
    mobile: member?.mobile ?? participation.mobile,
    guest: participation.guest,
  };
}

/** A conference for somebody who takes part: with joining details only while registered. */
export const ownConference = (conference: ConferenceRow, { participation }: ParticipationView) => ({
  _id: conference.id,
  WebinarName: conference.title,
  MeetingDate: conference.startsAt.toISOString(),
  endsAt: iso(conference.endsAt),
  MeetingType: conference.meetingType,
  MeetingAddress: conference.meetingAddress,
  certificate: conference.certificate,
  ...(participation.state === 'registered' && {
    MeetingId: conference.meetingId,
    MeetingPassword: conference.meetingPassword,
    MeetingLink: conference.meetingLink,
  }),
});

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
