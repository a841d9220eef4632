import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, memberOf, route } from '#server/platform/http/route.ts';
import * as calls from '#shared/contracts/receipts.ts';
import { getTallySettings, updateTallySettings } from '#shared/contracts/tally.ts';
import { formatRupees } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { createReceiptSettingsService } from './receipt-settings.service.ts';
import { receiptsNumbered } from './receipts.queries.ts';
import { attachmentMakers, createReceiptsService, type FollowClosing } from './receipts.service.ts';
import { createTallyService } from './tally.service.ts';

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

/** Receipts as documents, the ledger as a table, and the settings of receipts. */
function receiptsRoutes(app: FastifyInstance, core: Core, followClosing: FollowClosing): void {
  const receipts = serviceOf(core, createReceiptsService);
  const settings = serviceOf(core, createReceiptSettingsService);
  const tally = serviceOf(core, createTallyService);

  route(app, calls.receiptFile, ({ params }, { auth }) =>
    receipts.ofPayment(params.id, auth?.role === 'member' ? auth.memberId : undefined),
  );
  route(app, calls.statementOfYear, ({ query }, caller) =>
    receipts.statementOfYear(memberOf(caller).memberId, query.year),
  );
  route(app, calls.receiptYears, async () => ({ data: await receipts.years() }));
  route(app, calls.closeYear, async ({ body }, caller) => {
    const data = await receipts.close(body, administratorOf(caller).email, followClosing);
    return { message: `The financial year ${data.year} is ${data.closed ? 'closed' : 'open'}.`, data };
  });
  route(app, calls.receiptsOfYear, ({ query }, caller) => receipts.zip(query.year, administratorOf(caller).email));
  route(app, calls.ledgerOfYear, ({ query: { year, format } }, caller) => {
    const by = administratorOf(caller).email;
    return format === 'tally' ? receipts.tally(year, by) : receipts.ledger(year, format, by);
  });
  route(app, calls.getReceiptSettings, async () => ({ data: await settings.get() }));
  route(app, calls.updateReceiptSettings, async ({ body, files }, caller) => {
    await settings.update(body, files.signature, administratorOf(caller).email);
    return { message: 'The details for receipts were updated.' };
  });
  route(app, calls.receiptSignature, () => settings.signature());
  route(app, getTallySettings, async () => ({ data: await tally.get() }));
  route(app, updateTallySettings, async ({ body }, caller) => ({
    message: 'The names in Tally were saved.',
    data: await tally.update(body, administratorOf(caller).email),
  }));
}
