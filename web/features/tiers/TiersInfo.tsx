import type { ReactNode } from 'react';
import type { SubscriptionAhead, Tier } from '#shared/contracts/tiers.ts';
import { laterSentence } from '#shared/owed.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { MembershipTerms } from './MembershipTerms.tsx';
import styles from './TiersInfo.module.css';

interface Props {
  /** The tiers on offer. */
  tiers: readonly Tier[];
  subscription: SubscriptionAhead;
  /** Of the tiers. */
  tabs: ReactNode;
  /** Shown after the terms: the way to the form, or the form. */
  children: ReactNode;
}

const informationId = 'membership-information';

/** Once the terms are accepted, the form has the page, and the information folds. */
export function foldInformation(folded: boolean) {
  const information = document.getElementById(informationId);
  information?.toggleAttribute('data-folded', folded);
  const details = information?.querySelector('details');
  if (details) details.open = !folded;
}

/** The information for applicants: the tiers, the common benefits, the procedure and the terms. */
export function TiersInfo({ tiers, subscription, tabs, children }: Props) {
  const later = t(laterSentence(subscription));
  return (
    <div className={`container section grid-cols-1 ${styles.page}`} id={informationId}>
      <h1>{t('Membership')}</h1>
      <details open>
        <summary className="opener border-t border-b">{t('Types, fees and terms')}</summary>
        <div className={`grid-cols-1 ${styles.sections}`}>
          <p className="text-muted text-18 m-0 measure">
            <T>
              Prosecutors of every rank, serving or retired, and legal professionals who share our aims are welcome.
              Please choose the membership that suits you; all members have the same access.
            </T>
          </p>
          {tiers.length > 0 ? (
            <section aria-labelledby="tiers">
              <h2 id="tiers" className="sr-only">
                {t('Types of membership')}
              </h2>
              {tabs}
            </section>
          ) : (
            <p className="card p-3">
              <T>Membership is not open to new applicants at present. Please contact the office.</T>
            </p>
          )}

          <section aria-labelledby="for-all">
            <h2 id="for-all">{t('The same for every member')}</h2>
            <dl className="grid gap-3 grid-cols-3-from-md m-0 mt-3">
              <div>
                <dt className="text-ink font-semibold mb-4px">{t('Annual subscription')}</dt>
                <dd className="text-muted">
                  <T>
                    For all members, in addition to the one-time fee: {later}. The amount may be revised by the General
                    Body.
                  </T>
                </dd>
              </div>
              <div>
                <dt className="text-ink font-semibold mb-4px">{t('Equal access')}</dt>
                <dd className="text-muted">
                  <T>
                    All members have the same access to the directory, the conferences and the services of the
                    association.
                  </T>
                </dd>
              </div>
              <div>
                <dt className="text-ink font-semibold mb-4px">{t('Order of priority')}</dt>
                <dd className="text-muted">
                  <T>Where places are limited and an order is needed: Patron, then Permanent, then Individual.</T>
                </dd>
              </div>
            </dl>
          </section>

          <section aria-labelledby="how-to-join">
            <h2 id="how-to-join">{t('How to join')}</h2>
            <ol className="numbered grid gap-3 grid-cols-3-from-md m-0 mt-3">
              <li>
                <h3 className="mb-4px">{t('Details')}</h3>
                <p className="text-muted m-0">
                  <T>
                    Fill in the form, which takes about ten minutes. Please keep ready a photograph of yourself, a scan
                    or photograph of your ID card, its number, and your years of experience and recruitment.
                  </T>
                </p>
              </li>
              <li>
                <h3 className="mb-4px">{t('Payment')}</h3>
                <p className="text-muted m-0">
                  <T>
                    Pay by UPI or bank transfer and upload a screenshot of the payment. You can also do this later,
                    through the link in the acknowledgement that we send you by e-mail.
                  </T>
                </p>
              </li>
              <li>
                <h3 className="mb-4px">{t('Done')}</h3>
                <p className="text-muted m-0">
                  <T>
                    The office verifies your documents and your payment. Once your application has been approved, you
                    will receive your login details by e-mail.
                  </T>
                </p>
              </li>
            </ol>
          </section>

          <MembershipTerms later={later} />
        </div>
      </details>
      {children}
    </div>
  );
}
