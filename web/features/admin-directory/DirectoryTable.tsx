import Button from '@mui/material/Button';
import type { OfficeRecord } from '#shared/contracts/members.ts';
import type { Pagination } from '#shared/fields.ts';
import { othersOption } from '#shared/options.ts';
import { tierLabel } from '#web/features/registrations/wording.ts';
import { formatMobile } from '#web/lib/format.ts';
import { type Column, DataTable } from '#web/ui/DataTable.tsx';
import { TwoLines } from '#web/ui/TwoLines.tsx';

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
  { key: 'membership', header: 'Membership', cell: (row) => <TwoLines first={tierLabel(row.membership)} /> },
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

function positionOf({ Organization, OrganizationotherRole }: OfficeRecord): string {
  return (Organization === othersOption && OrganizationotherRole) || Organization || '–';
}

interface Props {
  rows: readonly OfficeRecord[] | undefined;
  pagination: Pagination | undefined;
  loading: boolean;
  failed: boolean;
  onRetry: () => void;
  onPage: (page: number) => void;
  onView: (row: OfficeRecord) => void;
}

export function DirectoryTable({ pagination, onPage, onView, ...list }: Props) {
  return (
    <DataTable
      caption="Members"
      columns={columns}
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
