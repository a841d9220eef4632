import { useState } from 'react';
import { z } from 'zod';
import { cancelSharePayment, type ShareEntry, shareStatement } from '#shared/contracts/shares.ts';
import { fileResponse } from '#shared/endpoint.ts';
import { requiredText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { type MembershipValue, membershipLabels } from '#shared/memberships.ts';
import { messages } from '#shared/messages.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { ShortFormDialog } from '#web/ui/dialogs/ShortFormDialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { DownloadButton } from '#web/ui/page/DownloadButton.tsx';
import { type Column, DataTable, nothing } from '#web/ui/tables/DataTable.tsx';
import { daysOf, formatBalance } from './wording.ts';

const statementFile = { ...shareStatement, response: fileResponse };

const what = ({ kind, membership, share, utr }: ShareEntry) => {
  if (kind === 'payment') return `${share > 0 ? 'Payment taken back' : 'Paid'}, UTR ${utr}`;
  return `${kind === 'share' ? 'Share' : 'Reversed'}, ${membershipLabels[membership as MembershipValue] ?? membership}`;
};

interface Line extends ShareEntry {
  key: number;
  balance: number;
}

const columns: Column<Line>[] = [
  { key: 'date', header: 'Date', primary: true, cell: (line) => formatDay(line.date) },
  { key: 'what', header: 'What', cell: what },
  { key: 'receipt', header: 'Receipt', cell: (line) => line.receiptNumber ?? nothing },
  { key: 'amount', header: 'Amount', align: 'right', cell: (line) => formatBalance(line.amount) },
  { key: 'share', header: 'Share', align: 'right', cell: (line) => formatBalance(line.share) },
  { key: 'balance', header: 'Balance', align: 'right', cell: (line) => formatBalance(line.balance) },
];

function withBalances(opening: number, data: readonly ShareEntry[]): Line[] {
  let balance = opening;
  return data.map((entry, key) => {
    balance = Math.round((balance + entry.share) * 100) / 100;
    return { ...entry, key, balance };
  });
}

interface Props {
  state: string;
  /** A month, a financial year, or 'all'. */
  period: string;
  mayTakeBack: boolean;
  onClose: () => void;
  reload: () => void;
}

/** A State's statement of a period: on the screen, as a workbook, and as a letter to the unit. */
export function StatementDialog({ state, period, mayTakeBack, onClose, reload }: Props) {
  const days = daysOf(period);
  const load = useLoad(shareStatement, { query: { state, ...days } });
  const [taking, setTaking] = useState<Line | null>(null);
  const { data } = load;
  return (
    <ModalDialog
      open
      wide
      title={`Shares of ${state}`}
      onClose={onClose}
      actions={
        <>
          {(['xlsx', 'pdf'] as const).map((format) => (
            <DownloadButton
              key={format}
              name={`shares-${state}.${format}`}
              load={() => api(statementFile, { query: { state, ...days, format } })}
            >
              {format === 'xlsx' ? 'Excel' : 'Letter (PDF)'}
            </DownloadButton>
          ))}
          <Button onClick={onClose}>Close</Button>
        </>
      }
    >
      <p className="flex flex-wrap items-center gap-2 m-0">
        <span className="whitespace-nowrap">Opening balance {data ? formatBalance(data.opening) : '…'}</span>
        <strong className="whitespace-nowrap">Closing balance {data ? formatBalance(data.closing) : '…'}</strong>
      </p>
      <DataTable
        caption={`Statement of ${state}`}
        columns={columns}
        rows={data && withBalances(data.opening, data.data)}
        loading={load.loading}
        failed={load.failed !== undefined}
        onRetry={load.reload}
        rowKey={(line) => String(line.key)}
        emptyText="Nothing was shared, reversed or paid in this period."
        actions={
          mayTakeBack
            ? (line) =>
                line.paymentId && (
                  <Button small look="text" danger onClick={() => setTaking(line)}>
                    Take back
                  </Button>
                )
            : undefined
        }
      />
      {taking?.paymentId && (
        <TakeBackDialog
          id={taking.paymentId}
          amount={taking.amount}
          onClose={() => setTaking(null)}
          onDone={() => {
            load.reload();
            reload();
          }}
        />
      )}
    </ModalDialog>
  );
}

const reasonSchema = z.object({ reason: requiredText(messages.payment.reason, limits.reasonLength) });

function TakeBackDialog(props: { id: string; amount: number; onClose: () => void; onDone: () => void }) {
  const { id, amount, onClose, onDone } = props;
  const form = useForm(checkedBy(reasonSchema), { reason: '' });
  return (
    <ShortFormDialog
      title={`Take back the payment of ${formatBalance(amount)}`}
      submitLabel="Take back"
      danger
      form={form}
      send={async ({ reason }) => {
        toast.success((await api(cancelSharePayment, { params: { id }, body: { reason } })).message);
        onClose();
        onDone();
      }}
      onClose={onClose}
    >
      <p>The line stays; a line of today against it restores the balance.</p>
      <Field control={form.control} name="reason" label="Reason" required rows={2} maxLength={limits.reasonLength} />
    </ShortFormDialog>
  );
}
