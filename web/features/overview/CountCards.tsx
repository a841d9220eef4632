import { clock, indianDay } from '#shared/clock.ts';
import type { listConferences } from '#shared/contracts/conferences.ts';
import { dashboardCounts } from '#shared/contracts/registrations.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import type { MembershipValue } from '#shared/memberships.ts';
import { formatNumber } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { ApiAnswer } from '#web/lib/calls/api.ts';
import { type Load, useLoad } from '#web/lib/calls/useLoad.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { TryAgain } from '#web/ui/page/TryAgain.tsx';
import styles from './cards.module.css';

type Counts = EndpointResponse<typeof dashboardCounts>['data'];

const members = (tier: MembershipValue) => `${paths.admin.directory}?membership=${encodeURIComponent(tier)}`;
const cards: readonly { label: string; count: keyof Counts; to: string }[] = [
  { label: 'Individual Member', count: 'Individual Member', to: members('Individual member') },
  { label: 'Lifetime Member', count: 'Lifetime Member', to: members('lifetime member') },
  { label: 'Patron Members', count: 'Patron Member', to: members('Patron member') },
  { label: 'Today Conferences', count: 'Total Conferences', to: paths.admin.conferences },
  { label: 'Total Directory', count: 'Total Member', to: paths.admin.directory },
];

/** Counts of the main records; each card leads to its list. */
export function CountCards({ conferences }: { conferences: Load<ApiAnswer<typeof listConferences>> }) {
  const { data, failed, loading, reload } = useLoad(dashboardCounts, {});
  if (failed && !loading) return <TryAgain onClick={reload} text="The numbers could not be loaded." />;
  const day = clock.today();
  const today = conferences.data?.newConference.filter(
    ({ startsAt, cancelledAt }) => cancelledAt === null && indianDay(new Date(startsAt)) === day,
  ).length;
  const shown = cards.filter(({ count }) => !data || data.data[count] !== undefined);
  return (
    <ul className={`grid gap-2 grid-cols-2 m-0 mb-3 ${styles.counts}`} aria-busy={!data || undefined}>
      {shown.map(({ label, count, to }) => (
        <li key={label}>
          <Link
            to={to}
            className="card flex flex-col hover-border-navy px-2 py-12px text-ink h-full gap-4px justify-between no-underline"
          >
            <span className="text-muted text-14 leading-tight">{label}</span>
            {count === 'Total Conferences' ? (
              <span className="items-baseline flex gap-1">
                <span className={`font-semibold font-serif leading-tight ${styles.figure}`}>
                  {data ? formatNumber(data.data[count]) : '…'}
                </span>
                <span className="text-muted text-14 whitespace-nowrap">
                  {today !== undefined && `${formatNumber(today)} today`}
                </span>
              </span>
            ) : (
              <span className={`font-semibold font-serif leading-tight ${styles.figure}`}>
                {data ? formatNumber(data.data[count] ?? 0) : '…'}
              </span>
            )}
          </Link>
        </li>
      ))}
    </ul>
  );
}
