import type { FastifyRequest } from 'fastify';
import type { SecurityEvent } from '#server/log/security-log.ts';
import { networkOf } from '#server/throttles/network.ts';
import type { AppError, ErrorCode } from '#shared/errors.ts';

/** The failures that tell of somebody who is not let in, as the office's log names them. */
const actions: Partial<Record<ErrorCode, string>> = {
  LOGIN_FAILED: 'failed login',
  SECOND_FACTOR: 'wrong second factor',
  WRONG_CODE: 'wrong code',
  WRONG_PASSWORD: 'wrong password',
  NOT_LOGGED_IN: 'refused without a login',
  FORBIDDEN: 'refused, not allowed',
  SECOND_FACTOR_REQUIRED: 'refused, no second factor yet',
  LINK_UNKNOWN: 'refused, unknown link',
  TOO_MANY: 'refused, too often',
};

/** Call and page that tell what a receipt's or a card's code stands for. */
const verification = /^\/(api\/)?verify\//i;

/** The text of a field of the request's body. */
function typed({ body }: FastifyRequest, field: string): string {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined;
  return typeof value === 'string' ? value.slice(0, 254) : '';
}

/** What a failed request tells the security log; null when it is nothing that it should know. */
export function securityEventOf(request: FastifyRequest, { code }: AppError): SecurityEvent | null {
  const url = request.routeOptions.url ?? '';
  const action = code === 'NOT_FOUND' && verification.test(url) ? 'refused, unknown code' : actions[code];
  if (action === undefined) return null;
  // A session that has ended is everyday life, and a token cannot be guessed.
  if (code === 'NOT_LOGGED_IN' && request.headers.authorization !== undefined) return null;
  // To be asked for the code is a step of the login, or of what asks for the password again.
  const asksForCode = code === 'SECOND_FACTOR' || (code === 'WRONG_CODE' && typed(request, 'otp') === '');
  if (asksForCode && typed(request, 'code') === '') return null;
  return {
    action,
    call: url.replace(/^\/(api\/)?/, ''),
    network: networkOf(request.ip),
    who: whoOf(request),
  };
}

function whoOf(request: FastifyRequest): SecurityEvent['who'] {
  const { auth } = request;
  if (auth) return auth.role === 'admin' ? { administrator: auth.email } : { memberId: auth.memberId };
  const email = typed(request, 'email');
  return email === '' ? undefined : { typed: email };
}
