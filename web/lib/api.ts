import type { AnyEndpoint, EndpointInput, EndpointResponse } from '#shared/endpoint.ts';
import { AppError, type ErrorCode, errorStatus, type FieldErrors } from '#shared/errors.ts';
import type { FileAnswer } from '#shared/file-response.ts';
import { getLapsedRole, getSession, lapseSession, type Role, type Session } from '#web/lib/session.ts';
import { browserTransport, type Transport, type TransportRequest, type TransportResponse } from '#web/lib/transport.ts';

/** A file the API answered with. */
export interface DownloadedFile {
  blob: Blob;
  /** The name the server gave it; '' without one. */
  name: string;
}

export interface ApiOptions {
  signal?: AbortSignal;
  /** Called with 0 to 1 while the request's body is on its way. */
  onProgress?: (fraction: number) => void;
}

export type ApiInput<E extends AnyEndpoint> = EndpointInput<E, Blob>;
export type ApiAnswer<E extends AnyEndpoint> = [EndpointResponse<E>] extends [FileAnswer]
  ? DownloadedFile
  : EndpointResponse<E>;
/** An endpoint that needs nothing is called without an input. */
type Rest<E extends AnyEndpoint> =
  Record<never, never> extends ApiInput<E>
    ? [input?: ApiInput<E>, options?: ApiOptions]
    : [input: ApiInput<E>, options?: ApiOptions];

let transport: Transport = browserTransport;
let askForLogin: ((role: Role) => Promise<boolean>) | undefined;
let leadToOwnArea: ((role: Role | null) => void) | undefined;
let openLogin: Promise<boolean> | undefined;

/** Replaces the way calls travel; the server puts its in-process way here. */
export function setTransport(other: Transport) {
  transport = other;
}

/** What to do when the session has ended: resolves to whether the person has logged in again. */
export function setLoginHandler(handler: (role: Role) => Promise<boolean>) {
  askForLogin = handler;
}

/** What to do when a call is not for this role. */
export function setForbiddenHandler(handler: (role: Role | null) => void) {
  leadToOwnArea = handler;
}

/**
 * Makes one call of the API.
 * @returns the answer's body, or the file for a call that answers with one
 * @throws AppError with the server's code, message and fields, or with a plain message when the server was not reached;
 *   an aborted call throws the signal's reason
 */
export async function api<E extends AnyEndpoint>(
  endpoint: E,
  ...[input, options = {}]: Rest<E>
): Promise<ApiAnswer<E>> {
  const request = buildRequest(endpoint, (input ?? {}) as LooseInput, options);
  const session = getSession();
  const response = await send(request, session?.token);
  if (response.ok) return (await readAnswer(response)) as ApiAnswer<E>;

  const error = await readFailure(response);
  if (error.code === 'NOT_LOGGED_IN' && (await loginAgain(session))) {
    const repeated = await send(request, getSession()?.token);
    if (repeated.ok) return (await readAnswer(repeated)) as ApiAnswer<E>;
    throw await readFailure(repeated);
  }
  if (error.code === 'FORBIDDEN') leadToOwnArea?.(session?.role ?? null);
  throw error;
}

/**
 * Has the person log in again after the server has refused `session`; resolves to whether a call is worth repeating.
 * Several calls may be refused at once, and others be made while the dialog is open: the person is asked once.
 */
async function loginAgain(session: Session | null): Promise<boolean> {
  if (session) lapseSession(session.token);
  // Another call's refusal may have been answered already.
  if (getSession()) return true;
  const role = getLapsedRole();
  if (!askForLogin || !role) return false;
  openLogin ??= askForLogin(role).finally(() => {
    openLogin = undefined;
  });
  return openLogin;
}

async function send(request: TransportRequest, token: string | undefined): Promise<TransportResponse> {
  try {
    return await transport({
      ...request,
      headers: token ? { ...request.headers, authorization: `Bearer ${token}` } : request.headers,
    });
  } catch (cause) {
    if (request.signal?.aborted) throw request.signal.reason;
    const message =
      typeof navigator !== 'undefined' && navigator.onLine === false
        ? 'You seem to be offline. Please check your connection and try again.'
        : 'The server could not be reached. Please check your connection and try again.';
    throw Object.assign(new AppError('UNAVAILABLE', message), { cause });
  }
}

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  files?: Record<string, Blob | undefined>;
}

function buildRequest(endpoint: AnyEndpoint, input: LooseInput, options: ApiOptions): TransportRequest {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const search = query.size > 0 ? `?${query}` : '';
  const request: TransportRequest = { method: endpoint.method, url: `/api${path}${search}`, headers: {}, ...options };
  if (endpoint.files) return { ...request, body: toFormData(input) };
  if (input.body === undefined) return request;
  return { ...request, headers: { 'content-type': 'application/json' }, body: JSON.stringify(input.body) };
}

/** Lists travel as repeated `name[]` parts, also with a single entry. */
function toFormData(input: LooseInput): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input.body ?? {})) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) for (const entry of value) form.append(`${name}[]`, String(entry));
    else form.append(name, String(value));
  }
  // Files last: the server knows the fields before it reads a large part.
  for (const [name, file] of Object.entries(input.files ?? {})) if (file) form.append(name, file);
  return form;
}

async function readAnswer(response: TransportResponse): Promise<unknown> {
  const disposition = response.headers.get('content-disposition');
  if (disposition === null && response.headers.get('content-type')?.startsWith('application/json')) {
    return response.json();
  }
  return { blob: await response.blob(), name: fileName(disposition ?? '') } satisfies DownloadedFile;
}

function fileName(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1];
  if (encoded) {
    try {
      return decodeURIComponent(encoded);
    } catch {
      // Falls through to the plain form.
    }
  }
  return /filename="([^"]*)"/i.exec(disposition)?.[1] ?? '';
}

async function readFailure(response: TransportResponse): Promise<AppError> {
  const body = await readJson(response);
  const message =
    typeof body?.message === 'string' ? body.message : 'Something went wrong. Please try again in a moment.';
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new AppError(codeOf(body?.code, response.status), message, {
    fields: body?.fields as FieldErrors | undefined,
    retryAfter: Number.isFinite(seconds) ? seconds : undefined,
  });
}

/** Something between here and the server may answer instead of it, so nothing about the body is taken for granted. */
async function readJson(response: TransportResponse): Promise<Record<string, unknown> | undefined> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function codeOf(code: unknown, status: number): ErrorCode {
  if (typeof code === 'string' && Object.hasOwn(errorStatus, code)) return code as ErrorCode;
  if (status === 404) return 'NOT_FOUND';
  if (status === 413) return 'TOO_LARGE';
  if (status === 429) return 'TOO_MANY';
  return status >= 500 ? 'UNAVAILABLE' : 'MALFORMED';
}
