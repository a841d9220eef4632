import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { findToLook } from '#server/parts/gateway/gateway.queries.ts';
import { findMemory } from '#server/platform/checks/checks.queries.ts';
import { type Found, missing, ok, type ReadSite, wrong } from '#server/platform/checks/checks.ts';
import { paths } from '#shared/paths.ts';
import { onlineRoutes } from './online.routes.ts';
import { createOnline } from './online.service.ts';
import { gatewayPages } from './pages.routes.ts';

/** The account at the gateway: its keys are real ones, and a genuine notice has come with them. */
async function lookAtGateway({ config, database }: ReadSite): Promise<Found> {
  if (!config.gateway) return { state: 'not needed', found: 'Payments online are not set up.' };
  const { keyId } = config.gateway;
  const text = 'The operator of the server looks at the gateway';
  if (keyId.startsWith('rzp_test_')) {
    const tell = 'RAZORPAY_KEY_ID, RAZORPAY_KEY_SECRET and RAZORPAY_WEBHOOK_SECRET must be those of live mode.';
    return wrong('The keys of the gateway are test keys: what is paid with them is no money.', { text, tell });
  }
  if ((await findMemory(database, 'gateway')).key === keyId) return ok('A genuine notice of the gateway has come.');
  const tell = `In the gateway’s dashboard the webhook must lead to ${config.publicUrl}${paths.paymentNotice}, with the secret of RAZORPAY_WEBHOOK_SECRET. Then pay one rupee by a link.`;
  return missing('No genuine notice of the gateway has come with these keys yet.', { text, tell });
}

const service = (core: Core) => serviceOf(core, createOnline);

/** Payments online, where the operator has an account at the gateway. */
export const online: Feature = {
  name: 'online',
  work: [
    {
      kind: 'online',
      counted: 'online',
      power: 'money',
      quiet: true,
      find: findToLook,
      title: (count) => `${count} online ${count === 1 ? 'payment was' : 'payments were'} not booked by themselves`,
      href: paths.admin.payments,
    },
  ],
  routes: onlineRoutes,
  server: gatewayPages,
  checks: [{ id: 'gateway', necessary: ({ config }) => config.gateway !== undefined, look: lookAtGateway }],
  listens: { online: (core) => service(core)?.wake() },
  background: (core) => service(core)?.background ?? { start() {}, async stop() {} },
};

/** Sends a refund that payments have begun. */
export async function sendRefund(core: Core, onlineId: string): Promise<void> {
  await service(core)?.sendRefund(onlineId);
}
