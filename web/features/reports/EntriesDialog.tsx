import { useState } from 'react';
import { listReportEntries, type ReportEntry, type ReportNumber } from '#shared/contracts/reports.ts';
import type { Pagination } from '#shared/fields.ts';
import { type MembershipValue, membershipLabels } from '#shared/memberships.ts';
import { formatRupees } from '#shared/money.ts';
import { type PaymentPurpose, purposeLabels } from '#shared/options.ts';
import { type Load, useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { type Column, DataTable } from '#web/ui/tables/DataTable.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';

/** A number of the report whose list is opened: what it counts, and of whom. */
export interface OpenNumber {
  title: string;
  number: ReportNumber;
  membership?: MembershipValue;
  state?: string;
  district?: string;
  gender?: string;
  associationOffice?: string;
  purpose?: PaymentPurpose;
  month?: string;
}

type Row = ReportEntry & { key: string };

const name: Column<Row> = {
  key: 'name',
  header: 'Name',
  primary: true,
  cell: (row) => <TwoLines first={row.name} second={row.memberNumber ?? ''} />,
};
const day: Column<Row> = { key: 'day', header: 'Date', whole: true, cell: (row) => formatDay(row.day) };
const memberColumns: Column<Row>[] = [
  name,
  {
    key: 'membership',
    header: 'Membership',
    cell: (row) => membershipLabels[row.membership as MembershipValue] ?? row.membership,
  },
  {
    key: 'place',
    header: 'State and district',
    cell: (row) => [row.state, row.district].filter((text) => text !== '').join(', '),
  },
  day,
];
const moneyColumns: Column<Row>[] = [
  name,
  {
    key: 'reference',
    header: 'Payment',
    cell: (row) => (
      <TwoLines
        first={row.reference ?? ''}
        second={purposeLabels[row.purpose as PaymentPurpose] ?? row.purpose ?? ''}
      />
    ),
  },
  day,
  { key: 'amount', header: 'Amount', align: 'right', cell: (row) => formatRupees(row.amount ?? 0) },
];

const mailColumns: Column<Row>[] = [
  name,
  {
    key: 'letter',
    header: 'Letter',
    cell: (row) => <TwoLines first={row.reference ?? ''} second={row.purpose ?? ''} />,
  },
  { key: 'state', header: 'State', cell: (row) => row.state },
  day,
];
const columnsOf = (number: string) =>
  number.startsWith('money.') ? moneyColumns : number.startsWith('letters.') ? mailColumns : memberColumns;

/** The people or payments behind a number of the report. */
export function EntriesDialog({ year, open, onClose }: { year: string; open: OpenNumber; onClose: () => void }) {
  const { title, ...query } = open;
  const [page, setPage] = useState(1);
  const list = useLoad(listReportEntries, { query: { ...query, year, page } });
  return <EntriesTable title={title} number={open.number} list={list} page={page} onPage={setPage} onClose={onClose} />;
}

interface Props {
  title: string;
  number: string;
  list: Load<{ data: ReportEntry[]; pagination: Pagination }>;
  page: number;
  onPage: (page: number) => void;
  onClose: () => void;
}

/** The paged list behind a number, in a dialog. */
export function EntriesTable({ title, number, list, page, onPage, onClose }: Props) {
  const table = usePaging(list, page, onPage);
  return (
    <ModalDialog open wide title={title} onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <DataTable
        {...table}
        caption={title}
        columns={columnsOf(number)}
        rows={table.rows?.map((row, index) => ({ ...row, key: `${page}-${index}` }))}
        rowKey={(row) => row.key}
      />
    </ModalDialog>
  );
}
