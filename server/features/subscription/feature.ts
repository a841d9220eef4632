import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, memberOf, route } from '#server/platform/http/route.ts';
import type { DueMail } from '#server/platform/mail/kinds.ts';
import * as calls from '#shared/contracts/subscription.ts';
import { findMoney } from './money.queries.ts';
import { createNextYearService } from './next-year.service.ts';
import { isOwed } from './notices.queries.ts';
import { createSubscriptionService } from './subscription.service.ts';
import { createUpgradeService } from './upgrade.service.ts';

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

/** The annual subscription and other memberships. */
function subscriptionRoutes(app: FastifyInstance, core: Core): void {
  const subscription = serviceOf(core, createSubscriptionService);
  const upgrade = serviceOf(core, createUpgradeService);
  const nextYear = serviceOf(core, createNextYearService);

  route(app, calls.getSubscription, async () => ({ data: await subscription.get() }));
  route(app, calls.updateSubscription, async ({ body: { version, ...changes } }, caller) => ({
    message: 'Annual subscription updated successfully',
    data: await subscription.update(changes, version, administratorOf(caller).email),
  }));
  route(app, calls.previewSubscription, async ({ query }) => ({ data: await subscription.preview(query) }));
  route(app, calls.requestUpgrade, async ({ body }, caller) => ({
    message: 'Please pay the difference of the fees. Your membership changes once the office has received it.',
    payment: await upgrade.request(memberOf(caller).memberId, body.membership),
  }));
  route(app, calls.payNextYear, async (_request, caller) => ({
    message: 'You can pay the subscription of the next year now.',
    payment: await nextYear.request(memberOf(caller).memberId),
  }));
  route(app, calls.moneyOverview, async () => ({ data: await findMoney(core.database) }));
}
