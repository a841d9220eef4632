import type { PaymentDetails } from '#shared/contracts/settings.ts';
import { OfficeContact } from '#web/features/payments/OfficeContact.tsx';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import type { AssociationInfo } from '#web/lib/meta/association.ts';
import { Loading } from '#web/ui/page/Loading.tsx';
import { TryAgain } from '#web/ui/page/TryAgain.tsx';
import { useChunk } from './use-chunk.ts';

const loadStep = () => import('./PaymentStep.tsx');

interface Props {
  payment: PaymentDetails;
  online: boolean;
  /** What is owed later. */
  later: string;
  association: AssociationInfo;
}

/** Step 2 of 3. The browser loads the registration of its address, because the server's page is kept for everybody. */
export function PaymentArea({ association, ...props }: Props) {
  const step = useChunk(loadStep, true);
  const id = step.module ? (new URLSearchParams(window.location.search).get('id') ?? '') : '';
  return (
    <div className="container page">
      <h1 className="mb-2">{t('Payment')}</h1>
      {step.module ? (
        <step.module.PaymentStep key={id} id={id} {...props} association={association} />
      ) : step.failed ? (
        <TryAgain text={t('The payment step could not be loaded.')} onClick={step.retry} />
      ) : (
        <>
          <Loading label={t('Loading your registration')} />
          <noscript>
            <p>
              <T>
                The payment step needs JavaScript, which is switched off in this browser. Please switch it on and load
                this page again, or ask the office how to pay.
              </T>
            </p>
            <OfficeContact association={association} />
          </noscript>
        </>
      )}
    </div>
  );
}
