import { lazy, Suspense } from 'react';
import { registrationsOverview } from '#shared/contracts/members.ts';
import { ConferenceList } from '#web/features/overview/ConferenceList.tsx';
import { CountCards } from '#web/features/overview/CountCards.tsx';
import { WaitingNotes } from '#web/features/overview/WaitingNotes.tsx';
import { useLoad } from '#web/lib/useLoad.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { Loading } from '#web/ui/Loading.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import styles from './OverviewPage.module.css';

const OverviewCharts = lazy(() => import('#web/features/overview/OverviewCharts.tsx'));

export function Component() {
  const overview = useLoad(registrationsOverview, {});
  return (
    <>
      <PageHeader title="Overview" />
      <CountCards />
      <div className={styles.conferences}>
        <ConferenceList />
      </div>
      <Loaded of={overview}>
        {({ data }) => (
          <>
            <WaitingNotes overview={data} />
            <Suspense fallback={<Loading label="Loading the charts" />}>
              <OverviewCharts overview={data} />
            </Suspense>
          </>
        )}
      </Loaded>
    </>
  );
}
