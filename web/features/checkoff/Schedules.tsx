import { useState } from 'react';
import { listSchedules, type ScheduleHead, scheduleStates } from '#shared/contracts/schedules.ts';
import { monthInWords } from '#shared/financial-year.ts';
import { formatExactRupees } from '#shared/money.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { type Column, DataTable, nothing } from '#web/ui/tables/DataTable.tsx';
import { FilterBar } from '#web/ui/tables/FilterBar.tsx';
import { FilterSelect } from '#web/ui/tables/FilterSelect.tsx';
import type { PartProps } from './address.ts';
import { SendDialog } from './SendDialog.tsx';
import { modeLabels, monthOptions, stateLabels } from './wording.ts';

const columnsOf = (open: (id: string) => void): Column<ScheduleHead>[] => [
  {
    key: 'office',
    header: 'Paying office',
    primary: true,
    free: true,
    cell: ({ id, office, month }) => (
      <button type="button" className="link-button text-start tap-on-phone" onClick={() => open(id)}>
        {office.name}, {monthInWords(month)}
      </button>
    ),
  },
  {
    key: 'state',
    header: 'Status',
    cell: ({ state, failure }) => (failure && state === 'open' ? 'Could not be booked' : (stateLabels[state] ?? state)),
  },
  { key: 'rows', header: 'Rows', align: 'right', cell: ({ rows }) => rows },
  { key: 'sum', header: 'Sum', align: 'right', cell: ({ sum }) => formatExactRupees(sum) },
  {
    key: 'money',
    header: 'Money',
    cell: ({ remittance }) =>
      remittance
        ? [modeLabels[remittance.mode as keyof typeof modeLabels] ?? '', remittance.number].join(' ').trim() || nothing
        : nothing,
  },
];

/** Lists of what paying offices have deducted. */
export function Schedules({ address, change, page, onPage }: PartProps) {
  const { officeId, month } = address;
  const state = scheduleStates.find((each) => each === address.state) ?? '';
  const load = useLoad(listSchedules, { query: { officeId, month, state, page } });
  const [adding, setAdding] = useState(false);
  const isFiltered = officeId !== '' || month !== '' || state !== '';
  return (
    <>
      <FilterBar
        label="Lists"
        chosen={[officeId, month, state].filter((value) => value !== '').length}
        onReset={() => change({ officeId: '', month: '', state: '' })}
        active={isFiltered}
      >
        <FilterSelect
          label="Status"
          value={state}
          options={scheduleStates.map((value) => ({ value, label: stateLabels[value] ?? value }))}
          onChange={(next) => change({ state: next })}
        />
        <FilterSelect
          label="Month"
          value={month}
          options={monthOptions()}
          onChange={(next) => change({ month: next })}
        />
      </FilterBar>
      {officeId !== '' && (
        <p className="m-0 flex flex-wrap items-center gap-2">
          <span>Of one paying office{load.data?.data[0] ? `: ${load.data.data[0].office.name}` : ''}.</span>
          <Button small look="text" onClick={() => change({ officeId: '' })}>
            Show all
          </Button>
        </p>
      )}
      <div>
        <Button look="outlined" onClick={() => setAdding(true)}>
          Read a list
        </Button>
      </div>
      <DataTable
        caption="Lists of deductions"
        columns={columnsOf((schedule) => change({ schedule }))}
        rowKey={({ id }) => id}
        emptyText={isFiltered ? 'No list is found.' : 'No list of deductions was read yet.'}
        {...usePaging(load, page, onPage)}
      />
      {adding && <SendDialog onClose={() => setAdding(false)} onRead={(schedule) => change({ schedule })} />}
    </>
  );
}
