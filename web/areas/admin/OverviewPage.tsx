import { registrationsOverview } from '#shared/contracts/registrations.ts';
import { ConferenceList } from '#web/features/overview/ConferenceList.tsx';
import { CountCards } from '#web/features/overview/CountCards.tsx';
import { MoneyCards } from '#web/features/overview/MoneyCards.tsx';
import { OverviewCharts } from '#web/features/overview/OverviewCharts.tsx';
import { WaitingNotes } from '#web/features/overview/WaitingNotes.tsx';
import { useLoad } from '#web/lib/useLoad.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import styles from './OverviewPage.module.css';

export function Component() {
  const overview = useLoad(registrationsOverview, {});
  return (
    <>
      <PageHeader title="Overview" />
      <div className={styles.waiting}>{overview.data && <WaitingNotes overview={overview.data.data} />}</div>
      <CountCards />
      <MoneyCards />
      <div className={styles.conferences}>
        <ConferenceList />
      </div>
      <Loaded of={overview}>{({ data }) => <OverviewCharts overview={data} />}</Loaded>
    </>
  );
}
