import type { WaitingKind } from '#shared/contracts/overview.ts';
import { formatNumber } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { useWaiting } from '#web/lib/waiting.ts';
import styles from './WaitingCount.module.css';

/** The kind of item that waits on a page, and its words for screen readers. */
const counted: Readonly<Record<string, { kind: WaitingKind; word: string }>> = {
  [paths.admin.registrations]: { kind: 'registrations', word: 'to decide' },
  [paths.admin.payments]: { kind: 'payments', word: 'to check' },
  [paths.admin.contacts]: { kind: 'messages', word: 'open' },
};

/** The number of waiting items, beside the link to their page. */
export function WaitingCount({ to, waiting }: { to: string; waiting: ReturnType<typeof useWaiting> }) {
  const shown = counted[to];
  const count = shown ? (waiting.get(shown.kind) ?? 0) : 0;
  if (!shown || count === 0) return null;
  return (
    <span className={`small strong numbers centred nowrap ${styles.count}`}>
      {formatNumber(count)}
      <span className="unseen"> {shown.word}</span>
    </span>
  );
}
