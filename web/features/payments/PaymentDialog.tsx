import { type ReactNode, useState } from 'react';
import { listPayments, type OfficePayment, receivePayments } from '#shared/contracts/payments.ts';
import { reconcilePayments } from '#shared/contracts/statements.ts';
import { formatExactRupees, formatRupees } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { ProtectedFile } from '#web/features/members/files/ProtectedFile.tsx';
import { createRecordFiles } from '#web/features/members/files/record-files.ts';
import type { Shortcut } from '#web/lib/browser/shortcuts.ts';
import { api } from '#web/lib/calls/api.ts';
import { useAttempt } from '#web/lib/calls/useAttempt.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { formatDate, formatDay } from '#web/lib/languages/format.ts';
import { KeyHint, Shortcuts } from '#web/ui/dialogs/KeyHint.tsx';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { ShortcutHelp } from '#web/ui/dialogs/ShortcutHelp.tsx';
import { Button } from '#web/ui/page/Button.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { PreviousNext } from '#web/ui/tables/PreviousNext.tsx';
import { StatusDot } from '#web/ui/tables/StatusDot.tsx';
import { CreditNotice } from './CreditNotice.tsx';
import { modeOf, payerOf, stateLabels, stateTones, warningLabels } from './office-wording.ts';
import { PaymentForm, type PaymentFormKind } from './PaymentForm.tsx';
import { ReceiptButton } from './ReceiptButton.tsx';
import { moneyNotes, purposeOf, receivedBefore } from './wording.ts';

interface Props {
  payment: OfficePayment;
  /** The payments before and after it in the list; absent at its ends. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  /** Called when the payment is settled and the next one may be shown. */
  onDone: () => void;
  onClose: () => void;
  /** Loads the list again. */
  reload: () => void;
}

/** The forms available in each state, besides recording the receipt. */
const forms: Partial<Record<OfficePayment['state'], readonly PaymentFormKind[]>> = {
  due: ['receive', 'waive'],
  claimed: ['receive', 'refuse', 'waive'],
  received: ['refund', 'keep', 'cancelReceipt'],
};
const formLabels: Record<PaymentFormKind, string> = {
  receive: 'Day and mode of payment',
  refuse: 'Refuse',
  waive: 'Waive',
  refundOnline: 'Send back online',
  refund: 'Return',
  keep: 'Keep',
  cancelReceipt: 'Cancel the receipt',
};
const formKeys: Record<PaymentFormKind, string> = {
  receive: 'D',
  refuse: 'R',
  waive: 'W',
  refundOnline: 'B',
  refund: 'F',
  keep: 'E',
  cancelReceipt: 'X',
};

/** While it is being sent back nothing else can be done with it. */
function offeredFor({ state, gateway, refunding, toReturn, usedOn }: OfficePayment): readonly PaymentFormKind[] {
  // What was used comes back to its receipt before anything else.
  if (refunding || usedOn) return [];
  const all = (forms[state] ?? []).filter((kind) => kind !== 'keep' || toReturn > 0);
  return state === 'received' && gateway ? ['refundOnline', ...all] : all;
}

/** Records the receipt: on the day of the bank statement's line if there is one, else today. */
async function receive({ id, credit }: OfficePayment): Promise<{ message: string }> {
  const { message, left } = credit
    ? await api(reconcilePayments, {
        body: { statementId: credit.statementId, accept: [{ lineId: credit.lineId, paymentId: id, seen: true }] },
      })
    : await api(receivePayments, { body: { ids: [id] } });
  return { message: left[0]?.message ?? message };
}

/** One payment with its proof and the office's actions, by button or key. */
export function PaymentDialog({ payment, onPrevious, onNext, onDone, onClose, reload }: Props) {
  const [form, setForm] = useState<PaymentFormKind>();
  const [files] = useState(createRecordFiles);
  const { busy, attempt } = useAttempt();
  const isOpen = payment.state === 'due' || payment.state === 'claimed';
  const offered = offeredFor(payment);
  const see = async () => {
    if (!(await attempt(() => receive(payment)))) return;
    reload();
    onDone();
  };
  const shortcuts: Shortcut[] = [
    { keys: 'P', label: 'Seen in the bank account', run: () => void see(), disabled: busy || !isOpen },
    ...offered.map((kind) => ({
      keys: formKeys[kind],
      label: formLabels[kind],
      run: () => setForm(kind),
      disabled: busy,
    })),
    { keys: 'J', label: 'Next payment', run: () => onNext?.(), disabled: busy || !onNext },
    { keys: 'K', label: 'Previous payment', run: () => onPrevious?.(), disabled: busy || !onPrevious },
  ];

  if (form) {
    return (
      <PaymentForm kind={form} payment={payment} onClose={() => setForm(undefined)} onDone={onDone} reload={reload} />
    );
  }
  return (
    <ModalDialog
      open
      wide
      title={`Payment ${payment.reference}`}
      onClose={onClose}
      busy={busy}
      head={
        <>
          <PreviousNext onPrevious={busy ? undefined : onPrevious} onNext={busy ? undefined : onNext} />
          <ShortcutHelp />
        </>
      }
      actions={
        <>
          {payment.receiptNumber && <ReceiptButton paymentId={payment.id} number={payment.receiptNumber} />}
          {offered.map((kind) => (
            <Button
              key={kind}
              look="outlined"
              aria-keyshortcuts={formKeys[kind]}
              onClick={() => setForm(kind)}
              disabled={busy}
            >
              {formLabels[kind]}
              <KeyHint keys={formKeys[kind]} />
            </Button>
          ))}
          {isOpen && (
            <Button onClick={() => void see()} busy={busy} aria-keyshortcuts="P" autoFocus>
              Seen in the bank account
              <KeyHint keys="P" />
            </Button>
          )}
        </>
      }
    >
      <Shortcuts title="Payment" of={shortcuts} />
      <div className="grid gap-3 grid-cols-1 grid-cols-2-from-md">
        <Facts payment={payment} />
        <ProtectedFile
          kind="proof"
          files={files}
          keys={{ larger: 'Z', turn: 'T' }}
          memberId={payment.id}
          title="Payment screenshot"
          present={payment.proof !== null}
          emptyText="No screenshot was sent."
          version={0}
        />
      </div>
    </ModalDialog>
  );
}

