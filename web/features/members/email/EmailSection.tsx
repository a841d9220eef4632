import { useState } from 'react';
import type { OwnRecord } from '#shared/contracts/members.ts';
import { Button } from '#web/ui/page/Button.tsx';
import { bouncedText } from './bounced-text.ts';
import { EmailDialog } from './EmailDialog.tsx';

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
        E-mail address
      </h2>
      <div className="stack starts">
        <span className="strong breaks">{email}</span>
        {emailBounced && (
          <p className="flush breaks warn">
            Mails to {email} {bouncedText(emailBounced)}. Please tell us an address at which they reach you.
          </p>
        )}
        <Button look="outlined" onClick={() => setAsking(true)}>
          Change e-mail address
        </Button>
      </div>
      {asking && <EmailDialog record={record} closeLabel="Cancel" onClose={() => setAsking(false)} />}
    </section>
  );
}
