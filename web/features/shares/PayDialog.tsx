import { z } from 'zod';
import { clock } from '#shared/clock.ts';
import { listStates } from '#shared/contracts/locations.ts';
import { payShares, paySharesSchema, type ShareBalance } from '#shared/contracts/shares.ts';
import { limits } from '#shared/limits.ts';
import { officeMessages } from '#shared/office-messages.ts';
import { api } from '#web/lib/api.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { CheckField } from '#web/ui/CheckField.tsx';
import { DateField } from '#web/ui/DateField.tsx';
import { Field } from '#web/ui/Field.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { SelectField } from '#web/ui/SelectField.tsx';
import { formatBalance } from './wording.ts';

const schema = paySharesSchema.extend({
  amount: z.string().regex(/^\s*[\d,]+(\.\d{1,2})?\s*$/, { error: officeMessages.shares.amount }),
  advance: z.boolean(),
});

interface Props {
  /** The State whose balance is paid; null: any. */
  row: ShareBalance | null;
  onClose: () => void;
  reload: () => void;
}

/** Notes a payment to a State; the call asks for the password. */
export function PayDialog({ row, onClose, reload }: Props) {
  const states = useLoad(listStates, {});
  const current = {
    State: row?.State ?? '',
    amount: row ? String(row.balance) : '',
    paidOn: clock.today(),
    utr: '',
    note: '',
    advance: false,
  };
  const form = useSchemaForm(schema, current);
  const { control } = form;
  return (
    <FormDialog
      title={row ? `Payment to ${row.State}` : 'Payment to a State'}
      submitLabel="Mark as paid"
      form={form}
      current={current}
      version={undefined}
      save={({ amount, ...values }) =>
        api(payShares, { body: { ...values, note: values.note ?? '', amount: Number(amount.replaceAll(',', '')) } })
      }
      onClose={onClose}
      reload={reload}
    >
      {row ? (
        <p className="flush">
          The balance of {row.State} is <strong className="nowrap">{formatBalance(row.balance)}</strong>.
        </p>
      ) : (
        <SelectField
          control={control}
          name="State"
          label="State"
          required
          options={states.data?.data.map(({ state_name_english }) => state_name_english) ?? []}
        />
      )}
      <Field control={control} name="amount" label="Amount in rupees" required inputMode="numeric" />
      <DateField control={control} name="paidOn" label="Paid on" required disableFuture />
      <Field
        control={control}
        name="utr"
        label="Transaction reference (UTR)"
        required
        maxLength={limits.utrLength}
        hint="As the bank gives it; the same payment is noted once."
      />
      <Field control={control} name="note" label="Note" rows={2} maxLength={limits.reasonLength} />
      <CheckField
        control={control}
        name="advance"
        label="This is an advance"
        hint="More than the balance is paid on purpose; it is set off against later shares."
      />
    </FormDialog>
  );
}
