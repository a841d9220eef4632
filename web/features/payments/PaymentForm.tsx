import { z } from 'zod';
import { clock } from '#shared/clock.ts';
import {
  cancelReceipt,
  keepPayment,
  type OfficePayment,
  receivePayments,
  refundPayment,
  refusePayment,
  waivePayment,
} from '#shared/contracts/payments.ts';
import { AppError } from '#shared/errors.ts';
import { requiredText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { formatRupees } from '#shared/money.ts';
import { paymentModeLabels, paymentModes } from '#shared/options.ts';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { DateField } from '#web/ui/forms/DateField.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { payerOf } from './office-wording.ts';

export type PaymentFormKind = 'receive' | 'refuse' | 'waive' | 'refundOnline' | 'refund' | 'keep' | 'cancelReceipt';

interface Props {
  kind: PaymentFormKind;
  payment: OfficePayment;
  /** Goes back to the payment. */
  onClose: () => void;
  /** Called when it is done and the payment has changed. */
  onDone: () => void;
  reload: () => void;
}

const text = messages.payment;

/** The form for an action on a payment: receive, refuse, waive, refund, or cancel its receipt. */
export function PaymentForm({ kind, ...props }: Props) {
  if (kind === 'receive') return <ReceiveForm {...props} />;
  if (kind === 'refund') return <RefundForm {...props} />;
  if (kind === 'refundOnline') return <RefundOnlineForm {...props} />;
  if (kind === 'cancelReceipt') return <CancelForm {...props} />;
  return <WordsForm kind={kind} {...props} />;
}

const words = {
  refuse: {
    title: 'Refuse the payment',
    label: 'Reason, which is mailed',
    missing: text.reason,
    submit: 'Refuse',
    send: (id: string, reason: string) => api(refusePayment, { body: { id, reason: reason } }),
  },
  waive: {
    title: 'Waive the payment',
    label: 'Note, for the office only',
    missing: text.note,
    submit: 'Waive',
    send: (id: string, note: string) => api(waivePayment, { body: { id, note: note } }),
  },
  keep: {
    title: 'Keep the money of',
    label: 'Note, for the office only',
    missing: text.note,
    submit: 'Keep',
    send: (id: string, note: string) => api(keepPayment, { body: { id, note } }),
  },
} as const;

function WordsForm({ kind, payment, onClose, onDone, reload }: Props & { kind: keyof typeof words }) {
  const { title, label, missing, submit, send } = words[kind];
  const current = { given: '' };
  const form = useForm(checkedBy(z.object({ given: requiredText(missing, limits.reasonLength) })), current);
  return (
    <FormDialog
      title={`${title} ${payment.reference}`}
      submitLabel={submit}
      form={form}
      current={current}
      version={undefined}
      save={async ({ given }) => {
        const answer = await send(payment.id, given);
        onDone();
        return answer;
      }}
      onClose={onClose}
      reload={reload}
    >
      <p>
        {kind === 'keep'
          ? `${formatRupees(payment.toReturn)} of ${payerOf(payment).name} are not sent back. They stay with the association.`
          : `${formatRupees(payment.amount)} from ${payerOf(payment).name}`}
      </p>
      <Field control={form.control} name="given" label={label} required rows={3} maxLength={limits.reasonLength} />
    </FormDialog>
  );
}

const cancelSchema = z.object({ reason: requiredText(text.reason, limits.reasonLength), tell: z.boolean() });

/** Cancels a receipt: of a mistake, or of a payment that bounced, of which the person is notified. */
function CancelForm({ payment, onClose, onDone, reload }: Omit<Props, 'kind'>) {
  const current = { reason: '', tell: payment.mode === 'cheque' };
  const form = useForm(checkedBy(cancelSchema), current);
  const { control } = form;
  const tell = useWatch(control, 'tell');
  return (
    <FormDialog
      title={`Cancel the receipt ${payment.receiptNumber}`}
      submitLabel="Cancel the receipt"
      form={form}
      current={current}
      version={undefined}
      save={async (values) => {
        const answer = await api(cancelReceipt, { body: { id: payment.id, ...values } });
        onDone();
        return answer;
      }}
      onClose={onClose}
      reload={reload}
    >
      <p>
        {formatRupees(payment.amount)} from {payerOf(payment).name}: the number {payment.receiptNumber} stays used, and
        the payment is open again. If it came with a line of a bank statement, that line is open again, and whatever
        else it was received for.
      </p>
      <CheckField
        control={control}
        name="tell"
        label="The money has not stayed, such as a cheque that came back: tell the person"
      />
      <Field
        control={control}
        name="reason"
        label={tell ? 'Reason, which is mailed with the way to pay again' : 'Reason, for the office only'}
        required
        rows={3}
        maxLength={limits.reasonLength}
      />
    </FormDialog>
  );
}

const receiveSchema = z.object({
  receivedOn: requiredText(text.date),
  mode: z.union([z.literal(''), z.enum(paymentModes)], { error: messages.general.option }),
});
const modeOptions = paymentModes.map((value) => ({ value, label: paymentModeLabels[value] }));

/** Records a receipt on another day than today, or of cash and cheques. */
function ReceiveForm({ payment, onClose, onDone, reload }: Omit<Props, 'kind'>) {
  const current: { receivedOn: string; mode: (typeof paymentModes)[number] | '' } = {
    receivedOn: clock.today(),
    mode: '',
  };
  const form = useForm(checkedBy(receiveSchema), current);
  const { control } = form;
  return (
    <FormDialog
      title={`Receive ${payment.reference}`}
      submitLabel="Receive"
      form={form}
      current={current}
      version={undefined}
      save={async ({ receivedOn, mode }) => {
        const { left, message } = await api(receivePayments, {
          body: { ids: [payment.id], receivedOn, ...(mode ? { mode } : {}) },
        });
        // Shows the message at the day's field.
        if (left[0]?.code === 'YEAR_CLOSED') {
          throw new AppError('YEAR_CLOSED', left[0].message, { fields: { receivedOn: left[0].message } });
        }
        onDone();
        return { message: left[0]?.message ?? message };
      }}
      onClose={onClose}
      reload={reload}
    >
      <p>
        {formatRupees(payment.amount)} from {payerOf(payment).name}
      </p>
      <DateField control={control} name="receivedOn" label="Received on" required disableFuture />
      <SelectField
        control={control}
        name="mode"
        label="How it came"
        placeholder="UPI or bank transfer"
        options={modeOptions}
      />
    </FormDialog>
  );
}

const refundSchema = z.object({
  refundedOn: requiredText(text.date),
  utr: requiredText(text.utr, limits.utrLength),
  note: z.string().trim().max(limits.reasonLength, { error: messages.general.tooLong }),
});

function RefundForm({ payment, onClose, onDone, reload }: Omit<Props, 'kind'>) {
  const current = { refundedOn: clock.today(), utr: '', note: '' };
  const form = useForm(checkedBy(refundSchema), current);
  const { control } = form;
  return (
    <FormDialog
      title={`Return ${payment.reference}`}
      submitLabel="Save"
      form={form}
      current={current}
      version={undefined}
      save={async (values) => {
        const answer = await api(refundPayment, { body: { id: payment.id, ...values } });
        onDone();
        return answer;
      }}
      onClose={onClose}
      reload={reload}
    >
      <p>
        {formatRupees(payment.toReturn || payment.amount)} was sent back to {payerOf(payment).name}.
      </p>
      <DateField control={control} name="refundedOn" label="Sent back on" required disableFuture />
      <Field control={control} name="utr" label="UTR of the transfer" required maxLength={limits.utrLength} />
      <Field control={control} name="note" label="Note, for the office only" rows={2} maxLength={limits.reasonLength} />
    </FormDialog>
  );
}

const refundOnlineSchema = refundSchema.pick({ note: true });

/** Sends a payment back through the gateway, which says on which day. */
function RefundOnlineForm({ payment, onClose, onDone, reload }: Omit<Props, 'kind'>) {
  const current = { note: '' };
  const form = useForm(checkedBy(refundOnlineSchema), current);
  return (
    <FormDialog
      title={`Send back ${payment.reference}`}
      submitLabel={`Send back ${formatRupees(payment.toReturn || payment.amount)}`}
      form={form}
      current={current}
      version={undefined}
      save={async ({ note }) => {
        const answer = await api(refundPayment, { body: { id: payment.id, online: true, note } });
        onDone();
        return answer;
      }}
      onClose={onClose}
      reload={reload}
    >
      <p>
        {formatRupees(payment.toReturn || payment.amount)} goes back to {payerOf(payment).name} the way it came, within
        five to seven working days. The gateway keeps its fee.
      </p>
      <Field
        control={form.control}
        name="note"
        label="Note, for the office only"
        rows={2}
        maxLength={limits.reasonLength}
      />
    </FormDialog>
  );
}
