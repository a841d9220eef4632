import { useSearchParams } from 'react-router';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { Done } from '#web/features/registrations/apply/Done.tsx';
import { PaymentResultPicture } from '#web/features/registrations/apply/PaymentResultPicture.tsx';
import { Steps } from '#web/features/registrations/apply/Steps.tsx';
import type { PageMeta } from '#web/lib/page.ts';
import { BrowserOnly } from '#web/ui/BrowserOnly.tsx';
import { Link } from '#web/ui/Link.tsx';
import styles from './PaymentStatusPage.module.css';

export const meta: PageMeta = { title: 'Payment', noIndex: true };

/** The end of the registration; success or failure depends on the address alone, the reference is this tab's. */
export function Component() {
  const [query] = useSearchParams();
  const success = query.get('status') === 'success';
  return (
    <main id="content" tabIndex={-1} className={`bar centred ${styles.page}`}>
      {success && <Steps current="Done" />}
      <PaymentResultPicture success={success} />
      <h1>{success ? 'Registration complete' : 'Payment Failed'}</h1>
      <p className={`text-18 ${styles.message}`}>{success ? messages.payment.success : messages.payment.failure}</p>
      {success && (
        <>
          <p className={`muted ${styles.more}`}>
            Your credentials will be sent to you once the association has approved your registration.
          </p>
          <div className={styles.done}>
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
