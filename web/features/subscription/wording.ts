import type { Payment, SubscriptionStatus } from '#shared/contracts/payments.ts';
import { formatRupees } from '#shared/money.ts';
import { formatLongDay } from '#web/lib/format.ts';
import { t } from '#web/lib/text.ts';
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
  const forYears = years.length > 0 ? years.reverse().join(` ${t('and')} `) : (period ?? '');
  const due = t(`${formatRupees(amount)} due for ${forYears}`);
  switch (state) {
    case 'paid':
      return until ? t(`Subscription paid until ${formatLongDay(until)}`) : t('Subscription paid');
    case 'due':
      return due;
    case 'lapsed':
      return t(`Membership lapsed: ${due}`);
    case 'claimed':
      return t(`The office is checking your payment of ${formatRupees(amount)}`);
    case 'none':
      return until ? t(`No subscription is due until ${formatLongDay(until)}`) : t('No subscription is due at present');
  }
}

/** Whether a member can pay it now. */
export const isPayable = ({ state }: Payment) => state === 'due' || state === 'refused';
