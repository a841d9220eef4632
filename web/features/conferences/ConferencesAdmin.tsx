import { type Conference, deleteConference, listConferences, toggleConference } from '#shared/contracts/conferences.ts';
import { limits } from '#shared/limits.ts';
import { formatNumber } from '#shared/money.ts';
import { meetingTypeLabel } from '#shared/options.ts';
import { paths } from '#shared/paths.ts';
import { ActiveStatus, asRead, ContentAdmin, pictureColumn, titleColumn } from '#web/features/content/ContentAdmin.tsx';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { useOffice } from '#web/lib/login/office.ts';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import { DayAndTime, TwoLines } from '#web/ui/tables/TwoLines.tsx';
import { ConferenceDialog } from './ConferenceDialog.tsx';

/** Who may take part, and the number of free places. */
function offered({ participation, free, places }: Conference): string {
  if (participation === 'off') return 'No registration';
  const who = participation === 'members' ? 'Members' : 'Everybody';
  return free === null ? who : `${who}, ${formatNumber(free)} of ${formatNumber(places ?? 0)} left`;
}

const participation = (opens: boolean): Column<Conference> => ({
  key: 'participation',
  header: 'Participants',
  cell: (row) => (
    <TwoLines
      first={opens ? 'Participants' : offered(row)}
      to={opens ? paths.admin.participants(row.id) : ''}
      second={opens ? offered(row) : ''}
    />
  ),
});

const typeOf = (row: Conference) => meetingTypeLabel(row.meetingType);

const columns: Column<Conference>[] = [
  pictureColumn((row) => row.pictureAddress),
  titleColumn(
    '36%',
    limits.adminConferenceCut,
    (row) => row.title,
    (row) => row.description,
  ),
  { key: 'type', header: 'Type', sortBy: typeOf, cell: typeOf },
  {
    key: 'date',
    header: 'Date',
    sortBy: (row) => row.startsAt,
    cell: (row) => <DayAndTime at={row.startsAt} />,
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
  const list = useLoad(listConferences, {}, { loggedIn: true });
  return (
    <ContentAdmin
      title="Conferences"
      addLabel="Add Conference"
      caption="Conferences"
      searchLabel="Search conferences"
      noun="conference"
      edits={may('content')}
      columns={columns.toSpliced(-1, 0, participation(may('members')))}
      list={list}
      rows={list.data?.newConference}
      nameOf={(row) => row.title}
      textsOf={(row) => [row.title, typeOf(row), row.meetingAddress, row.description]}
      editDialog={(props) => <ConferenceDialog {...props} />}
      toggle={{ isActive: (row) => row.status, call: (row) => api(toggleConference, asRead(row)) }}
      remove={{
        call: (row) => api(deleteConference, asRead(row)),
        warning: (row) => `“${row.title}” and its picture are deleted. This cannot be undone.`,
      }}
    />
  );
}
