import { finished, type Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { customerOf } from '#server/platform/throttles/network.ts';
import { AppError } from '#shared/errors.ts';
import { underWay } from '#shared/limits.ts';
import { tooLarge } from './error-handler.ts';
import type { Refusal } from './quota.ts';
import { readBounded } from './read-bounded.ts';
import { Slots } from './slots.ts';

/** Bytes of a body beyond its limit that are still read and dropped, so that its sender gets to read the answer. */
const drainBytes = 4 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyInstance {
    /** See {@link boundBodies}. */
    reserveBodySlot: (request: FastifyRequest, reply: FastifyReply) => void;
  }
  interface FastifyRequest {
    isBodyAdmitted: boolean;
    /** A small body is read before its call is counted. */
    isBodySmall: boolean;
    /** Is told each number of bytes read. @throws TOO_MANY, UNAVAILABLE when no slot is free */
    onBodyBytes: ((bytes: number) => void) | null;
  }
}

/**
 * Limits how many bodies are read at once, in all and per sender; the office's are not counted. A call asks for its slot
 * once its caller is known, before any costlier work; other requests ask before their body is read.
 * A small body takes no slot but has little time, and a form takes its slot only once enough of it has arrived.
 */
export function boundBodies(app: FastifyInstance): void {
  const forms = new Slots(underWay.forms);
  const others = new Slots(underWay.bodies);
  app.addHook('onClose', async () => {
    await Promise.all([forms.close(), others.close()]);
  });
  app.decorateRequest('isBodyAdmitted', false);
  app.decorateRequest('isBodySmall', false);
  app.decorateRequest('onBodyBytes', null);
  app.decorate('reserveBodySlot', (request, reply) => {
    if (request.isBodyAdmitted || !hasBody(request)) return;
    // Compressed bodies are refused: a few bytes can unpack to gigabytes.
    if (!/^(identity)?$/i.test(request.headers['content-encoding'] ?? '')) throw unsupported();
    request.isBodyAdmitted = true;
    if (request.auth?.role === 'admin') return;
    const { raw } = request;
    const over: (() => void)[] = [];
    // Released once it is read or answered, whichever comes first; also when the sender has already disconnected.
    const release = () => {
      for (const end of over.splice(0)) end();
    };
    const cutAfter = (ms: number) => {
      const timer = setTimeout(() => raw.destroy(), ms);
      over.push(() => clearTimeout(timer));
    };
    const takeSlot = (slots: Slots) => {
      const slot = slots.take(raw, customerOf(request.ip));
      if (typeof slot === 'string') throw tooManyAtOnce(slot);
      over.push(slot);
    };
    if (takes(request, 'files') && isMultipart(request)) {
      request.onBodyBytes = afterBytes(underWay.uncounted.formBytes, () => takeSlot(forms));
    } else if (isSmall(request)) {
      request.isBodySmall = true;
      const { bodySeconds } = request.routeOptions.config.endpoint ?? {};
      cutAfter(bodySeconds === undefined ? underWay.uncounted.headMs : bodySeconds * 1_000);
      if (bodySeconds === undefined) request.onBodyBytes = afterBytes(0, () => cutAfter(underWay.uncounted.bodyMs));
    } else {
      takeSlot(others);
      cutAfter(underWay.bodySeconds * 1_000);
    }
    finished(raw, { writable: false }, release);
    finished(reply.raw, release);
  });
  app.addHook('preParsing', async (request, reply) => app.reserveBodySlot(request, reply));
}

/** Calls `then` once more than `most` bytes have been counted, and again at each further count while that fails. */
function afterBytes(max: number, then: () => void): (bytes: number) => void {
  let counted = 0;
  let isDone = false;
  return (bytes) => {
    counted += bytes;
    if (isDone || counted <= max) return;
    then();
    isDone = true;
  };
}

const isSmall = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] === undefined && Number(headers['content-length']) <= underWay.uncounted.jsonBytes;

/** @throws TOO_MANY or UNAVAILABLE, depending on whose limit is reached */
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

/** Reads JSON; an empty body counts as none, and a body that the call does not take is dropped. */
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

/** The whole body as text. @throws TOO_LARGE beyond the call's own limit */
export const readText = async (request: FastifyRequest, payload: Readable): Promise<string> =>
  (await readBytes(request, payload)).toString();

/** The same as it came. */
export async function readBytes(request: FastifyRequest, payload: Readable): Promise<Buffer> {
  const { bodyLimit } = request.routeOptions;
  if (Number(request.headers['content-length']) > bodyLimit + drainBytes) throw tooLarge();
  let read = 0;
  const { bytes, truncated } = await readBounded(payload, bodyLimit, (count) => {
    read += count;
    request.onBodyBytes?.(count);
    if (read > bodyLimit + drainBytes) throw tooLarge();
  }).catch((error) => {
    // The connection was cut: not our failure.
    throw request.raw.destroyed && !request.raw.complete
      ? new AppError('MALFORMED', 'The request was not sent to its end.')
      : error;
  });
  if (truncated) throw tooLarge();
  return bytes;
}

/** Restores the line ends of a text typed into a form: browsers send every form with CRLF. */
export const asTyped = (text: string): string => text.replace(/\r\n?/g, '\n');

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

const isMultipart = ({ headers }: FastifyRequest) => /^multipart\/form-data/i.test(headers['content-type'] ?? '');

/** Whether a call takes a body of this kind; requests outside of the API may read any. */
function takes(request: FastifyRequest, kind: 'body' | 'files'): boolean {
  const { endpoint } = request.routeOptions.config as { endpoint?: { body?: unknown; files?: unknown } };
  return endpoint === undefined ? kind === 'body' : endpoint[kind] !== undefined;
}
