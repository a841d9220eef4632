import type { RefCallback } from 'react';
import type { LetterFilter, letterRecipients } from '#shared/contracts/letters.ts';
import { formatNumber } from '#shared/money.ts';
import type { ApiAnswer } from '#web/lib/calls/api.ts';
import type { Load } from '#web/lib/calls/useLoad.ts';
import { counted } from '#web/lib/languages/format.ts';
import styles from './Letters.module.css';
import { MemberFilters } from './MemberFilters.tsx';

interface Props {
  /** How many members these are. */
  count: Load<ApiAnswer<typeof letterRecipients>>;
  filter: LetterFilter;
  onChange: (filter: LetterFilter) => void;
  /** The server's message about the choice. */
  error: string | undefined;
  /** Takes the focus for that message. */
  sectionRef: RefCallback<HTMLElement>;
}

/** Chooses a letter's recipients by the directory's filters, and shows their number. */
export function RecipientsSection({ count, filter, onChange, error, sectionRef }: Props) {
  const recipients = count.loading ? undefined : count.data?.data;
  return (
    <section ref={sectionRef} tabIndex={-1} aria-labelledby="recipients" className="card p-3">
      <h2 id="recipients" className="text-22 m-0 mb-3">
        To whom
      </h2>
      {filter.vote ? (
        <p className="m-0">Exactly the members on the roll of the vote, whose notice this is.</p>
      ) : (
        <MemberFilters filter={filter} onChange={onChange} />
      )}
      <div className={`mt-3 ${styles.people}`} aria-live="polite">
        {error ? (
          <p className="text-bad m-0">{error}</p>
        ) : count.failed && !count.loading ? (
          <p className="text-bad m-0">{count.failed.message}</p>
        ) : recipients ? (
          <>
            <p className="text-22 font-semibold m-0">{counted(recipients.people, 'member')}</p>
            <p className="text-muted m-0">
              {formatNumber(recipients.byMail)} by e-mail
              {recipients.leftOut.noAddress > 0 && `, ${formatNumber(recipients.leftOut.noAddress)} have no e-mail`}
              {recipients.leftOut.switchedOff > 0 &&
                `, ${formatNumber(recipients.leftOut.switchedOff)} want no circulars by e-mail`}
              {recipients.leftOut.bounced > 0 && `, at ${formatNumber(recipients.leftOut.bounced)} mails do not arrive`}
              . All of them read it on the site.
            </p>
          </>
        ) : (
          <p className="text-muted m-0">Counting…</p>
        )}
      </div>
    </section>
  );
}
