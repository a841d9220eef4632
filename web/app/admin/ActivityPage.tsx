import { z } from 'zod';
import { clock } from '#shared/clock.ts';
import { type Activity, activityFrom, activityKinds, administratorActivity } from '#shared/contracts/activity.ts';
import { formatNumber } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { kindLabels } from '#web/features/activity-log/LogTable.tsx';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { counted } from '#web/lib/languages/format.ts';
import { FilterDate } from '#web/ui/forms/DateField.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { type Column, DataTable, nothing } from '#web/ui/tables/DataTable.tsx';
import { FilterBar } from '#web/ui/tables/FilterBar.tsx';
import { FilterSelect } from '#web/ui/tables/FilterSelect.tsx';
import { DayAndTime, TwoLines } from '#web/ui/tables/TwoLines.tsx';
import styles from './ActivityPage.module.css';

const defaults = { of: '', kind: '', from: '', until: '', page: '1' };
const labels = { opened: 'Opened', exported: 'Exported', decided: 'Decided', other: 'Everything else' } as const;

/** The day in the address; '' if it is not a date. */
const dayOf = (text: string) => (z.iso.date().safeParse(text).success ? text : '');

type Row = Activity['data'][number];
const columns: readonly Column<Row>[] = [
  { key: 'text', header: 'What', primary: true, cell: (row) => row.text },
  {
    key: 'subject',
    header: 'About',
    free: true,
    cell: (row) => (row.subject ? <TwoLines first={row.subject} to={row.link} second={row.name} /> : nothing),
  },
  { key: 'kind', header: 'Kind', cell: (row) => kindLabels[row.kind] },
  { key: 'at', header: 'When', cell: (row) => <DayAndTime at={row.at} /> },
];

/** The records that one administrator opened, exported and decided. */
export function Component() {
  const [address, change, { page, onPage }] = useQueryState(defaults);
  const kind = activityKinds.find((each) => each === address.kind) ?? '';
  const [from, until] = [dayOf(address.from) || activityFrom(), dayOf(address.until) || clock.today()];
  const load = useLoad(
    administratorActivity,
    address.of === '' ? null : { params: { id: address.of }, query: { kind, from, until, page } },
  );
  const table = usePaging(load, page, onPage);
  const { data, failed } = load;
  if (address.of === '') {
    return (
      <>
        <PageHeader title="Activity" text="Choose an administrator whose activity you want to see." />
        <p>
          <Link to={paths.admin.administrators}>All administrators</Link>
        </p>
      </>
    );
  }
  const total = data?.pagination.totalCount ?? 0;
  return (
    <>
      <PageHeader
        title="Activity"
        text={data ? `${data.administrator.email}${data.administrator.disabled ? ', disabled' : ''}` : undefined}
      />
      <p>
        <Link className="tap" to={paths.admin.administrators}>
          All administrators
        </Link>
      </p>
      <Totals totals={data?.totals} />
      <FilterBar label="Activity" chosen={[kind, address.from, address.until].filter((value) => value !== '').length}>
        <FilterSelect
          label="Kind"
          value={kind}
          options={activityKinds.map((value) => ({ value, label: labels[value] }))}
          onChange={(next) => change({ kind: next })}
        />
        <FilterDate label="From" value={from} max={until} onChange={(next) => change({ from: next })} />
        <FilterDate label="Until" value={until} min={from} onChange={(next) => change({ until: next })} />
      </FilterBar>
      <p className="text-muted text-14 min-h-line m-0 mt-1 mb-4px" role="status">
        {data && !failed ? counted(total, 'entry', 'entries') : ''}
      </p>
      <DataTable
        caption="Activity"
        columns={columns}
        rowKey={(row) => row.id}
        emptyText="Nothing in these days."
        {...table}
      />
      <p className="text-muted text-14">
        What was opened stands here person by person for 366 days; after that there is one line a day.
      </p>
    </>
  );
}

function Totals({ totals }: { totals: Activity['totals'] | undefined }) {
  const numbers = [
    ['Records opened', totals?.opened.record],
    ['Scanned IDs opened', totals?.opened.ID],
    ['Proofs opened', totals?.opened.proof],
    ['Exports', totals?.exported],
    ['Decisions', totals?.decided],
    ['Everything else', totals?.other],
  ] as const;
  return (
    <dl className={`grid grid-cols-2 gap-1 m-0 mb-3 ${styles.totals}`}>
      {numbers.map(([label, value]) => (
        <div key={label} className="card px-2 py-12px">
          <dt className="text-14">{label}</dt>
          <dd className="text-28 font-semibold font-serif mt-4px">{value === undefined ? '…' : formatNumber(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
