import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { onlineRoutes } from './online.routes.ts';
import { createOnline } from './online.service.ts';
import { gatewayPages } from './pages.routes.ts';

const service = (core: Core) => serviceOf(core, createOnline);

/** Payments online, where the operator has an account at the gateway. */
export const online: Feature = {
  name: 'online',
  routes: onlineRoutes,
  server: gatewayPages,
  listens: { online: (core) => service(core)?.wake() },
  background: (core) => service(core)?.background ?? { start() {}, async stop() {} },
};

/** Sends a refund that payments have begun. */
export async function sendRefund(core: Core, onlineId: string): Promise<void> {
  await service(core)?.sendRefund(onlineId);
}
