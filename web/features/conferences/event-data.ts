import type { Conference } from '#shared/contracts/conferences.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import type { AssociationInfo } from '#web/lib/association.ts';
import { organization } from '#web/lib/organization.ts';

/** A conference as schema.org data; addresses begin with `/`. */
export function eventData(conference: Conference, association: AssociationInfo) {
  const online = conference.MeetingType === 'Online';
  const page = paths.conference(conference._id);
  const end = new Date(Date.parse(conference.MeetingDate) + limits.conferenceHours * 3_600_000);
  return {
    '@type': 'Event',
    name: conference.WebinarName,
    url: page,
    startDate: conference.MeetingDate,
    endDate: end.toISOString(),
    eventAttendanceMode: `https://schema.org/${online ? 'Online' : 'Offline'}EventAttendanceMode`,
    eventStatus: 'https://schema.org/EventScheduled',
    description: conference.Description,
    organizer: organization(association),
    location: online
      ? { '@type': 'VirtualLocation', url: page }
      : { '@type': 'Place', name: conference.MeetingAddress, address: conference.MeetingAddress },
    ...(conference.picture && { image: [conference.picture.src] }),
  };
}
