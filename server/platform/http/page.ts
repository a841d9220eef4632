import type { FastifyReply, FastifyRequest } from 'fastify';
import { errorStatus } from '#shared/error-status.ts';
import type { AppError } from '#shared/errors.ts';
import { toAppError } from './error-handler.ts';

/** Sends a page whose address is a secret: found by no search engine, told to no other site, kept by no cache. */
export function sendSecretPage(reply: FastifyReply, policy: string, html: string): FastifyReply {
  return reply
    .headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'content-security-policy': policy,
    })
    .type('text/html; charset=utf-8')
    .send(html);
}

/**
 * Sets status and headers for a failure that a page tells itself.
 * @param what happened, for the log
 */
export function refusePage(request: FastifyRequest, reply: FastifyReply, error: unknown, what: string): AppError {
  const failure = toAppError(error);
  const status = errorStatus[failure.code];
  if (status >= 500) request.log.error({ code: failure.code }, what);
  if (failure.retryAfter !== undefined) reply.header('retry-after', Math.ceil(failure.retryAfter));
  reply.code(status);
  return failure;
}
