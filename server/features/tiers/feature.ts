import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { createSettingsService } from '#server/features/settings/settings.service.ts';
import { subscriptionAhead } from '#server/features/subscription/rules.ts';
import { findSubscription } from '#server/features/subscription/subscription.queries.ts';
import { administratorOf, route } from '#server/platform/http/route.ts';
import { takesOnline } from '#server/platform/rehearsal/state.ts';
import { clock } from '#shared/clock.ts';
import * as contract from '#shared/contracts/tiers.ts';
import { paths } from '#shared/paths.ts';
import { tierChecks } from './ready.ts';
import { insertMissingTiers } from './tiers.queries.ts';
import { createTiersService } from './tiers.service.ts';

/** Memberships and their fees. */
export const tiers: Feature = {
  name: 'tiers',
  checks: tierChecks,
  prepare: ({ database }) => insertMissingTiers(database),
  routes: tiersRoutes,
  logScreens: [{ action: 'Membership ', path: () => paths.admin.memberships }],
};

function tiersRoutes(app: FastifyInstance, core: Core): void {
  const settings = serviceOf(core, createSettingsService);
  const tiers = serviceOf(core, createTiersService);

  route(app, contract.getMemberships, async () => {
    const [data, payment, subscription] = await Promise.all([
      tiers.list(),
      settings.paymentDetails(),
      findSubscription(core.database.reader),
    ]);
    return {
      data,
      payment,
      annualSubscription: subscription.amount,
      subscription: subscriptionAhead(subscription, clock.today()),
      online: takesOnline(core),
    };
  });

  route(app, contract.updateTier, async ({ params, body: { version, ...changes } }, caller) => {
    await tiers.update(params.membership, changes, version, administratorOf(caller).email);
    return { message: 'Membership updated successfully' };
  });
}
