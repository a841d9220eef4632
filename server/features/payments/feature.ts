import type { FastifyInstance } from 'fastify';
import { serviceOf } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { mustBeConfirmed } from '#server/platform/http/access.ts';
import { administratorOf, memberOf, route } from '#server/platform/http/route.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import * as calls from '#shared/contracts/payments.ts';
import { createPaymentsService, type PaymentsNeeds } from './payments.service.ts';
import { proofWork } from './work.queries.ts';

/** The ledger: payments for the office, and a member’s own. */
export const payments = (needs: PaymentsNeeds): Feature => ({
  name: 'payments',
  work: proofWork,
  routes: (api, core) => paymentsRoutes(api, serviceOf(core, createPaymentsService, needs)),
});

/** The ledger: payments for the office, and a member's own. */
function paymentsRoutes(app: FastifyInstance, payments: ReturnType<typeof createPaymentsService>): void {
  route(app, calls.listPayments, ({ query: { page, ...filter } }) => payments.list(filter, page));
  route(app, calls.receivePayments, async ({ body }, caller) => {
    const { received, left } = await payments.receive(body.ids, body, administratorOf(caller).email);
    return { message: receivedText(received), received, left };
  });
  route(app, calls.refusePayment, async ({ body: { id, reason } }, caller) => ({
    message: 'The payment was refused.',
    payment: await payments.refuse(id, reason, administratorOf(caller).email),
  }));
  route(app, calls.waivePayment, async ({ body: { id, note } }, caller) => ({
    message: 'The payment was waived.',
    payment: await payments.waive(id, note, administratorOf(caller).email),
  }));
  route(app, calls.keepPayment, async ({ body: { id, note } }, caller) => ({
    message: 'The money is kept.',
    payment: await payments.keep(id, note, administratorOf(caller).email),
  }));
  route(app, calls.refundPayment, async ({ body: { id, online, note, utr, refundedOn = '' } }, caller) => {
    const by = administratorOf(caller).email;
    if (!online)
      return { message: 'The refund was noted.', payment: await payments.refund(id, { refundedOn, utr, note }, by) };
    mustBeConfirmed(administratorOf(caller));
    const payment = await payments.refundOnline(id, note, by);
    return { message: refundText(payment), payment };
  });
  route(app, calls.cancelReceipt, async ({ body: { id, ...why } }, caller) => ({
    message: 'The receipt was cancelled.',
    payment: await payments.cancelReceipt(id, why, administratorOf(caller).email),
  }));
  route(app, calls.paymentProof, ({ params }, { auth }) =>
    payments.proof(params.id, auth?.role === 'member' ? auth.memberId : undefined),
  );

  route(app, calls.listOwnPayments, (_request, caller) => payments.listOwn(memberOf(caller).memberId));
  route(app, calls.claimPayment, async ({ params, body, files }, caller) => ({
    message: 'Thank you. The proof of your payment was received and will be checked by the association.',
    payment: await payments.claim(params.id, memberOf(caller).memberId, body.utr, files.screenshot),
  }));
}

const receivedText = (count: number) => (count === 1 ? serverMessages.oneReceived : `${count} payments were received.`);

/** How a refund through the gateway goes. */
const refundText = ({ refunding, state }: { refunding: boolean; state: string }) => {
  if (state === 'refunded') return 'The payment was sent back.';
  return refunding ? serverMessages.sendingBack : serverMessages.refundRefused;
};
