import { type Conference, getConference } from '#shared/contracts/conferences.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import type { RefusedForm } from '#shared/rendered-page.ts';
import { ConferenceDetails, countsPlaces, isClosed } from '#web/features/participations/ConferenceDetails.tsx';
import { confirmBy } from '#web/features/participations/TakePart.tsx';
import { api } from '#web/lib/calls/api.ts';
import { describedByText, inLanguageOf } from '#web/lib/languages/description.ts';
import { t } from '#web/lib/languages/text.ts';
import { type AssociationInfo, organization, useAssociation } from '#web/lib/meta/association.ts';
import type { PageMeta } from '#web/lib/meta/page.ts';
import { Island } from '#web/site/Island.tsx';
import type { PageAddress } from '#web/site/page-address.ts';
import { NotLoaded } from '#web/ui/page/TryAgain.tsx';

/** A conference as schema.org data; addresses begin with `/`. */
function eventData(conference: Conference, association: AssociationInfo) {
  const online = conference.meetingType === 'Online';
  const page = paths.conference(conference.id);
  const end = new Date(Date.parse(conference.startsAt) + limits.conferenceHours * 3_600_000);
  return {
    '@type': 'Event',
    name: conference.title,
    inLanguage: inLanguageOf(`${conference.title} ${conference.description}`),
    url: page,
    startDate: conference.startsAt,
    endDate: end.toISOString(),
    eventAttendanceMode: online
      ? 'https://schema.org/OnlineEventAttendanceMode'
      : 'https://schema.org/OfflineEventAttendanceMode',
    eventStatus: 'https://schema.org/EventScheduled',
    description: conference.description,
    organizer: organization(association),
    location: online
      ? { '@type': 'VirtualLocation', url: page }
      : { '@type': 'Place', name: conference.meetingAddress, address: conference.meetingAddress },
    ...(conference.picture && { image: [conference.picture.src] }),
  };
}

export async function load({ params, query }: PageAddress) {
  const isSent = query.has('sent');
  try {
    const { newConference } = await api(getConference, { params: { id: params.id ?? '' } });
    return {
      conference: newConference,
      closed: isClosed(newConference),
      sent: isSent ? confirmBy(newConference) : null,
      failure: '',
    };
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'NOT_FOUND') throw error;
    return { conference: null, closed: false, sent: null, failure: error.message };
  }
}

type Data = Awaited<ReturnType<typeof load>>;

export const meta = (data: Data, association: AssociationInfo): PageMeta => {
  const { conference } = data;
  if (!conference) return { title: t('Conference') };
  return {
    title: conference.title,
    description: describedByText(conference.description),
    image: conference.picture?.src.replace(/\d+\.webp$/, 'og.jpg'),
    ...{ jsonLd: eventData(conference, association) },
  };
};

export function Page({ data, refused }: { data: Data; refused?: RefusedForm | undefined }) {
  const { conference, closed, sent, failure } = data;
  const { supportEmail, phone } = useAssociation();
  return (
    <div className="container page">
      {conference ? (
        <Island
          name="ConferenceDetails"
          of={ConferenceDetails}
          props={{ given: conference, closed, sent, refused, supportEmail, phone }}
          // Places that are left change too often for a page that is kept.
          when={countsPlaces(conference) ? 'session touch' : 'session'}
        />
      ) : (
        <>
          <NotLoaded what={t('The conference')} />
          <Island name="Arrival" props={{ failure }} when="load" />
        </>
      )}
    </div>
  );
}
