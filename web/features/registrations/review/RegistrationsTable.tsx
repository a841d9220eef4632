import { useRef } from 'react';
import { clock, indianDay, startOfIndianDay } from '#shared/clock.ts';
import type { RegistrationRecord, RegistrationSort } from '#shared/contracts/registrations.ts';
import { formatMobile } from '#web/lib/languages/format.ts';
import { Shortcuts } from '#web/ui/dialogs/KeyHint.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { type Column, DataTable, type PagedRows, type Selection } from '#web/ui/tables/DataTable.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import { DayAndTime, TwoLines } from '#web/ui/tables/TwoLines.tsx';
import { sortingOf, sortOf } from './sorting.ts';
import { paymentOf, tierLabel } from './wording.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const isSinceYesterday = (at: string) => at >= startOfIndianDay(indianDay(new Date(clock.ms() - dayMs))).toISOString();

const columns: readonly Column<RegistrationRecord>[] = [
  {
    key: 'name',
    header: 'Name',
    primary: true,
    free: true,
    sortBy: 'server',
    cell: (row) => (
      <>
        <TwoLines strong whole="second" first={row.name} second={row.reference} />
        {row.status === 'New' && (
          <span className="flex flex-wrap gap-4px-2">
            <StatusDot tone={row.ready ? 'good' : 'neutral'}>
              {row.ready ? 'Ready to decide' : 'With the applicant'}
            </StatusDot>
            {isSinceYesterday(row.createdAt) && <StatusDot tone="warn">New since yesterday</StatusDot>}
          </span>
        )}
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
    cell: (row) => <TwoLines first={tierLabel(row.membership)} second={row.state} />,
  },
  {
    key: 'contact',
    header: 'Mobile and e-mail',
    width: '22%',
    cell: (row) => <TwoLines first={formatMobile(row.mobile)} second={row.email} email />,
  },
  {
    key: 'payment',
    header: 'Payment',
    sortBy: 'server',
    cell: (row) => {
      const { label, tone } = paymentOf(row.paymentStatus);
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
  const list = useRef<HTMLDivElement>(null);
  /** Moves the focus to another row's Review; from elsewhere to the first one. */
  const step = (by: 1 | -1) => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-review]') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLElement);
    buttons[at < 0 ? 0 : Math.min(Math.max(at + by, 0), buttons.length - 1)]?.focus();
  };
  return (
    <div ref={list}>
      <Shortcuts
        title="List"
        of={[
          { keys: 'J', label: 'Next registration; Enter reviews it', run: () => step(1) },
          { keys: 'K', label: 'Previous registration', run: () => step(-1) },
        ]}
      />
      <DataTable
        dense
        columns={columns}
        rowKey={(row) => row.id}
        paging={paging && { ...paging, sorting: sortingOf(sort), onSort: (sorting) => onSort(sortOf(sorting)) }}
        actions={(row) => (
          // Where 'Skip to the content' leads: the next Tab stop is the first Review.
          <span
            className="flex flex-wrap items-center gap-4px"
            {...(row === table.rows?.[0] && { 'data-skip-target': '', tabIndex: -1 })}
          >
            <Button
              small
              look="outlined"
              data-review=""
              aria-label={`Review ${row.name}, ${row.reference}`}
              onClick={() => onReview(row)}
            >
              Review
            </Button>
            {onDelete && (
              <Button
                small
                look="outlined"
                danger
                aria-label={`Delete ${row.name}, ${row.reference}`}
                onClick={() => onDelete(row)}
              >
                Delete
              </Button>
            )}
          </span>
        )}
        {...table}
      />
    </div>
  );
}
