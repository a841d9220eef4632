import type { BulkAction } from '#shared/contracts/bulk-decisions.ts';
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
