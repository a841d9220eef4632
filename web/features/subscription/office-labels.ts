import type { SubscriptionStatus } from '#shared/contracts/payments.ts';

/** The office's labels for a subscription's status; empty while none is charged. */
export const subscriptionLabels: Record<SubscriptionStatus['state'], string> = {
  paid: 'Paid',
  due: 'Due',
  claimed: 'Claimed',
  lapsed: 'Lapsed',
  none: 'Not asked for',
};
