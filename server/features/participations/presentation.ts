import type { ConferenceRow } from '#server/features/conferences/conferences.queries.ts';
import type { Participant, Participation } from '#shared/contracts/participations.ts';
import { paths } from '#shared/paths.ts';
import type { ParticipationView } from './participations.queries.ts';

const iso = (date: Date | null) => date?.toISOString() ?? null;

function commonOf({ participation: row, certificate, position }: ParticipationView, publicUrl: string) {
  return {
    id: row.id,
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
    homeState: member?.state ?? '',
    email: member?.email ?? participation.email,
    mobile: member?.mobile ?? participation.mobile,
    guest: participation.guest,
  };
}

/** A conference for somebody who takes part: with joining details only while registered. */
export const ownConference = (conference: ConferenceRow, { participation }: ParticipationView) => ({
  id: conference.id,
  title: conference.title,
  startsAt: conference.startsAt.toISOString(),
  endsAt: iso(conference.endsAt),
  meetingType: conference.meetingType,
  meetingAddress: conference.meetingAddress,
  certificate: conference.certificate,
  ...(participation.state === 'registered' && {
    meetingId: conference.meetingId,
    meetingPassword: conference.meetingPassword,
    meetingLink: conference.meetingLink,
  }),
});
