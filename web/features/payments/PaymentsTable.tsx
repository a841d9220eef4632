import type { OfficePayment } from '#shared/contracts/payments.ts';
import { formatRupees } from '#shared/money.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { type Column, DataTable, nothing, type PagedRows } from '#web/ui/tables/DataTable.tsx';
import { MiddleCut } from '#web/ui/tables/MiddleCut.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';
import { modeOf, payerOf, stateLabels, stateTones, warningLabels } from './office-wording.ts';
import { moneyNotes, purposeOf } from './wording.ts';

interface Props extends PagedRows<OfficePayment> {
  onOpen: (payment: OfficePayment) => void;
}

const columns: readonly Column<OfficePayment>[] = [
  {
    key: 'person',
    header: 'Person',
    primary: true,
    free: true,
    cell: (payment) => (
      <TwoLines
        strong
        whole="second"
        first={payerOf(payment).name}
        second={payerOf(payment).memberNumber ?? payerOf(payment).reference}
      />
    ),
  },
  {
    key: 'for',
    header: 'For',
    cell: (row) => <TwoLines whole="second" first={purposeOf(row)} second={row.reference} />,
  },
  { key: 'amount', header: 'Amount', align: 'right', cell: (row) => formatRupees(row.amount) },
  {
    key: 'utr',
    header: 'UTR',
    width: '17%',
    labelled: true,
    cell: (row) => (row.utr ? <MiddleCut text={row.utr} /> : nothing),
  },
  { key: 'receipt', header: 'Receipt', labelled: true, whole: true, cell: (row) => row.receiptNumber ?? nothing },
  {
    key: 'state',
    header: 'Status',
    cell: (row) => (
      <span className="grid gap-4px">
        <StatusDot tone={stateTones[row.state]}>{stateLabels[row.state]}</StatusDot>
        {row.gateway && <span className="text-muted text-14">{modeOf(row)}</span>}
        {row.refunding && <span className="text-muted text-14">Being sent back</span>}
        {moneyNotes(row).map((note) => (
          <span key={note} className={row.refundDue ? 'text-14 text-bad' : 'text-muted text-14'}>
            {note}
          </span>
        ))}
        {row.duplicate && <span className="text-muted text-14">Asked for in two records</span>}
        {row.warnings.map((warning) => (
          <span key={warning} className="text-14 text-bad">
            {warningLabels[warning]}
          </span>
        ))}
      </span>
    ),
  },
  {
    key: 'date',
    header: 'Date',
    whole: true,
    cell: (row) => formatDay(row.receivedOn ?? row.claimedAt ?? row.createdAt),
  },
];

export function PaymentsTable({ onOpen, ...list }: Props) {
  return (
    <DataTable
      dense
      caption="Payments"
      columns={columns}
      rowKey={(row) => row.id}
      actions={(row) => (
        <Button small look="outlined" onClick={() => onOpen(row)} aria-label={`Open ${row.reference}`}>
          Open
        </Button>
      )}
      {...list}
    />
  );
}
