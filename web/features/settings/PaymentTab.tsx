import { useState } from 'react';
import { type PaymentDetails, paymentDetailsSchema } from '#shared/contracts/settings.ts';
import { paymentChanges, paymentLabels } from '#shared/payment-changes.ts';
import { upiAddress } from '#shared/upi.ts';
import { useWatch } from '#web/lib/forms/useField.ts';
import { ConfirmDialog } from '#web/ui/dialogs/ConfirmDialog.tsx';
import { Field } from '#web/ui/forms/Field.tsx';
import { RecordForm } from '#web/ui/forms/RecordForm.tsx';
import { QrCode } from '#web/ui/page/QrCode.tsx';
import styles from './Settings.module.css';
import { type SettingsProps, useSettingsForm } from './useSettingsForm.ts';

const fields = [
  { name: 'accountName', maxLength: 100 },
  { name: 'accountNumber', maxLength: 40 },
  { name: 'ifsc', maxLength: 20 },
  { name: 'bankName', maxLength: 100 },
  { name: 'branch', maxLength: 100 },
] as const;

/** The details for paying fees, with the QR code that applicants will scan. */
export function PaymentTab({ payment, ...props }: SettingsProps & { payment: PaymentDetails }) {
  const record = useSettingsForm('payment', props, paymentDetailsSchema, payment);
  const { form, send } = record;
  const { control } = form;
  const shown = useWatch(control);
  const [question, setQuestion] = useState<PaymentDetails>();
  const submit = form.send(async (values) => {
    // The call allows missing fields, but this form has all of them.
    const typed = values as PaymentDetails;
    if (paymentChanges(payment, typed).length > 0) setQuestion(typed);
    else await send(typed);
  });
  const upiId = paymentDetailsSchema.shape.upiId.safeParse(shown.upiId).data ?? '';
  return (
    <RecordForm
      label="Payment"
      record={record}
      onSubmit={submit}
      beside={{
        title: 'What applicants will see (Rs 1,000 as an example)',
        content: (
          <>
            {upiId === '' ? (
              <p>No QR code is shown. The payment step tells applicants how to reach the office.</p>
            ) : (
              <>
                <QrCode
                  className={styles.qr}
                  label={`Sample QR code for paying to ${upiId}`}
                  text={upiAddress({
                    upiId,
                    payeeName: shown.payeeName || props.settings.association.name,
                    rupees: 1_000,
                    note: 'Sample',
                  })}
                />
                <p>{upiId}</p>
              </>
            )}
            <dl className={`grid gap-4px m-0 ${styles.bank}`}>
              {fields.map(
                ({ name }) =>
                  shown[name] && (
                    <div key={name}>
                      <dt>{paymentLabels[name]}</dt>
                      <dd>{shown[name]}</dd>
                    </div>
                  ),
              )}
            </dl>
          </>
        ),
      }}
    >
      <Field
        control={control}
        name="upiId"
        label={paymentLabels.upiId}
        maxLength={100}
        placeholder="name@bank"
        hint="While it is empty, applicants see no QR code"
      />
      <Field
        control={control}
        name="payeeName"
        label={paymentLabels.payeeName}
        maxLength={100}
        hint="Shown by the payment app. If it is empty, the association's name is used"
      />
      {fields.map((field) => (
        <Field key={field.name} control={control} label={paymentLabels[field.name]} {...field} />
      ))}
      {question && (
        <ConfirmDialog
          open
          title="Change where fees are paid to?"
          confirmLabel="Change"
          onConfirm={() => send(question)}
          onClose={() => setQuestion(undefined)}
        >
          <p>Applicants will pay to this at once. Every administrator is told by e-mail, with your name.</p>
          <dl className="grid gap-1 m-0">
            {paymentChanges(payment, question).map(({ name, label, from, to }) => (
              <div key={name}>
                <dt className="text-14">{label}</dt>
                <dd className={`flex flex-wrap ${styles.change}`}>
                  <span className={styles.before}>
                    <span className="sr-only">before: </span>
                    {from || '(empty)'}
                  </span>
                  <span aria-hidden="true">→</span>
                  <strong>
                    <span className="sr-only">now: </span>
                    {to || '(empty)'}
                  </strong>
                </dd>
              </div>
            ))}
          </dl>
        </ConfirmDialog>
      )}
    </RecordForm>
  );
}
