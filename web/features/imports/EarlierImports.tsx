import { type ImportRecord, listImports } from '#shared/contracts/imports.ts';
import { formatNumber } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { type Column, DataTable } from '#web/ui/tables/DataTable.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';
import { stateLabels, stateTones } from './wording.ts';

/** The number of rows; until the list has been read, the expected total. */
const rowsIn = ({ summary: { create, complete, skip, care }, progress }: ImportRecord) =>
  create + complete + skip + care || progress.total;

const columns: readonly Column<ImportRecord>[] = [
  {
    key: 'file',
    header: 'List',
    primary: true,
    free: true,
    cell: (row) => <Link to={paths.admin.import(row.id)}>{row.file || 'List'}</Link>,
  },
  {
    key: 'state',
    header: 'Status',
    cell: (row) => <StatusDot tone={stateTones[row.state]}>{stateLabels[row.state]}</StatusDot>,
  },
  { key: 'rows', header: 'Rows', align: 'right', cell: (row) => formatNumber(rowsIn(row)) },
  { key: 'created', header: 'Members created', align: 'right', cell: (row) => formatNumber(row.result.created) },
  {
    key: 'by',
    header: 'By',
    free: true,
    cell: (row) => <TwoLines first={row.by} second={formatDate(row.createdAt)} whole="second" />,
  },
];

/** The lists that were uploaded before, newest first. */
export function EarlierImports({ page, onPage }: { page: number; onPage: (page: number) => void }) {
  const table = usePaging(useLoad(listImports, { query: { page } }), page, onPage);
  return (
    <section className="mt-4" aria-labelledby="earlier-imports">
      <h2 id="earlier-imports" className="text-22 m-0 mb-2">
        Earlier lists
      </h2>
      <DataTable
        caption="Earlier lists"
        columns={columns}
        rowKey={(row) => row.id}
        emptyText="No list has been sent yet."
        {...table}
      />
    </section>
  );
}
