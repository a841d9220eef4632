import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { Done } from '#web/features/registrations/apply/Done.tsx';
import { PaymentResultPicture } from '#web/features/registrations/apply/PaymentResultPicture.tsx';
import { Steps } from '#web/features/registrations/apply/Steps.tsx';
import type { PageMeta } from '#web/lib/page.ts';
import { useSession } from '#web/lib/session.ts';
import { BrowserOnly } from '#web/ui/BrowserOnly.tsx';
import { Link } from '#web/ui/Link.tsx';
import styles from './PaymentStatusPage.module.css';

export const meta: PageMeta = { title: 'Payment', noIndex: true };

/** The end of the registration; success or failure depends on the address alone, the reference is this tab's. */
export function Component() {
  const [query] = useSearchParams();
  const success = query.get('status') === 'success';
  const session = useSession();
  if (success && session?.role === 'member') return <OfMember />;
  if (query.get('status') === 'pending') return <Pending again={query.get('again') ?? ''} />;
  return (
    <main id="content" tabIndex={-1} className={`bar centred ${styles.page} middle`}>
      {success && <Steps current="Done" />}
      <PaymentResultPicture result={success ? 'success' : 'failure'} />
      <h1>{success ? 'Registration complete' : 'Payment Failed'}</h1>
      <p className={`text-18 ${styles.message}`}>{success ? messages.payment.success : messages.payment.failure}</p>
      {success && (
        <>
          <p className={`muted ${styles.more}`}>
            Your credentials will be sent to you once the association has approved your registration.
          </p>
          <div className={`${styles.done} above-2`}>
            <BrowserOnly>
              <Done />
            </BrowserOnly>
          </div>
        </>
      )}
      <Link className="button" to={paths.home}>
        Return to Homepage
      </Link>
    </main>
  );
}

/** A member has credentials already. */
function OfMember() {
  return (
    <main id="content" tabIndex={-1} className={`bar centred ${styles.page}`}>
      <PaymentResultPicture result="success" />
      <h1>Payment received</h1>
      <p className={`text-18 ${styles.message}`}>
        Thank you. Your receipt is under My Membership, and comes to you by e-mail.
      </p>
      <Link className="button" to={paths.membershipStatus}>
        My Membership
      </Link>
      <Link className="button-quiet" to={paths.home}>
        Return to Homepage
      </Link>
    </main>
  );
}

/** A confirmation takes seconds, seldom minutes. */
const lookAfterSeconds = 10;

/** The gateway has not confirmed the payment yet: looks again by itself, also without scripts. @param again of the address */
function Pending({ again }: { again: string }) {
  const address = again === '' ? '' : paths.paymentAgain(again);
  useEffect(() => {
    if (address === '') return;
    const timer = setTimeout(() => window.location.replace(address), lookAfterSeconds * 1_000);
    return () => clearTimeout(timer);
  }, [address]);
  return (
    <main id="content" tabIndex={-1} className={`bar centred ${styles.page} middle`}>
      {address !== '' && (
        <noscript>
          <meta httpEquiv="refresh" content={`${lookAfterSeconds}; url=${address}`} />
        </noscript>
      )}
      <PaymentResultPicture result="pending" />
      <h1>{messages.payment.pending}</h1>
      <p className={`text-18 ${styles.message}`} role="status">
        This mostly takes a few seconds. Please do not pay again: if the amount has left your account, it is found
        within some minutes, and the receipt comes by e-mail.
      </p>
      {address !== '' && (
        <a className="button below-2" href={address}>
          Look again
        </a>
      )}
      <Link className={address === '' ? 'button' : 'button-quiet'} to={paths.home}>
        Return to Homepage
      </Link>
    </main>
  );
}
