import { usualTimes } from '#shared/contracts/registrations.ts';
import { useLoad } from '#web/lib/calls/useLoad.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';

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
        {t('What happens next')}
      </h2>
      <ol className="numbered grid gap-2">
        <li>
          {paid ? (
            <T>
              <strong>{t('Your payment')}</strong> is with the association.
            </T>
          ) : (
            <T>
              <strong>{t('The office checks your payment')}</strong> against the association’s bank account.
            </T>
          )}
        </li>
        <li>
          <strong>{t('The office examines your application and decides')}</strong>
          {decision
            ? paid
              ? t(`: ${decision} after you have paid. You are told by e-mail.`)
              : t(`: ${decision} after your proof was sent. You are told by e-mail.`)
            : t('. You are told by e-mail.')}
        </li>
        <li>
          {last ? (
            <T>
              After the approval: <strong>{last}</strong>
            </T>
          ) : (
            <T>
              <strong>{t('Your login details come by e-mail')}</strong>, minutes after the approval. Please look into
              the spam folder too.
            </T>
          )}
        </li>
      </ol>
    </section>
  );
}
