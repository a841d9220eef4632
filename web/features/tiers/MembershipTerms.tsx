import { limits } from '#shared/limits.ts';
import { paths } from '#shared/paths.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { NewTabLink } from '#web/ui/page/NewTabLink.tsx';
import styles from './MembershipTerms.module.css';

/** A summary of what an applicant agrees to, with links to the full texts. @param later when the subscription is owed */
export function MembershipTerms({ later }: { later: string }) {
  return (
    <section className={`field p-3 ${styles.terms}`} aria-labelledby="membership-terms">
      <h2 id="membership-terms">{t('Terms and Conditions')}</h2>
      <ol className={`list measure mb-2 ${styles.points}`}>
        <li>
          <T>
            You apply in your own name, are at least {limits.adultYears} years of age, and give true and complete
            particulars.
          </T>
        </li>
        <li>
          <T>
            The membership fee is payable once, with the application. In addition, all members pay an annual
            subscription: {later}. The General Body may revise it.
          </T>
        </li>
        <li>
          <T>
            The office verifies your documents and your payment. Membership begins when your application is approved;
            payment alone does not make anyone a member.
          </T>
        </li>
        <li>
          <T>
            All members have equal access. Where an order of priority is needed, it is Patron, then Permanent, then
            Individual.
          </T>
        </li>
        <li>
          <T>The members’ directory is confidential. It may not be copied, published or passed on.</T>
        </li>
        <li>
          <T>
            Your particulars are used to decide on your application and to maintain your membership. Other members see
            your directory entry, but never your date of birth, ID number or documents.
          </T>
        </li>
      </ol>
      <p className="text-muted m-0 measure">
        <T>
          This is a summary. The full text is in the{' '}
          <NewTabLink to={paths.termsConditions}>{t('Terms and Conditions')}</NewTabLink>, the{' '}
          <NewTabLink to={paths.privacyPolicy}>{t('Privacy Policy')}</NewTabLink> and the{' '}
          <NewTabLink to={paths.refundPolicy}>{t('Refund Policy')}</NewTabLink>.
        </T>
      </p>
    </section>
  );
}
