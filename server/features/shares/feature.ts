import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { administratorOf, FileResult, route } from '#server/platform/http/route.ts';
import * as calls from '#shared/contracts/shares.ts';
import { formatExactRupees } from '#shared/money.ts';
import { createSharesService } from './shares.service.ts';

/** What of each receipt belongs to the person's State, and what was paid of it. */
export const shares: Feature = { name: 'shares', routes: sharesRoutes };

function sharesRoutes(app: FastifyInstance, core: Core): void {
  const shares = serviceOf(core, createSharesService);

  route(app, calls.getShareSettings, async () => ({ data: await shares.getSettings() }));
  route(app, calls.updateShareSettings, async ({ body }, caller) => {
    const answer = await shares.updateSettings(body, administratorOf(caller).email);
    return { message: body.preview ? 'Nothing was saved.' : 'The shares of the States were saved.', ...answer };
  });
  route(app, calls.listShares, async ({ query }, caller) => shares.list(query, administratorOf(caller).reach));
  route(app, calls.shareStatement, async ({ query }, caller) => {
    const answer = await shares.statement(query, administratorOf(caller).reach);
    return 'body' in answer ? new FileResult(answer) : answer;
  });
  route(app, calls.payShares, async ({ body }, caller) => {
    const payment = await shares.pay(body, administratorOf(caller).email);
    return { message: `${formatExactRupees(payment.amount)} to ${payment.state} was noted.`, payment };
  });
  route(app, calls.cancelSharePayment, async ({ params, body }, caller) => {
    const payment = await shares.cancelPay(params.id, body.reason, administratorOf(caller).email);
    return { message: 'The payment was taken back.', payment };
  });
}
