import { clock } from '#shared/clock.ts';
import { type MissingDeductions, missingDeductions, type PayingOfficeShown } from '#shared/contracts/checkoff.ts';
import { addMonths, monthInWords, monthOf } from '#shared/financial-year.ts';
import { formatExactRupees, formatNumber, formatRupees } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { Select } from '#web/ui/forms/Select.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { type Column, DataTable } from '#web/ui/tables/DataTable.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';
import type { PartProps } from './address.ts';
import { placeOf } from './OfficePicker.tsx';
import { monthOptions } from './wording.ts';

const memberColumns: Column<MissingDeductions['members'][number]>[] = [
  {
    key: 'name',
    header: 'Member',
    primary: true,
    free: true,
    sortBy: ({ directory }) => directory.name,
    cell: ({ directory }) => (
      <Link to={paths.admin.member(directory.id)}>
        <TwoLines first={directory.name} second={directory.memberNumber ?? directory.reference} />
      </Link>
    ),
  },
  {
    key: 'office',
    header: 'Paying office',
    free: true,
    sortBy: ({ office }) => office.name,
    cell: ({ office, employeeNumber }) => <TwoLines first={office.name} second={employeeNumber} />,
  },
  { key: 'amount', header: 'Amount', align: 'right', cell: ({ amount }) => formatRupees(amount) },
];

const officeColumns: Column<PayingOfficeShown>[] = [
  { key: 'name', header: 'Paying office', primary: true, free: true, cell: placeOf },
];

/** Who was authorised for a month and is in no list, offices that sent none, and who was deducted without authorisation. */
export function Missing({ address, change }: PartProps) {
  const month = monthOptions().some(({ value }) => value === address.month)
    ? address.month
    : addMonths(monthOf(clock.today()), -1);
  const load = useLoad(missingDeductions, { query: { month } });
  const rowColumns: Column<MissingDeductions['unauthorised'][number]>[] = [
    {
      key: 'name',
      header: 'In the list',
      primary: true,
      free: true,
      cell: ({ name, employeeNumber }) => <TwoLines first={name} second={employeeNumber} />,
    },
    {
      key: 'office',
      header: 'List',
      free: true,
      cell: ({ scheduleId, office, row }) => (
        <button
          type="button"
          className="link-button text-start tap-on-phone"
          onClick={() => change({ tab: 'schedules', month: '', schedule: scheduleId })}
        >
          {office.name}, row {row}
        </button>
      ),
    },
    { key: 'amount', header: 'Amount', align: 'right', cell: ({ amount }) => formatExactRupees(amount) },
  ];
  return (
    <>
      <div className="max-w-320">
        <Select
          label="Month of the salary"
          value={month}
          entries={monthOptions()}
          onChange={(next) => change({ month: next })}
        />
      </div>
      <Loaded of={load}>
        {({ data: { members, offices, unauthorised } }) => (
          <div className="grid gap-5">
            <Part title="Authorised, and in no list" count={members.length}>
              <DataTable
                caption="Authorised, and in no list"
                columns={memberColumns}
                rows={members}
                rowKey={({ id }) => id}
                emptyText={`Nobody who was authorised for ${monthInWords(month)} is missing.`}
              />
            </Part>
            <Part title="Paying offices that sent no list" count={offices.length}>
              <DataTable
                caption="Paying offices that sent no list"
                columns={officeColumns}
                rows={offices}
                rowKey={({ id }) => id}
                emptyText="Every paying office of the authorised has sent its list."
              />
            </Part>
            <Part title="Deducted without authorisation" count={unauthorised.length}>
              <DataTable
                caption="Deducted without authorisation"
                columns={rowColumns}
                rows={unauthorised}
                rowKey={({ scheduleId, row }) => `${scheduleId} ${row}`}
                emptyText="Nobody was deducted without authorisation."
              />
            </Part>
          </div>
        )}
      </Loaded>
    </>
  );
}

function Part({ title, count, children }: { title: string; count: number; children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="text-18 mb-1">
        {title} <span className="text-muted">({formatNumber(count)})</span>
      </h2>
      {children}
    </section>
  );
}
