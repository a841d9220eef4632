import { memo, useEffect } from 'react';
import type { reviewRegistration } from '#shared/contracts/registrations.ts';
import type { EndpointResponse } from '#shared/endpoint.ts';
import { mailName } from '#shared/mail-names.ts';
import { MailStatus } from '#web/features/activity-log/MailStatus.tsx';
import { formatDate } from '#web/lib/languages/format.ts';
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
    <div className="grid gap-4 grid-cols-1 grid-cols-2-from-md">
      <section>
        <h3 className="text-18 mb-1 pb-6px border-b">Decisions</h3>
        {decisions.length === 0 && <p className="text-muted text-14">Nothing has been decided yet.</p>}
        <ul className="divide-y">
          {decisions.map((decision) => (
            <li key={`${decision.at} ${decision.action} ${decision.to}`} className="break-anywhere grid gap-2px py-1">
              <span className="font-semibold">
                {sentence(decision.action)}
                {decision.from !== decision.to && ` (${tierLabel(decision.from)} → ${tierLabel(decision.to)})`}
              </span>
              <span className="text-muted text-14">
                {formatDate(decision.at)} · {decision.by}
              </span>
              {decision.note !== '' && <span className="whitespace-pre-line">{decision.note}</span>}
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3 className="text-18 mb-1 pb-6px border-b">Mails</h3>
        {mails.length === 0 && <p className="text-muted text-14">No mail has been sent yet.</p>}
        <ul className="divide-y">
          {mails.map((mail) => {
            const name = mailName(mail.kind);
            return (
              <li key={mail.id} className="break-anywhere grid gap-2px py-1">
                <span className="font-semibold">{name}</span>
                <span className="text-muted text-14">
                  {formatDate(mail.sentAt ?? mail.createdAt)} · {mail.to}
                </span>
                <MailStatus
                  id={mail.id}
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
          <h3 className="text-18 mb-1 pb-6px border-b">Opened by the office</h3>
          <ul className="divide-y">
            {openedBy.map(({ by, what, day, times, at }) => (
              <li key={`${day} ${by} ${what}`} className="break-anywhere grid gap-2px py-1">
                <span className="font-semibold">
                  {openedNames[what]}
                  {times > 1 && ` (${times} times)`}
                </span>
                <span className="text-muted text-14">
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

const openedNames = {
  record: 'The record',
  ID: 'The scanned ID',
  proof: 'The proof of payment',
  case: 'A case',
} as const;

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
