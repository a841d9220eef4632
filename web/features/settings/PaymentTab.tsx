import Button from '@mui/material/Button';
import { useWatch } from 'react-hook-form';
import {
  type PaymentDetails,
  paymentDetailsSchema,
  type SettingsRecord,
  updateSettings,
} from '#shared/contracts/settings.ts';
import { upiAddress } from '#web/features/membership/upi.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/lib/toast.ts';
import { useSchemaForm } from '#web/lib/useSchemaForm.ts';
import { Field } from '#web/ui/Field.tsx';
import { FormStack } from '#web/ui/FormStack.tsx';
import { QrCode } from '#web/ui/QrCode.tsx';
import { useConflict } from '#web/ui/useConflict.tsx';
import { useLeaveQuestion } from '#web/ui/useLeaveQuestion.tsx';
import styles from './Settings.module.css';

interface Props {
  settings: SettingsRecord;
  payment: PaymentDetails;
  onSaved: () => void;
}

const fields = [
  { name: 'accountName', label: 'Account name', maxLength: 100 },
  { name: 'accountNumber', label: 'Account number', maxLength: 40 },
  { name: 'ifsc', label: 'IFSC', maxLength: 20 },
  { name: 'bankName', label: 'Bank', maxLength: 100 },
  { name: 'branch', label: 'Branch', maxLength: 100 },
] as const;

/** Where fees are paid to, with the code that applicants will scan. */
export function PaymentTab({ settings, payment, onSaved }: Props) {
  const form = useSchemaForm(paymentDetailsSchema, payment);
  const { control } = form;
  const shown = useWatch({ control });
  const conflict = useConflict(settings.version, onSaved, () => form.reset(payment));
  const question = useLeaveQuestion(form.formState.isDirty);
  const busy = form.formState.isSubmitting;
  const submit = form.send(async (values) => {
    try {
      const { message } = await api(updateSettings, {
        params: { settingsId: settings._id },
        body: { payment: values, version: settings.version },
      });
      toast.success(message);
      conflict.settle();
      form.reset(values);
      onSaved();
    } catch (error) {
      conflict.check(error);
      throw error;
    }
  });
  const upiId = paymentDetailsSchema.shape.upiId.safeParse(shown.upiId).data ?? '';
  return (
    <form noValidate onSubmit={submit} aria-label="Payment" className={styles.columns}>
      <div>
        {conflict.notice}
        <FormStack disabled={busy}>
          <Field
            control={control}
            name="upiId"
            label="UPI ID"
            maxLength={100}
            placeholder="name@bank"
            hint="While it is empty, applicants see no QR code"
          />
          <Field
            control={control}
            name="payeeName"
            label="Payee name"
            maxLength={100}
            hint="Shown by the payment app; empty: the association's name"
          />
          {fields.map((field) => (
            <Field key={field.name} control={control} {...field} />
          ))}
          <Button type="submit" loading={busy} sx={{ justifySelf: 'start' }}>
            Update
          </Button>
        </FormStack>
      </div>
      <section aria-label="Preview">
        <p className={styles.caption}>What applicants will see (Rs 1,000 as an example)</p>
        <div className={styles.preview}>
          {upiId === '' ? (
            <p>No QR code: the payment step says how to ask the office.</p>
          ) : (
            <>
              <QrCode
                className={styles.qr}
                label={`Sample QR code for paying to ${upiId}`}
                text={upiAddress({
                  upiId,
                  payeeName: shown.payeeName || settings.association.name,
                  rupees: 1_000,
                  note: 'Sample',
                })}
              />
              <p>{upiId}</p>
            </>
          )}
          <dl className={styles.bank}>
            {fields.map(
              ({ name, label }) =>
                shown[name] && (
                  <div key={name}>
                    <dt>{label}</dt>
                    <dd>{shown[name]}</dd>
                  </div>
                ),
            )}
          </dl>
        </div>
      </section>
      {question}
    </form>
  );
}
