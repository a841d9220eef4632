import type { AnyEndpoint, EndpointInput, EndpointResponse, FileAnswer } from '#shared/endpoint.ts';
import type { ErrorCode } from '#shared/error-status.ts';
import { AppError, type Failure, type FieldErrors, notLoggedIn, scanHeader, sessionHeader } from '#shared/errors.ts';
import type { CallNames } from '#shared/wire-names.ts';
import { browserTransport, type Transport, type TransportResponse } from '#web/lib/calls/transport.ts';
import type { TransportRequest } from '#web/lib/calls/upload.ts';
import { pageLanguage, t } from '#web/lib/languages/text.ts';
import { getLapsedRole, getSession, lapseSession, type Role, type Session } from '#web/lib/login/session.ts';

/** A file the API answered with. */
export interface DownloadedFile {
  blob: Blob;
  /** The header that names it: see `fileName`. */
  disposition: string;
  /** 'clean' when a malware scanner found nothing. */
  scan: string | null;
}

export interface ApiOptions {
  signal?: AbortSignal;
  /** Called with 0 to 1 while the request's body is on its way. */
  onProgress?: (fraction: number) => void;
  /** For calls whose answer depends on who is logged in: an answer given to an ended session is discarded. */
  loggedIn?: boolean;
  /** The secret of a mailed link, sent in place of a session token; the person is then never asked to log in. */
  link?: string;
}

export type ApiInput<E extends AnyEndpoint> = EndpointInput<E, Blob>;
export type ApiAnswer<E extends AnyEndpoint> = [EndpointResponse<E>] extends [FileAnswer]
  ? DownloadedFile
  : EndpointResponse<E>;
/** The input may be left out when the endpoint requires none. */
type Rest<E extends AnyEndpoint> =
  Record<never, never> extends ApiInput<E>
    ? [input?: ApiInput<E>, options?: ApiOptions]
    : [input: ApiInput<E>, options?: ApiOptions];

/** The role is not allowed, or the administrator must set up a second factor first. */
type Refusal = 'FORBIDDEN' | 'SECOND_FACTOR_REQUIRED';

let transport: Transport = browserTransport;
let askForLogin: ((role: Role) => Promise<boolean>) | undefined;
let askForPassword: (() => Promise<boolean>) | undefined;
let onForbidden: ((role: Role | null, code: Refusal) => void) | undefined;
let openLogin: Promise<boolean> | undefined;
let openConfirmation: Promise<boolean> | undefined;

/** Replaces the transport; the server installs its in-process one. */
export function setTransport(other: Transport) {
  transport = other;
}

/** Sets what runs when the session has ended; it resolves to whether the person has logged in again. */
export function setLoginHandler(handler: (role: Role) => Promise<boolean>) {
  askForLogin = handler;
}

/** Sets what runs when a call asks for the password again; it resolves to whether the password was given. */
export function setConfirmationHandler(handler: (() => Promise<boolean>) | undefined) {
  askForPassword = handler;
}

/** Sets what runs when the session may not make a call. */
export function setForbiddenHandler(handler: (role: Role | null, code: Refusal) => void) {
  onForbidden = handler;
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
  const { loggedIn, link, ...howSent } = options;
  const request = buildRequest(endpoint, (input ?? {}) as LooseInput, howSent);
  if (link !== undefined) {
    const answer = await readAnswer(await send(request, link), endpoint);
    if (answer instanceof AppError) throw answer;
    return answer as ApiAnswer<E>;
  }
  const answered = new Set<ErrorCode>();
  for (;;) {
    const session = getSession();
    const response = await send(request, session?.token);
    const asVisitor = loggedIn && (!session || response.headers.get(sessionHeader) === 'ended');
    const answer = asVisitor ? new AppError('NOT_LOGGED_IN', notLoggedIn) : await readAnswer(response, endpoint);
    if (!(answer instanceof AppError)) return answer as ApiAnswer<E>;
    if (!answered.has(answer.code) && (await canRetry(answer, session))) {
      answered.add(answer.code);
      continue;
    }
    const { code } = answer;
    if (code === 'FORBIDDEN' || code === 'SECOND_FACTOR_REQUIRED') onForbidden?.(session?.role ?? null, code);
    throw answer;
  }
}

/** Asks for the missing login or password in a dialog over the current page, so that typed text is not lost. */
async function canRetry({ code }: AppError, session: Session | null): Promise<boolean> {
  if (code === 'NOT_LOGGED_IN') return loginAgain(session);
  if (code !== 'CONFIRMATION_NEEDED' || !askForPassword) return false;
  openConfirmation ??= askForPassword().finally(() => {
    openConfirmation = undefined;
  });
  if (await openConfirmation) return true;
  throw new AppError('CONFIRMATION_NEEDED', t('This was not done, because it needs your password.'));
}

