import type { FastifyRequest } from 'fastify';
import type { Reach } from '#server/platform/database/reach.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { type Network, networkOf } from '#server/platform/throttles/network.ts';
import { type Access, type AnyEndpoint, type LinkKind, linkKinds } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { messages } from '#shared/messages.ts';
import { hasPower, isBound, type Power, powerNeeded } from '#shared/powers.ts';

/** A member who makes a call. */
export interface ActingMember {
  role: 'member';
  memberId: string;
  sessionId: string;
  email: string;
  /** The password was given again, or a passkey, a short while ago. */
  confirmed: boolean;
}

/** An administrator who makes a call. What needs less of them takes a `Pick` of this. */
export interface ActingAdministrator {
  role: 'admin';
  administratorId: string;
  sessionId: string;
  email: string;
  /** The password was given again, or a passkey, a short while ago. */
  confirmed: boolean;
  /**
   * The association requires a second factor, and this administrator has yet to set one up; or has a passkey, which this session has
   * not seen.
   */
  lacksSecondFactor: 'setUp' | 'prove' | null;
  powers: readonly Power[];
  /** None is all India. */
  states: readonly string[];
  reach: Reach;
}

/** Whose token a request carries. */
export type Auth = ActingMember | ActingAdministrator;

/** An applicant with the link from a mail. */
export interface Applicant {
  role: 'application' | 'correction';
  memberId: string;
  /** Of a correction's link. */
  correctionId: string | null;
}

/** Finds the live session of a token; null for one that has ended or is unknown. */
export type Authenticate = (token: string) => Promise<Auth | null>;

/** A guest of a conference with the link from a mail. */
export interface Guest {
  role: 'participation';
  participationId: string;
}

/** A member at the e-mail that they wish to have, with the link from the mail to it. */
export interface EmailOwner {
  role: 'email';
  memberId: string;
  linkHash: string;
}

/** Somebody who was mailed about a login or a passkey that was not theirs, with the link from that mail. */
export interface NotMe {
  role: 'notme';
  linkId: string;
}

/** A visitor who has asked something, with the link from a mail. */
export interface Asker {
  role: 'case';
  caseId: string;
}

export type LinkHolder = Applicant | Guest | EmailOwner | NotMe | Asker;

/** Finds the holder of the link of this kind with this secret. @throws LINK_UNKNOWN, or why the link is no longer valid */
export type OpenLink = (kind: LinkKind, secret: string, from: Network) => Promise<LinkHolder>;

declare module 'fastify' {
  interface FastifyRequest {
    auth: Auth | null;
    /** On a call for the holders of a link. */
    linkHolder: LinkHolder | null;
  }
}

function bearerToken(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w-]{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
}

const isLink = (access: Access) => linkKinds.some((each) => each === access);

interface Gate {
  authenticate: Authenticate;
  openLink: OpenLink;
  /** Whether a header is that of the operator's monitoring. */
  isMetricsToken: (authorization: string) => boolean;
}

/**
 * Decides on the headers alone, before any body is read.
 * A token that has ended counts as none; on a public call that is no error.
 * @throws NOT_LOGGED_IN, FORBIDDEN, SECOND_FACTOR_REQUIRED, POWER_NEEDED, CONFIRMATION_NEEDED; on a call for link holders, why the link is not valid
 */
