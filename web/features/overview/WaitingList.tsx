import { daysAgo } from '#shared/clock.ts';
import type { OverviewData, WaitingKind } from '#shared/contracts/overview.ts';
import { limits } from '#shared/limits.ts';
import { formatNumber } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { counted } from '#web/lib/languages/format.ts';
import { Link } from '#web/ui/page/Link.tsx';
import styles from './WaitingList.module.css';

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
    to: () => `${paths.admin.log}?kind=mail&mail=failed&from=${daysAgo(limits.failedMailDays)}`,
  },
};

/** The work that waits for the office, the oldest first; each entry leads to its list. */
export function WaitingList({ waiting }: { waiting: OverviewData['waiting'] }) {
  const due = waiting.filter(({ count }) => count > 0);
  if (waiting.length === 0) return null;
  if (due.length === 0) return <p className="text-muted m-0">Nothing is waiting.</p>;
  return (
    <ul className="grid gap-1 grid-cols-1 grid-cols-2-from-md grid-cols-3-from-lg" aria-label="What is waiting">
      {due.map(({ kind, count, since }) => (
        <li key={kind}>
          <Link
            to={kinds[kind].to()}
            className={`card border-l-saffron grid-cols-auto-1fr leading-tight px-2 py-1 ${styles.card} h-full grid gap-2 text-ink no-underline`}
          >
            <span className="font-semibold font-serif text-28">{formatNumber(count)}</span>{' '}
            <span>
              {kinds[kind].labels[count === 1 ? 0 : 1]}{' '}
              {since && (
                <span className="text-muted text-14 block">
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

const dayMs = 86_400_000;

/** How long ago, in whole days. */
export function waitingTime(since: string): string {
  const days = Math.floor((Date.now() - Date.parse(since)) / dayMs);
  if (days < 1) return 'less than a day';
  return counted(days, 'day');
}
