import { createHash } from 'node:crypto';
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

/** Sends a text that is requested repeatedly: clients that have it get a 304. */
export function sendText(request: FastifyRequest, reply: FastifyReply, type: string, text: string): FastifyReply {
  const tag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
  reply.header('etag', tag).header('cache-control', 'public, max-age=300');
  const tags = (request.headers['if-none-match'] ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  if (tags.includes(tag) || tags.includes('*')) return reply.code(304).send();
  return reply.type(`${type}; charset=utf-8`).send(text);
}
