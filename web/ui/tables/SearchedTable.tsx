import type { ReactNode } from 'react';
import { withoutInvisible } from '#shared/typing.ts';
import { useQueryState, useTableView } from '#web/lib/browser/useQueryState.ts';
import type { Load } from '#web/lib/calls/useLoad.ts';
import { SearchField } from '#web/ui/forms/SearchField.tsx';
import { type Column, DataTable } from './DataTable.tsx';
import styles from './TableBar.module.css';

/** The search and the filters above a table. */
export function TableBar({ children }: { children: ReactNode }) {
  return <search className={`grid gap-2 mb-2 ${styles.bar}`}>{children}</search>;
}

const inOneSpelling = (text: string) => withoutInvisible(text).normalize('NFKC').toLowerCase();

/** Whether each word of a search is in one of the texts, ignoring case; an empty search matches all. */
export function matches(search: string, ...texts: string[]): boolean {
  const text = inOneSpelling(texts.join('\n'));
  return inOneSpelling(search)
    .split(/\s+/)
    .every((word) => text.includes(word));
}

interface SearchedTableProps<Row> {
  /** The table's name for screen readers. */
  caption: string;
  searchLabel: string;
  columns: readonly Column<Row>[];
  list: Pick<Load<unknown>, 'loading' | 'failed' | 'reload'>;
  /** All of the list's rows; undefined: not loaded yet. */
  rows: readonly Row[] | undefined;
  /** The texts of a row that are searched. */
  textsOf: (row: Row) => string[];
  /** Absent if the administrator may only read. */
  actions?: ((row: Row) => ReactNode) | undefined;
}

/** A completely loaded list with a search; search, order and page are kept in the address. */
export function SearchedTable<Row extends { id: string }>(props: SearchedTableProps<Row>) {
  const { caption, searchLabel, columns, list, rows, textsOf, actions } = props;
  const [{ q }, change] = useQueryState({ q: '' });
  const view = useTableView();
  return (
    <>
      <TableBar>
        <SearchField
          label={searchLabel}
          placeholder="Search"
          hideLabel
          value={q}
          onChange={(text) => change({ q: text })}
        />
      </TableBar>
      <DataTable
        caption={caption}
        columns={columns}
        rows={rows?.filter((row) => matches(q, ...textsOf(row)))}
        rowKey={(row) => row.id}
        loading={list.loading}
        failed={list.failed !== undefined}
        onRetry={list.reload}
        view={view}
        actions={actions}
      />
    </>
  );
}
