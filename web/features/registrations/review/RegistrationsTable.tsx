import type { RegistrationRecord, RegistrationSort } from '#shared/contracts/registrations.ts';
import type { Pagination } from '#shared/fields.ts';
import { formatMobile } from '#web/lib/format.ts';
import { Button } from '#web/ui/Button.tsx';
import { type Column, DataTable, type Selection } from '#web/ui/DataTable.tsx';
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
            {row.correction.state === 'answered' ? 'Corrected' : 'Correction asked'}
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

interface Props {
  caption: string;
  rows: readonly RegistrationRecord[] | undefined;
  pagination: Pagination | undefined;
  loading: boolean;
  failed: boolean;
  onRetry: () => void;
  emptyText?: string | undefined;
  onPage: (page: number) => void;
  sort: RegistrationSort;
  onSort: (sort: RegistrationSort) => void;
  selection?: Selection<RegistrationRecord> | undefined;
  onReview: (row: RegistrationRecord) => void;
  /** Absent where records cannot be deleted. */
  onDelete?: (row: RegistrationRecord) => void;
}

export function RegistrationsTable(props: Props) {
  const { pagination, sort, onReview, onDelete } = props;
  return (
    <DataTable
      dense
      caption={props.caption}
      columns={columns}
      rows={props.rows}
      rowKey={(row) => row._id}
      loading={props.loading}
      failed={props.failed}
      onRetry={props.onRetry}
      selection={props.selection}
      emptyText={props.emptyText}
      paging={
        pagination && {
          pagination,
          onPage: props.onPage,
          sorting: sortingOf(sort),
          onSort: (sorting) => props.onSort(sortOf(sorting)),
        }
      }
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
    />
  );
}
