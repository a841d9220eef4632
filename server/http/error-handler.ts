import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, type ErrorCode, type Failure } from '#shared/errors.ts';
import { limits } from '#shared/limits.ts';

/** Sends a failure in the one shape that every failed call has. */
export function sendFailure(reply: FastifyReply, error: AppError): FastifyReply {
  const failure: Failure = { success: false, code: error.code, message: error.message };
  if (error.fields) failure.fields = error.fields;
  if (error.retryAfter !== undefined) reply.header('retry-after', Math.ceil(error.retryAfter));
  return reply.code(error.status).header('cache-control', 'no-store').send(failure);
}

const tooLarge = () =>
  new AppError('TOO_LARGE', `This is too large. A file may have ${limits.fileBytes / 1024 / 1024} MB at most.`);
const malformed = () => new AppError('MALFORMED', 'The request could not be read.');

/** What Fastify and its plugins refuse, by their code; everything else that is not ours is our own fault. */
const knownErrors: Record<string, () => AppError> = {
  FST_ERR_CTP_BODY_TOO_LARGE: tooLarge,
  FST_REQ_FILE_TOO_LARGE: tooLarge,
  FST_PARTS_LIMIT: tooLarge,
  FST_FILES_LIMIT: tooLarge,
  FST_FIELDS_LIMIT: tooLarge,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new AppError('UNSUPPORTED_TYPE', 'This kind of content is not understood here.'),
};

const databaseAway = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // Two changes were in each other's way and neither was made: trying again helps.
  '40P01',
  '40001',
  '08006',
  '08003',
]);

function innermost(error: unknown): { code?: string; message?: string } {
  let current = error as { cause?: unknown; code?: string; message?: string };
  while (current?.cause instanceof Error) current = current.cause as typeof current;
  return current ?? {};
}

/** Turns whatever was thrown into the failure that leaves the server. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { code = '', statusCode } = error as FastifyError;
  const known = knownErrors[code];
  if (known) return known();
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return malformed();
  const cause = innermost(error);
  // A character that no text in the database can hold: NUL.
  if (cause.code === '22021') return malformed();
  if (
    databaseAway.has(cause.code ?? '') ||
    /connection (terminated|timeout)|timeout exceeded when trying to connect/i.test(cause.message ?? '')
  ) {
    return new AppError('UNAVAILABLE', 'The service is not available for a moment. Please try again shortly.', {
      retryAfter: 5,
    });
  }
  return new AppError('INTERNAL' satisfies ErrorCode, 'Something went wrong on our side. Please try again.');
}

/**
 * What may be written to the log of an unexpected error. A failed query carries the values it was given in its
 * message and detail, so only its code and its place in our code are kept.
 */
export function describeForLog(error: unknown): Record<string, unknown> {
  const cause = innermost(error);
  const isQuery = error instanceof Error && error.message.startsWith('Failed query');
  const frames = (error instanceof Error ? (error.stack ?? '') : '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name: error instanceof Error ? error.name : typeof error,
    code: cause.code,
    ...(isQuery || /^[0-9A-Z]{5}$/.test(cause.code ?? '') ? {} : { message: cause.message }),
    at: frames.slice(0, 12).map((line) => line.trim()),
  };
}

/** Addresses that do not decode, or are far too long, get no further than this: no hook runs, and no other handler. */
export function answerBadAddress(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { url = '/' } = request.raw;
  if (/^\/api(?:[/?]|$)/i.test(url)) {
    sendFailure(reply, new AppError('NOT_FOUND', 'This address leads nowhere.'));
  } else {
    // As every page that does not exist.
    reply.redirect(/^\/admin(?:[/?]|$)/i.test(url) ? '/admin/Login' : '/', 302);
  }
}

export function setErrorHandler(app: FastifyInstance): void {
  // Fastify's own answer repeats the address, and writes it to the log.
  app.setNotFoundHandler((_request, reply) => sendFailure(reply, new AppError('NOT_FOUND', 'There is nothing here.')));
  app.setErrorHandler((error, request, reply) => {
    const failure = toAppError(error);
    if (failure.status >= 500) request.log.error({ error: describeForLog(error) }, 'a request failed');
    return sendFailure(reply, failure);
  });
}
