import type { FastifyInstance } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import { administratorOf, type Caller, route } from '#server/platform/http/route.ts';
import { takesOnline } from '#server/platform/rehearsal/state.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import * as calls from '#shared/contracts/online.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { createLooking } from './manual-review.service.ts';
import { createOnline } from './online.service.ts';
import type { Payer } from './paying.service.ts';

/** Payments online: where they are made, and those that are not booked by themselves. */
export function onlineRoutes(app: FastifyInstance, core: Core): void {
  const online = serviceOf(core, createOnline);
  const looking = serviceOf(core, createLooking);

  route(app, calls.payOnline, async ({ params }, caller) => {
    if (!online || !takesOnline(core)) throw new AppError('NOT_FOUND', serverMessages.noSuchCall);
    return { url: await online.pay(params.paymentId, payerOf(caller), caller.language) };
  });
  // Also without an account: what came before it was given up still has to be settled.
  route(app, calls.listOnlinePayments, ({ query }) => looking.list(query.state, query.page));
  route(app, calls.settleOnline, async ({ body }, caller) => {
    if (body.as === 'refund' && !online) throw new AppError('WRONG_STATE', serverMessages.notOnline);
    const settled = await looking.settle(body.id, body.as, administratorOf(caller).email);
    return { message: settledText(settled), online: settled };
  });
}

const settledText = ({ state }: { state: string }) =>
  ({
    refunding: serverMessages.sendingBack,
    settled: 'The payment was settled.',
    toLook: serverMessages.refundRefused,
  })[state] ?? '';

/** @throws NOT_FOUND for an administrator */
function payerOf({ auth, linkHolder }: Caller): Payer {
  if (linkHolder?.role === 'correction') return { applicant: linkHolder.memberId };
  if (auth?.role === 'admin') throw notFound('This payment');
  return auth ? { member: auth.memberId } : 'visitor';
}
