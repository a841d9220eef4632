import Button from '@mui/material/Button';
import { useState } from 'react';
import { deleteResource, listResources, type ResourceLink } from '#shared/contracts/resources.ts';
import { api } from '#web/lib/api.ts';
import { formatDay, formatTime } from '#web/lib/format.ts';
import { useAttempt } from '#web/lib/useAttempt.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { useQueryState } from '#web/lib/useQueryState.ts';
import { useTableView } from '#web/lib/useTableView.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { matches } from '#web/ui/matches.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { TableBar } from '#web/ui/TableBar.tsx';
import { TwoLines } from '#web/ui/TwoLines.tsx';
import { ResourceDialog } from './ResourceDialog.tsx';

const columns: Column<ResourceLink>[] = [
  {
    key: 'link',
    header: 'Link',
    primary: true,
    sortBy: (row) => row.ResourcesLink,
    cell: (row) => (
      <a href={row.ResourcesLink} target="_blank" rel="noopener noreferrer" style={{ overflowWrap: 'anywhere' }}>
        {row.ResourcesLink}
      </a>
    ),
  },
  {
    key: 'date',
    header: 'Added',
    sortBy: (row) => row.createdAt,
    width: '118px',
    cell: (row) => <TwoLines first={formatDay(row.createdAt)} second={formatTime(row.createdAt)} />,
  },
];

type Open = { kind: 'edit'; id: string | null } | { kind: 'delete'; id: string } | null;

/** The useful links that visitors see. */
export function ResourcesAdmin() {
  const list = useLoad(listResources, {});
  const [{ q }, change] = useQueryState({ q: '' });
  const view = useTableView();
  const [open, setOpen] = useState<Open>(null);
  const { attempt } = useAttempt();
  const close = () => setOpen(null);
  const links = list.data?.ResourcesLinks;
  const resource = links?.find(({ _id }) => _id === open?.id) ?? null;
  const remove = async () => {
    if (!resource) return;
    if (await attempt(() => api(deleteResource, { params: { id: resource._id } }))) list.reload();
  };
  return (
    <>
      <PageHeader title="Resources" text="Useful links, shown to visitors on the Resources page.">
        <Button onClick={() => setOpen({ kind: 'edit', id: null })}>Add Resource</Button>
      </PageHeader>
      <TableBar>
        <SearchField
          label="Search links"
          placeholder="Search"
          hideLabel
          value={q}
          onChange={(text) => change({ q: text })}
        />
      </TableBar>
      <DataTable
        caption="Useful links"
        columns={columns}
        rows={links?.filter((row) => matches(q, row.ResourcesLink))}
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
              aria-label={`Edit “${row.ResourcesLink}”`}
              onClick={() => setOpen({ kind: 'edit', id: row._id })}
            >
              Edit
            </Button>
            <Button
              variant="text"
              size="small"
              color="error"
              aria-label={`Delete “${row.ResourcesLink}”`}
              onClick={() => setOpen({ kind: 'delete', id: row._id })}
            >
              Delete
            </Button>
          </>
        )}
      />
      {open?.kind === 'edit' && (
        <ResourceDialog
          resource={resource}
          onClose={close}
          onConflict={list.reload}
          onSaved={() => {
            close();
            list.reload();
          }}
        />
      )}
      <ConfirmDialog
        open={open?.kind === 'delete'}
        title="Delete this link?"
        confirmLabel="Delete"
        danger
        onConfirm={remove}
        onClose={close}
      >
        Visitors will no longer find {resource?.ResourcesLink}.
      </ConfirmDialog>
    </>
  );
}
