import { type ApplicationState, applicationState } from '#shared/contracts/corrections.ts';
import { type MembershipValue, membershipLabels } from '#shared/memberships.ts';
import { formatRupees } from '#shared/money.ts';
import { useLinkLoad } from '#web/lib/calls/useLinkLoad.ts';
import { formatDate } from '#web/lib/languages/format.ts';
import { msg, t } from '#web/lib/languages/text.ts';
import { DeadLink } from '#web/ui/page/DeadLink.tsx';
import { Link } from '#web/ui/page/Link.tsx';
import { Loading } from '#web/ui/page/Loading.tsx';
import { NextSteps } from './NextSteps.tsx';

const sentences: Record<ApplicationState, string> = {
  received: msg('We have received your registration. The payment is still to come.'),
  payment: msg('We have received your payment details and are checking them.'),
  review: msg('We have received your payment and are examining your application.'),
  correction: msg('The office has asked you for a correction.'),
  approved: msg('Your membership is approved. Your login details are in our e-mail.'),
  rejected: msg('The association could not accept your application.'),
};

/** An application's status, and what its applicant has to do. */
export function ApplicationView({ link }: { link: string }) {
  const { data: answer, failed, reload } = useLinkLoad(applicationState, link);
  if (failed) return <DeadLink failed={failed} reload={reload} />;
  if (!answer) return <Loading tall />;
  const { reference, name: nameValue, membership, fee, state, steps, todo, reason, paymentLink } = answer.data;
  return (
    <>
      <p role="status">
        <strong>{t(sentences[state])}</strong>
      </p>
      {reason !== '' && (
        <p className="break-anywhere whitespace-pre-line m-0 mt-2 mb-2 border-l-saffron bg-surface p-2">{reason}</p>
      )}
      {todo.length > 0 && (
        <section>
          <h2>{t('What you have to do')}</h2>
          <ul>
            {todo.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {paymentLink && (
            <Link className="button-accent" to={paymentLink}>
              {t('Continue with the payment')}
            </Link>
          )}
        </section>
      )}
      <ol className="divide-y border-t m-0 mt-3 mb-3">
        {steps.map(({ name, done, at }) => (
          <li key={name} className="flex items-center gap-1 py-1">
            <span className={`font-bold ${done ? 'text-good' : 'text-muted'}`} aria-hidden="true">
              {done ? '✓' : '○'}
            </span>
            <span>
              {name}
              <span className="sr-only">{done ? t(': done') : t(': not yet')}</span>
              {at && <span className="text-muted text-14 m-0 block">{formatDate(at)}</span>}
            </span>
          </li>
        ))}
      </ol>
      {(state === 'payment' || state === 'review') && <NextSteps />}
      <dl className="grid grid-facts gap-4px-2 m-0 mt-2 mb-2">
        <dt>{t('Name')}</dt>
        <dd>{nameValue}</dd>
        <dt>{t('Reference')}</dt>
        <dd>{reference}</dd>
        <dt>{t('Membership')}</dt>
        <dd>{t(membershipLabels[membership as MembershipValue] ?? membership)}</dd>
        <dt>{t('Fee')}</dt>
        <dd>{formatRupees(fee)}</dd>
      </dl>
    </>
  );
}
