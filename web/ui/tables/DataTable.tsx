import { type ReactNode, useState } from 'react';
import type { Pagination } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { TickBox } from '#web/ui/forms/TickBox.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import { LoadingLine } from '#web/ui/page/Progress.tsx';
import { TryAgain } from '#web/ui/page/TryAgain.tsx';
import { useKeptFocus } from '#web/ui/page/useKeptFocus.ts';
import styles from './DataTable.module.css';
import { Pager } from './Pager.tsx';

/**
 * One page of a completely loaded list.
 * @param requested from 1; a number beyond the last page gives the last one, as rows may have been deleted
 */
export function pageOf<Row>(rows: readonly Row[], requested: number): { page: number; shown: readonly Row[] } {
  const page = Math.min(requested, Math.max(1, Math.ceil(rows.length / limits.pageSize)));
  return { page, shown: rows.slice((page - 1) * limits.pageSize, page * limits.pageSize) };
}

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /**
   * Makes the column sortable: by this value in a table that has all its rows, or by the `server` in one that it pages.
   */
  sortBy?: ((row: Row) => string | number) | 'server';
  align?: 'right';
  /** Any CSS width. */
  width?: string;
  /** The heading of the row's card on a phone. */
  primary?: boolean;
  /** Typed text, which may have no blanks: its words may be broken, unlike those of other columns. */
  free?: boolean;
  /** A number or a day, which is compared with those above and below it: it does not wrap. */
  whole?: boolean;
  /** A value that does not say what it is: its heading stands before it in a card of a dense table, too. */
  labelled?: boolean;
  /** Stays beside the heading where `lines` leaves one line a row. */
  line?: boolean;
}

interface DataTableProps<Row> {
  /** The table's name for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** undefined: not loaded yet. */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  loading?: boolean;
  failed?: boolean;
  onRetry?: () => void;
  emptyText?: string;
  /** On a phone its cards have no labels, so that more of them are seen, for lists that the office uses all day. */
  dense?: boolean;
  /** On a phone each row is one line, its heading and the column with `line`, for lists whose rows are opened to be read. */
  lines?: boolean;
  /** Rows can be ticked, in a first column. */
  selection?: Selection<Row> | undefined;
  /** Buttons of a row, in a last column. */
  actions?: (row: Row) => ReactNode;
  /** Set if the server pages, and may sort, the rows; without it `rows` holds all, and the table does both. */
  paging?:
    | { pagination: Pagination; onPage: (page: number) => void; sorting?: Sorting; onSort?: (sorting: Sorting) => void }
    | undefined;
  /** Page and sorting, if the page around the table keeps them (see `useTableView`); without it the table does. */
  view?: TableView;
}

/** What {@link usePaging} returns for a table. */
export type PagedRows<Row> = Pick<DataTableProps<Row>, 'rows' | 'loading' | 'failed' | 'onRetry' | 'paging'>;

export interface Selection<Row> {
  isTicked: (row: Row) => boolean;
  /** Called with the rows to tick or untick. */
  onTick: (rows: readonly Row[], on: boolean) => void;
  /** The accessible name of a row's check box. */
  labelOf: (row: Row) => string;
}

/** The page that is shown, and the column by which the rows are sorted. */
export interface TableView {
  page: number;
  sorting: Sorting | undefined;
  onChange: (change: { page: number } | { sorting: Sorting }) => void;
}

export interface Sorting {
  key: string;
  descending: boolean;
}

/** The text of an empty cell. A card leaves its line out, a page on which a column has nothing else its column. */
export const nothing = '–';
const isNothing = (content: ReactNode) => content === nothing || content === '' || content == null;

