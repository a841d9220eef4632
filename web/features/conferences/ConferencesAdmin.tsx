import Button from '@mui/material/Button';
import { type Conference, deleteConference, listConferences, toggleConference } from '#shared/contracts/conferences.ts';
import { limits } from '#shared/limits.ts';
import { formatNumber } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { ActiveStatus } from '#web/features/content/ActiveStatus.tsx';
import { useContentDialogs } from '#web/features/content/useContentDialogs.tsx';
import { api } from '#web/lib/api.ts';
import { cut } from '#web/lib/format.ts';
import { useOffice } from '#web/lib/office.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import type { Column } from '#web/ui/DataTable.tsx';
import { DayAndTime } from '#web/ui/DayAndTime.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchedTable } from '#web/ui/SearchedTable.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { Thumbnail } from '#web/ui/Thumbnail.tsx';
import { TwoLines } from '#web/ui/TwoLines.tsx';
import { ConferenceDialog } from './ConferenceDialog.tsx';

/** Who may take part, and the number of free places. */
function offered({ participation, free, places }: Conference): string {
  if (participation === 'off') return 'Nobody is asked';
  const who = participation === 'members' ? 'Members' : 'Everybody';
  return free === null ? who : `${who}, ${formatNumber(free)} of ${formatNumber(places ?? 0)} left`;
}

const participation = (opens: boolean): Column<Conference> => ({
  key: 'participation',
  header: 'Participants',
  cell: (row) => (
    <TwoLines
      first={opens ? 'Participants' : offered(row)}
      to={opens ? paths.admin.participants(row._id) : ''}
      second={opens ? offered(row) : ''}
    />
  ),
});

const columns: Column<Conference>[] = [
  { key: 'picture', header: 'Picture', width: '88px', cell: (row) => <Thumbnail address={row.Webinar_pic} /> },
  {
    key: 'title',
    header: 'Title and description',
    width: '36%',
    primary: true,
    free: true,
    sortBy: (row) => row.WebinarName,
    cell: (row) => (
      <TwoLines
        strong
        first={cut(row.WebinarName, limits.adminConferenceCut)}
        second={cut(row.Description, limits.adminConferenceCut)}
      />
    ),
  },
  { key: 'type', header: 'Type', sortBy: (row) => row.MeetingType, cell: (row) => row.MeetingType },
  {
    key: 'date',
    header: 'Date',
    sortBy: (row) => row.MeetingDate,
    cell: (row) => <DayAndTime at={row.MeetingDate} />,
  },
  {
    key: 'status',
    header: 'Status',
    sortBy: (row) => Number(row.status),
    cell: (row) =>
      row.cancelledAt ? <StatusDot tone="bad">Cancelled</StatusDot> : <ActiveStatus active={row.status} />,
  },
];

/** The office's list of all conferences, including inactive ones. */
export function Component() {
  const { may } = useOffice();
  const edits = may('content');
  const list = useLoad(listConferences, {}, { loggedIn: true });
  const rows = list.data?.newConference;
  const { add, actions, dialogs } = useContentDialogs({
    rows,
    reload: list.reload,
    noun: 'conference',
    nameOf: (row) => row.WebinarName,
    editDialog: (props) => <ConferenceDialog {...props} />,
    toggle: {
      isActive: (row) => row.status,
      call: (row) => api(toggleConference, { params: { id: row._id }, query: { version: row.version } }),
    },
    remove: {
      call: (row) => api(deleteConference, { params: { id: row._id }, query: { version: row.version } }),
      warning: (row) => `“${row.WebinarName}” and its picture are deleted. This cannot be undone.`,
    },
  });
  return (
    <>
      <PageHeader title="Conferences">{edits && <Button onClick={add}>Add Conference</Button>}</PageHeader>
      <SearchedTable
        caption="Conferences"
        searchLabel="Search conferences"
        columns={columns.toSpliced(-1, 0, participation(may('members')))}
        list={list}
        rows={rows}
        textsOf={(row) => [row.WebinarName, row.MeetingType, row.MeetingAddress, row.Description]}
        actions={edits ? actions : undefined}
      />
      {dialogs}
    </>
  );
}
