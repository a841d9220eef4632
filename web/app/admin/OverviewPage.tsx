import { useEffect } from 'react';
import { listConferences } from '#shared/contracts/conferences.ts';
import { getOverview, type OverviewData } from '#shared/contracts/overview.ts';
import { registrationsOverview } from '#shared/contracts/registrations.ts';
import { paths } from '#shared/paths.ts';
import { ConferenceList } from '#web/features/overview/ConferenceList.tsx';
import { CountCards } from '#web/features/overview/CountCards.tsx';
import { MoneyCards } from '#web/features/overview/MoneyCards.tsx';
import { MonthCharts, OverviewCharts } from '#web/features/overview/OverviewCharts.tsx';
import { WaitingList } from '#web/features/overview/WaitingList.tsx';
import { WaitingNotes } from '#web/features/overview/WaitingNotes.tsx';
import { formatBalance } from '#web/features/shares/wording.ts';
import { whenIdle } from '#web/lib/browser/when-idle.ts';
import { fetchPage } from '#web/lib/calls/fetch-page.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { useOffice } from '#web/lib/login/office.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';

/** What the State of an office that is bound to it is owed. */
function OwnShare({ state, balance, oldestUnpaid }: NonNullable<OverviewData['shares']>) {
  return (
    <p className="mb-2">
      Share of {state}: <Link to={paths.admin.shares}>{formatBalance(balance)}</Link>
      {oldestUnpaid && ` owed, unpaid since ${formatDay(oldestUnpaid)}`}
    </p>
  );
}

/** Prefetched, as most administrators continue to the registrations. */
const fetchRegistrations = () => fetchPage(paths.admin.registrations);

export function Component() {
  const overview = useLoad(getOverview, {});
  const registrations = useLoad(registrationsOverview, {});
  const conferences = useLoad(listConferences, {}, { loggedIn: true });
  const { may, states } = useOffice();
  const decides = may('members');
  useEffect(() => (decides ? whenIdle(fetchRegistrations) : undefined), [decides]);
  return (
    <>
      <PageHeader title="Overview" text={states.length > 0 ? states.join(', ') : undefined} />
      <div className="mb-2 min-h-touch">
        <Loaded of={overview}>{({ data }) => <WaitingList waiting={data.waiting} />}</Loaded>
      </div>
      {overview.data?.data.shares && <OwnShare {...overview.data.data.shares} />}
      {registrations.data && <WaitingNotes overview={registrations.data.data} />}
      <CountCards conferences={conferences} />
      {may('money') && <MoneyCards />}
      {overview.data && <MonthCharts months={overview.data.data.months} />}
      <div className="mb-3 mt-3">
        <ConferenceList load={conferences} />
      </div>
      <Loaded of={registrations}>{({ data }) => <OverviewCharts overview={data} />}</Loaded>
    </>
  );
}
