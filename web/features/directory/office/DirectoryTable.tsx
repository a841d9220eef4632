import type { OfficeRecord } from '#shared/contracts/members.ts';
import { officeHeld, placeParts, rolesOf } from '#web/features/members/office-held.ts';
import { tierLabel } from '#web/features/registrations/review/wording.ts';
import { subscriptionLabels } from '#web/features/subscription/office-labels.ts';
import { formatDay, formatMobile } from '#web/lib/languages/format.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { type Column, DataTable, nothing, type PagedRows } from '#web/ui/tables/DataTable.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';

const membership: Column<OfficeRecord> = {
  key: 'membership',
  header: 'Membership',
  cell: ({ membership: tier, standing }) => (
    <TwoLines
      first={tierLabel(tier)}
      second={
        standing.period === null ? undefined : `Subscription: ${subscriptionLabels[standing.state].toLowerCase()}`
      }
    />
  ),
};

/** Replaces the membership's column in the list of members who requested erasure. */
const erasureColumn: Column<OfficeRecord> = {
  key: 'erasure',
  header: 'Asked on',
  cell: ({ erasureRequestedAt, status }) => (
    <TwoLines
      whole
      first={erasureRequestedAt ? formatDay(erasureRequestedAt) : nothing}
      second={status === 'Approved' ? undefined : status}
    />
  ),
};

const columns: readonly Column<OfficeRecord>[] = [
  {
    key: 'name',
    header: 'Name',
    primary: true,
    cell: (row) => <TwoLines strong whole="second" first={row.name} second={row.memberNumber ?? row.reference} />,
  },
  {
    key: 'position',
    header: 'Organization position',
    cell: (row) => {
      const [first, ...others] = [officeHeld(row), ...rolesOf(row).toReversed()].filter((role) => role !== '');
      return first ? <TwoLines first={first} second={others.join(' · ')} /> : nothing;
    },
  },
  {
    key: 'contact',
    header: 'Mobile and e-mail',
    width: '26%',
    cell: (row) => <TwoLines first={formatMobile(row.mobile)} second={row.email} email />,
  },
  membership,
  {
    key: 'place',
    header: 'Place',
    cell: (row) => (
      <TwoLines
        first={row.state}
        second={placeParts({ ...row, state: '' })
          .toReversed()
          .join(', ')}
      />
    ),
  },
];

const erasureColumns = columns.map((column) => (column === membership ? erasureColumn : column));

interface Props extends PagedRows<OfficeRecord> {
  /** Whether it lists the members who requested erasure. */
  erasure: boolean;
  onView: (row: OfficeRecord) => void;
}

export function DirectoryTable({ erasure, onView, ...list }: Props) {
  return (
    <DataTable
      dense
      caption="Members"
      columns={erasure ? erasureColumns : columns}
      rowKey={(row) => row.id}
      actions={(row) => (
        <Button
          small
          look="outlined"
          aria-label={`View details of ${row.name}, ${row.memberNumber ?? row.reference}`}
          onClick={() => onView(row)}
        >
          View details
        </Button>
      )}
      {...list}
    />
  );
}
