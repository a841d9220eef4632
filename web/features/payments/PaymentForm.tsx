import { z } from 'zod';
import { clock } from '#shared/clock.ts';
import {
  cancelReceipt,
  type OfficePayment,
  refundPayment,
  refusePayment,
  waivePayment,
} from '#shared/contracts/payments.ts';
import { requiredText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { formatRupees } from '#shared/money.ts';
import { api } from '#web/lib/api.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { DateField } from '#web/ui/DateField.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';

export type PaymentFormKind = 'refuse' | 'waive' | 'refund' | 'cancelReceipt';

interface Props {
  kind: PaymentFormKind;
  payment: OfficePayment;
  /** Back to the payment. */
  onClose: () => void;
  /** It was done: the payment is no longer what was shown. */
  onDone: () => void;
  reload: () => void;
}

const text = messages.payment;

/** What the office says of a payment that it refuses, waives, has sent back, or whose receipt was a mistake. */
export function PaymentForm({ kind, ...props }: Props) {
  return kind === 'refund' ? <RefundForm {...props} /> : <WordsForm kind={kind} {...props} />;
}

const words = {
  refuse: {
    title: 'Refuse the payment',
    label: 'Reason, which is mailed',
    missing: text.reason,
    submit: 'Refuse',
    send: (id: string, given: string) => api(refusePayment, { body: { id, reason: given } }),
  },
  waive: {
    title: 'Waive the payment',
    label: 'Note, for the office only',
    missing: text.note,
    submit: 'Waive',
    send: (id: string, given: string) => api(waivePayment, { body: { id, note: given } }),
  },
  cancelReceipt: {
    title: 'Cancel the receipt',
    label: 'Reason, for the office only',
    missing: text.reason,
    submit: 'Cancel the receipt',
    send: (id: string, given: string) => api(cancelReceipt, { body: { id, reason: given } }),
  },
} as const;

function WordsForm({ kind, payment, onClose, onDone, reload }: Props & { kind: keyof typeof words }) {
  const { title, label, missing, submit, send } = words[kind];
  const current = { given: '' };
  const form = useSchemaForm(z.object({ given: requiredText(missing, limits.reasonLength) }), current);
  return (
    <FormDialog
      title={`${title} ${payment.reference}`}
      submitLabel={submit}
      form={form}
      current={current}
      version={undefined}
      save={async ({ given }) => {
        const answer = await send(payment._id, given);
        onDone();
        return answer;
      }}
      onClose={onClose}
      reload={reload}
    >
      <p>
        {formatRupees(payment.amount)} from {payment.directory.ProsecutorName}
        {kind === 'cancelReceipt' && `: the number ${payment.receiptNumber} stays used, and the payment is open again.`}
      </p>
      <Field control={form.control} name="given" label={label} required rows={3} maxLength={limits.reasonLength} />
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
  const form = useSchemaForm(refundSchema, current);
  const { control } = form;
  return (
    <FormDialog
      title={`Refund of ${payment.reference}`}
      submitLabel="Save"
      form={form}
      current={current}
      version={undefined}
      save={async (values) => {
        const answer = await api(refundPayment, { body: { id: payment._id, ...values } });
        onDone();
        return answer;
      }}
      onClose={onClose}
      reload={reload}
    >
      <p>
        {formatRupees(payment.amount)} was sent back to {payment.directory.ProsecutorName}.
      </p>
      <DateField control={control} name="refundedOn" label="Sent back on" required disableFuture />
      <Field control={control} name="utr" label="UTR of the refund" required maxLength={limits.utrLength} />
      <Field control={control} name="note" label="Note, for the office only" rows={2} maxLength={limits.reasonLength} />
    </FormDialog>
  );
}
