import { type ReactNode, useId } from 'react';
import type { PaymentDetails } from '#shared/contracts/settings.ts';
import { formatRupees } from '#shared/money.ts';
import { upiAddress } from '#shared/upi.ts';
import { useBelow } from '#web/lib/browser/useBelow.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import type { AssociationInfo } from '#web/lib/meta/association.ts';
import { QrCode } from '#web/ui/page/QrCode.tsx';
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
 * 'How will you pay?': a row each for online, UPI and bank transfer, of which the chosen one opens, also without a script.
 * The amount and the reference stand above it, in the page's summary.
 * @param online the payment's id, where payments are made online
 * @param asVisitor the person who pays need not be the one who is logged in
 */
export function WaysToPay({
  online,
  asVisitor,
  due,
  payment,
  association,
}: Props & { online?: string | undefined; asVisitor?: true }) {
  const id = useId();
  const hasUpi = payment.upiId !== '';
  const hasBank = payment.accountNumber !== '';
  if (!online && !hasUpi && !hasBank) return <AskOffice due={due} association={association} />;
  return (
    <section className="mb-3 measure" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-22 mb-1">
        {t('How will you pay?')}
      </h2>
      {online && (
        <Way group={id} open title={t('Online')} remark={t('Recommended, no screenshot')}>
          <PayOnline paymentId={online} amount={due.fee} {...(asVisitor ? { link: '' } : {})} />
        </Way>
      )}
      {hasUpi && (
        <Way group={id} open={!online} title={t('UPI app')} remark={t('Then a screenshot')}>
          <Upi due={due} payment={payment} association={association} />
        </Way>
      )}
      {hasBank && (
        <Way group={id} open={!online && !hasUpi} title={t('Bank transfer')} remark={t('Then a screenshot')}>
          <CopyRows
            rows={[
              { label: t('Account name'), value: payment.accountName },
              { label: t('Account number'), value: payment.accountNumber },
              { label: t('IFSC'), value: payment.ifsc },
              { label: t('Bank'), value: payment.bankName },
              { label: t('Branch'), value: payment.branch },
            ]}
          />
          <p className="text-muted text-14 m-0">{t('Please give the reference above as the remark.')}</p>
        </Way>
      )}
    </section>
  );
}

interface WayProps {
  /** Opening one of a group closes the others. */
  group: string;
  /** Open from the start: the first one. */
  open: boolean;
  title: string;
  remark: string;
  children: ReactNode;
}

function Way({ group, open, title, remark, children }: WayProps) {
  return (
    <details name={group} open={open || undefined} className={`card ${styles.way}`}>
      <summary className={`flex items-center gap-1 min-h-touch ${styles.head}`}>
        <span className="font-semibold">{title}</span>
        <span className="text-muted text-14 min-w-0 break-anywhere">{remark}</span>
      </summary>
      <div className={`grid gap-2 ${styles.body}`}>{children}</div>
    </details>
  );
}

function AskOffice({ due, association }: Omit<Props, 'payment'>) {
  return (
    <section className="card p-3 mb-3 measure" aria-labelledby="ask-office">
      <h2 id="ask-office">{t('How to pay')}</h2>
      <p>
        <T>
          The account for payments is not yet shown here. Please ask the office where to pay {formatRupees(due.fee)},
          quoting the reference <strong>{due.reference}</strong>. After paying, please return to this page and upload
          the screenshot below.
        </T>
      </p>
      <OfficeContact association={association} />
    </section>
  );
}

function Upi({ due, payment, association }: Props) {
  const payeeName = payment.payeeName || association.name;
  const address = upiAddress({
    upiId: payment.upiId,
    payeeName,
    rupees: due.fee,
    note: due.reference,
  });
  const onPhone = useBelow('sm');
  const code = (
    <figure className="m-0 text-center">
      <QrCode
        text={address}
        label={t(`QR code for paying ${formatRupees(due.fee)} to ${payment.upiId} by UPI`)}
        className={`w-full border rounded ${styles.qr}`}
      />
      <figcaption className="text-14 text-muted mt-1">
        <T>Scan with any UPI app. The amount and the reference are filled in for you.</T>
      </figcaption>
    </figure>
  );
  return (
    <>
      {!onPhone && code}
      <a className={`button no-print ${styles.app}`} href={address}>
        {t('Pay with a UPI app')}
      </a>
      <CopyRows rows={[{ label: t('UPI ID'), value: payment.upiId }]} />
      <p className="text-muted text-14 m-0">
        <T>Payee: {payeeName}</T>
      </p>
      {onPhone && (
        // A phone cannot scan its own screen; somebody else's can.
        <details>
          <summary className="opener">{t('QR code for another phone')}</summary>
          {code}
        </details>
      )}
    </>
  );
}
