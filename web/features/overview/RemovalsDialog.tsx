import { useState } from 'react';
import { listRemovals } from '#shared/contracts/registrations.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { paths } from '#shared/paths.ts';
import { paymentOf, tierLabel } from '#web/features/registrations/review/wording.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { buttonLook } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { type Column, DataTable } from '#web/ui/tables/DataTable.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';

type Row = EndpointResponse<typeof listRemovals>['data'][number];

/** The record's address in the list of registrations. */
const addressOf = ({ status, reference }: Row) =>
  `${paths.admin.registrations}?${new URLSearchParams({ tab: status, search: reference })}`;

const columns: readonly Column<Row>[] = [
  {
    key: 'name',
    header: 'Application',
    primary: true,
    cell: (row) => <TwoLines strong first={row.name} second={row.reference} />,
  },
  {
    key: 'reason',
    header: 'Why',
    cell: (row) => (
      <TwoLines
        first={row.status === 'Rejected' ? 'Rejected' : 'No payment received'}
        second={tierLabel(row.membership)}
      />
    ),
  },
  {
    key: 'payment',
    header: 'Payment',
    cell: (row) => {
      const { label, tone } = paymentOf(row.paymentStatus);
      return <StatusDot tone={tone}>{label}</StatusDot>;
    },
  },
  { key: 'day', header: 'Deleted on', whole: true, cell: (row) => formatDay(row.removalAt) },
];

/** The applications that will soon be deleted, the next one first. */
export function RemovalsDialog({ onClose }: { onClose: () => void }) {
  const [page, setPage] = useState(1);
  const table = usePaging(useLoad(listRemovals, { query: { page } }), page, setPage);
  return (
    <ModalDialog open title="Applications to be deleted" onClose={onClose}>
      <p>
        They are deleted with their documents at the end of their retention period. Anyone who pays, or is approved,
        before that day is kept. The periods stand in{' '}
        <Link to={`${paths.admin.settings}?tab=retention`}>Settings, Retention</Link>.
      </p>
      <DataTable
        caption="Applications to be deleted, the next one first"
        columns={columns}
        rowKey={(row) => row.id}
        actions={(row) => (
          <Link
            to={addressOf(row)}
            aria-label={`Find ${row.name}, ${row.reference}`}
            className={buttonLook('outlined')}
            data-small
          >
            Find
          </Link>
        )}
        {...table}
      />
    </ModalDialog>
  );
}
