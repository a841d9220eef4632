import type { Readable } from '#server/database/client.ts';
import type { StandOf } from '#server/features/payments/payments.service.ts';
import { clock } from '#shared/clock.ts';
import { yearPayableEarly } from './rules.ts';
import { findStanding } from './standing.queries.ts';
import { findSubscription } from './subscription.queries.ts';

/** Tells beside a member's payments where the member stands. */
export const ownStanding =
  (db: Readable): StandOf =>
  async (memberId, views) => {
    const settings = await findSubscription(db);
    const standing = await findStanding(db, settings, memberId);
    const early = yearPayableEarly(settings, clock.today());
    const isAsked = views.some(({ payment: { period, state } }) => period === early && state !== 'cancelled');
    return { standing, nextYear: early === null || isAsked ? null : { period: early, amount: settings.amount } };
  };
