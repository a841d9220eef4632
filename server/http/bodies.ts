import { finished, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '#server/throttles/network.ts';
import { AppError } from '#shared/errors.ts';
import { underWay } from '#shared/limits.ts';
import { tooLarge } from './error-handler.ts';
import { readBounded } from './read-bounded.ts';
import { type Refusal, Shares } from './shares.ts';

/** How much of a body that is too large is passed over, so that its sender gets to read the answer. */
const passedOver = 4 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyInstance {
    /** See {@link boundBodies}. */
    admitBody: (request: FastifyRequest, reply: FastifyReply) => void;
  }
  interface FastifyRequest {
    isBodyAdmitted: boolean;
  }
}

/**
 * Lets only so many bodies be read at once, in all and from one network; the office's are not counted. A call asks for
 * it as soon as it knows whose it is, before anything that costs more; what is no call is asked before its body is read.
 */
export function boundBodies(app: FastifyInstance): void {
  const forms = new Shares(underWay.forms);
  const others = new Shares(underWay.bodies);
  app.decorateRequest('isBodyAdmitted', false);
  app.decorate('admitBody', (request, reply) => {
    if (request.isBodyAdmitted || !hasBody(request)) return;
    // Nothing that a client sends is ever unpacked: a few bytes can be packed gigabytes.
    if (!/^(identity)?$/i.test(request.headers['content-encoding'] ?? '')) throw unsupported();
    request.isBodyAdmitted = true;
    if (request.auth?.role === 'admin') return;
    const isForm = takes(request, 'files') && isMultipart(request);
    const shares = isForm ? forms : others;
    const network = networkOf(request.ip);
    const refusal = shares.take(network, 1);
    if (refusal) throw tooManyAtOnce(refusal);
    const timer = isForm ? undefined : setTimeout(() => request.raw.destroy(), underWay.bodySeconds * 1_000);
    let released = false;
    const release = () => {
      clearTimeout(timer);
      if (!released) shares.give(network, 1);
      released = true;
    };
    // Read or answered, whichever comes first; also when the sender has gone away before this.
    finished(request.raw, { writable: false }, release);
    finished(reply.raw, release);
  });
  app.addHook('preParsing', async (request, reply) => app.admitBody(request, reply));
}

/** @throws TOO_MANY or UNAVAILABLE, by whose bound it is */
export function tooManyAtOnce(refusal: Refusal): AppError {
  return refusal === 'network'
    ? new AppError('TOO_MANY', 'Too much is being sent from your network just now. Please try again in a minute.', {
        retryAfter: 30,
      })
    : new AppError('UNAVAILABLE', 'Too much is being sent to us just now. Please try again in a minute.', {
        retryAfter: 30,
      });
}

const unsupported = () =>
  Object.assign(new Error('unsupported'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 });

/** Reads JSON; an empty body counts as none, and a body that the call does not take is passed over. */
export function parseBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    const text = await readText(request, payload);
    if (text === '' || !(takes(request, 'body') || takes(request, 'files'))) return undefined;
    return new Promise((resolve, reject) => {
      parseJson(request, text, (error, value) => (error ? reject(error) : resolve(value)));
    });
  });
  app.addContentTypeParser('*', async (request: FastifyRequest, payload: Readable) => {
    if (!hasBody(request) || !(takes(request, 'body') || takes(request, 'files'))) {
      payload.resume();
      return undefined;
    }
    throw unsupported();
  });
}

/** The whole body as text. @throws TOO_LARGE by the call's own bound */
export async function readText(request: FastifyRequest, payload: Readable): Promise<string> {
  const { bodyLimit } = request.routeOptions;
  if (Number(request.headers['content-length']) > bodyLimit + passedOver) throw tooLarge();
  let read = 0;
  const { bytes, truncated } = await readBounded(payload, bodyLimit, (count) => {
    read += count;
    if (read > bodyLimit + passedOver) throw tooLarge();
  });
  if (truncated) throw tooLarge();
  return bytes.toString();
}

/** A text that was typed into a form, with the line ends that it had there: browsers send every form with others. */
export const asTyped = (text: string): string => text.replace(/\r\n?/g, '\n');

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

const isMultipart = ({ headers }: FastifyRequest) => /^multipart\/form-data/i.test(headers['content-type'] ?? '');

/** Whether a call takes a body of this kind; what is no call of the API reads what it likes. */
function takes(request: FastifyRequest, kind: 'body' | 'files'): boolean {
  const { endpoint } = request.routeOptions.config as { endpoint?: { body?: unknown; files?: unknown } };
  return endpoint === undefined ? kind === 'body' : endpoint[kind] !== undefined;
}
