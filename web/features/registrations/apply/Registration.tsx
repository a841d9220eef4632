import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Tier } from '#shared/contracts/tiers.ts';
import { currentTermsVersion } from '#shared/legal.ts';
import { membershipLabels } from '#shared/memberships.ts';
import { formatRupees } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { OfficeContact } from '#web/features/payments/OfficeContact.tsx';
import { foldInformation } from '#web/features/tiers/TiersInfo.tsx';
import { goTo } from '#web/lib/browser/arrival.ts';
import { T } from '#web/lib/languages/T.ts';
import { href, t } from '#web/lib/languages/text.ts';
import type { AssociationInfo } from '#web/lib/meta/association.ts';
import { Loading } from '#web/ui/page/Loading.tsx';
import { NewTabLink } from '#web/ui/page/NewTabLink.tsx';
import { TryAgain } from '#web/ui/page/TryAgain.tsx';
import { acceptedTerms, acceptTerms, chooseTier } from './accepted-terms.ts';
import styles from './Registration.module.css';
import { keepRegistered } from './registered.ts';
import { Steps } from './Steps.tsx';
import { useChunk } from './use-chunk.ts';

/** The form and its library are several times as large as the page, so they load while the visitor reads the terms. */
const loadForm = () => import('./RegistrationForm.tsx');

/** The fragment to which the accept button leads before its script has loaded. */
const anchor = 'register';
/** The fragment to which the choice of a tier leads. */
const choiceId = 'accept';

interface Props {
  tiers: readonly Tier[];
  /** The tier that was chosen on its card. */
  chosen: Tier | undefined;
  association: AssociationInfo;
}

/** The terms with 'Click Here to Accept', then the registration form. */
export function Registration({ tiers, chosen, association }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [accepted, setAccepted] = useState(false);
  const [choice, setChoice] = useState({ membership: chosen?.membership as string | undefined });
  const form = useChunk(loadForm, accepted);

  const accept = useCallback(() => {
    acceptTerms(currentTermsVersion);
    setAccepted(true);
  }, []);

  useEffect(() => {
    // A choice is newer than a draft's.
    if (window.location.hash === `#${choiceId}` && chosen) chooseTier(chosen.membership);
    if (acceptedTerms() === currentTermsVersion) setAccepted(true);
    // The button was pressed before this script had loaded.
    else if (window.location.hash === `#${anchor}`) accept();
  }, [accept, chosen]);

  const toForm = useCallback(() => {
    foldInformation(true);
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, []);
  useLayoutEffect(() => {
    if (accepted) toForm();
  }, [accepted, toForm]);

  // Another tier, which would load the page again without the files that were chosen.
  useEffect(() => {
    if (!accepted) return;
    const choose = (event: MouseEvent) => {
      // The link to the page in another language has the fragment of this one.
      const link = (event.target as Element).closest<HTMLAnchorElement>(`a[href$="#${choiceId}"]:not([hreflang])`);
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const membership = new URL(link.href).searchParams.get('membership') ?? '';
      history.replaceState(history.state, '', link.href);
      chooseTier(membership);
      setChoice({ membership });
      toForm();
    };
    document.addEventListener('click', choose);
    return () => document.removeEventListener('click', choose);
  }, [accepted, toForm]);

  if (!accepted) {
    return (
      <section
        id={anchor}
        className={`grid gap-3 measure no-print ${styles.accept}`}
        aria-label={t('Accept and register')}
      >
        <form
          id={choiceId}
          method="get"
          action={href(`${paths.membership}#${anchor}`)}
          onSubmit={(event) => {
            event.preventDefault();
            accept();
          }}
        >
          {chosen && (
            <p className="text-18">
              <T>
                You have chosen <strong>{membershipLabels[chosen.membership]}</strong>: {formatRupees(chosen.fee)}.
                Please accept the terms to go on.
              </T>
            </p>
          )}
          <p>
            <T>
              I have read and accept the <NewTabLink to={paths.termsConditions}>{t('Terms and Conditions')}</NewTabLink>
              .
            </T>
          </p>
          <p>
            <T>
              I have read the <NewTabLink to={paths.privacyPolicy}>{t('Privacy Policy')}</NewTabLink> and consent to the
              processing of my personal data as stated in it.
            </T>
          </p>
          {/* A press before the script has loaded keeps the choice. */}
          {chosen && <input type="hidden" name="membership" value={chosen.membership} />}
          <button type="submit" className="button-accent">
            {t('Click Here to Accept')}
          </button>
        </form>
        <noscript>
          <p>
            <T>
              The registration form needs JavaScript, which is switched off in this browser. Please switch it on and
              load this page again, or ask the office to register you.
            </T>
          </p>
          <OfficeContact association={association} />
        </noscript>
      </section>
    );
  }
  return (
    <section id={anchor} aria-labelledby="register-heading">
      <h2 id="register-heading" ref={heading} tabIndex={-1}>
        {t('Register')}
      </h2>
      <Steps current="Details">
        <T>Next comes the payment, by UPI or bank transfer, now or later. Nothing is sent before you press Continue.</T>
      </Steps>
      {form.module ? (
        <form.module.RegistrationForm
          tiers={tiers}
          choice={choice}
          termsVersion={currentTermsVersion}
          onRegistered={(done) => {
            keepRegistered(done);
            goTo(paths.payment(done.id, done.membership));
          }}
        />
      ) : form.failed ? (
        <TryAgain text={t('The form could not be loaded.')} onClick={form.retry} />
      ) : (
        <Loading label={t('Loading the form')} />
      )}
    </section>
  );
}
