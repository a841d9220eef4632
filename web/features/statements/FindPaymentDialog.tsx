import { useState } from 'react';
import { listPayments, type OfficePayment } from '#shared/contracts/payments.ts';
import type { StatementLine } from '#shared/contracts/statements.ts';
import { formatExactRupees, formatRupees } from '#shared/money.ts';
import { payerOf, stateLabels } from '#web/features/payments/office-wording.ts';
import { purposeOf } from '#web/features/payments/wording.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { SearchField } from '#web/ui/forms/SearchField.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { type Column, DataTable } from '#web/ui/tables/DataTable.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';
import { canStandFor } from './choices.ts';
import styles from './LinesTable.module.css';

interface Props {
  line: StatementLine;
  onChoose: (payment: OfficePayment) => void;
  onClose: () => void;
}

const columns: readonly Column<OfficePayment>[] = [
  {
    key: 'person',
    header: 'Person',
    primary: true,
    free: true,
    cell: (payment) => <TwoLines first={payerOf(payment).name} second={payment.reference} />,
  },
  { key: 'for', header: 'For', cell: purposeOf },
  { key: 'amount', header: 'Amount', align: 'right', cell: ({ amount }) => formatRupees(amount) },
  { key: 'state', header: 'Status', cell: ({ state }) => stateLabels[state] },
];

/** Lets the office search for the payment of a credit that was not matched. */
export function FindPaymentDialog({ line, onChoose, onClose }: Props) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const load = useLoad(listPayments, search === '' ? null : { query: { search, page } });
  const table = usePaging(load, page, setPage);
  return (
    <ModalDialog
      open
      wide
      title={`Payment for ${formatExactRupees(line.amount)} of ${formatDay(line.date)}`}
      onClose={onClose}
    >
      <p className={`text-14 break-anywhere block ${styles.text}`}>{[line.narration, ...line.texts].join(' | ')}</p>
      <SearchField
        label="Search payments"
        placeholder="Name, reference, UTR or mobile number"
        value={search}
        onChange={(text) => {
          setSearch(text);
          setPage(1);
        }}
      />
      {search !== '' && (
        <DataTable
          caption="Payments found"
          columns={columns}
          rowKey={({ id }) => id}
          {...table}
          actions={(payment) =>
            canStandFor(line, payment) ? (
              <Button small onClick={() => onChoose(payment)} aria-label={`Choose ${payment.reference}`}>
                {payment.amount === line.amount
                  ? 'Choose'
                  : payment.amount < line.amount
                    ? 'Take it, send the difference back'
                    : 'Part of it'}
              </Button>
            ) : (
              <span className="text-muted text-14">
                {payment.amount === line.amount ? 'Not open' : 'Another amount'}
              </span>
            )
          }
        />
      )}
    </ModalDialog>
  );
}
