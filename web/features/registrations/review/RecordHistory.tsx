import { memo, useEffect } from 'react';
import type { reviewRegistration } from '#shared/contracts/registrations.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { mailName } from '#shared/mail-names.ts';
import { MailStatus } from '#web/features/activity-log/MailStatus.tsx';
import { formatDate } from '#web/lib/format.ts';
import { tierLabel } from './wording.ts';

export type Review = EndpointResponse<typeof reviewRegistration>;

/** The interval at which to check whether a waiting mail was sent. */
const pollAgainMs = 4_000;

interface Props {
  review: Pick<Review, 'decisions' | 'mails' | 'openedBy'>;
  onReload: () => void;
}

/** The decisions about a record, its mails, and who has opened it. */
export const RecordHistory = memo(function RecordHistory({ review: { decisions, mails, openedBy }, onReload }: Props) {
  useEffect(() => {
    if (!mails.some((mail) => mail.state === 'waiting')) return;
    const timer = setTimeout(onReload, pollAgainMs);
    return () => clearTimeout(timer);
  }, [mails, onReload]);

  return (
    <div className="stack gap-4 one-column two-from-md">
      <section>
        <h3 className="text-18 below-1 titled">Decisions</h3>
        {decisions.length === 0 && <p className="muted small">Nothing has been decided yet.</p>}
        <ul className="ruled">
          {decisions.map((decision) => (
            <li key={`${decision.at} ${decision.action} ${decision.to}`} className="breaks grid gap-hair pad-y-1">
              <span className="strong">
                {sentence(decision.action)}
                {decision.from !== decision.to && ` (${tierLabel(decision.from)} → ${tierLabel(decision.to)})`}
              </span>
              <span className="muted small">
                {formatDate(decision.at)} · {decision.by}
              </span>
              {decision.note !== '' && <span className="pre-line">{decision.note}</span>}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3 className="text-18 below-1 titled">Mails</h3>
        {mails.length === 0 && <p className="muted small">No mail has been sent yet.</p>}
        <ul className="ruled">
          {mails.map((mail) => {
            const name = mailName(mail.kind);
            return (
              <li key={mail._id} className="breaks grid gap-hair pad-y-1">
                <span className="strong">{name}</span>
                <span className="muted small">
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
          <h3 className="text-18 below-1 titled">Opened by the office</h3>
          <ul className="ruled">
            {openedBy.map(({ by, what, day, times, at }) => (
              <li key={`${day} ${by} ${what}`} className="breaks grid gap-hair pad-y-1">
                <span className="strong">
                  {openedNames[what]}
                  {times > 1 && ` (${times} times)`}
                </span>
                <span className="muted small">
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
