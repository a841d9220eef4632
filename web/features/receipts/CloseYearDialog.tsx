import { z } from 'zod';
import { closeYear } from '#shared/contracts/receipts.ts';
import { requiredText } from '#shared/fields.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/calls/api.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';

const schema = z.object({ reason: requiredText(messages.payment.reason, limits.reasonLength) });

interface Props {
  year: { year: string; closed: boolean };
  onClose: () => void;
  reload: () => void;
}

/** Closes a financial year or reopens it; the call asks for the password. */
export function CloseYearDialog({ year: { year, closed }, onClose, reload }: Props) {
  const current = { reason: '' };
  const form = useForm(checkedBy(schema), current);
  const label = closed ? 'Open the year' : 'Close the year';
  return (
    <FormDialog
      title={`${label} ${year}`}
      submitLabel={label}
      form={form}
      current={current}
      version={undefined}
      save={({ reason }) => api(closeYear, { body: { year, closed: !closed, reason } })}
      onClose={onClose}
      reload={reload}
    >
      <p>
        {closed
          ? 'Receipts, cancellations and waivers can be dated in it again. The log keeps who did this and why.'
          : 'Nothing more can be dated in it: a payment of that year that is found later is received under the day on which it is found. It can be opened again, with a reason.'}
      </p>
      <Field
        control={form.control}
        name="reason"
        label="Reason"
        required
        rows={2}
        maxLength={limits.reasonLength}
        hint="For the log, such as ‘audited on 12 June’"
      />
    </FormDialog>
  );
}
