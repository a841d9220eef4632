import { useEffect, useState } from 'react';
import { messages } from '#shared/messages.ts';
import { NextSteps } from '#web/features/corrections/NextSteps.tsx';
import { CopyButton } from '#web/features/payments/CopyRows.tsx';
import { t } from '#web/lib/text.ts';
import { Link } from '#web/ui/page/Link.tsx';
import { readSent } from './registered.ts';

/** Where the registration is that this tab has just sent, and what happens next. */
export function Done() {
  const [sent, setSent] = useState<ReturnType<typeof readSent>>(null);
  useEffect(() => setSent(readSent()), []);
  return (
    <div className="stack gap-3">
      {sent && (
        <section className="card mark pad-3" aria-label="Your registration">
          <p>Your proof of payment is with the office and not yet checked.</p>
          <p className="small muted flush">Reference</p>
          <p className="row gap-1-2 flush apart">
            <span className="strong serif numbers text-28">{sent.reference}</span>
            <CopyButton label="Reference" value={sent.reference} />
          </p>
        </section>
      )}
      {/* Somebody who comes back from paying online has sent nothing. */}
      <NextSteps paid={!sent} last={t(messages.payment.success)} />
      {sent?.application ? (
        <p className="flush">
          <Link className="tap" to={sent.application}>
            See how far your application is
          </Link>
        </p>
      ) : (
        <p className="muted flush">The link in our e-mail shows how far your application is.</p>
      )}
    </div>
  );
}
