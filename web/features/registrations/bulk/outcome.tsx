import type { BulkAction } from '#shared/contracts/bulk-decisions.ts';
import type { LeftOut } from '#shared/contracts/job-progress.ts';
import { formatNumber } from '#shared/money.ts';

export const actionLabels: Record<BulkAction, string> = {
  approve: 'Approve',
  reject: 'Reject',
  askPayment: 'Ask for the payment',
  askCorrection: 'Ask for a correction',
};

const outcomes: Record<BulkAction, string> = {
  approve: 'approved',
  reject: 'rejected',
  askPayment: 'asked for the payment',
  askCorrection: 'asked for a correction',
};

/** The result of a decision about several: `34 approved, 2 left out`. */
export function outcome(action: BulkAction | undefined, { decided, left }: { decided: number; left: number }): string {
  const done = `${formatNumber(decided)} ${action ? outcomes[action] : 'done'}`;
  return left > 0 ? `${done}, ${formatNumber(left)} left out` : done;
}

/** The registrations that a decision about several left out, and why. */
export function LeftOutList({ left }: { left: readonly LeftOut[] }) {
  if (left.length === 0) return null;
  return (
    <details>
      <summary>Left out: which, and why</summary>
      <ul className="list">
        {left.map(({ id, reference, message }) => (
          <li key={id}>
            <strong>{reference || 'A deleted record'}</strong>: {message}
          </li>
        ))}
      </ul>
    </details>
  );
}
