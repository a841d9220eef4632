import { useEffect, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { OfficeContact } from '#web/features/payments/OfficeContact.tsx';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { useSession } from '#web/lib/login/session.ts';
import type { AssociationInfo } from '#web/lib/meta/association.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Done } from './Done.tsx';
import styles from './PaymentStatus.module.css';
import { type Registered, readRegistered } from './registered.ts';
import { Steps } from './Steps.tsx';

interface Props {
  status: string;
  /** Where to look again at a payment that is being confirmed. */
  again: string;
  association: AssociationInfo;
}

/** The end of the registration; success or failure depends on the address alone, the reference is this tab's. */
export function PaymentStatus({ status, again, association }: Props) {
  const success = status === 'success';
  const session = useSession();
  if (success && session?.role === 'member') return <OfMember />;
  if (status === 'pending') return <Pending again={again} />;
  return (
    <main id="content" tabIndex={-1} className={`flex items-center text-center ${styles.page} justify-center`}>
      {success && <Steps current="Done" />}
      <PaymentResultPicture result={success ? 'success' : 'failure'} />
      {success ? (
        <>
          <h1>{t('Thank you. The office has your proof of payment.')}</h1>
          <div className={`${styles.done} mt-2`}>
            <Done />
          </div>
        </>
      ) : (
        <>
          <h1>{t('Payment Failed')}</h1>
          <p className={`text-18 ${styles.message}`}>{t(messages.payment.failure)}</p>
          <OfficeContact association={association} />
          <TryPaymentAgain />
        </>
      )}
      <Link className={success ? 'button' : 'button-quiet'} to={paths.home}>
        {t('Return to Homepage')}
      </Link>
    </main>
  );
}

/** Leads back to the payment: that of the address, which the cached page does not have, or the one that this device knows. */
function TryPaymentAgain() {
  const [payable, setPayable] = useState<Pick<Registered, 'id' | 'membership'> | null>(null);
  useEffect(() => {
    const registered = readRegistered();
    const id = new URLSearchParams(window.location.search).get('id') || registered?.id;
    if (id) setPayable({ id, membership: registered?.id === id ? registered.membership : '' });
  }, []);
  if (!payable) return null;
  return (
    <Link className="button" to={paths.payment(payable.id, payable.membership)}>
      {t('Try again')}
    </Link>
  );
}

/** A member has credentials already. */
function OfMember() {
  return (
    <main id="content" tabIndex={-1} className={`flex items-center text-center ${styles.page}`}>
      <PaymentResultPicture result="success" />
      <h1>{t('Payment received')}</h1>
      <p className={`text-18 ${styles.message}`}>
        <T>Thank you. Your receipt is under My Membership, and comes to you by e-mail.</T>
      </p>
      <Link className="button" to={paths.membershipStatus}>
        {t('My Membership')}
      </Link>
      <Link className="button-quiet" to={paths.home}>
        {t('Return to Homepage')}
      </Link>
    </main>
  );
}

/** A confirmation takes seconds, seldom minutes. */
export const lookAfterSeconds = 10;

/** The gateway has not confirmed the payment yet: looks again by itself. @param again of the address */
function Pending({ again }: { again: string }) {
  const address = again === '' ? '' : paths.paymentAgain(again);
  useEffect(() => {
    if (address === '') return;
    const timer = setTimeout(() => window.location.replace(address), lookAfterSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [address]);
  return (
    <main id="content" tabIndex={-1} className={`flex items-center text-center ${styles.page} justify-center`}>
      <PaymentResultPicture result="pending" />
      <h1>{t(messages.payment.pending)}</h1>
      <p className={`text-18 ${styles.message}`} role="status">
        <T>
          This mostly takes a few seconds. Please do not pay again: if the amount has left your account, it is found
          within some minutes, and the receipt comes by e-mail.
        </T>
      </p>
      {address !== '' && (
        <a className="button mb-2" href={address}>
          {t('Look again')}
        </a>
      )}
      <Link className={address === '' ? 'button' : 'button-quiet'} to={paths.home}>
        {t('Return to Homepage')}
      </Link>
    </main>
  );
}

const marks = {
  success: 'm96 99 11 11 21-23',
  // The hands of a clock.
  pending: 'M112 82v17l11 9',
  failure: 'm100 86 24 24m0-24-24 24',
} as const;

/** A decorative receipt with a seal, ticked, waiting or crossed out. */
function PaymentResultPicture({ result }: { result: keyof typeof marks }) {
  return (
    <svg className={styles.picture} viewBox="0 0 160 150" aria-hidden="true">
      <path
        className={styles.sheet}
        d="M38 8h72a6 6 0 0 1 6 6v116l-10.500-7-10.500 7-10.500-7-10.500 7-10.500-7-10.500 7-10.500-7-10.500 7-10.500-7V14a6 6 0 0 1 6-6z"
      />
      <path className={styles.lines} d="M48 32h40M48 48h52M48 64h52M48 80h28" />
      <circle className={styles[result]} cx="112" cy="98" r="34" />
      <path className={styles.mark} d={marks[result]} />
    </svg>
  );
}