function Facts({ payment }: { payment: OfficePayment }) {
  const { credit } = payment;
  const directory = payerOf(payment);
  return (
    <div className="grid gap-2 self-start">
      <dl className="grid grid-cols-auto-1fr gap-1-2 m-0">
        <Fact name="Amount">
          <span className="font-serif text-28">{formatRupees(payment.amount)}</span>
        </Fact>
        <Fact name="Status">
          <StatusDot tone={stateTones[payment.state]}>{stateLabels[payment.state]}</StatusDot>
        </Fact>
        {moneyNotes(payment).map((note) => (
          <Fact key={note} name="Money">
            {note}
          </Fact>
        ))}
        {payment.duplicate && <Fact name="Records">Asked for in two records of the person, and owed once</Fact>}
        {payment.refunding && <Fact name="Return">Under way: the gateway is sending it back</Fact>}
        <Fact name="For">{purposeOf(payment)}</Fact>
        <Fact name="From">
          {directory.id ? <Link to={paths.admin.person(directory.id)}>{directory.name}</Link> : directory.name}
        </Fact>
        <Fact name="Registration">{directory.reference}</Fact>
        {directory.memberNumber && <Fact name="Member number">{directory.memberNumber}</Fact>}
        <Fact name="UTR">{payment.utr || 'None given'}</Fact>
        {payment.warnings.map((warning) => (
          <Fact key={warning} name="Warning">
            <StatusDot tone="warn">{warningLabels[warning]}</StatusDot>
          </Fact>
        ))}
        {payment.claimedAt && <Fact name="Claimed">{formatDate(payment.claimedAt)}</Fact>}
        {payment.receivedOn && (
          <Fact name="Received on">
            {formatDay(payment.receivedOn)}
            {payment.mode && `, ${modeOf(payment)}`}
          </Fact>
        )}
        {payment.gateway && (
          <>
            <Fact name="Gateway">{payment.gateway.paymentId}</Fact>
            <Fact name="Fee">{formatExactRupees(payment.gateway.fee)}, with tax</Fact>
            <Fact name="Settlement">{payment.settlement ? payment.settlement.utr : 'Not yet in the bank account'}</Fact>
          </>
        )}
        {payment.receiptNumber && <Fact name="Receipt">{payment.receiptNumber}</Fact>}
        {payment.refundedOn && (
          <Fact name="Returned on">
            {formatDay(payment.refundedOn)}, UTR {payment.refundUtr}
          </Fact>
        )}
        {payment.reason && <Fact name="Reason">{payment.reason}</Fact>}
        {payment.note && <Fact name="Note">{payment.note}</Fact>}
      </dl>
      {receivedBefore(payment) > 0 && <ReceiptsBefore payment={payment} />}
      {credit && <CreditNotice credit={credit} />}
    </div>
  );
}

/** What has come so far for a payment of which something is open, with the receipts. */
function ReceiptsBefore({ payment: { id, reference } }: { payment: OfficePayment }) {
  const load = useLoad(listPayments, { query: { state: 'received', search: reference } });
  return (
    <section aria-label="Received so far" className="grid gap-1">
      <h3 className="m-0 text-16">Received so far</h3>
      <Loaded of={load}>
        {({ data }) => (
          <ul className="card divide-y">
            {data
              .filter((row) => row.reference === reference && row.id !== id && row.asked !== null)
              .map((row) => (
                <li key={row.id} className="flex flex-wrap items-center justify-between gap-1 px-2 py-1">
                  <span>
                    {formatRupees(row.amount)} on {formatDay(row.usedOn ?? row.receivedOn ?? row.createdAt)}
                  </span>
                  {row.receiptNumber && <ReceiptButton paymentId={row.id} number={row.receiptNumber} />}
                </li>
              ))}
          </ul>
        )}
      </Loaded>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
