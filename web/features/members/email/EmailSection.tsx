import { Suspense, useState } from 'react';
import type { OwnRecord } from '#shared/contracts/members.ts';
import { lazyPart } from '#web/lib/browser/lazyPart.ts';
import { T } from '#web/lib/languages/T.ts';
import { t } from '#web/lib/languages/text.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { bouncedText } from './bounced-text.ts';

const EmailDialog = lazyPart(() => import('./EmailDialog.tsx'), 'EmailDialog');

/** A member's e-mail address, whether mails reach it, and a button to change it. */
export function EmailSection({
  record,
  className,
  heading,
}: {
  record: OwnRecord;
  className: string | undefined;
  heading: string | undefined;
}) {
  const [asking, setAsking] = useState(false);
  const { email, emailBounced } = record;
  return (
    <section className={className} aria-labelledby="own-email">
      <h2 id="own-email" className={heading}>
        {t('E-mail address')}
      </h2>
      <div className="grid gap-2 justify-items-start">
        <span className="font-semibold break-anywhere">{email}</span>
        {emailBounced && (
          <p className="m-0 break-anywhere text-warn">
            <T>
              Mails to {email} {bouncedText(emailBounced)}. Please tell us an address at which they reach you.
            </T>
          </p>
        )}
        <Button look="outlined" onClick={() => setAsking(true)}>
          {t('Change e-mail address')}
        </Button>
      </div>
      <Suspense>
        {asking && <EmailDialog record={record} closeLabel={t('Cancel')} onClose={() => setAsking(false)} />}
      </Suspense>
    </section>
  );
}
