import { getConference } from '#shared/contracts/conferences.ts';
import { AppError } from '#shared/errors.ts';
import type { RefusedForm } from '#shared/rendered-page.ts';
import { eventData } from '#web/features/conferences/event-data.ts';
import { ConferenceDetails, countsPlaces, isClosed } from '#web/features/participations/ConferenceDetails.tsx';
import { confirmBy } from '#web/features/participations/TakePart.tsx';
import { api } from '#web/lib/api.ts';
import type { AssociationInfo } from '#web/lib/association.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { useAssociation } from '#web/lib/useAssociation.ts';
import { Island } from '#web/site/Island.tsx';
import type { PageAddress } from '#web/site/site.ts';
import { NotLoaded } from '#web/ui/TryAgain.tsx';

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
  if (!conference) return { title: 'Conference' };
  return {
    title: conference.WebinarName,
    description: conference.Description.replace(/\s+/g, ' ').slice(0, 155),
    image: conference.picture?.src.replace(/\d+\.webp$/, 'og.jpg'),
    ...{ jsonLd: eventData(conference, association) },
  };
};

export function Page({ data, refused }: { data: Data; refused?: RefusedForm | undefined }) {
  const { conference, closed, sent, failure } = data;
  const { supportEmail, phone } = useAssociation();
  return (
    <div className="wrap page">
      {conference ? (
        <Island
          name="conference.tsx"
          of={ConferenceDetails}
          props={{ given: conference, closed, sent, refused, supportEmail, phone }}
          // Places that are left change too often for a page that is kept.
          when={countsPlaces(conference) ? 'session touch' : 'session'}
        />
      ) : (
        <>
          <NotLoaded what="The conference" />
          <Island name="notice.tsx" props={{ message: failure }} when="load" />
        </>
      )}
    </div>
  );
}
