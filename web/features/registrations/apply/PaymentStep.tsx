import { getRegistration } from '#shared/contracts/registrations.ts';
import type { PaymentDetails } from '#shared/contracts/settings.ts';
import { type MembershipValue, membershipLabels } from '#shared/memberships.ts';
import { paths } from '#shared/paths.ts';
import { NextSteps } from '#web/features/corrections/NextSteps.tsx';
import { DueSummary } from '#web/features/payments/DueSummary.tsx';
import { OfficeContact } from '#web/features/payments/OfficeContact.tsx';
import { AnotherProof } from '#web/features/payments/ProofForm.tsx';
import { WaysToPay } from '#web/features/payments/WaysToPay.tsx';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import type { AssociationInfo } from '#web/lib/meta/association.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import { TryAgain } from '#web/ui/page/TryAgain.tsx';
import { type DueRegistration, ScreenshotForm } from './ScreenshotForm.tsx';
import { Steps } from './Steps.tsx';

/** The server's error codes for an unknown or malformed id. */
const noSuchAddress = new Set(['NOT_FOUND', 'VALIDATION', 'MALFORMED']);

interface Props {
  id: string;
  payment: PaymentDetails;
  /** Payments can also be made online. */
  online: boolean;
  /** What is owed later. */
  later: string;
  association: AssociationInfo;
}

/** The amount due for a registration, the ways to pay, and the proof of payment; or why there is nothing to pay. */
export function PaymentStep({ id, payment, online, later, association }: Props) {
  const load = useLoad(getRegistration, id === '' ? null : { params: { id } });
  if (id === '' || (load.failed && noSuchAddress.has(load.failed.code))) return <Unknown association={association} />;
  if (load.failed && !load.loading) {
    return <TryAgain text={load.failed.message} onClick={load.reload} />;
  }
  if (!load.data) return <Loading label={t('Loading your registration')} />;
  const registration = load.data.data;
  const ways = {
    due: registration,
    payment,
    online: online ? registration.paymentId : undefined,
    // A member or the office may help somebody else.
    asVisitor: true as const,
    association,
  };
  if (registration.state === 'closed') return <Closed registration={registration} association={association} />;
  return (
    <>
      <Steps current={registration.state === 'payment_sent' ? 'Done' : 'Payment'} />
      <div className="mb-2">
        <DueSummary
          membership={t(membershipLabels[registration.membership as MembershipValue] ?? registration.membership)}
          label={t('Amount')}
          amount={registration.fee}
          reference={registration.reference}
        />
        <p className="text-muted m-0 mt-1">
          <T>Today; after that {later}.</T>
        </p>
      </div>
      {registration.state === 'payment_sent' ? (
        <>
          <p className="border-l-good bg-surface p-2 mb-3">
            <T>
              <strong>{t('We have received your screenshot.')}</strong> It is with the office and not yet checked; you
              need not do anything more.
            </T>
          </p>
          <NextSteps />
          <div className="border-t">
            <AnotherProof label={t('Send another screenshot')}>
              <ScreenshotForm registration={registration} onClosed={load.reload} again />
              <h2 className="text-22 mt-4">{t('Ways to pay')}</h2>
              <WaysToPay {...ways} />
            </AnotherProof>
          </div>
        </>
      ) : (
        <>
          <WaysToPay {...ways} />
          <ScreenshotForm registration={registration} onClosed={load.reload} />
          <p className="text-muted mt-2">{t('I pay later: the way back is in your mail.')}</p>
        </>
      )}
    </>
  );
}

function Unknown({ association }: { association: AssociationInfo }) {
  return (
    <div className="measure">
      <h2 className="text-22">{t('This registration was not found')}</h2>
      <p>
        <T>
          The address may be incomplete, or the application may have been deleted because no payment was received.
          Please use the link in the acknowledgement that you received by e-mail, or register again.
        </T>
      </p>
      <p>
        <Link className="button" to={paths.membership}>
          {t('Go to Membership')}
        </Link>
      </p>
      <OfficeContact association={association} />
    </div>
  );
}

function Closed({ registration, association }: { registration: DueRegistration; association: AssociationInfo }) {
  return (
    <div className="measure">
      <h2 className="text-22">{t('No payment is due any more')}</h2>
      <p>
        <T>
          The payment for registration <strong>{registration.reference}</strong> has been accepted, or the office has
          decided on the application. You have been informed of the decision by e-mail.
        </T>
      </p>
      <p>
        <Link className="button" to={paths.home}>
          {t('Return to Homepage')}
        </Link>
      </p>
      <OfficeContact association={association} />
    </div>
  );
}
