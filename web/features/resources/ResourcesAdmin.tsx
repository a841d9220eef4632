import { deleteResource, listResources, type ResourceLink } from '#shared/contracts/resources.ts';
import { ContentAdmin } from '#web/features/content/ContentAdmin.tsx';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import { DayAndTime } from '#web/ui/tables/TwoLines.tsx';
import { ResourceDialog } from './ResourceDialog.tsx';

const columns: Column<ResourceLink>[] = [
  {
    key: 'link',
    header: 'Link',
    primary: true,
    sortBy: (row) => row.link,
    cell: (row) => (
      <a href={row.link} target="_blank" rel="noopener noreferrer" className="break-anywhere tap-on-phone">
        {row.link}
      </a>
    ),
  },
  {
    key: 'name',
    header: 'Name',
    sortBy: (row) => row.name,
    cell: (row) => row.name,
  },
  {
    key: 'date',
    header: 'Added',
    sortBy: (row) => row.createdAt,
    cell: (row) => <DayAndTime at={row.createdAt} />,
  },
];

/** Manages the useful links that visitors see. */
export function Component() {
  const list = useLoad(listResources, {});
  return (
    <ContentAdmin
      title="Resources"
      text="Useful links, shown to visitors on the Resources page."
      addLabel="Add Resource"
      caption="Useful links"
      searchLabel="Search links"
      noun="link"
      columns={columns}
      list={list}
      rows={list.data?.resources}
      nameOf={(row) => row.link}
      textsOf={(row) => [row.link, row.name]}
      editDialog={(props) => <ResourceDialog {...props} />}
      remove={{
        call: (row) => api(deleteResource, { params: { id: row.id } }),
        warning: (row) => `Visitors will no longer find ${row.link}.`,
      }}
    />
  );
}
