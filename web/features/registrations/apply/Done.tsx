import { useEffect, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { NextSteps } from '#web/features/corrections/NextSteps.tsx';
import { CopyButton } from '#web/features/payments/CopyRows.tsx';
import { t } from '#web/lib/languages/text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { readSent } from './registered.ts';

/** Where the registration is that this tab has just sent, and what happens next. */
export function Done() {
  const [sent, setSent] = useState<ReturnType<typeof readSent>>(null);
  useEffect(() => setSent(readSent()), []);
  return (
    <div className="grid gap-3">
      {sent && (
        <section className="card border-l-saffron p-3" aria-label={t('Your registration')}>
          <p>{t('Your proof of payment is with the office and not yet checked.')}</p>
          <p className="text-14 text-muted m-0">{t('Reference')}</p>
          <p className="flex flex-wrap items-center gap-1-2 m-0 justify-between">
            <span className="font-semibold font-serif tabular-nums text-28">{sent.reference}</span>
            <CopyButton label={t('Reference')} value={sent.reference} />
          </p>
        </section>
      )}
      {/* Somebody who comes back from paying online has sent nothing. */}
      <NextSteps paid={!sent} last={t(messages.payment.success)} />
      {sent?.application ? (
        <p className="m-0">
          <Link className="tap" to={sent.application}>
            {t('See how far your application is')}
          </Link>
        </p>
      ) : (
        <p className="text-muted m-0">{t('The link in our e-mail shows how far your application is.')}</p>
      )}
    </div>
  );
}
