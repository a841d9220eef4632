import { useState } from 'react';
import { listOnlinePayments, type OnlinePayment, type OnlineState, settleOnline } from '#shared/contracts/online.ts';
import { formatExactRupees, formatRupees } from '#shared/money.ts';
import { methodOf, payerOf, stateLabels } from '#web/features/payments/office-wording.ts';
import { purposeOf } from '#web/features/payments/wording.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { useQueryState } from '#web/lib/browser/useQueryState.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { usePaging } from '#web/lib/calls/usePaging.ts';
import { tellWaitingChanged } from '#web/lib/calls/waiting.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Select } from '#web/ui/forms/Select.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { type Column, DataTable } from '#web/ui/tables/DataTable.tsx';
import { TwoLines } from '#web/ui/tables/TwoLines.tsx';

type Way = OnlinePayment['ways'][number];

const states: readonly { value: OnlineState; label: string; empty: string }[] = [
  { value: 'toLook', label: 'To look at', empty: 'Every online payment has been received.' },
  { value: 'refunding', label: 'Being sent back', empty: 'Nothing is being sent back.' },
  { value: 'settled', label: 'Settled', empty: 'Nothing was settled yet.' },
];

const wayLabels: Record<Way, string> = { refund: 'Send it back', excess: 'Receive, to be returned' };

const defaults = { online: 'toLook', page: '1' };

const columns: readonly Column<OnlinePayment>[] = [
  {
    key: 'amount',
    header: 'Paid',
    primary: true,
    cell: ({ amount, at }) => <TwoLines first={formatExactRupees(amount)} second={formatDate(at)} />,
  },
  {
    key: 'for',
    header: 'For',
    free: true,
    cell: ({ payment }) =>
      payment ? (
        <TwoLines
          first={payerOf(payment).name}
          second={`${payment.reference}, ${purposeOf(payment)}, ${formatRupees(payment.amount)}, ${stateLabels[payment.state]}`}
        />
      ) : (
        <span className="text-muted">The record was deleted</span>
      ),
  },
  { key: 'reason', header: 'Why', free: true, cell: ({ reason }) => reason || 'The office sends it back.' },
  {
    key: 'gateway',
    header: 'Gateway',
    cell: ({ gateway }) => (
      <TwoLines
        first={gateway.paymentId}
        second={`${methodOf(gateway.method)}, fee ${formatExactRupees(gateway.fee)}`}
      />
    ),
  },
];

/** Payments at the gateway that were not booked by themselves, and how the office settles them. */
export function OnlinePayments() {
  const [address, change, { page, onPage }] = useQueryState(defaults);
  const shown = states.find(({ value }) => value === address.online) ?? states[0]!;
  const load = useLoad(listOnlinePayments, { query: { state: shown.value, page } });
  const table = usePaging(load, page, onPage);
  const [action, setAction] = useState<{ row: OnlinePayment; way: Way }>();

  const settle = async ({ row, way }: NonNullable<typeof action>) => {
    try {
      toast.success((await api(settleOnline, { body: { id: row.id, as: way } })).message);
    } finally {
      load.reload();
      tellWaitingChanged();
    }
  };

  return (
    <section className="grid gap-2" aria-label="Online payments">
      <div className="max-w-320">
        <Select
          label="Online payments"
          value={shown.value}
          entries={states.map(({ value, label }) => ({ value, label }))}
          onChange={(online) => change({ online })}
        />
      </div>
      <DataTable
        caption={`Online, ${shown.label.toLowerCase()}`}
        columns={columns}
        rowKey={({ id }) => id}
        emptyText={shown.empty}
        actions={(row) =>
          row.ways.length === 0 ? null : (
            <span className="flex flex-wrap items-center justify-end gap-1">
              {row.ways.map((way) => (
                <Button
                  key={way}
                  small
                  look="outlined"
                  onClick={() => setAction({ row, way })}
                  aria-label={`${wayLabels[way]}: ${formatExactRupees(row.amount)}, ${row.gateway.paymentId}`}
                >
                  {wayLabels[way]}
                </Button>
              ))}
            </span>
          )
        }
        {...table}
      />
      {action && (
        <ConfirmDialog
          open
          title={action.way === 'refund' ? 'Send this payment back?' : 'Receive this payment, to be returned?'}
          confirmLabel={wayLabels[action.way]}
          danger={action.way === 'refund'}
          onConfirm={() => settle(action)}
          onClose={() => setAction(undefined)}
        >
          <p>
            {action.way === 'refund'
              ? `${formatExactRupees(action.row.amount)} goes back the way it came, within five to seven working days. The gateway keeps its fee.`
              : `${formatExactRupees(action.row.amount)} is received with a receipt of its own, and listed under ‘To be returned’ until you send it back.`}
          </p>
        </ConfirmDialog>
      )}
    </section>
  );
}
