import Button from '@mui/material/Button';
import type { OfficeRecord } from '#shared/contracts/members.ts';
import type { Pagination } from '#shared/fields.ts';
import { othersOption } from '#shared/options.ts';
import { tierLabel } from '#web/features/registrations/wording.ts';
import { formatDay, formatMobile } from '#web/lib/format.ts';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { TwoLines } from '#web/ui/TwoLines.tsx';

const membership: Column<OfficeRecord> = {
  key: 'membership',
  header: 'Membership',
  cell: (row) => <TwoLines first={tierLabel(row.membership)} />,
};

/** Takes the place of the membership in the list of those who asked. */
const asked: Column<OfficeRecord> = {
  key: 'erasure',
  header: 'Asked on',
  cell: ({ erasureRequestedAt, status }) => (
    <TwoLines
      whole
      first={erasureRequestedAt ? formatDay(erasureRequestedAt) : '–'}
      second={status === 'Approved' ? undefined : status}
    />
  ),
};

const columns: readonly Column<OfficeRecord>[] = [
  {
    key: 'name',
    header: 'Name',
    primary: true,
    cell: (row) => <TwoLines strong first={row.ProsecutorName} second={row.memberNumber ?? row.reference} />,
  },
  {
    key: 'position',
    header: 'Organization position',
    cell: (row) => <TwoLines first={positionOf(row)} second={row.Designation} />,
  },
  membership,
  {
    key: 'place',
    header: 'Place',
    cell: (row) => <TwoLines first={row.State} second={[row.District, row.SubDistrict].filter(Boolean).join(', ')} />,
  },
  {
    key: 'contact',
    header: 'Mobile and e-mail',
    cell: (row) => <TwoLines first={formatMobile(row.mobile_no)} second={row.email} breakable />,
  },
];

const erasureColumns = columns.map((column) => (column === membership ? asked : column));

function positionOf({ Organization, OrganizationotherRole }: OfficeRecord): string {
  return (Organization === othersOption && OrganizationotherRole) || Organization || '–';
}

interface Props {
  /** The list is that of those who asked for erasure. */
  erasure: boolean;
  rows: readonly OfficeRecord[] | undefined;
  pagination: Pagination | undefined;
  loading: boolean;
  failed: boolean;
  onRetry: () => void;
  onPage: (page: number) => void;
  onView: (row: OfficeRecord) => void;
}

export function DirectoryTable({ erasure, pagination, onPage, onView, ...list }: Props) {
  return (
    <DataTable
      caption="Members"
      columns={erasure ? erasureColumns : columns}
      rowKey={(row) => row._id}
      paging={pagination && { pagination, onPage }}
      actions={(row) => (
        <Button
          size="small"
          variant="outlined"
          aria-label={`View details of ${row.ProsecutorName}, ${row.memberNumber ?? row.reference}`}
          onClick={() => onView(row)}
        >
          View details
        </Button>
      )}
      {...list}
    />
  );
}
