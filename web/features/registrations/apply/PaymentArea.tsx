import { useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';
import type { PaymentDetails } from '#shared/contracts/settings.ts';
import { OfficeContact } from '#web/features/payments/OfficeContact.tsx';
import type { AssociationInfo } from '#web/lib/association.ts';
import { useInBrowser } from '#web/ui/BrowserOnly.tsx';
import { Loading } from '#web/ui/Loading.tsx';
import { TryAgain } from '#web/ui/TryAgain.tsx';
import { useChunk } from './use-chunk.ts';

const loadStep = () => import('./PaymentStep.tsx');

interface Props {
  /** The registration's `_id` from the address. */
  id: string;
  payment: PaymentDetails;
  online: boolean;
  association: AssociationInfo;
}

/** Step 2 of 3. The browser loads the amount due, because the server's cached page would be outdated. */
export function PaymentArea({ id, payment, online, association }: Props) {
  const inBrowser = useInBrowser();
  const step = useChunk(loadStep, inBrowser);
  const heading = useRef<HTMLHeadingElement>(null);
  const arrived = useNavigationType() === 'PUSH';

  useEffect(() => {
    // The form has the same path, so the router does not scroll to the top.
    if (!arrived) return;
    window.scrollTo(0, 0);
    heading.current?.focus({ preventScroll: true });
  }, [arrived]);

  return (
    <div className="wrap page">
      <h1 ref={heading} tabIndex={-1} className="below-3">
        Payment
      </h1>
      {step.module ? (
        <step.module.PaymentStep key={id} id={id} payment={payment} online={online} association={association} />
      ) : step.failed ? (
        <TryAgain text="The payment step could not be loaded." onClick={step.retry} />
      ) : (
        <>
          <Loading label="Loading your registration" />
          <noscript>
            <p>
              The payment step needs JavaScript, which is switched off in this browser. Please switch it on and load
              this page again, or ask the office how to pay.
            </p>
            <OfficeContact association={association} />
          </noscript>
        </>
      )}
    </div>
  );
}