/** A list as a table; on a phone each row is a card. Handles loading, empty and failed lists. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, rows, rowKey, loading, failed, onRetry, selection, actions, paging } = props;
  const ownView = useOwnView();
  const view = props.view ?? ownView;
  const { sorting } = paging ?? view;
  const box = useKeptFocus<HTMLDivElement & HTMLParagraphElement>();

  if (failed && onRetry && !loading) return <TryAgain onClick={onRetry} />;
  if (rows === undefined) return <Loading />;
  if (rows.length === 0 && !loading) {
    return (
      <p className="card text-muted m-0 text-center px-2 py-5" {...box}>
        {props.emptyText ?? messages.empty.table}
      </p>
    );
  }

  const { page, shown } = paging
    ? { page: paging.pagination.currentPage, shown: rows }
    : pageOf(sortRows(rows, props.columns, sorting), view.page);
  const cells = shown.map((row) => props.columns.map((column) => column.cell(row)));
  const columns = props.columns
    .map((column, at) => ({ ...column, at }))
    .filter(({ at, sortBy }) => sortBy || !cells.every((row) => isNothing(row[at])));
  const toggle = (key: string) => {
    const nextSorting = { key, descending: sorting?.key === key && !sorting.descending };
    if (paging) paging.onSort?.(nextSorting);
    else view.onChange({ sorting: nextSorting });
  };

  return (
    <div
      className={`card ${styles.box}`}
      data-dense={props.dense || undefined}
      data-lines={props.lines || undefined}
      aria-busy={loading || undefined}
      {...box}
    >
      <LoadingLine shown={loading ?? false} />
      {/* Explicit roles, because the style sheet turns rows into cards and thereby drops the implicit ones. */}
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      {/* biome-ignore-start lint/a11y/useSemanticElements: see above */}
      <table className={`w-full text-14 ${styles.table}`} role="table">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {selection && (
              <th role="columnheader" scope="col" className={styles.tick}>
                <TickAll rows={shown} selection={selection} />
              </th>
            )}
            {columns.map((column) => (
              <th
                key={column.key}
                role="columnheader"
                scope="col"
                className={column.align === 'right' ? styles.right : undefined}
                style={column.width ? { width: column.width } : undefined}
                aria-sort={ariaSort(column, sorting)}
              >
                {column.sortBy ? (
                  <button
                    type="button"
                    className={`font-semibold min-h-touch inline-flex items-center bare ${styles.sort} rounded-4px`}
                    onClick={() => toggle(column.key)}
                  >
                    {column.header}
                    <span aria-hidden="true">{arrow(column, sorting)}</span>
                  </button>
                ) : (
                  column.header
                )}
              </th>
            ))}
            {actions && (
              <th role="columnheader" scope="col" className={styles.right}>
                <span className="sr-only">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {shown.map((row, index) => (
            <tr key={rowKey(row)} role="row">
              {selection && (
                <td role="cell" className={styles.tick}>
                  <TickBox
                    aria-label={selection.labelOf(row)}
                    checked={selection.isTicked(row)}
                    onChange={({ target }) => selection.onTick([row], target.checked)}
                  />
                </td>
              )}
              {columns.map((column) => {
                const content = cells[index]?.[column.at];
                return (
                  <td
                    key={column.key}
                    role="cell"
                    data-label={column.header}
                    data-primary={column.primary || undefined}
                    data-free={column.free || undefined}
                    data-whole={column.whole || undefined}
                    data-line={column.line || undefined}
                    data-labelled={column.labelled || undefined}
                    data-empty={isNothing(content) || undefined}
                    className={column.align === 'right' ? styles.right : undefined}
                  >
                    {content}
                  </td>
                );
              })}
              {actions && (
                <td role="cell" className={styles.actions}>
                  <div className={`whitespace-nowrap ${styles.buttons} flex gap-4px justify-end`}>{actions(row)}</div>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
      <Pager
        page={page}
        total={paging ? paging.pagination.totalCount : rows.length}
        onPage={paging ? paging.onPage : (page) => view.onChange({ page })}
      />
    </div>
  );
}

function TickAll<Row>({ rows, selection }: { rows: readonly Row[]; selection: Selection<Row> }) {
  const ticked = rows.filter(selection.isTicked).length;
  const all = rows.length > 0 && ticked === rows.length;
  return (
    <TickBox
      aria-label="Tick all on this page"
      checked={all}
      some={ticked > 0 && !all}
      onChange={({ target }) => selection.onTick(rows, target.checked)}
    />
  );
}

function useOwnView(): TableView {
  const [view, setView] = useState<Omit<TableView, 'onChange'>>({ page: 1, sorting: undefined });
  return { ...view, onChange: (change) => setView((before) => ({ ...before, page: 1, ...change })) };
}

function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sorting: Sorting | undefined) {
  const by = columns.find((column) => column.key === sorting?.key)?.sortBy;
  if (typeof by !== 'function' || !sorting) return rows;
  const direction = sorting.descending ? -1 : 1;
  return [...rows].sort((a, b) => {
    const [left, right] = [by(a), by(b)];
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : String(left).localeCompare(String(right), 'en', { numeric: true, sensitivity: 'base' });
    return order * direction;
  });
}

function ariaSort<Row>(column: Column<Row>, sorting: Sorting | undefined) {
  if (!column.sortBy) return undefined;
  if (sorting?.key !== column.key) return 'none';
  return sorting.descending ? 'descending' : 'ascending';
}

function arrow<Row>(column: Column<Row>, sorting: Sorting | undefined): string {
  if (sorting?.key !== column.key) return '↕';
  return sorting.descending ? '↓' : '↑';
}
