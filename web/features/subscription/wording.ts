import type { Payment, SubscriptionStatus } from '#shared/contracts/payments.ts';
import { formatRupees } from '#shared/money.ts';
import { formatLongDay } from '#web/lib/format.ts';
import type { Tone } from '#web/ui/tables/StatusDot.tsx';

type State = SubscriptionStatus['state'];

/** The office's labels for a subscription's status; empty while none is charged. */
export const subscriptionLabels: Record<State, string> = {
  paid: 'Paid',
  due: 'Due',
  claimed: 'Claimed',
  lapsed: 'Lapsed',
  none: 'Not asked for',
};

export const subscriptionTones: Record<State, Tone> = {
  paid: 'good',
  due: 'warn',
  claimed: 'neutral',
  lapsed: 'bad',
  none: 'neutral',
};

/** Whether a payment is owed; one for a future year is not yet. */
const isOwed = ({ purpose, state, period }: Payment, running: string | null) =>
  purpose === 'annual' && (state === 'due' || state === 'refused') && (period ?? '') <= (running ?? '');

/** A member's subscription status as text: `Rs 1,000 due for 2026-27`. @param payments the member's, newest first */
export function subscriptionText(
  { state, period, until, amount }: SubscriptionStatus,
  payments: readonly Payment[],
): string {
  const years = payments.filter((payment) => isOwed(payment, period)).map((payment) => payment.period);
  const due = `${formatRupees(amount)} due for ${years.length > 0 ? years.reverse().join(' and ') : period}`;
  switch (state) {
    case 'paid':
      return until ? `Subscription paid until ${formatLongDay(until)}` : 'Subscription paid';
    case 'due':
      return due;
    case 'lapsed':
      return `Membership lapsed: ${due}`;
    case 'claimed':
      return `The office is checking your payment of ${formatRupees(amount)}`;
    case 'none':
      return until ? `No subscription is due until ${formatLongDay(until)}` : 'No subscription is due at present';
  }
}

/** Whether a member can pay it now. */
export const isPayable = ({ state }: Payment) => state === 'due' || state === 'refused';
