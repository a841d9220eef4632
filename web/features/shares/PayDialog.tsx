import { z } from 'zod';
import { clock } from '#shared/clock.ts';
import { listShares, payShares, paySharesSchema, type ShareBalance } from '#shared/contracts/shares.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { api } from '#web/lib/calls/api.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { checkedBy } from '#web/lib/forms/checked-by.ts';
import { useWatch } from '#web/lib/forms/useField.ts';
import { useForm } from '#web/lib/forms/useForm.ts';
import { formatDay } from '#web/lib/languages/format.ts';
import { useStateNames } from '#web/lib/login/office.ts';
import { FormDialog } from '#web/ui/dialogs/FormDialog.tsx';
import { ModalDialog } from '#web/ui/dialogs/ModalDialog.tsx';
import { CheckField } from '#web/ui/forms/CheckField.tsx';
import { DateField } from '#web/ui/forms/DateField.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { SelectField } from '#web/ui/forms/SelectField.tsx';
import { Loaded } from '#web/ui/page/Loaded.tsx';
import { formatBalance } from './wording.ts';

const schema = paySharesSchema.extend({
  amount: z.string().regex(/^\s*[\d,]+(\.\d{1,2})?\s*$/, { error: messages.shares.amount }),
  advance: z.boolean(),
});

interface Props {
  /** The State whose balance is paid; null: any. */
  row: ShareBalance | null;
  /** The day of that balance, if it is over. */
  asOf: string | undefined;
  onClose: () => void;
  reload: () => void;
}

/** Notes a payment to a State; the call asks for the password. */
export function PayDialog(props: Props) {
  const load = useLoad(listShares, {});
  return load.data ? (
    <PayForm {...props} balances={load.data.data} />
  ) : (
    <ModalDialog open title={titleOf(props.row)} onClose={props.onClose}>
      <Loaded of={load}>{() => null}</Loaded>
    </ModalDialog>
  );
}

const titleOf = (row: Props['row']) => (row ? `Payment to ${row.state}` : 'Payment to a State');

/** @param props.balances as they are now */
function PayForm({ row, asOf, balances, onClose, reload }: Props & { balances: readonly ShareBalance[] }) {
  const states = useStateNames() ?? [];
  const balanceOf = (state: string) => balances.find((each) => each.state === state)?.balance ?? 0;
  const current = {
    state: row?.state ?? '',
    // What was owed then may have been paid since.
    amount: row ? String(Math.max(0, Math.min(row.balance, balanceOf(row.state)))) : '',
    paidOn: clock.today(),
    utr: '',
    note: '',
    advance: false,
  };
  const form = useForm(checkedBy(schema), current);
  const { control } = form;
  const state = useWatch(form.control, 'state');
  return (
    <FormDialog
      title={titleOf(row)}
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
      {row === null && <SelectField control={control} name="state" label="State" required options={states} />}
      {state !== '' && (
        <p className="m-0">
          The balance of {state} is <strong className="whitespace-nowrap">{formatBalance(balanceOf(state))}</strong>
          {row && asOf && `; on ${formatDay(asOf)} it was ${formatBalance(row.balance)}`}.
        </p>
      )}
      <Field control={control} name="amount" label="Amount in rupees" required inputMode="decimal" />
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
