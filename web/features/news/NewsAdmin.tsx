import Button from '@mui/material/Button';
import { useState } from 'react';
import { deleteNews, listNews, type NewsItem, toggleNews } from '#shared/contracts/news.ts';
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
import { NewsDialog } from './NewsDialog.tsx';

const columns: Column<NewsItem>[] = [
  { key: 'picture', header: 'Picture', width: '88px', cell: (item) => <Thumbnail address={item.news_pic} /> },
  {
    key: 'title',
    header: 'Title',
    width: '22%',
    primary: true,
    sortBy: (item) => item.Newstitle,
    cell: (item) => cut(item.Newstitle, limits.adminNewsCut),
  },
  { key: 'location', header: 'Location', width: '13%', sortBy: (item) => item.Location, cell: (item) => item.Location },
  { key: 'text', header: 'Description', width: '30%', cell: (item) => cut(item.Description, limits.adminNewsCut) },
  {
    key: 'date',
    header: 'Date',
    sortBy: (item) => item.createdAt,
    width: '118px',
    cell: (item) => <TwoLines first={formatDay(item.createdAt)} second={formatTime(item.createdAt)} />,
  },
  {
    key: 'status',
    header: 'Status',
    sortBy: (item) => Number(item.Status),
    cell: (item) => (
      <StatusDot tone={item.Status ? 'good' : 'neutral'}>{item.Status ? 'Active' : 'InActive'}</StatusDot>
    ),
  },
];

type Open = { kind: 'edit'; id: string | null } | { kind: 'toggle' | 'delete'; id: string } | null;

/** The office's news: all items, also those that are not shown. */
export function NewsAdmin() {
  const list = useLoad(listNews, {});
  const [{ q }, change] = useQueryState({ q: '' });
  const view = useTableView();
  const [open, setOpen] = useState<Open>(null);
  const { attempt } = useAttempt();
  const close = () => setOpen(null);
  const news = list.data?.news;
  const shown = news?.filter((item) => matches(q, item.Newstitle, item.Location, item.Description));
  const item = news?.find(({ _id }) => _id === open?.id) ?? null;

  const toggle = async () => {
    if (!item) return;
    await attempt(() => api(toggleNews, { params: { id: item._id }, query: { version: item.version } }), statusFailure);
    // Also when it was refused: somebody else has changed it meanwhile.
    list.reload();
  };
  const remove = async () => {
    if (!item) return;
    if (await attempt(() => api(deleteNews, { params: { id: item._id } }))) list.reload();
  };

  return (
    <>
      <PageHeader title="News">
        <Button onClick={() => setOpen({ kind: 'edit', id: null })}>Add News</Button>
      </PageHeader>
      <TableBar>
        <SearchField
          label="Search news"
          placeholder="Search"
          hideLabel
          value={q}
          onChange={(text) => change({ q: text })}
        />
      </TableBar>
      <DataTable
        caption="News"
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
              aria-label={`Edit “${row.Newstitle}”`}
              onClick={() => setOpen({ kind: 'edit', id: row._id })}
            >
              Edit
            </Button>
            <Button
              variant="text"
              size="small"
              aria-label={`${row.Status ? 'Hide' : 'Show'} “${row.Newstitle}”`}
              onClick={() => setOpen({ kind: 'toggle', id: row._id })}
            >
              {row.Status ? 'Hide' : 'Show'}
            </Button>
            <Button
              variant="text"
              size="small"
              color="error"
              aria-label={`Delete “${row.Newstitle}”`}
              onClick={() => setOpen({ kind: 'delete', id: row._id })}
            >
              Delete
            </Button>
          </>
        )}
      />
      {open?.kind === 'edit' && (
        <NewsDialog
          item={item}
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
        title={item?.Status ? 'Hide this news?' : 'Show this news?'}
        confirmLabel={item?.Status ? 'Set InActive' : 'Set Active'}
        onConfirm={toggle}
        onClose={close}
      >
        {item?.Status ? 'Visitors will no longer see' : 'Visitors will see'} “{item?.Newstitle}”.
      </ConfirmDialog>
      <ConfirmDialog
        open={open?.kind === 'delete'}
        title="Delete this news?"
        confirmLabel="Delete"
        danger
        onConfirm={remove}
        onClose={close}
      >
        “{item?.Newstitle}” and its picture are deleted. This cannot be taken back.
      </ConfirmDialog>
    </>
  );
}
