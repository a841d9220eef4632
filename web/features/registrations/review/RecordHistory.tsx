import { memo, useEffect } from 'react';
import type { reviewRegistration } from '#shared/contracts/registrations.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { mailName } from '#shared/mail-names.ts';
import { MailStatus } from '#web/features/log/MailStatus.tsx';
import { formatDate } from '#web/lib/format.ts';
import styles from './RecordHistory.module.css';
import { tierLabel } from './wording.ts';

export type Review = EndpointResponse<typeof reviewRegistration>;

/** The interval at which to check whether a waiting mail was sent. */
const lookAgainMs = 4_000;

interface Props {
  review: Pick<Review, 'decisions' | 'mails' | 'openedBy'>;
  onReload: () => void;
}

/** The decisions about a record, its mails, and who has opened it. */
export const RecordHistory = memo(function RecordHistory({ review: { decisions, mails, openedBy }, onReload }: Props) {
  useEffect(() => {
    if (!mails.some((mail) => mail.state === 'waiting')) return;
    const timer = setTimeout(onReload, lookAgainMs);
    return () => clearTimeout(timer);
  }, [mails, onReload]);

  return (
    <div className={styles.columns}>
      <section>
        <h3 className={styles.title}>Decisions</h3>
        {decisions.length === 0 && <p className={styles.none}>Nothing has been decided yet.</p>}
        <ul className="plain">
          {decisions.map((decision) => (
            <li key={`${decision.at} ${decision.action} ${decision.to}`} className={styles.entry}>
              <span className={styles.what}>
                {sentence(decision.action)}
                {decision.from !== decision.to && ` (${tierLabel(decision.from)} → ${tierLabel(decision.to)})`}
              </span>
              <span className={styles.meta}>
                {formatDate(decision.at)} · {decision.by}
              </span>
              {decision.note !== '' && <span className={styles.note}>{decision.note}</span>}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3 className={styles.title}>Mails</h3>
        {mails.length === 0 && <p className={styles.none}>No mail has been sent yet.</p>}
        <ul className="plain">
          {mails.map((mail) => {
            const name = mailName(mail.kind);
            return (
              <li key={mail._id} className={styles.entry}>
                <span className={styles.what}>{name}</span>
                <span className={styles.meta}>
                  {formatDate(mail.sentAt ?? mail.createdAt)} · {mail.to}
                </span>
                <MailStatus
                  id={mail._id}
                  about={name}
                  state={mail.state}
                  error={mail.error}
                  toFile={mail.toFile}
                  onRetried={onReload}
                />
              </li>
            );
          })}
        </ul>
      </section>
      {openedBy.length > 0 && (
        <section>
          <h3 className={styles.title}>Opened by the office</h3>
          <ul className="plain">
            {openedBy.map(({ by, what, day, times, at }) => (
              <li key={`${day} ${by} ${what}`} className={styles.entry}>
                <span className={styles.what}>
                  {openedNames[what]}
                  {times > 1 && ` (${times} times)`}
                </span>
                <span className={styles.meta}>
                  {formatDate(at)} · {by}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
});

const openedNames = { record: 'The record', ID: 'The scanned ID', proof: 'The proof of payment' } as const;

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
