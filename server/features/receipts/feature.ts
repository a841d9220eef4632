import type { Feature } from '#server/feature.ts';
import { receiptsRoutes } from './receipts.routes.ts';
import type { FollowClosing } from './receipts.service.ts';
import { attachmentMakers } from './receipts.service.ts';

/** Receipts, and the closing of years. */
export const receipts = (needs: { followClosing: FollowClosing }): Feature => ({
  name: 'receipts',
  routes: (api, core) => receiptsRoutes(api, core, needs.followClosing),
  mails: (core) => ({ attachmentMakers: attachmentMakers(core) }),
});
