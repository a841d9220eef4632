import { randomBytes } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import * as queries from '#server/parts/gateway/gateway.queries.ts';
import { remember } from '#server/platform/checks/checks.queries.ts';
import { sharedSecret } from '#server/platform/database/locks.ts';
import { readBytes } from '#server/platform/http/bodies.ts';
import { sendFailure, toAppError, tooLarge } from '#server/platform/http/error-handler.ts';
import { networkOf } from '#server/platform/throttles/network.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { AppError } from '#shared/errors.ts';
import { languages, pathIn } from '#shared/languages.ts';
import { paths } from '#shared/paths.ts';
import { createOnline, type Online } from './online.service.ts';
import { againOf, isReturnSigned, isWebhookSigned, openAgain } from './signatures.ts';
import { idsIn } from './webhook.ts';

/** Where the gateway sends payers back to, and where it tells what has happened. Without an account neither exists. */
export async function gatewayPages(app: FastifyInstance, core: Core): Promise<void> {
  const online = serviceOf(core, createOnline);
  if (!online) return;
  await webhook(app, core, online);
  await returnPage(app, core, online);
}

/** Far more than a notice has. */
const webhookBytes = 256 * 1024;
/** The gateway expects an answer within two seconds; without one it tells again, as it does after a refusal. */
const noteMs = 1_800;

async function webhook(app: FastifyInstance, { config, database }: Core, online: Online): Promise<void> {
  const { webhookSecrets } = config.gateway!;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) => readBytes(request, payload));
    const refuse = (request: FastifyRequest) => {
      app.security.note({
        action: 'wrong signature',
        call: `POST ${paths.paymentNotice}`,
        network: networkOf(request.ip),
      });
      return new AppError('MALFORMED', 'The signature is not that of this body.');
    };
    let isNoted = false;
    const note = async (ids: ReturnType<typeof idsIn>) => {
      // Once a process: it shows that these keys and the way here are right.
      if (!isNoted) await remember(database, 'gateway', { key: config.gateway!.keyId });
      isNoted = true;
      if (ids.settlement) await online.settlementsSoon();
      await queries.askRefundsSoon(database, ids.payments);
      for (const id of ids.links) await online.adoptLost(id);
      await queries.noteDisputes(database, ids);
      await queries.askSoon(database, ids);
      online.wake();
    };
    scope.setErrorHandler((error, _request, reply) => sendFailure(reply, toAppError(error)));
    scope.post(
      paths.paymentNotice,
      {
        bodyLimit: webhookBytes,
        onRequest: async (request) => {
          // Neither is even read.
          if (Number(request.headers['content-length']) > webhookBytes) throw tooLarge();
          if (!/^[\da-f]{64}$/i.test(signatureOf(request))) throw refuse(request);
        },
      },
      async (request, reply) => {
        const body = request.body instanceof Uint8Array ? request.body : new Uint8Array();
        if (!isWebhookSigned(body, signatureOf(request), webhookSecrets)) throw refuse(request);
        // What it says proves nothing: it only leads to asking the gateway, which goes on after the answer.
        await withTimeout(noteMs, note(idsIn(body))).catch(() => {
          throw new AppError('UNAVAILABLE', 'Please tell us again later.');
        });
        return reply.header('cache-control', 'no-store').send({ message: 'Thank you.' });
      },
    );
  });
}

const signatureOf = ({ headers }: FastifyRequest): string => {
  const given = headers['x-razorpay-signature'];
  return typeof given === 'string' ? given : '';
};

const nothing = { linkId: '', reference: '', status: '', paymentId: '', signature: '' };
const parameters = {
  linkId: 'razorpay_payment_link_id',
  reference: 'razorpay_payment_link_reference_id',
  status: 'razorpay_payment_link_status',
  paymentId: 'razorpay_payment_id',
  signature: 'razorpay_signature',
} as const satisfies Record<keyof typeof nothing, string>;

async function returnPage(app: FastifyInstance, core: Core, online: Online): Promise<void> {
  const { config, database } = core;
  const secret = await sharedSecret(database, 'payment-returns', () => randomBytes(32).toString('base64url'));

  const text = (query: unknown, name: string): string => {
    const value = (query as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : '';
  };

  /** The link that a signed address names. */
  async function linkOf(query: unknown): Promise<queries.LinkRow | undefined> {
    const id = openAgain(text(query, 'again'), secret);
    if (id !== null) return queries.findLink(database, id);
    const returned = { ...nothing };
    for (const key of Object.keys(parameters) as (keyof typeof nothing)[]) returned[key] = text(query, parameters[key]);
    if (!isReturnSigned(returned, config.gateway!.keySecret)) return undefined;
    const link = await queries.findLinkByGatewayId(database, returned.linkId);
    return link?.reference === returned.reference ? link : undefined;
  }

  /** The page that says what is known of a payment. */
  async function pageFor(link: queries.LinkRow | undefined): Promise<string> {
    if (!link) return paths.paymentPending();
    if (await queries.hasBooked(database, link.id)) return paths.paymentSucceeded;
    await online.askNow(link);
    if (await queries.hasBooked(database, link.id)) return paths.paymentSucceeded;
    const after = await queries.findLink(database, link.id);
    const isOver = after?.state === 'expired' || after?.state === 'cancelled';
    if (isOver && !(await queries.hasAny(database, link.id))) return paths.paymentFailed;
    return paths.paymentPending(againOf(link.id, secret));
  }

  for (const language of languages) {
    app.get(
      pathIn(language, paths.paymentReturn),
      { config: { writes: 'books the payment that the gateway confirms' } },
      async (request, reply) => {
        const path = await pageFor(await linkOf(request.query));
        const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
        return reply.headers(headers).redirect(pathIn(language, path), 303);
      },
    );
  }
}
