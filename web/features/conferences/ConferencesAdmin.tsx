import Button from '@mui/material/Button';
import { useState } from 'react';
import { type Conference, deleteConference, listConferences, toggleConference } from '#shared/contracts/conferences.ts';
import { limits } from '#shared/limits.ts';
import { api } from '#web/lib/api.ts';
import { cut, formatDay, formatTime } from '#web/lib/format.ts';
import { statusFailure, useAttempt } from '#web/lib/useAttempt.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { useQueryState } from '#web/lib/useQueryState.ts';
import { useTableView } from '#web/lib/useTableView.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { matches } from '#web/ui/matches.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { TableBar } from '#web/ui/TableBar.tsx';
import { Thumbnail } from '#web/ui/Thumbnail.tsx';
import { TwoLines } from '#web/ui/TwoLines.tsx';
import { ConferenceDialog } from './ConferenceDialog.tsx';

const columns: Column<Conference>[] = [
  { key: 'picture', header: 'Picture', width: '88px', cell: (row) => <Thumbnail address={row.Webinar_pic} /> },
  {
    key: 'title',
    header: 'Title',
    width: '26%',
    primary: true,
    sortBy: (row) => row.WebinarName,
    cell: (row) => cut(row.WebinarName, limits.adminConferenceCut),
  },
  { key: 'type', header: 'Type', sortBy: (row) => row.MeetingType, cell: (row) => row.MeetingType },
  {
    key: 'date',
    header: 'Date',
    sortBy: (row) => row.MeetingDate,
    width: '118px',
    cell: (row) => <TwoLines first={formatDay(row.MeetingDate)} second={formatTime(row.MeetingDate)} />,
  },
  { key: 'text', header: 'Description', cell: (row) => cut(row.Description, limits.adminConferenceCut) },
  {
    key: 'status',
    header: 'Status',
    sortBy: (row) => Number(row.status),
    cell: (row) => <StatusDot tone={row.status ? 'good' : 'neutral'}>{row.status ? 'Active' : 'InActive'}</StatusDot>,
  },
];

type Open = { kind: 'edit'; id: string | null } | { kind: 'toggle' | 'delete'; id: string } | null;

/** The office's conferences: all of them, also those that are not shown. */
export function ConferencesAdmin() {
  const list = useLoad(listConferences, {});
  const [{ q }, change] = useQueryState({ q: '' });
  const view = useTableView();
  const [open, setOpen] = useState<Open>(null);
  const { attempt } = useAttempt();
  const close = () => setOpen(null);
  const conferences = list.data?.newConference;
  const shown = conferences?.filter((row) =>
    matches(q, row.WebinarName, row.MeetingType, row.MeetingAddress, row.Description),
  );
  const conference = conferences?.find(({ _id }) => _id === open?.id) ?? null;

  const toggle = async () => {
    if (!conference) return;
    const { _id: id, version } = conference;
    await attempt(() => api(toggleConference, { params: { id }, query: { version } }), statusFailure);
    // Also when it was refused: somebody else has changed it meanwhile.
    list.reload();
  };
  const remove = async () => {
    if (!conference) return;
    if (await attempt(() => api(deleteConference, { params: { id: conference._id } }))) list.reload();
  };

  return (
    <>
      <PageHeader title="Conferences">
        <Button onClick={() => setOpen({ kind: 'edit', id: null })}>Add Conference</Button>
      </PageHeader>
      <TableBar>
        <SearchField
          label="Search conferences"
          placeholder="Search"
          hideLabel
          value={q}
          onChange={(text) => change({ q: text })}
        />
      </TableBar>
      <DataTable
        caption="Conferences"
        columns={columns}
        rows={shown}
        rowKey={(row) => row._id}
        loading={list.loading}
        failed={list.failed !== undefined}
        onRetry={list.reload}
        view={view}
        actions={(row) => (
          <>
            <Button
              variant="text"
              size="small"
              aria-label={`Edit “${row.WebinarName}”`}
              onClick={() => setOpen({ kind: 'edit', id: row._id })}
            >
              Edit
            </Button>
            <Button
              variant="text"
              size="small"
              aria-label={`${row.status ? 'Hide' : 'Show'} “${row.WebinarName}”`}
              onClick={() => setOpen({ kind: 'toggle', id: row._id })}
            >
              {row.status ? 'Hide' : 'Show'}
            </Button>
            <Button
              variant="text"
              size="small"
              color="error"
              aria-label={`Delete “${row.WebinarName}”`}
              onClick={() => setOpen({ kind: 'delete', id: row._id })}
            >
              Delete
            </Button>
          </>
        )}
      />
      {open?.kind === 'edit' && (
        <ConferenceDialog
          conference={conference}
          onClose={close}
          onConflict={list.reload}
          onSaved={() => {
            close();
            list.reload();
          }}
        />
      )}
      <ConfirmDialog
        open={open?.kind === 'toggle'}
        title={conference?.status ? 'Hide this conference?' : 'Show this conference?'}
        confirmLabel={conference?.status ? 'Set InActive' : 'Set Active'}
        onConfirm={toggle}
        onClose={close}
      >
        {conference?.status ? 'Visitors will no longer see' : 'Visitors will see'} “{conference?.WebinarName}”.
      </ConfirmDialog>
      <ConfirmDialog
        open={open?.kind === 'delete'}
        title="Delete this conference?"
        confirmLabel="Delete"
        danger
        onConfirm={remove}
        onClose={close}
      >
        “{conference?.WebinarName}” and its picture are deleted. This cannot be taken back.
      </ConfirmDialog>
    </>
  );
}