/**
 * Has the person log in again after the server has refused `session`; resolves to whether a call is worth repeating.
 * Several calls may be refused at once, and others be made while the dialog is open: the person is asked once.
 */
async function loginAgain(session: Session | null): Promise<boolean> {
  if (session) lapseSession(session.token);
  // The person may have logged in already because of another call.
  if (getSession()) return true;
  const role = getLapsedRole();
  if (!askForLogin || !role) return false;
  openLogin ??= askForLogin(role).finally(() => {
    openLogin = undefined;
  });
  return openLogin;
}

export const isOffline = (): boolean => typeof navigator !== 'undefined' && navigator.onLine === false;

/** A network that was not reached. */
export const unreached = (): AppError =>
  new AppError(
    'UNAVAILABLE',
    isOffline()
      ? t('You seem to be offline. Please check your connection and try again.')
      : t('The server could not be reached. Please check your connection and try again.'),
  );

async function send(request: TransportRequest, token: string | undefined): Promise<TransportResponse> {
  try {
    return await transport({
      ...request,
      // The page's language, and not the browser's.
      headers: {
        ...request.headers,
        'accept-language': pageLanguage(),
        ...(token && { authorization: `Bearer ${token}` }),
      },
    });
  } catch (cause) {
    if (request.signal?.aborted) throw request.signal.reason;
    throw Object.assign(unreached(), { cause });
  }
}

interface LooseInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
  files?: Record<string, Blob | undefined>;
}

function buildRequest(
  endpoint: AnyEndpoint,
  input: LooseInput,
  options: Pick<ApiOptions, 'signal' | 'onProgress'>,
): TransportRequest {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name])),
  );
  const { names } = endpoint;
  const parameters = input.query ?? {};
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(names?.sent('query', parameters) ?? parameters)) {
    if (value !== undefined && value !== null && value !== '') query.set(name, String(value));
  }
  const search = query.size > 0 ? `?${query}` : '';
  const request: TransportRequest = { method: endpoint.method, url: `/api${path}${search}`, headers: {}, ...options };
  const body = names ? names.sent('body', input.body) : input.body;
  if (endpoint.files) {
    const files = names ? names.sent('files', input.files) : input.files;
    return { ...request, body: toFormData({ body, files }) };
  }
  if (body === undefined) return request;
  return { ...request, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

/** Lists travel as repeated `name[]` parts, also with a single entry, and objects as JSON. */
function toFormData(input: LooseInput): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input.body ?? {})) {
    if (value === undefined || value === null) continue;
    if (Array.isArray(value)) for (const entry of value) form.append(`${name}[]`, String(entry));
    else form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  // Files last: the server knows the fields before it reads a large part.
  for (const [name, file] of Object.entries(input.files ?? {})) if (file) form.append(name, file);
  return form;
}

/**
 * Returns the response's body or file, or its error. `success: false` is an error whatever the status; so is a response that
 * is neither JSON nor a file, because the server sends no such response.
 */
async function readAnswer(response: TransportResponse, { names }: AnyEndpoint): Promise<unknown> {
  const disposition = response.headers.get('content-disposition');
  if (response.ok && disposition !== null) {
    return {
      blob: await response.blob(),
      disposition,
      scan: response.headers.get(scanHeader),
    } satisfies DownloadedFile;
  }
  const body = await readJson(response);
  if (response.ok && body !== undefined && body.success !== false) return names?.received(body) ?? body;
  return failureOf(response, body, names);
}

function failureOf(
  response: TransportResponse,
  body: Record<string, unknown> | undefined,
  names: CallNames | undefined,
): AppError {
  const fields = body?.fields as FieldErrors | undefined;
  const message =
    typeof body?.message === 'string' ? body.message : t('Something went wrong. Please try again in a moment.');
  return new AppError(codeOf(body, response.ok && !body ? 503 : response.status), message, {
    fields: fields && (names?.errors(fields) ?? fields),
    // A date, which a proxy may send, is none.
    retryAfter: Number(response.headers.get('retry-after')) || undefined,
    columns: body?.columns as Failure['columns'],
  });
}

/** A proxy may answer in place of the server, so the body may be anything. */
async function readJson(response: TransportResponse): Promise<Record<string, unknown> | undefined> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function codeOf(body: Record<string, unknown> | undefined, status: number): ErrorCode {
  // Our server's, and not that of a proxy.
  if (body?.success === false && typeof body.code === 'string') return body.code as ErrorCode;
  if (status === 404) return 'NOT_FOUND';
  if (status === 413) return 'TOO_LARGE';
  if (status === 429) return 'TOO_MANY';
  return status >= 500 ? 'UNAVAILABLE' : 'MALFORMED';
}
