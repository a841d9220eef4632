import { deleteLetter, type Letter, letterKinds, letterStates, listLetters } from '#shared/contracts/letters.ts';
import { paths } from '#shared/paths.ts';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { FilterDate } from '#web/ui/forms/DateField.tsx';
import { DraftActions } from '#web/ui/forms/DraftActions.tsx';
import { buttonLook } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { type Column, DataTable } from '#web/ui/tables/DataTable.tsx';
import { FilterBar } from '#web/ui/tables/FilterBar.tsx';
import { FilterSelect } from '#web/ui/tables/FilterSelect.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import { DayAndTime, TwoLines } from '#web/ui/tables/TwoLines.tsx';
import { kindLabels, progressText, selectionText, stateLabels, stateTones } from './wording.ts';

const columns: Column<Letter>[] = [
  {
    key: 'title',
    header: 'Letter',
    primary: true,
    free: true,
    cell: (row) => <TwoLines first={row.title} second={[kindLabels[row.kind], row.number].filter(Boolean).join(' ')} />,
  },
  { key: 'to', header: 'To', free: true, cell: selectionText },
  {
    key: 'state',
    header: 'Status',
    cell: (row) => <StatusDot tone={stateTones[row.state]}>{stateLabels[row.state]}</StatusDot>,
  },
  {
    key: 'people',
    header: 'Progress',
    align: 'right',
    cell: (row) => (row.startedAt === null ? '' : progressText(row.counts)),
  },
  { key: 'at', header: 'Date', cell: (row) => <DayAndTime at={row.startedAt ?? row.at ?? row.createdAt} /> },
];

/** Circulars and notices to members, newest first. */
export function Component() {
  const [address, change, { page, onPage }] = useQueryState({ state: '', kind: '', from: '', until: '' });
  const state = letterStates.find((each) => each === address.state) ?? '';
  const kind = letterKinds.find((each) => each === address.kind) ?? '';
  const { from, until } = address;
  const list = useLoad(listLetters, { query: { state, kind, from, until, page } });
  const table = usePaging(list, page, onPage);
  return (
    <>
      <PageHeader title="Letters" text="Circulars and notices by e-mail; members read them on the site, too.">
        <Link to={paths.admin.letter('new')} className={buttonLook()}>
          Write a letter
        </Link>
      </PageHeader>
      <div className="mb-2">
        <FilterBar label="Letters" chosen={[state, kind, from, until].filter((value) => value !== '').length}>
          <FilterSelect
            label="Status"
            value={state}
            options={letterStates.map((value) => ({ value, label: stateLabels[value] }))}
            onChange={(next) => change({ state: next })}
          />
          <FilterSelect
            label="Kind"
            value={kind}
            options={letterKinds.map((value) => ({ value, label: kindLabels[value] }))}
            onChange={(next) => change({ kind: next })}
          />
          <FilterDate label="Sent from" value={from} onChange={(next) => change({ from: next })} />
          <FilterDate label="Sent until" value={until} onChange={(next) => change({ until: next })} />
        </FilterBar>
      </div>
      <DataTable
        {...table}
        caption="Letters"
        columns={columns}
        rowKey={(row) => row.id}
        emptyText={
          state === '' && kind === '' && from === '' && until === ''
            ? 'No letters yet. Write the first one.'
            : 'There are no such letters.'
        }
        actions={(row) => (
          <DraftActions
            title={row.title}
            isDraft={row.state === 'draft'}
            to={paths.admin.letter(row.id)}
            question="Delete this draft?"
            remove={() => api(deleteLetter, { params: { id: row.id } })}
            reload={list.reload}
          >
            “{row.title}” is deleted with its file. It has not been sent to anybody.
          </DraftActions>
        )}
      />
    </>
  );
}
