import { useState } from 'react';
import { clock } from '#shared/clock.ts';
import { listShares, type ShareBalance } from '#shared/contracts/shares.ts';
import { financialYearOf } from '#shared/financial-year.ts';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { counted, formatDay } from '#web/lib/languages/format.ts';
import { useOffice } from '#web/lib/login/office.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { PageHeader } from '#web/ui/page/PageHeader.tsx';
import { type Column, DataTable, nothing } from '#web/ui/tables/DataTable.tsx';
import { FilterSelect } from '#web/ui/tables/FilterSelect.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';
import { PayDialog } from './PayDialog.tsx';
import { ShareSettingsDialog } from './ShareSettingsDialog.tsx';
import { StatementDialog } from './StatementDialog.tsx';
import { formatBalance, pastEndOf, periods, queryOf } from './wording.ts';

const amount = (key: 'share' | 'reversed' | 'paid' | 'balance', header: string): Column<ShareBalance> => ({
  key,
  header,
  align: 'right',
  sortBy: (row) => row[key],
  cell: (row) => (row[key] === 0 && key !== 'balance' ? nothing : formatBalance(row[key])),
});

const columnsFor = (openStatement: (state: string) => void): Column<ShareBalance>[] => [
  {
    key: 'state',
    header: 'State',
    primary: true,
    sortBy: (row) => row.state,
    cell: ({ state }) => (
      <button
        type="button"
        className="link-button text-start tap-on-phone"
        aria-label={`Statement of ${state}`}
        title="Statement"
        onClick={() => openStatement(state)}
      >
        {state}
      </button>
    ),
  },
  {
    key: 'gross',
    header: 'Received',
    align: 'right',
    sortBy: (row) => row.gross,
    cell: (row) => <TwoLines first={formatBalance(row.gross)} second={counted(row.receipts, 'receipt')} />,
  },
  amount('share', 'Share'),
  amount('reversed', 'Reversed'),
  amount('paid', 'Paid'),
  amount('balance', 'Balance'),
  {
    key: 'oldest',
    header: 'Unpaid since',
    sortBy: (row) => row.oldestUnpaid ?? '',
    cell: (row) => (row.oldestUnpaid ? formatDay(row.oldestUnpaid) : nothing),
  },
];

/** What the association owes its States of the receipts, and what was paid of it. */
export function Component() {
  const [address, change] = useQueryState({ of: financialYearOf(clock.today()), statement: '' });
  const { may } = useOffice();
  const load = useLoad(listShares, { query: queryOf(address.of) });
  const [paying, setPaying] = useState<ShareBalance | 'new' | null>(null);
  const [setting, setSetting] = useState(false);
  const rows = load.data?.data;
  const totals = load.data?.totals;
  const pays = may('money');
  return (
    <>
      <PageHeader title="Shares" text="What each State is owed of the receipts, and what was paid to it">
        {pays && (
          <Button look="outlined" onClick={() => setSetting(true)}>
            Percentages
          </Button>
        )}
        {pays && <Button onClick={() => setPaying('new')}>Note a payment</Button>}
      </PageHeader>
      <search className="flex flex-wrap items-center gap-2" aria-label="Shares">
        <FilterSelect
          label="Period"
          value={address.of === 'all' ? '' : address.of}
          allText="All"
          options={periods()}
          onChange={(of) => change({ of: of || 'all' })}
        />
      </search>
      <p className="text-muted text-14 m-0 mt-1 mb-2" role="status">
        {totals && rows && rows.length > 0
          ? `${formatBalance(totals.balance)} owed to ${counted(rows.filter(({ balance }) => balance > 0).length, 'State')}; of ${formatBalance(totals.gross)} in ${counted(totals.receipts, 'receipt')} of this period ${formatBalance(totals.centre)} remain with the centre.`
          : ''}
      </p>
      <DataTable
        caption="Shares of the States"
        columns={columnsFor((statement) => change({ statement }))}
        rows={rows}
        loading={load.loading}
        failed={load.failed !== undefined}
        onRetry={load.reload}
        rowKey={(row) => row.state}
        emptyText={
          pays
            ? 'No receipt is shared yet. Under ‘Percentages’ you say what part of each receipt belongs to the State.'
            : 'No receipt of your State is shared yet.'
        }
        actions={
          pays
            ? (row) =>
                row.balance > 0 && (
                  <Button
                    small
                    look="outlined"
                    aria-label={`Mark as paid: ${row.state}`}
                    onClick={() => setPaying(row)}
                  >
                    Mark as paid
                  </Button>
                )
            : undefined
        }
      />
      {address.statement !== '' && (
        <StatementDialog
          state={address.statement}
          period={address.of}
          mayTakeBack={pays}
          onClose={() => change({ statement: '' })}
          reload={load.reload}
        />
      )}
      {paying && (
        <PayDialog
          row={paying === 'new' ? null : paying}
          asOf={pastEndOf(address.of)}
          onClose={() => setPaying(null)}
          reload={load.reload}
        />
      )}
      {setting && (
        <ShareSettingsDialog mayChange={may('full')} onClose={() => setSetting(false)} reload={load.reload} />
      )}
    </>
  );
}
