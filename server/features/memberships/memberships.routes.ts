import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import { createSettingsService } from '#server/features/settings/settings.service.ts';
import { administratorOf, route } from '#server/http/route.ts';
import * as contract from '#shared/contracts/memberships.ts';
import { limits } from '#shared/limits.ts';
import { createMembershipsService } from './memberships.service.ts';

export function membershipsRoutes(app: FastifyInstance, core: Core): void {
  const memberships = createMembershipsService(core);
  const settings = createSettingsService(core);

  route(app, contract.getMemberships, async () => {
    const [data, payment] = await Promise.all([memberships.list(), settings.paymentDetails()]);
    return { success: true as const, data, payment, annualSubscription: limits.annualSubscriptionRupees };
  });

  route(app, contract.updateTier, async ({ params, body: { version, ...changes } }, caller) => {
    await memberships.update(params.membership, changes, version, administratorOf(caller).email);
    return { success: true as const, message: 'Membership updated successfully' };
  });
}
