import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import { administratorOf, memberOf, route } from '#server/platform/http/route.ts';
import * as calls from '#shared/contracts/subscription.ts';
import { findMoney } from './money.queries.ts';
import { createNextYearService } from './next-year.service.ts';
import { createSubscriptionService } from './subscription.service.ts';
import { createUpgradeService } from './upgrade.service.ts';

/** The annual subscription and other memberships. */
export function subscriptionRoutes(app: FastifyInstance, core: Core): void {
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
