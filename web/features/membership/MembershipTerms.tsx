import { Link } from 'react-router';
import { formatRupees } from '#web/lib/format.ts';
import { paths } from '#web/paths.ts';
import styles from './MembershipTerms.module.css';

/** What an applicant agrees to, in short; the full texts are one step away. */
export function MembershipTerms({ annualSubscription }: { annualSubscription: number }) {
  return (
    <section className={styles.terms} aria-labelledby="membership-terms">
      <h2 id="membership-terms">Terms and Conditions</h2>
      <ol className={styles.points}>
        <li>
          You apply in person and for yourself, are at least 18 years old, and give true and complete particulars.
        </li>
        <li>
          The membership fee is paid once, with the application. In addition all members pay an annual subscription of{' '}
          {formatRupees(annualSubscription)}, which the General Body may revise.
        </li>
        <li>
          The office checks your documents and your payment. Membership begins when it approves your application; paying
          alone does not make anyone a member.
        </li>
        <li>
          All members have equal access. Where a choice has to be made, the order is Patron, then Permanent, then
          Individual.
        </li>
        <li>The members’ directory is confidential: it is not copied, published or passed on.</li>
        <li>
          What you enter is kept to decide on your application and to run the membership. Other members see your
          directory entry, never your date of birth, ID number or documents.
        </li>
      </ol>
      <p className={styles.full}>
        This is a summary. What holds are the{' '}
        <Link to={paths.termsConditions} target="_blank">
          Terms and Conditions<span className="unseen"> (opens in a new tab)</span>
        </Link>
        , the{' '}
        <Link to={paths.privacyPolicy} target="_blank">
          Privacy Policy<span className="unseen"> (opens in a new tab)</span>
        </Link>{' '}
        and the{' '}
        <Link to={paths.refundPolicy} target="_blank">
          Refund Policy<span className="unseen"> (opens in a new tab)</span>
        </Link>
        .
      </p>
    </section>
  );
}
