import { finished, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { customerOf } from '#server/throttles/network.ts';
import { AppError } from '#shared/errors.ts';
import { underWay } from '#shared/limits.ts';
import { tooLarge } from './error-handler.ts';
import { Places } from './places.ts';
import type { Refusal } from './quota.ts';
import { readBounded } from './read-bounded.ts';

/** How much of a body that is too large is passed over, so that its sender gets to read the answer. */
const passedOver = 4 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyInstance {
    /** See {@link boundBodies}. */
    admitBody: (request: FastifyRequest, reply: FastifyReply) => void;
  }
  interface FastifyRequest {
    isBodyAdmitted: boolean;
    /** It is read before anything is counted. */
    isBodySmall: boolean;
    /** Is told what has come of the body. @throws TOO_MANY, UNAVAILABLE when there is no place for it */
    countBody: ((bytes: number) => void) | null;
  }
}

/**
 * Lets only so many bodies be read at once, in all and from one sender; the office's are not counted. A call asks for
 * it as soon as it knows whose it is, before anything that costs more; what is no call is asked before its body is read.
 * What has brought next to nothing holds nothing that others need: a small body has no place but little time, and a form has its
 * place from when it has brought something.
 */
export function boundBodies(app: FastifyInstance): void {
  const forms = new Places(underWay.forms);
  const others = new Places(underWay.bodies);
  app.addHook('onClose', async () => {
    for (const places of [forms, others]) places.close();
  });
  app.decorateRequest('isBodyAdmitted', false);
  app.decorateRequest('isBodySmall', false);
  app.decorateRequest('countBody', null);
  app.decorate('admitBody', (request, reply) => {
    if (request.isBodyAdmitted || !hasBody(request)) return;
    // Nothing that a client sends is ever unpacked: a few bytes can be packed gigabytes.
    if (!/^(identity)?$/i.test(request.headers['content-encoding'] ?? '')) throw unsupported();
    request.isBodyAdmitted = true;
    if (request.auth?.role === 'admin') return;
    const { raw } = request;
    const over: (() => void)[] = [];
    // Read or answered, whichever comes first; also when the sender has gone away before this.
    const release = () => {
      for (const end of over.splice(0)) end();
    };
    const cutAfter = (ms: number) => {
      const timer = setTimeout(() => raw.destroy(), ms);
      over.push(() => clearTimeout(timer));
    };
    const takePlace = (places: Places) => {
      const place = places.take(raw, customerOf(request.ip));
      if (typeof place === 'string') throw tooManyAtOnce(place);
      over.push(place);
    };
    if (takes(request, 'files') && isMultipart(request)) {
      request.countBody = onceBeyond(underWay.uncounted.formBytes, () => takePlace(forms));
    } else if (isSmall(request)) {
      request.isBodySmall = true;
      cutAfter(underWay.uncounted.headMs);
      request.countBody = onceBeyond(0, () => cutAfter(underWay.uncounted.bodyMs));
    } else {
      takePlace(others);
      cutAfter(underWay.bodySeconds * 1_000);
    }
    finished(raw, { writable: false }, release);
    finished(reply.raw, release);
  });
  app.addHook('preParsing', async (request, reply) => app.admitBody(request, reply));
}

/** Calls `then` once more than `most` bytes have been counted, and again at each further count while that fails. */
function onceBeyond(most: number, then: () => void): (bytes: number) => void {
  let counted = 0;
  let isDone = false;
  return (bytes) => {
    counted += bytes;
    if (isDone || counted <= most) return;
    then();
    isDone = true;
  };
}

const isSmall = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length']) <= underWay.uncounted.jsonBytes;

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
    request.countBody?.(count);
    if (read > bodyLimit + passedOver) throw tooLarge();
  }).catch((error) => {
    // Cut, or gone away: no failure of ours.
    throw request.raw.destroyed && !request.raw.complete
      ? new AppError('MALFORMED', 'The request was not sent to its end.')
      : error;
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
