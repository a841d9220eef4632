import Button from '@mui/material/Button';
import type { OfficeRecord } from '#shared/contracts/members.ts';
import type { Pagination } from '#shared/fields.ts';
import { formatDay, formatMobile } from '#web/lib/format.ts';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { TwoLines } from '#web/ui/TwoLines.tsx';
import { paymentOf, tierLabel } from './wording.ts';

const columns: readonly Column<OfficeRecord>[] = [
  {
    key: 'name',
    header: 'Name',
    primary: true,
    cell: (row) => <TwoLines strong first={row.ProsecutorName} second={row.reference} />,
  },
  {
    key: 'membership',
    header: 'Membership, state',
    cell: (row) => <TwoLines first={tierLabel(row.membership)} second={row.State} />,
  },
  {
    key: 'contact',
    header: 'Mobile and e-mail',
    cell: (row) => <TwoLines first={formatMobile(row.mobile_no)} second={row.email} breakable />,
  },
  {
    key: 'payment',
    header: 'Payment',
    cell: (row) => {
      const { label, tone } = paymentOf(row.payment_status);
      return <StatusDot tone={tone}>{label}</StatusDot>;
    },
  },
  { key: 'date', header: 'Date', cell: (row) => <TwoLines first={formatDay(row.createdAt)} /> },
];

interface Props {
  caption: string;
  rows: readonly OfficeRecord[] | undefined;
  pagination: Pagination | undefined;
  loading: boolean;
  failed: boolean;
  onRetry: () => void;
  onPage: (page: number) => void;
  onReview: (row: OfficeRecord) => void;
  /** Only where records may be deleted. */
  onDelete?: (row: OfficeRecord) => void;
}

export function RegistrationsTable(props: Props) {
  const { pagination, onReview, onDelete } = props;
  return (
    <DataTable
      caption={props.caption}
      columns={columns}
      rows={props.rows}
      rowKey={(row) => row._id}
      loading={props.loading}
      failed={props.failed}
      onRetry={props.onRetry}
      paging={pagination && { pagination, onPage: props.onPage }}
      actions={(row) => (
        <>
          <Button
            size="small"
            variant="outlined"
            aria-label={`Review ${row.ProsecutorName}, ${row.reference}`}
            onClick={() => onReview(row)}
          >
            Review
          </Button>
          {onDelete && (
            <Button
              size="small"
              variant="outlined"
              color="error"
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
