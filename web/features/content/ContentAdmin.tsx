import type { Load } from '#web/lib/calls/useLoad.ts';
import { cut } from '#web/lib/languages/format.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import { SearchedTable } from '#web/ui/tables/SearchedTable.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import styles from '#web/ui/tables/Thumbnail.module.css';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';
import { type ContentRows, useContentDialogs } from './useContentDialogs.tsx';

/** A small picture in a table, or an empty placeholder. */
function Thumbnail({ address }: { address: string | null }) {
  if (!address) return <span className="text-muted">None</span>;
  return (
    <img
      className={`${styles.picture} object-cover rounded-4px`}
      src={address}
      width={72}
      height={48}
      alt=""
      loading="lazy"
    />
  );
}

interface Props<Row> extends Omit<ContentRows<Row>, 'reload'> {
  title: string;
  /** A line below the title. */
  text?: string;
  addLabel: string;
  /** The table's name for screen readers. */
  caption: string;
  searchLabel: string;
  columns: readonly Column<Row>[];
  list: Pick<Load<unknown>, 'loading' | 'failed' | 'reload'>;
  /** The texts of a row that are searched. */
  textsOf: (row: Row) => string[];
  /** Whether the administrator may do more than read. */
  edits?: boolean;
}

/** The office's list of one kind of content, with its actions on each row. */
export function ContentAdmin<Row extends { id: string }>({ edits = true, ...props }: Props<Row>) {
  const { title, text, addLabel, list, rows } = props;
  const { add, actions, dialogs } = useContentDialogs({ ...props, reload: list.reload });
  return (
    <>
      <PageHeader title={title} text={text}>
        {edits && <Button onClick={add}>{addLabel}</Button>}
      </PageHeader>
      <SearchedTable {...props} rows={rows} actions={edits ? actions : undefined} />
      {dialogs}
    </>
  );
}

export const pictureColumn = <Row,>(addressOf: (row: Row) => string | null): Column<Row> => ({
  key: 'picture',
  header: 'Picture',
  width: '88px',
  cell: (row) => <Thumbnail address={addressOf(row)} />,
});

/** @param max the number of characters of either line */
export const titleColumn = <Row,>(
  width: string,
  max: number,
  titleOf: (row: Row) => string,
  textOf: (row: Row) => string,
): Column<Row> => ({
  key: 'title',
  header: 'Title and description',
  width,
  primary: true,
  free: true,
  sortBy: titleOf,
  cell: (row) => <TwoLines strong first={cut(titleOf(row), max)} second={cut(textOf(row), max)} />,
});

/** The id and version of a record, as a call expects them. */
export const asRead = ({ id, version }: { id: string; version: number }) => ({
  params: { id },
  query: { version },
});

/** The words for whether visitors see an entry. */
const activeWord = (active: boolean): string => (active ? 'Active' : 'InActive');

export function ActiveStatus({ active }: { active: boolean }) {
  return <StatusDot tone={active ? 'good' : 'neutral'}>{activeWord(active)}</StatusDot>;
}
