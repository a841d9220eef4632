import { usualTimes } from '#shared/contracts/registrations.ts';
import { useLoad } from '#web/lib/useLoad.ts';
import styles from './NextSteps.module.css';

/** What happens after the proof of payment was sent, and how long the office usually takes. */
export function NextSteps() {
  const decision = useLoad(usualTimes, {}).data?.data.decision;
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps" className="text-22">
        What happens next
      </h2>
      <ol className={styles.steps}>
        <li>
          <strong>The office checks your payment</strong> against the association’s bank account.
        </li>
        <li>
          <strong>It examines your application and decides</strong>
          {decision ? `: ${decision} after your proof was sent.` : '.'} You are told by e-mail.
        </li>
        <li>
          <strong>Your login details come by e-mail</strong>, minutes after the approval. Please look into the spam
          folder too.
        </li>
      </ol>
    </section>
  );
}
