import { usualTimes } from '#shared/contracts/registrations.ts';
import { useLoad } from '#web/lib/useLoad.ts';

/**
 * What happens after the payment, and how long the office usually takes.
 * @param paid no proof was sent that has to be checked: it was paid online
 * @param last the last step in other words
 */
export function NextSteps({ paid = false, last }: { paid?: boolean; last?: string }) {
  const decision = useLoad(usualTimes, {}).data?.data.decision;
  return (
    <section aria-labelledby="next-steps">
      <h2 id="next-steps" className="text-22">
        What happens next
      </h2>
      <ol className="numbered grid gap-2">
        <li>
          {paid ? (
            <>
              <strong>Your payment</strong> is with the association.
            </>
          ) : (
            <>
              <strong>The office checks your payment</strong> against the association’s bank account.
            </>
          )}
        </li>
        <li>
          <strong>The office examines your application and decides</strong>
          {decision
            ? paid
              ? `: ${decision} after you have paid. You are told by e-mail.`
              : `: ${decision} after your proof was sent. You are told by e-mail.`
            : '. You are told by e-mail.'}
        </li>
        <li>
          {last ? (
            <>
              After the approval: <strong>{last}</strong>
            </>
          ) : (
            <>
              <strong>Your login details come by e-mail</strong>, minutes after the approval. Please look into the spam
              folder too.
            </>
          )}
        </li>
      </ol>
    </section>
  );
}
