import { formatNumber } from '#shared/money.ts';
import type { useWaiting } from '#web/lib/waiting.ts';
import type { AdminLink } from './navigation.tsx';
import styles from './WaitingCount.module.css';

interface Props {
  of: AdminLink['waits'];
  waiting: ReturnType<typeof useWaiting>;
}

/** The number of waiting items, beside the link to their page. */
export function WaitingCount({ of, waiting }: Props) {
  const count = of?.kinds.reduce((sum, kind) => sum + (waiting.get(kind) ?? 0), 0) ?? 0;
  if (!of || count === 0) return null;
  return (
    <span
      className={`text-14 font-semibold tabular-nums text-center whitespace-nowrap ${styles.count} ml-auto flex-none`}
    >
      {formatNumber(count)}
      <span className="sr-only"> {of.word}</span>
    </span>
  );
}
