import type { FastifyRequest } from 'fastify';
import type { SecurityEvent } from '#server/platform/log/log.ts';
import { networkOf } from '#server/platform/throttles/network.ts';
import type { ErrorCode } from '#shared/error-status.ts';
import type { AppError } from '#shared/errors.ts';

/** The failures of callers who are turned away, as the office's log names them. */
const actions: Partial<Record<ErrorCode, string>> = {
  LOGIN_FAILED: 'failed login',
  SECOND_FACTOR: 'wrong second factor',
  WRONG_CODE: 'wrong code',
  WRONG_PASSWORD: 'wrong password',
  PASSKEY_REFUSED: 'refused passkey',
  NOT_LOGGED_IN: 'refused without a login',
  FORBIDDEN: 'refused, not allowed',
  SECOND_FACTOR_REQUIRED: 'refused, no second factor yet',
  LINK_UNKNOWN: 'refused, unknown link',
  TOO_MANY: 'refused, too often',
};

/** The call and the page that tell what the code of a receipt or card stands for. */
const verification = /^\/(api\/|hi\/)?verify\//i;

/** The text of a field of the request's body. */
function typed({ body }: FastifyRequest, field: string): string {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined;
  return typeof value === 'string' ? value.slice(0, 254) : '';
}

/** The event that a failed request is for the security log; null for none. */
export function securityEventOf(request: FastifyRequest, { code }: AppError): SecurityEvent | null {
  // A call without a login leaves no trace of its caller, also when it is refused too often.
  if (request.routeOptions.config.endpoint?.anonymous) return null;
  const url = request.routeOptions.url ?? '';
  const action = code === 'NOT_FOUND' && verification.test(url) ? 'refused, unknown code' : actions[code];
  if (action === undefined) return null;
  // Sessions end every day, and a token cannot be guessed.
  if (code === 'NOT_LOGGED_IN' && request.headers.authorization !== undefined) return null;
  // Being asked for the code is a step of the login, or of confirming the password.
  const asksForCode = code === 'SECOND_FACTOR' || (code === 'WRONG_CODE' && typed(request, 'otp') === '');
  if (asksForCode && typed(request, 'code') === '') return null;
  return {
    action,
    call: url.replace(/^\/(api\/|hi\/)?/, ''),
    network: networkOf(request.ip),
    who: subjectOf(request),
  };
}

function subjectOf(request: FastifyRequest): SecurityEvent['who'] {
  const { auth } = request;
  if (auth) return auth.role === 'admin' ? { administrator: auth.email } : { memberId: auth.memberId };
  const email = typed(request, 'email');
  return email === '' ? undefined : { typed: email };
}