export async function checkAccess(
  request: FastifyRequest,
  endpoint: AnyEndpoint,
  { authenticate, openLink, isMetricsToken }: Gate,
): Promise<void> {
  const { access, needsConfirmation, beforeSecondFactor } = endpoint;
  if (endpoint.metricsToken && isMetricsToken(request.headers.authorization ?? '')) return;
  const token = bearerToken(request);
  const kind = linkKinds.find((each) => access.includes(each));
  const isForOthers = access.some((each) => !isLink(each));
  if (kind && !(isForOthers && !token?.startsWith(`${kind}_`))) {
    if (request.headers.authorization === undefined) {
      throw new AppError('NOT_LOGGED_IN', 'Please open this page with the link in the e-mail that we have sent you.');
    }
    if (kind === 'participation' && !token?.startsWith(`${kind}_`))
      throw new AppError('FORBIDDEN', serverMessages.noAccess);
    request.linkHolder = await openLink(kind, token ?? '', networkOf(request.ip));
    return;
  }
  const auth = token ? await authenticate(token) : null;
  const lack = auth?.role === 'admin' ? auth.lacksSecondFactor : null;
  const incomplete = lack !== null && beforeSecondFactor !== 'both' && beforeSecondFactor !== lack;
  // On a call for visitors too, such an administrator counts as a visitor.
  request.auth = incomplete && !access.includes('admin') ? null : auth;
  if (incomplete && access.includes('admin')) {
    throw new AppError('SECOND_FACTOR_REQUIRED', messages.secondFactor[lack === 'prove' ? 'passkey' : 'required']);
  }
  const isDead = endpoint.deadToken === 'refused' && !auth && request.headers.authorization !== undefined;
  if (isDead) throw new AppError('NOT_LOGGED_IN', serverMessages.notLoggedIn);
  if (!access.includes('public')) {
    if (!auth) throw new AppError('NOT_LOGGED_IN', serverMessages.notLoggedIn);
    if (!access.includes(auth.role)) throw new AppError('FORBIDDEN', serverMessages.noAccess);
  }
  if (!isVisitor(endpoint, auth) && lacksPower(endpoint, auth))
    throw powerNeeded(endpoint.power, endpoint.scope === 'allIndia');
  if (needsConfirmation && auth) {
    const { id } = request.params as { id?: string };
    const isOwn = auth.role === 'admin' && id?.toLowerCase() === auth.administratorId;
    if (needsConfirmation === true || !isOwn) mustBeConfirmed(auth);
  }
}

/** For calls that need the password for some bodies only. @throws CONFIRMATION_NEEDED */
export function mustBeConfirmed({ confirmed }: { confirmed: boolean }): void {
  if (!confirmed) throw new AppError('CONFIRMATION_NEEDED', 'Please confirm with your password that it is you.');
}

/** Whether administrators may make a call, but not this one. */
function lacksPower({ access, power, scope }: AnyEndpoint, auth: Auth | null): boolean {
  if (auth?.role !== 'admin' || !access.includes('admin')) return false;
  if (scope === 'ownStates' && isBound(auth)) return false;
  // An office call without a power is never registered; if it were, nobody could make it.
  return power === undefined || !hasPower(auth, power) || (scope === 'allIndia' && isBound(auth));
}

/** @throws POWER_NEEDED when the body has a field that an administrator may not send, whatever else is wrong with it */
export function checkFieldPowers({ fieldPowers = {} }: AnyEndpoint, auth: Auth | null, body: unknown): void {
  if (auth?.role !== 'admin' || typeof body !== 'object' || body === null) return;
  for (const [field, power] of Object.entries(fieldPowers)) {
    if (hasPower(auth, power) || !Object.hasOwn(body, field)) continue;
    const value = (body as Record<string, unknown>)[field];
    if (value !== false && value !== 'false') throw powerNeeded(power);
  }
}

/** Whether somebody who is logged in counts as a visitor: an administrator without the power, where visitors read too. */
export function isVisitor(endpoint: AnyEndpoint, auth: Auth | null): boolean {
  return endpoint.access.includes('public') && endpoint.method === 'GET' && lacksPower(endpoint, auth);
}

/** The role in which the caller makes this call: a member counts as a visitor on a call for visitors and the office. */
export function callerRole(
  { auth, linkHolder }: Pick<FastifyRequest, 'auth' | 'linkHolder'>,
  access: readonly Access[],
): Access {
  const role = linkHolder?.role ?? auth?.role;
  return role && access.includes(role) ? role : 'public';
}
