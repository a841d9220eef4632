import type { Feature } from '#server/feature.ts';
import type { Readable } from '#server/platform/database/client.ts';
import { paymentsRoutes } from './payments.routes.ts';
import type { SendRefund, SubscriptionStatusOf } from './payments.service.ts';

/** The ledger: payments for the office, and a member’s own. */
export const payments = (needs: {
  statusOf: (db: Readable) => SubscriptionStatusOf;
  sendRefund: SendRefund;
}): Feature => ({
  name: 'payments',
  routes: (api, core) => paymentsRoutes(api, core, needs.statusOf(core.database), needs.sendRefund),
});
