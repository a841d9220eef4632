import type { PaymentDetails } from '#shared/contracts/settings.ts';
import type { AssociationInfo } from '#web/lib/association.ts';
import { formatRupees } from '#web/lib/format.ts';
import { QrCode } from '#web/ui/QrCode.tsx';
import { CopyRows } from './CopyRows.tsx';
import { OfficeContact } from './OfficeContact.tsx';
import type { DueRegistration } from './PaymentStep.tsx';

import { upiAddress } from './upi.ts';
import styles from './WaysToPay.module.css';

interface Props {
  registration: DueRegistration;
  payment: PaymentDetails;
  association: AssociationInfo;
}

/** UPI and bank transfer, as far as the office has entered them. */
export function WaysToPay({ registration, payment, association }: Props) {
  const hasBank = payment.accountNumber !== '';
  if (payment.upiId === '' && !hasBank) {
    return (
      <section className={styles.ask} aria-labelledby="ask-office">
        <h2 id="ask-office">How to pay</h2>
        <p>
          The account for payments is not shown here yet. Please ask the office where to pay{' '}
          {formatRupees(registration.fee)}, and give the reference <strong>{registration.reference}</strong>. After you
          have paid, come back to this page and upload the screenshot below.
        </p>
        <OfficeContact association={association} />
      </section>
    );
  }
  return (
    <div className={styles.ways}>
      {payment.upiId !== '' && <Upi registration={registration} payment={payment} association={association} />}
      {hasBank && <Bank registration={registration} payment={payment} />}
    </div>
  );
}

function Upi({ registration, payment, association }: Props) {
  const payeeName = payment.payeeName || association.name;
  const address = upiAddress({
    upiId: payment.upiId,
    payeeName,
    rupees: registration.fee,
    note: registration.reference,
  });
  return (
    <section className={styles.way} aria-labelledby="pay-by-upi">
      <h2 id="pay-by-upi" className={styles.heading}>
        Pay by UPI
      </h2>
      <div className={styles.upi}>
        {/* Nobody scans the screen in his own hand: on phones the code comes last. */}
        <figure className={styles.code}>
          <QrCode
            text={address}
            label={`QR code for paying ${formatRupees(registration.fee)} to ${payment.upiId} by UPI`}
            className={styles.qr}
          />
          <figcaption>Scan with any UPI app. Amount and reference are filled in.</figcaption>
        </figure>
        <div className={styles.id}>
          <a className={`button ${styles.app}`} href={address}>
            Pay with a UPI app
          </a>
          <CopyRows
            rows={[
              { label: 'UPI ID', value: payment.upiId },
              { label: 'Payee', value: payeeName },
            ]}
          />
        </div>
      </div>
    </section>
  );
}

function Bank({ registration, payment }: Omit<Props, 'association'>) {
  return (
    <section className={styles.way} aria-labelledby="pay-by-transfer">
      <h2 id="pay-by-transfer" className={styles.heading}>
        Bank transfer
      </h2>
      <CopyRows
        rows={[
          { label: 'Account name', value: payment.accountName },
          { label: 'Account number', value: payment.accountNumber },
          { label: 'IFSC', value: payment.ifsc },
          { label: 'Bank', value: payment.bankName },
          { label: 'Branch', value: payment.branch },
          { label: 'Amount', value: `${registration.fee}.00` },
          { label: 'Remark', value: registration.reference },
        ]}
      />
    </section>
  );
}
