import type { RegistrationRecord, RegistrationSort } from '#shared/contracts/registrations.ts';
import { formatMobile } from '#web/lib/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Column, DataTable, type PagedRows, type Selection } from '#web/ui/DataTable.tsx';
import { DayAndTime } from '#web/ui/DayAndTime.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { TwoLines } from '#web/ui/TwoLines.tsx';
import { sortingOf, sortOf } from './sorting.ts';
import { paymentOf, tierLabel } from './wording.ts';

const columns: readonly Column<RegistrationRecord>[] = [
  {
    key: 'name',
    header: 'Name',
    primary: true,
    sortBy: 'server',
    cell: (row) => (
      <>
        <TwoLines strong whole="second" first={row.ProsecutorName} second={row.reference} />
        {row.correction && (
          <StatusDot tone={row.correction.state === 'answered' ? 'good' : 'neutral'}>
            {row.correction.state === 'asked'
              ? 'Correction asked'
              : row.correction.changes.length === 0
                ? 'Answered, unchanged'
                : 'Corrected'}
          </StatusDot>
        )}
      </>
    ),
  },
  {
    key: 'membership',
    header: 'Membership, state',
    sortBy: 'server',
    cell: (row) => <TwoLines first={tierLabel(row.membership)} second={row.State} />,
  },
  {
    key: 'contact',
    header: 'Mobile and e-mail',
    width: '27%',
    cell: (row) => <TwoLines first={formatMobile(row.mobile_no)} second={row.email} email />,
  },
  {
    key: 'payment',
    header: 'Payment',
    sortBy: 'server',
    cell: (row) => {
      const { label, tone } = paymentOf(row.payment_status);
      return <StatusDot tone={tone}>{label}</StatusDot>;
    },
  },
  { key: 'date', header: 'Date', sortBy: 'server', cell: (row) => <DayAndTime at={row.createdAt} /> },
];

interface Props extends PagedRows<RegistrationRecord> {
  caption: string;
  sort: RegistrationSort;
  onSort: (sort: RegistrationSort) => void;
  selection?: Selection<RegistrationRecord> | undefined;
  onReview: (row: RegistrationRecord) => void;
  /** Absent where records cannot be deleted. */
  onDelete?: (row: RegistrationRecord) => void;
}

export function RegistrationsTable({ paging, sort, onSort, onReview, onDelete, ...table }: Props) {
  return (
    <DataTable
      dense
      columns={columns}
      rowKey={(row) => row._id}
      paging={paging && { ...paging, sorting: sortingOf(sort), onSort: (sorting) => onSort(sortOf(sorting)) }}
      actions={(row) => (
        <>
          <Button
            small
            look="outlined"
            aria-label={`Review ${row.ProsecutorName}, ${row.reference}`}
            onClick={() => onReview(row)}
          >
            Review
          </Button>
          {onDelete && (
            <Button
              small
              look="outlined"
              danger
              aria-label={`Delete ${row.ProsecutorName}, ${row.reference}`}
              onClick={() => onDelete(row)}
            >
              Delete
            </Button>
          )}
        </>
      )}
      {...table}
    />
  );
}
