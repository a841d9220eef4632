import type { SubscriptionStatusOf } from '#server/features/payments/payments.service.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { clock } from '#shared/clock.ts';
import { yearPayableEarly } from './rules.ts';
import { findSubscriptionStatus } from './status.queries.ts';
import { findSubscription } from './subscription.queries.ts';

/** The subscription status for a member's list of payments. */
export const ownSubscriptionStatus =
  (db: Readable): SubscriptionStatusOf =>
  async (memberId, views) => {
    const settings = await findSubscription(db);
    const standing = await findSubscriptionStatus(db, settings, memberId);
    const early = yearPayableEarly(settings, clock.today());
    const isAsked = views.some(({ payment: { period, state } }) => period === early && state !== 'cancelled');
    return { standing, nextYear: early === null || isAsked ? null : { period: early, amount: settings.amount } };
  };
