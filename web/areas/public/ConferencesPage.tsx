import { useEffect } from 'react';
import { useLoaderData } from 'react-router';
import { type Conference, listActiveConferences, listConferenceArchive } from '#shared/contracts/conferences.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { ConferenceCard } from '#web/features/conferences/ConferenceCard.tsx';
import { api } from '#web/lib/api.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { toast } from '#web/lib/toast.ts';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { NotLoaded } from '#web/ui/TryAgain.tsx';
import { Archive } from './Archive.tsx';
import { conferenceEntry } from './archive-entries.ts';

export async function loader() {
  try {
    const [{ newConference }, more] = await Promise.all([
      api(listActiveConferences, { query: { limit: limits.conferenceList } }),
      api(listConferenceArchive, { query: {} }),
    ]);
    return { conferences: newConference, more, failure: '' };
  } catch (error) {
    const failure = error instanceof AppError ? error.message : messages.general.failed;
    return { conferences: null, more: null, failure };
  }
}

export const meta: PageMeta = {
  title: 'Conferences',
  description: 'Conferences and webinars on criminal law and procedure for prosecutors from all parts of India.',
};

export function Component() {
  const { conferences, more, failure } = useLoaderData<typeof loader>();
  // Also shown when the server rendered the failure.
  useEffect(() => {
    if (failure) toast.error(failure);
  }, [failure]);
  if (!conferences) {
    return (
      <>
        <PageTitle title="Conferences" />
        <div className="wrap page-body">
          <NotLoaded what="The conferences" />
        </div>
      </>
    );
  }
  return (
    <>
      <PageTitle title={`Conferences (${conferences.length + more.pagination.totalCount})`}>
        <p>Meetings and webinars of the association, the next one first.</p>
      </PageTitle>
      <div className="wrap page-body stack one-column gap-8">
        {conferences.length === 0 && (
          <p className="muted">No conference is announced at the moment. Please come back soon.</p>
        )}
        <Cards id="next" heading="Next conferences" conferences={conferences.filter(({ over }) => !over)} />
        <Cards id="past" heading="Past conferences" conferences={conferences.filter(({ over }) => over)} />
        {more.data.length > 0 && (
          <section aria-labelledby="more">
            <h2 id="more">More conferences</h2>
            <Archive
              entries={more.data.map(conferenceEntry)}
              pagination={more.pagination}
              address={paths.conferencesArchive}
              label="Pages of conferences"
            />
          </section>
        )}
      </div>
    </>
  );
}

function Cards({ id, heading, conferences }: { id: string; heading: string; conferences: Conference[] }) {
  if (conferences.length === 0) return null;
  return (
    <section className="stack gap-4" aria-labelledby={id}>
      <h2 id={id} className="flush">
        {heading}
      </h2>
      {conferences.map((conference, index) => (
        <ConferenceCard key={conference._id} conference={conference} first={id === 'next' && index === 0} />
      ))}
    </section>
  );
}
