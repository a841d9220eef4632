import type { OverviewData, WaitingKind } from '#shared/contracts/overview.ts';
import { failedMailsFrom } from '#shared/mail-names.ts';
import { formatNumber } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { Link } from '#web/ui/page/Link.tsx';
import styles from './WaitingList.module.css';
import { waitingTime } from './waiting-time.ts';

interface Kind {
  /** Singular and plural. */
  labels: readonly [string, string];
  to: () => string;
}

const kinds: Record<WaitingKind, Kind> = {
  registrations: {
    labels: ['registration is waiting', 'registrations are waiting'],
    to: () => `${paths.admin.registrations}?sort=oldest`,
  },
  corrections: {
    labels: ['correction was answered', 'corrections were answered'],
    to: () => `${paths.admin.registrations}?correction=answered`,
  },
  erasures: {
    labels: ['member asks for erasure', 'members ask for erasure'],
    to: () => `${paths.admin.directory}?erasure=asked`,
  },
  payments: {
    labels: ['payment is to be checked', 'payments are to be checked'],
    to: () => `${paths.admin.payments}?state=claimed`,
  },
  online: {
    labels: ['online payment is to be checked', 'online payments are to be checked'],
    to: () => `${paths.admin.payments}?state=online`,
  },
  votes: {
    labels: ['step of a vote waits for a second person', 'steps of votes wait for a second person'],
    to: () => paths.admin.votes,
  },
  objections: {
    labels: ['objection to a roll waits for an answer', 'objections to rolls wait for an answer'],
    to: () => paths.admin.votes,
  },
  messages: {
    labels: ['message waits for an answer', 'messages wait for an answer'],
    to: () => `${paths.admin.contacts}?state=open`,
  },
  mails: {
    labels: ['mail failed', 'mails failed'],
    to: () => `${paths.admin.log}?kind=mail&mail=failed&from=${failedMailsFrom()}`,
  },
};

/** The work that waits for the office, the oldest first; each entry leads to its list. */
export function WaitingList({ waiting }: { waiting: OverviewData['waiting'] }) {
  const due = waiting.filter(({ count }) => count > 0);
  if (waiting.length === 0) return null;
  if (due.length === 0) return <p className="muted flush">Nothing is waiting.</p>;
  return (
    <ul className="stack gap-1 one-column two-from-md three-from-lg" aria-label="What is waiting">
      {due.map(({ kind, count, since }) => (
        <li key={kind}>
          <Link
            to={kinds[kind].to()}
            className={`card mark first-narrow close-lines pad-1-2 ${styles.card} tall stack ink plain`}
          >
            <span className="strong serif text-28">{formatNumber(count)}</span>{' '}
            <span>
              {kinds[kind].labels[count === 1 ? 0 : 1]}{' '}
              {since && (
                <span className="muted small block">
                  {count === 1 ? 'for' : 'the oldest for'} {waitingTime(since)}
                </span>
              )}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
