import type { FastifyRequest } from 'fastify';
import type { Access } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';

/** Whose token a request carries. */
export type Auth =
  | { role: 'member'; memberId: string; sessionId: string; email: string }
  | { role: 'admin'; administratorId: string; sessionId: string; email: string };

/** Finds the live session of a token; null for a dead or unknown one. */
export type Authenticate = (token: string) => Promise<Auth | null>;

declare module 'fastify' {
  interface FastifyRequest {
    auth: Auth | null;
  }
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
}

/**
 * Decides on the headers alone, before any body is read.
 * A dead token counts as none; on a public call that is no error.
 * @throws NOT_LOGGED_IN, FORBIDDEN
 */
export async function checkAccess(
  request: FastifyRequest,
  access: readonly Access[],
  authenticate: Authenticate,
): Promise<void> {
  const token = bearerToken(request);
  const auth = token ? await authenticate(token) : null;
  request.auth = auth;
  if (access.includes('public') || (auth && access.includes(auth.role))) return;
  if (!auth) throw new AppError('NOT_LOGGED_IN', 'Please log in.');
  throw new AppError('FORBIDDEN', 'You do not have access to this.');
}

/** As what the caller makes this call: a member on a call for visitors and the office counts as a visitor. */
export function callerRole(auth: Auth | null, access: readonly Access[]): Access {
  return auth && access.includes(auth.role) ? auth.role : 'public';
}
