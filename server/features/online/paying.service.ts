import { setTimeout as wait } from 'node:timers/promises';
import type { Core } from '#server/core.ts';
import { mustAllow } from '#server/features/payments/payment-states.ts';
import { findPayment, type PaymentView } from '#server/features/payments/payments.queries.ts';
import { purposeText } from '#server/features/receipts/receipt-sheet.ts';
import type { GatewayClient } from '#server/parts/gateway/client.ts';
import { GatewayError, isRefused } from '#server/parts/gateway/client.ts';
import * as queries from '#server/parts/gateway/gateway.queries.ts';
import { countTry, type Throttle } from '#server/platform/throttles/throttles.queries.ts';
import { clock } from '#shared/clock.ts';
import { AppError, notFound } from '#shared/errors.ts';
import { type Language, pathIn } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { paths } from '#shared/paths.ts';
import { endLink, isOutdated, notPayable } from './booking.ts';

const perPayment: Throttle = { name: 'pay-online', count: 60, seconds: 60 * 60 };

/** A link this close to its end is not given out any more. */
const restMs = 15 * 60_000;
/** The gateway's answer to a link takes less; a server that asks for longer has died. */
const askingMs = 8_000;
const retryMs = 150;
/** References that the gateway may know already, as after restoring a backup. */
const maxReferences = 5;

/** Who wants to pay. */
export type Payer = { member: string } | { applicant: string } | 'visitor';

export const unavailable = () => new AppError('ONLINE_UNAVAILABLE', messages.payment.onlineUnavailable);

/** Gives the address at the gateway where a payment is made. */
export function createPaying({ database, config, log }: Core, gateway: GatewayClient) {
  /** @throws NOT_FOUND for everybody else's */
  function mustBeTheirs(view: PaymentView | undefined, payer: Payer): PaymentView & { member: object } {
    const { payment, member } = view ?? {};
    if (!payment || !member) throw notFound('This payment');
    const isOpenToVisitors = payment.purpose === 'admission' && member.status === 'New';
    const isTheirs =
      payer === 'visitor'
        ? isOpenToVisitors
        : 'member' in payer
          ? member.id === payer.member
          : member.id === payer.applicant && isOpenToVisitors;
    if (!isTheirs) throw notFound('This payment');
    return { ...view!, member };
  }

  /** @throws NOT_FOUND, WRONG_STATE */
  async function mustBePayable(paymentId: string, payer: Payer): Promise<PaymentView> {
    const view = mustBeTheirs(await findPayment(database, paymentId), payer);
    mustAllow('claim', view.payment.state);
    if (notPayable(view) !== null) throw new AppError('WRONG_STATE', 'This payment can no longer be made.');
    return view;
  }

  /** Asks the gateway for a link that is stored already. @returns its address; null when the gateway knows the reference */
  async function make(
    link: queries.LinkRow,
    view: PaymentView,
    payer: Payer,
    language: Language,
  ): Promise<string | null> {
    const { payment, member } = view;
    try {
      const gatewayLink = await gateway.createLink({
        reference: link.reference,
        amount: link.amount,
        description: `${purposeText(payment)}, ${payment.reference}`,
        expiresAt: link.expiresAt,
        returnTo: `${config.publicUrl}${pathIn(language, paths.paymentReturn)}`,
        ...(payer !== 'visitor' && member ? { customer: { name: member.name, email: member.email } } : {}),
      });
      const created = { gatewayId: gatewayLink.id, url: gatewayLink.short_url };
      if (await queries.updateLink(database, link.id, { ...created, state: 'open' }, ['asking']))
        return gatewayLink.short_url;
      // It was given up meanwhile: another one may exist.
      await queries.updateLink(database, link.id, { ...created, askAt: clock.now() });
      throw unavailable();
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      // It may exist at the gateway under this reference; nobody has its address.
      await queries.updateLink(database, link.id, { state: 'lost', askAt: null }, ['asking']);
      if (isRefused(error) && /reference/i.test(error.words)) return null;
      log.warn({ reason: error.message }, 'a payment link was not made');
      throw unavailable();
    }
  }

  /** Ends a link that cannot be given out any more. @throws ONLINE_UNAVAILABLE while it may still be paid */
  async function end(link: queries.LinkRow): Promise<void> {
    if (link.state === 'open') await queries.updateLink(database, link.id, { state: 'cancelling' }, ['open']);
    try {
      await endLink({ database }, gateway, { ...link, state: 'cancelling' });
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error;
      if (isRefused(error) && isOutdated(link)) {
        await queries.endUnknown(database, link.id);
        return;
      }
      await queries.updateLink(database, link.id, { askAt: clock.now() }, ['cancelling']);
      throw unavailable();
    }
    const after = await queries.findLink(database, link.id);
    if (after && queries.isLive(after.state)) throw unavailable();
  }

  /**
   * The address where a payment is made: of its one live link, or of a new one.
   * @param language of the page to which the gateway leads back
   * @throws NOT_FOUND, WRONG_STATE, TOO_MANY, ONLINE_UNAVAILABLE
   */
  return async function pay(paymentId: string, payer: Payer, language: Language): Promise<string> {
    await mustBePayable(paymentId, payer);
    await countTry(database, perPayment, paymentId);
    const giveUp = clock.ms() + askingMs;
    for (let references = 0; references < maxReferences && clock.ms() < giveUp; ) {
      const view = await mustBePayable(paymentId, payer);
      const live = await queries.findLiveLink(database, paymentId);
      if (
        live?.state === 'open' &&
        live.amount === view.payment.amount &&
        live.expiresAt.getTime() > clock.ms() + restMs
      )
        return live.url;
      if (live?.state === 'asking') {
        const isDead = clock.ms() - live.createdAt.getTime() > askingMs;
        if (isDead) await queries.updateLink(database, live.id, { state: 'lost', askAt: null }, ['asking']);
        else await wait(retryMs);
        continue;
      }
      if (live) {
        await end(live);
        continue;
      }
      const expiresAt = new Date(clock.ms() + limits.onlineLinkHours * 60 * 60_000);
      const link = await queries.insertLink(database, paymentId, view.payment.amount, expiresAt);
      if (!link) continue;
      references += 1;
      const url = await make(link, view, payer, language);
      if (url === null) continue;
      // The payment may have changed while the gateway was asked.
      const isStill = await mustBePayable(paymentId, payer).then(
        ({ payment }) => payment.amount === link.amount,
        () => false,
      );
      if (isStill) return url;
      await end({ ...link, gatewayId: (await queries.findLink(database, link.id))?.gatewayId ?? null, state: 'open' });
    }
    throw unavailable();
  };
}
