import { deleteVote, listVotes, type Vote } from '#shared/contracts/votes.ts';
import { paths } from '#shared/paths.ts';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { counted, formatDate } from '#web/lib/languages/format.ts';
import { DraftActions } from '#web/ui/forms/DraftActions.tsx';
import { buttonLook } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { type Column, DataTable } from '#web/ui/tables/DataTable.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';
import { stateLabels, stateTones } from '../wording.ts';

const columns: Column<Vote>[] = [
  {
    key: 'title',
    header: 'Vote',
    primary: true,
    free: true,
    cell: (row) => (
      <TwoLines
        first={row.title}
        second={
          row.proposal ? `Waits for a second person: ${row.proposal.text}` : counted(row.questions.length, 'question')
        }
      />
    ),
  },
  {
    key: 'state',
    header: 'Status',
    cell: (row) => <StatusDot tone={stateTones[row.state]}>{stateLabels[row.state]}</StatusDot>,
  },
  {
    key: 'people',
    header: 'On the roll',
    align: 'right',
    cell: (row) => (row.people > 0 ? String(row.people) : ''),
  },
  { key: 'opens', header: 'Opens', cell: (row) => formatDate(row.opensAt) },
  { key: 'closes', header: 'Closes', cell: (row) => formatDate(row.closesAt) },
];

/** Elections and resolutions, newest first. */
export function Component() {
  const [, , { page, onPage }] = useQueryState({ page: '1' });
  const list = useLoad(listVotes, { query: { page } });
  const table = usePaging(list, page, onPage);
  return (
    <>
      <PageHeader
        title="Votes"
        text="Elections and resolutions by secret ballot. Each important step is proposed by one administrator and agreed to by another."
      >
        <Link to={paths.admin.vote('new')} className={buttonLook()}>
          Prepare a vote
        </Link>
      </PageHeader>
      <DataTable
        {...table}
        caption="Votes"
        columns={columns}
        rowKey={(row) => row.id}
        emptyText="No votes yet. Prepare the first one."
        actions={(row) => (
          <DraftActions
            title={row.title}
            isDraft={row.state === 'draft'}
            to={paths.admin.vote(row.id)}
            question="Delete this vote?"
            remove={() => api(deleteVote, { params: { id: row.id } })}
            reload={list.reload}
          >
            “{row.title}” is deleted. Nobody was on its roll yet.
          </DraftActions>
        )}
      />
    </>
  );
}
