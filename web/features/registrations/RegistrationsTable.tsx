import Button from '@mui/material/Button';
import type { OfficeRecord } from '#shared/contracts/members.ts';
import type { Pagination } from '#shared/fields.ts';
import { formatDay, formatMobile } from '#web/lib/format.ts';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import styles from './RegistrationsTable.module.css';
import { paymentOf, tierLabel } from './wording.ts';

const columns: readonly Column<OfficeRecord>[] = [
  {
    key: 'name',
    header: 'Name',
    primary: true,
    cell: (row) => (
      <span className={styles.pair}>
        <span className={styles.name}>{row.ProsecutorName}</span>
        <span className={`${styles.small} ${styles.number}`}>{row.reference}</span>
      </span>
    ),
  },
  {
    key: 'membership',
    header: 'Membership, state',
    cell: (row) => (
      <span className={`${styles.pair} ${styles.word}`}>
        {tierLabel(row.membership)}
        <span className={styles.small}>{row.State}</span>
      </span>
    ),
  },
  {
    key: 'contact',
    header: 'Mobile and e-mail',
    cell: (row) => (
      <span className={styles.pair}>
        <span className={styles.number}>{formatMobile(row.mobile_no)}</span>
        <span className={`${styles.small} ${styles.email}`}>{row.email}</span>
      </span>
    ),
  },
  {
    key: 'payment',
    header: 'Payment',
    cell: (row) => {
      const { label, tone } = paymentOf(row.payment_status);
      return <StatusDot tone={tone}>{label}</StatusDot>;
    },
  },
  { key: 'date', header: 'Date', cell: (row) => <span className={styles.number}>{formatDay(row.createdAt)}</span> },
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
