import { useEffect } from 'react';
import { useLoaderData } from 'react-router';
import { listActiveConferences } from '#shared/contracts/conferences.ts';
import { AppError } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { ConferenceCard } from '#web/features/conferences/ConferenceCard.tsx';
import { api } from '#web/lib/api.ts';
import type { PageMeta } from '#web/lib/page.ts';
import { toast } from '#web/lib/toast.ts';
import { PageTitle } from '#web/ui/PageTitle.tsx';
import { NotLoaded } from '#web/ui/TryAgain.tsx';
import styles from './page.module.css';

export async function loader() {
  try {
    const { newConference } = await api(listActiveConferences);
    return { conferences: newConference.slice(0, limits.conferenceList), count: newConference.length, failure: '' };
  } catch (error) {
    const failure = error instanceof AppError ? error.message : messages.general.failed;
    return { conferences: null, count: 0, failure };
  }
}

export const meta: PageMeta = {
  title: 'Conferences',
  description: 'Conferences and webinars on criminal law and procedure for prosecutors from all parts of India.',
};

export function Component() {
  const { conferences, count, failure } = useLoaderData<typeof loader>();
  // Said also when the server has rendered the failure.
  useEffect(() => {
    if (failure) toast.error(failure);
  }, [failure]);
  return (
    <>
      <PageTitle title={conferences ? `Conferences (${count})` : 'Conferences'}>
        <p>Meetings and webinars of the association, the next one first.</p>
      </PageTitle>
      <div className={`wrap ${styles.body}`}>
        {conferences === null ? (
          <NotLoaded what="The conferences" />
        ) : conferences.length === 0 ? (
          <p className={styles.empty}>No conference is announced at the moment. Please come back soon.</p>
        ) : (
          <div className={styles.list}>
            <h2 className="unseen">Next conferences</h2>
            {conferences.map((conference, index) => (
              <ConferenceCard key={conference._id} conference={conference} first={index === 0} />
            ))}
          </div>
        )}
      </div>
    </>
  );
}
