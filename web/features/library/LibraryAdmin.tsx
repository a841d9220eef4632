import { useState } from 'react';
import { deleteDocument, type LibraryDocument, listCategories, listDocuments } from '#shared/contracts/library.ts';
import { messages } from '#shared/messages.ts';
import { useContentDialogs } from '#web/features/content/useContentDialogs.tsx';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { type Column, DataTable } from '#web/ui/tables/DataTable.tsx';
import { FilterBar } from '#web/ui/tables/FilterBar.tsx';
import { FilterSelect } from '#web/ui/tables/FilterSelect.tsx';
import { StatusDot, type Tone } from '#web/ui/tables/StatusDot.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';
import { CategoriesDialog } from './CategoriesDialog.tsx';
import { DocumentDialog } from './DocumentDialog.tsx';
import { DraftSheet } from './DraftSheet.tsx';
import { Dropped } from './Dropped.tsx';

const accessText = ({ access, states = [] }: LibraryDocument): string => {
  if (access === 'States') return states.join(', ');
  return access === 'everybody' ? 'Everybody' : access === 'members' ? 'Members' : '';
};

/** What became of a document's text, and filters by that. */
const stateLabels: Record<LibraryDocument['state'], string> = {
  reading: 'Being read',
  searchable: 'Searchable',
  pictures: 'Pictures only',
  tooLong: 'Too long',
  unreadable: 'Not readable',
};
const stateTones: Record<LibraryDocument['state'], Tone> = {
  reading: 'neutral',
  searchable: 'good',
  pictures: 'warn',
  tooLong: 'warn',
  unreadable: 'bad',
};
const filters = [
  { value: 'draft', label: 'Draft' },
  ...Object.entries(stateLabels).map(([value, label]) => ({ value, label })),
];
type StateFilter = LibraryDocument['state'] | 'draft' | '';

const columns: Column<LibraryDocument>[] = [
  {
    key: 'title',
    header: 'Document',
    primary: true,
    free: true,
    cell: (row) => <TwoLines first={row.title} second={[row.number, row.language].filter(Boolean).join(' · ')} />,
  },
  { key: 'category', header: 'Category', cell: (row) => row.category },
  { key: 'date', header: 'Date', cell: (row) => row.date && formatDay(row.date) },
  { key: 'access', header: 'For', free: true, cell: accessText },
  {
    key: 'state',
    header: 'Status',
    cell: (row) =>
      row.draft ? (
        <StatusDot tone="warn">Draft</StatusDot>
      ) : (
        <StatusDot tone={stateTones[row.state]}>{stateLabels[row.state]}</StatusDot>
      ),
  },
];

/** Manages the library. */
export function Component() {
  const [address, change, { page, onPage }] = useQueryState(
    { search: '', category: '', state: '', page: '1' },
    'search',
  );
  const { search, category } = address;
  const state = (filters.find(({ value }) => value === address.state)?.value ?? '') as StateFilter;
  const list = useLoad(listDocuments, {
    query: { search, category, state, order: search === '' ? 'added' : 'best', page },
  });
  const table = usePaging(list, page, onPage);
  const [sorting, setSorting] = useState(false);
  /** The sheet of drafts is open; each number begins it again. */
  const [filling, setFilling] = useState(0);
  const categories = useLoad(listCategories, {});
  const names = categories.data?.categories.map(({ name }) => name);
  const reload = () => {
    list.reload();
    categories.reload();
  };
  const { add, actions, dialogs } = useContentDialogs({
    rows: list.data?.data,
    reload,
    noun: 'document',
    nameOf: (row) => row.title,
    editDialog: (props) => <DocumentDialog {...props} categories={names ?? []} />,
    remove: {
      call: (row) => api(deleteDocument, { params: { id: row.id }, query: { version: row.version } }),
      warning: (row) => `“${row.title}” disappears from the library with all its files. This cannot be undone.`,
    },
  });
  const isNarrowed = search !== '' || category !== '' || state !== '';
  return (
    <>
      <PageHeader
        title="Library"
        text="Members find these documents in their library; those for everybody are also on the public page Documents."
      >
        <Button look="outlined" onClick={() => setSorting(true)}>
          Categories
        </Button>
        <Button look="outlined" onClick={() => setFilling((count) => count + 1)}>
          Fill in drafts
        </Button>
        <Button onClick={add}>Add document</Button>
      </PageHeader>
      <Dropped
        onAdded={() => {
          reload();
          setFilling((count) => count + 1);
        }}
      />
      {filling > 0 && (
        <DraftSheet key={filling} categories={names ?? []} onSaved={reload} onClose={() => setFilling(0)} />
      )}
      <div className="mb-2">
        <FilterBar
          label="Documents"
          chosen={[category, state].filter((value) => value !== '').length}
          search={{
            label: 'Search documents',
            placeholder: 'Title, number or words of the text',
            value: search,
            onChange: (next) => change({ search: next }),
          }}
        >
          <FilterSelect
            label="Category"
            value={category}
            options={names}
            onChange={(next) => change({ category: next })}
          />
          <FilterSelect label="Status" value={state} options={filters} onChange={(next) => change({ state: next })} />
        </FilterBar>
      </div>
      <DataTable
        {...table}
        caption="Documents"
        columns={columns}
        rowKey={(row) => row.id}
        emptyText={isNarrowed ? messages.library.noneSuch : 'No documents yet. Add the first one above.'}
        actions={actions}
      />
      {dialogs}
      {sorting && categories.data && (
        <CategoriesDialog
          list={categories.data.categories}
          version={categories.data.version}
          onClose={() => setSorting(false)}
          reload={reload}
        />
      )}
    </>
  );
}
