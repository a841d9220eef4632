import { deleteNews, listNews, type NewsItem, toggleNews } from '#shared/contracts/news.ts';
import { limits } from '#shared/limits.ts';
import { ActiveStatus } from '#web/features/content/ActiveStatus.tsx';
import { asRead, ContentAdmin, pictureColumn, titleColumn } from '#web/features/content/ContentAdmin.tsx';
import { api } from '#web/lib/api.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import { DayAndTime } from '#web/ui/tables/DayAndTime.tsx';
import { NewsDialog } from './NewsDialog.tsx';

const columns: Column<NewsItem>[] = [
  pictureColumn((item) => item.news_pic),
  titleColumn(
    '45%',
    limits.adminNewsCut,
    (item) => item.Newstitle,
    (item) => item.Description,
  ),
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
  return (
    <ContentAdmin
      title="News"
      addLabel="Add News"
      caption="News"
      searchLabel="Search news"
      noun="news"
      columns={columns}
      list={list}
      rows={list.data?.news}
      nameOf={(row) => row.Newstitle}
      textsOf={(row) => [row.Newstitle, row.Location, row.Description]}
      editDialog={(props) => <NewsDialog {...props} />}
      toggle={{ isActive: (row) => row.Status, call: (row) => api(toggleNews, asRead(row)) }}
      remove={{
        call: (row) => api(deleteNews, asRead(row)),
        warning: (row) => `“${row.Newstitle}” and its picture are deleted. This cannot be undone.`,
      }}
    />
  );
}
