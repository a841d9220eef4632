import Button from '@mui/material/Button';
import { deleteNews, listNews, type NewsItem, toggleNews } from '#shared/contracts/news.ts';
import { limits } from '#shared/limits.ts';
import { ActiveStatus } from '#web/features/content/ActiveStatus.tsx';
import { useContentDialogs } from '#web/features/content/useContentDialogs.tsx';
import { api } from '#web/lib/api.ts';
import { cut } from '#web/lib/format.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import type { Column } from '#web/ui/DataTable.tsx';
import { DayAndTime } from '#web/ui/DayAndTime.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { SearchedTable } from '#web/ui/SearchedTable.tsx';
import { Thumbnail } from '#web/ui/Thumbnail.tsx';
import { TwoLines } from '#web/ui/TwoLines.tsx';
import { NewsDialog } from './NewsDialog.tsx';

const columns: Column<NewsItem>[] = [
  { key: 'picture', header: 'Picture', width: '88px', cell: (item) => <Thumbnail address={item.news_pic} /> },
  {
    key: 'title',
    header: 'Title and description',
    width: '45%',
    primary: true,
    free: true,
    sortBy: (item) => item.Newstitle,
    cell: (item) => (
      <TwoLines
        strong
        first={cut(item.Newstitle, limits.adminNewsCut)}
        second={cut(item.Description, limits.adminNewsCut)}
      />
    ),
  },
  { key: 'location', header: 'Location', sortBy: (item) => item.Location, cell: (item) => item.Location },
  {
    key: 'date',
    header: 'Date',
    sortBy: (item) => item.createdAt,
    cell: (item) => <DayAndTime at={item.createdAt} />,
  },
  {
    key: 'status',
    header: 'Status',
    sortBy: (item) => Number(item.Status),
    cell: (item) => <ActiveStatus active={item.Status} />,
  },
];

/** The office's list of all news items, including inactive ones. */
export function Component() {
  const list = useLoad(listNews, {}, { loggedIn: true });
  const rows = list.data?.news;
  const { add, actions, dialogs } = useContentDialogs({
    rows,
    reload: list.reload,
    noun: 'news',
    nameOf: (row) => row.Newstitle,
    editDialog: (props) => <NewsDialog {...props} />,
    toggle: {
      isActive: (row) => row.Status,
      call: (row) => api(toggleNews, { params: { id: row._id }, query: { version: row.version } }),
    },
    remove: {
      call: (row) => api(deleteNews, { params: { id: row._id }, query: { version: row.version } }),
      warning: (row) => `“${row.Newstitle}” and its picture are deleted. This cannot be undone.`,
    },
  });
  return (
    <>
      <PageHeader title="News">
        <Button onClick={add}>Add News</Button>
      </PageHeader>
      <SearchedTable
        caption="News"
        searchLabel="Search news"
        columns={columns}
        list={list}
        rows={rows}
        textsOf={(row) => [row.Newstitle, row.Location, row.Description]}
        actions={actions}
      />
      {dialogs}
    </>
  );
}
