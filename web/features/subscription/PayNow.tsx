import { claimPayment, type Payment } from '#shared/contracts/payments.ts';
import type { PaymentDetails } from '#shared/contracts/settings.ts';
import { DueSummary } from '#web/features/payments/DueSummary.tsx';
import { AnotherProof, type Proof, ProofForm } from '#web/features/payments/ProofForm.tsx';
import { WaysToPay } from '#web/features/payments/WaysToPay.tsx';
import { moneyNotes, purposeOf } from '#web/features/payments/wording.ts';
import { toast } from '#web/lib/browser/toast.ts';
import { api } from '#web/lib/calls/api.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { useAssociation } from '#web/lib/meta/association.ts';

interface Props {
  payment: Payment;
  details: PaymentDetails;
  /** Payments can also be made online. */
  online: boolean;
  /** Called to reload the payments. */
  onChanged: () => void;
}

/** One open payment: the ways to pay, and the form for its proof. */
export function PayNow({ payment, details, online, onChanged }: Props) {
  const association = useAssociation();
  const isClaimed = payment.state === 'claimed';
  const send = async ({ utr, screenshot }: Proof, onProgress: (fraction: number) => void) => {
    const { message } = await api(
      claimPayment,
      { params: { id: payment.id }, body: { utr }, files: { screenshot } },
      { onProgress },
    );
    toast.success(message);
    onChanged();
  };
  const form = (
    <ProofForm
      title={isClaimed ? t('Another proof') : t('Your proof of payment')}
      note={
        isClaimed
          ? t('If what you sent was wrong, this takes its place.')
          : t('After paying, please send a screenshot of the confirmation or the transaction reference.')
      }
      label={t('Send the proof')}
      keptAs={payment.id}
      eitherIsEnough
      send={send}
      onClosed={onChanged}
    />
  );
  return (
    <section className="grid gap-3 grid-cols-1" aria-label={purposeOf(payment)}>
      <DueSummary label={purposeOf(payment)} amount={payment.amount} reference={payment.reference} />
      {moneyNotes(payment).map((note) => (
        <p key={note} className="m-0">
          {note}
        </p>
      ))}
      {payment.state === 'refused' && (
        <div className="border-l-bad bg-surface p-2">
          <p className="m-0 break-anywhere">
            <T>
              <strong>{t('The office could not find your payment.')}</strong> Please send the proof again. Note from the
              office:
            </T>
          </p>
          <blockquote className="m-0 mt-1 break-anywhere whitespace-pre-line">{payment.reason}</blockquote>
        </div>
      )}
      {isClaimed ? (
        <>
          <p className="m-0 border-l-good bg-surface p-2">
            <T>
              <strong>{t('We have received your proof of payment.')}</strong> The office compares it with the bank
              account; you need not do anything more.
            </T>
          </p>
          <AnotherProof label={t('Send another proof')}>{form}</AnotherProof>
        </>
      ) : (
        <>
          <WaysToPay
            due={{ fee: payment.amount, reference: payment.reference }}
            payment={details}
            online={online ? payment.id : undefined}
            association={association}
          />
          {form}
        </>
      )}
    </section>
  );
}
