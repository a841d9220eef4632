import { type Conference, listActiveConferences, listConferenceArchive } from '#shared/contracts/conferences.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { ConferenceCard } from '#web/features/conferences/ConferenceCard.tsx';
import { api } from '#web/lib/calls/api.ts';
import { msg, t } from '#web/lib/languages/text.ts';
import type { PageMeta } from '#web/lib/meta/page.ts';
import { Island } from '#web/site/Island.tsx';
import { PageTitle } from '#web/ui/page/PageTitle.tsx';
import { NotLoaded } from '#web/ui/page/TryAgain.tsx';
import { Archive } from './Archive.tsx';
import { conferenceEntry } from './ConferencesArchivePage.tsx';

export async function load() {
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

type Data = Awaited<ReturnType<typeof load>>;

export const meta: PageMeta = {
  title: msg('Conferences'),
  description: msg('Conferences and webinars on criminal law and procedure for prosecutors from all parts of India.'),
};

export function Page({ data: { conferences, more, failure } }: { data: Data }) {
  if (!conferences) {
    return (
      <>
        <PageTitle title={t('Conferences')} />
        <div className="container page-body">
          <NotLoaded what={t('The conferences')} />
          <Island name="Arrival" props={{ failure }} when="load" />
        </div>
      </>
    );
  }
  return (
    <>
      <PageTitle title={t(`Conferences (${conferences.length + more.pagination.totalCount})`)}>
        <p>{t('Meetings and webinars of the association, the next one first.')}</p>
      </PageTitle>
      <div className="container page-body grid grid-cols-1 gap-8">
        {conferences.length === 0 && (
          <p className="text-muted">{t('No conference is announced at the moment. Please come back soon.')}</p>
        )}
        <Cards id="next" heading={t('Next conferences')} conferences={conferences.filter(({ over }) => !over)} />
        <Cards id="past" heading={t('Past conferences')} conferences={conferences.filter(({ over }) => over)} />
        {more.data.length > 0 && (
          <section aria-labelledby="more">
            <h2 id="more">{t('More conferences')}</h2>
            <Archive
              entries={more.data.map(conferenceEntry)}
              pagination={more.pagination}
              address={paths.conferencesArchive}
              label={t('Pages of conferences')}
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
    <section className="grid gap-4" aria-labelledby={id}>
      <h2 id={id} className="m-0">
        {heading}
      </h2>
      {conferences.map((conference, index) => (
        <ConferenceCard key={conference.id} conference={conference} first={id === 'next' && index === 0} />
      ))}
    </section>
  );
}
