import { useId } from 'react';
import type { PaymentDetails } from '#shared/contracts/settings.ts';
import { formatRupees } from '#shared/money.ts';
import { upiAddress } from '#web/features/settings/upi.ts';
import type { AssociationInfo } from '#web/lib/association.ts';
import { useBelow } from '#web/lib/useBelow.ts';
import { QrCode } from '#web/ui/QrCode.tsx';
import { CopyRows } from './CopyRows.tsx';
import { OfficeContact } from './OfficeContact.tsx';
import { PayOnline } from './PayOnline.tsx';
import styles from './WaysToPay.module.css';

interface Props {
  due: {
    /** Whole rupees. */
    fee: number;
    reference: string;
  };
  payment: PaymentDetails;
  association: AssociationInfo;
}

/**
 * Online where that is set up, then UPI and bank transfer, if the office has entered them.
 * @param online the payment's id
 * @param asVisitor the person who pays need not be the one who is logged in
 */
export function WaysToPay({ online, asVisitor, ...props }: Props & { online?: string | undefined; asVisitor?: true }) {
  return (
    <>
      {online && <PayOnline paymentId={online} amount={props.due.fee} {...(asVisitor ? { link: '' } : {})} />}
      <Transfer {...props} hasOnline={online !== undefined} />
    </>
  );
}

function Transfer({ due, payment, association, hasOnline }: Props & { hasOnline: boolean }) {
  const hasBank = payment.accountNumber !== '';
  if (payment.upiId === '' && !hasBank) {
    if (hasOnline) return null;
    return (
      <section className="card pad-3 below-3 measure" aria-labelledby="ask-office">
        <h2 id="ask-office">How to pay</h2>
        <p>
          The account for payments is not yet shown here. Please ask the office where to pay {formatRupees(due.fee)},
          quoting the reference <strong>{due.reference}</strong>. After paying, please return to this page and upload
          the screenshot below.
        </p>
        <OfficeContact association={association} />
      </section>
    );
  }
  return (
    <div className={`stack gap-3 below-3 ${styles.ways}`}>
      {payment.upiId !== '' && <Upi due={due} payment={payment} association={association} />}
      {hasBank && <Bank due={due} payment={payment} />}
    </div>
  );
}

function Upi({ due, payment, association }: Props) {
  const id = useId();
  const payeeName = payment.payeeName || association.name;
  const address = upiAddress({
    upiId: payment.upiId,
    payeeName,
    rupees: due.fee,
    note: due.reference,
  });
  const onPhone = useBelow('sm');
  const code = (
    <figure className="flush centred">
      <QrCode
        text={address}
        label={`QR code for paying ${formatRupees(due.fee)} to ${payment.upiId} by UPI`}
        className={`wide framed ${styles.qr}`}
      />
      <figcaption className="small muted above-1">
        Scan with any UPI app. The amount and the reference are filled in for you.
      </figcaption>
    </figure>
  );
  return (
    <section className="card pad-3" aria-labelledby={id}>
      <h2 id={id} className="text-22">
        Pay by UPI
      </h2>
      <div className="stack gap-3">
        {!onPhone && code}
        <div className="stack">
          <a className={`button no-print ${styles.app}`} href={address}>
            Pay with a UPI app
          </a>
          <CopyRows
            rows={[
              { label: 'UPI ID', value: payment.upiId },
              { label: 'Payee', value: payeeName },
              { label: 'Amount', value: `${due.fee}.00` },
              { label: 'Reference', value: due.reference },
            ]}
          />
        </div>
        {onPhone && (
          // A phone cannot scan its own screen; somebody else's can.
          <details>
            <summary className="opener">Show the QR code for another phone</summary>
            {code}
          </details>
        )}
      </div>
    </section>
  );
}

function Bank({ due, payment }: Omit<Props, 'association'>) {
  const id = useId();
  return (
    <section className="card pad-3" aria-labelledby={id}>
      <h2 id={id} className="text-22">
        Bank transfer
      </h2>
      <CopyRows
        rows={[
          { label: 'Account name', value: payment.accountName },
          { label: 'Account number', value: payment.accountNumber },
          { label: 'IFSC', value: payment.ifsc },
          { label: 'Bank', value: payment.bankName },
          { label: 'Branch', value: payment.branch },
          { label: 'Amount', value: `${due.fee}.00` },
          { label: 'Reference, as the remark', value: due.reference },
        ]}
      />
    </section>
  );
}
