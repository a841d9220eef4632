import type { Feature } from '#server/feature.ts';
import { formatRupees } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { receiptsNumbered } from './receipts.queries.ts';
import { receiptsRoutes } from './receipts.routes.ts';
import { attachmentMakers, type FollowClosing } from './receipts.service.ts';

/** Receipts, and the closing of years. */
export const receipts = (needs: { followClosing: FollowClosing }): Feature => ({
  name: 'receipts',
  routes: (api, core) => receiptsRoutes(api, core, needs.followClosing),
  mails: (core) => ({ attachmentMakers: attachmentMakers(core) }),
  search: {
    kind: 'receipt',
    heading: 'Receipts',
    power: 'money',
    find: async (db, term) =>
      (await receiptsNumbered(db, term)).map(({ id, label, content, cancelledAt, paymentId }) => ({
        id,
        title: label,
        details: [content.receivedFrom, formatRupees(content.amount), cancelledAt && 'cancelled'],
        link: paths.admin.receipt(paymentId, label),
      })),
  },
});
