import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { Tier } from '#shared/contracts/tiers.ts';
import { currentTermsVersion } from '#shared/legal.ts';
import { membershipLabels } from '#shared/memberships.ts';
import { formatRupees } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { OfficeContact } from '#web/features/payments/OfficeContact.tsx';
import type { AssociationInfo } from '#web/lib/association.ts';
import { whenIdle } from '#web/lib/when-idle.ts';
import { Loading } from '#web/ui/Loading.tsx';
import { NewTabLink } from '#web/ui/NewTabLink.tsx';
import { TryAgain } from '#web/ui/TryAgain.tsx';
import { acceptedTerms, acceptTerms } from './accepted-terms.ts';
import styles from './Registration.module.css';
import { keepRegistered } from './registered.ts';
import { Steps } from './Steps.tsx';
import { useChunk } from './use-chunk.ts';
import { WaitingPart } from './WaitingPart.tsx';

/** The form and its library are several times as large as the page, so they load while the visitor reads the terms. */
const loadForm = () => import('./RegistrationForm.tsx');

/** The fragment to which the accept button leads before its script has loaded. */
const anchor = 'register';
/** The fragment to which the choice of a tier leads. */
const choice = 'accept';

interface Props {
  tiers: readonly Tier[];
  /** The tier that was chosen on its card. */
  chosen: Tier | undefined;
  accepted: boolean;
  onAccepted: (accepted: true) => void;
  association: AssociationInfo;
}

/** The terms with 'Click Here to Accept', then the registration form. */
export function Registration({ tiers, chosen, accepted, onAccepted, association }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const form = useChunk(loadForm, accepted);
  const navigate = useNavigate();
  const { hash, key } = useLocation();

  const accept = useCallback(() => {
    acceptTerms(currentTermsVersion);
    onAccepted(true);
  }, [onAccepted]);

  useEffect(() => {
    if (acceptedTerms() === currentTermsVersion) onAccepted(true);
    // The button was pressed before this script had loaded.
    else if (window.location.hash === `#${anchor}`) accept();
  }, [accept, onAccepted]);

  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (accepted || !section.current) return;
    // Prefetches the form once the terms are visible.
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        loadForm().catch(() => {});
      },
      { rootMargin: '0px 0px 50% 0px' },
    );
    observer.observe(section.current);
    const drop = whenIdle(loadForm);
    return () => {
      observer.disconnect();
      drop();
    };
  }, [accepted]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the section appears, not when its element changes
  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [accepted]);

  const choiceMade = useRef<HTMLParagraphElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is another choice
  useEffect(() => {
    if (hash !== `#${choice}`) return;
    const target = heading.current ?? choiceMade.current;
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: heading.current ? 'start' : 'center' });
  }, [hash, key]);

  if (!accepted) {
    return (
      <section
        ref={section}
        id={anchor}
        className={`stack gap-3 measure no-print ${styles.accept}`}
        aria-label="Accept and register"
      >
        <WaitingPart />
        <form
          id={choice}
          method="get"
          action={`${paths.membership}#${anchor}`}
          onSubmit={(event) => {
            event.preventDefault();
            accept();
          }}
        >
          {chosen && (
            <p ref={choiceMade} tabIndex={-1} className="text-18">
              You have chosen <strong>{membershipLabels[chosen.membership]}</strong>: {formatRupees(chosen.fee)}. Please
              accept the terms to go on.
            </p>
          )}
          <p>
            I have read and accept the <NewTabLink to={paths.termsConditions}>Terms and Conditions</NewTabLink>.
          </p>
          <p>
            I have read the <NewTabLink to={paths.privacyPolicy}>Privacy Policy</NewTabLink> and consent to the
            processing of my personal data as stated in it.
          </p>
          {/* A press before the script has loaded keeps the choice. */}
          {chosen && <input type="hidden" name="membership" value={chosen.membership} />}
          <button type="submit" className="button-accent">
            Click Here to Accept
          </button>
        </form>
        <noscript>
          <p>
            The registration form needs JavaScript, which is switched off in this browser. Please switch it on and load
            this page again, or ask the office to register you.
          </p>
          <OfficeContact association={association} />
        </noscript>
      </section>
    );
  }
  return (
    <section id={anchor} aria-labelledby="register-heading">
      <h2 id="register-heading" ref={heading} tabIndex={-1}>
        Register
      </h2>
      <WaitingPart />
      <Steps current="Details">
        Next comes the payment, by UPI or bank transfer, now or later. Nothing is sent before you press Continue.
      </Steps>
      {form.module ? (
        <form.module.RegistrationForm
          tiers={tiers}
          chosen={chosen?.membership}
          termsVersion={currentTermsVersion}
          onRegistered={(done) => {
            keepRegistered(done);
            void navigate(paths.payment(done.id, done.membership));
          }}
        />
      ) : form.failed ? (
        <TryAgain text="The form could not be loaded." onClick={form.retry} />
      ) : (
        <Loading label="Loading the form" />
      )}
    </section>
  );
}
