import { serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import type { DueMail } from '#server/platform/mail/kinds.ts';
import { isOwed } from './notices.queries.ts';
import { subscriptionRoutes } from './subscription.routes.ts';
import { createSubscriptionService } from './subscription.service.ts';

/** The annual subscription, and other memberships. */
export const subscription: Feature = {
  name: 'subscription',
  routes: subscriptionRoutes,
  cleanUps: { subscription: (core, isStopping) => serviceOf(core, createSubscriptionService).run(isStopping) },
  mails: ({ database }) => {
    // Sending the mails of a new year takes hours, in which people pay.
    const whileOwed = async ({ data }: DueMail) => ((await isOwed(database, data.payment ?? '')) ? {} : null);
    return { lateValues: { 'subscription-due': whileOwed, 'subscription-reminder': whileOwed } };
  },
  background: (core) => ({ start() {}, stop: () => serviceOf(core, createSubscriptionService).stop() }),
};
