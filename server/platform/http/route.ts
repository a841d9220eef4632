import { Readable } from 'node:stream';
import { serverMessages } from '#server/platform/server-messages.ts';
import '@fastify/multipart';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Reach } from '#server/platform/database/reach.ts';
import { mayWrite, onlyReading } from '#server/platform/database/reading.ts';
import { inLanguage } from '#server/platform/languages/catalogue.ts';
import { type Network, networkOf } from '#server/platform/throttles/network.ts';
import { clock } from '#shared/clock.ts';
import type { Access, AnyEndpoint, EndpointRequest, EndpointResponse, Reads } from '#shared/endpoint.ts';
import { type FileAnswer, fileResponse } from '#shared/endpoint.ts';
import { AppError, scanHeader, sessionHeader, type Wording } from '#shared/errors.ts';
import type { Language } from '#shared/languages.ts';
import { hasPower, type NeededPower } from '#shared/powers.ts';
import { Sentence } from '#shared/sentence.ts';
import { fromWire, renameErrors, toWire } from '#shared/wire-names.ts';
import { disposition } from '../file-answers.ts';
import {
  type ActingAdministrator,
  type ActingMember,
  type Applicant,
  type Asker,
  type Auth,
  type Authenticate,
  callerRole,
  checkAccess,
  checkFieldPowers,
  type EmailOwner,
  type Guest,
  isVisitor,
  type LinkHolder,
  type NotMe,
  type OpenLink,
} from './access.ts';
import { tooManyAtOnce } from './bodies.ts';
import { languageOf, nameLanguage } from './language.ts';
import { readMultipart, removeUploads, type UploadedFile, type UploadTarget } from './multipart.ts';
import type { Quota } from './quota.ts';
import { browserName } from './request-log.ts';
import { validateParams, validateRequest } from './validation.ts';

/** What a handler knows of the caller beside the validated request. */
export interface Caller {
  auth: Auth | null;
  linkHolder: LinkHolder | null;
  /** When its headers had arrived, in milliseconds since 1970. */
  arrivedAt: number;
  /** Where the call comes from, through trusted proxies only: counters go by it. */
  network: Network;
  /** In words, such as 'Chrome on Android'. */
  browser: string;
  /** Of the page that makes the call: for an address at which it goes on. What is said is put into words elsewhere. */
  language: Language;
  /** For an administrator who logs in by a call that members make too. */
  answerInEnglish: () => void;
  log: FastifyBaseLogger;
  /** Aborted when the client has disconnected: for work that is worth ending. */
  readonly gone: AbortSignal;
}

/** What a handler answers: everything but `success: true`, which `route` adds. */
type HandlerAnswer<E extends AnyEndpoint> = WithWording<
  EndpointResponse<E> extends { success: true } ? Omit<EndpointResponse<E>, 'success'> : EndpointResponse<E>
>;

/** The message may be a sentence, which is put into the call's language. */
type WithWording<Answer> = Answer extends { message: string } ? Omit<Answer, 'message'> & { message: Wording } : Answer;

/** The answer of a JSON call whose query asks for a file. */
export class FileResult {
  readonly file: FileAnswer;
  constructor(file: FileAnswer) {
    this.file = file;
  }
}

export type Handler<E extends AnyEndpoint> = (
  request: EndpointRequest<E, UploadedFile>,
  caller: Caller,
) => Promise<HandlerAnswer<E> | FileResult>;

/** Answers a call as it would answer a visitor, without a request. @throws AppError */
export type VisitorRead = (params: Record<string, string>, query: Record<string, string>) => Promise<object>;

/** Further options of a call. */
interface RouteOptions<E extends AnyEndpoint> {
  /** Checks the address and the caller before the body is read, and throws to refuse the call. */
  beforeBody?: (params: EndpointRequest<E, UploadedFile>['params'], caller: Caller) => Promise<void> | void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a call of the API: when its headers had arrived. */
    arrivedAt: number;
    /** A login that is an administrator's by what it sends. */
    isOfAdministrator: boolean;
  }
  interface FastifyContextConfig {
    /** What a GET changes nevertheless. */
    writes?: string | undefined;
    /** The call, as it is declared. */
    endpoint?: AnyEndpoint;
  }
  interface FastifyInstance {
    /** Logs what a call read for an administrator, before the answer is sent. @throws CONFIRMATION_NEEDED */
    noteReading: (
      reads: Reads,
      reading: { id: string | undefined; answer: object },
      reader: ActingAdministrator,
    ) => Promise<void>;
    authenticate: Authenticate;
    openLink: OpenLink;
    /** Whether a header is that of the operator's monitoring. */
    isMetricsToken: (authorization: string) => boolean;
    /** Counts a call for a network. @throws TOO_MANY */
    countCall: (throttle: NonNullable<AnyEndpoint['throttle']>, network: Network) => Promise<void>;
    /** Every call of this app; tests generate the permission matrix from it. */
    endpoints: AnyEndpoint[];
    /** The calls that a page may read while it is rendered, by path. */
    visitorReads: Map<string, VisitorRead>;
    /** The folder of uploads until they are answered, and the quota of bytes in it. */
    uploads: { folder: string; space: Quota };
  }
}

/** The person who makes the call; for handlers of calls that only those who are logged in may make. */
export function loggedIn({ auth }: Caller): Auth {
  if (!auth) throw new AppError('NOT_LOGGED_IN', serverMessages.notLoggedIn);
  return auth;
}

/** The member that makes the call; for handlers of calls that only members may make. */
export function memberOf(caller: Caller): ActingMember {
  if (caller.auth?.role !== 'member') throw new AppError('FORBIDDEN', serverMessages.noAccess);
  return caller.auth;
}

/** The administrator that makes the call; for handlers of calls that only administrators may make. */
export function administratorOf(caller: Caller): ActingAdministrator {
  if (caller.auth?.role !== 'admin') throw new AppError('FORBIDDEN', serverMessages.noAccess);
  return caller.auth;
}

/** The applicant that makes the call; for handlers of calls that only holders of a link may make. */
export function applicantOf({ linkHolder }: Caller): Applicant {
  if (linkHolder?.role !== 'application' && linkHolder?.role !== 'correction')
    throw new AppError('FORBIDDEN', serverMessages.noAccess);
  return linkHolder;
}

/** The guest that makes the call; for handlers of calls that only holders of such a link may make. */
export function guestOf({ linkHolder }: Caller): Guest {
  if (linkHolder?.role !== 'participation') throw new AppError('FORBIDDEN', serverMessages.noAccess);
  return linkHolder;
}

/** The member who confirms an e-mail; for handlers of calls that only holders of such a link may make. */
export function emailOwnerOf({ linkHolder }: Caller): EmailOwner {
  if (linkHolder?.role !== 'email') throw new AppError('FORBIDDEN', serverMessages.noAccess);
  return linkHolder;
}

/** Somebody whose account was used by another; for handlers of calls that only holders of such a link may make. */
export function notMeOf({ linkHolder }: Caller): NotMe {
  if (linkHolder?.role !== 'notme') throw new AppError('FORBIDDEN', serverMessages.noAccess);
  return linkHolder;
}

/** The case of a mailed link. */
export const askerOf = ({ linkHolder }: Caller): Asker | null => (linkHolder?.role === 'case' ? linkHolder : null);

/** Whether the caller is an administrator with this power, or with one of several. */
export const isOffice = ({ auth }: Caller, power: NeededPower): boolean =>
  auth?.role === 'admin' && hasPower(auth, power);

/** Whose records the calling administrator may read and change. */
export const reachOf = (caller: Caller): Reach => administratorOf(caller).reach;

const callerOf = (request: FastifyRequest, reply: FastifyReply, endpoint: AnyEndpoint): Caller => ({
  auth: isVisitor(endpoint, request.auth) ? null : request.auth,
  linkHolder: request.linkHolder,
  arrivedAt: request.arrivedAt,
  network: networkOf(request.ip),
  browser: browserName(request.headers['user-agent']),
  language: languageOf(request),
  answerInEnglish: () => {
    request.isOfAdministrator = true;
  },
  log: request.log,
  get gone() {
    const { raw } = reply;
    const controller = new AbortController();
    if (raw.destroyed) controller.abort();
    else raw.once('close', () => raw.writableFinished || controller.abort());
    return controller.signal;
  },
});

/**
 * Answers an endpoint: access, throttle and `beforeBody` on the headers, then the body is read and validated, then the
 * handler runs, and its answer leaves only through the response schema.
 */
export function route<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  { beforeBody }: RouteOptions<E> = {},
): void {
  if (endpoint.access.length === 0)
    throw new Error(`${endpoint.method} ${endpoint.path} does not say who may call it.`);
  if (endpoint.access.includes('admin') && (endpoint.power === undefined || endpoint.power.length === 0))
    throw new Error(`${endpoint.method} ${endpoint.path} does not say which power it needs.`);
  app.endpoints.push(endpoint);
  const { method, access, throttle, response } = endpoint;
  if (method === 'GET' && access.includes('public') && !throttle && !beforeBody && response !== fileResponse) {
    app.visitorReads.set(endpoint.path, (params, query) => readAsVisitor(app, endpoint, handler, params, query));
  }
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
    // OpenAPI reads the declaration here; validation happens below, for all parts of the request at once.
    config: { endpoint, writes: endpoint.writes },
    onRequest: async (request, reply) => {
      request.arrivedAt = clock.ms();
      if (endpoint.anonymous) mustBeAnonymous(request, reply);
      await checkAccess(request, endpoint, app);
      // Not an error where visitors may call, but a caller who believes to be logged in may want to know.
      if (request.headers.authorization && !request.auth && !request.linkHolder) reply.header(sessionHeader, 'ended');
      app.reserveBodySlot(request, reply);
      const caller = callerOf(request, reply, endpoint);
      if (!request.isBodySmall) await countCall(app, endpoint, caller);
      await beforeBody?.(validateParams(endpoint, request.params) as Parameters<typeof beforeBody>[0], caller);
    },
    handler: (request, reply) => answer(app, endpoint, handler, request, reply),
  });
}

/** @throws LOGIN_SENT, before anybody is looked up */
function mustBeAnonymous(request: FastifyRequest, reply: FastifyReply): void {
  reply.raw.sendDate = false;
  if (request.headers.authorization === undefined) return;
  throw new AppError('LOGIN_SENT', 'A ballot is cast without a login. Nothing was stored.');
}

async function countCall(app: FastifyInstance, { throttle }: AnyEndpoint, { auth, network }: Caller): Promise<void> {
  if (throttle && auth?.role !== 'admin') await app.countCall(throttle, network);
}

async function answer<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const target = uploadTarget(app, callerOf(request, reply, endpoint), request.onBodyBytes);
  const { names } = endpoint;
  const uploads =
    endpoint.files && request.isMultipart()
      ? await readMultipart(request, endpoint, target)
      : { body: request.body, files: {}, fieldErrors: {} };
  try {
    // A body can take minutes. A caller who was logged out or disabled meanwhile must not change anything.
    if ((request.auth || request.linkHolder) && endpoint.method !== 'GET' && (endpoint.body || endpoint.files)) {
      await checkAccess(request, endpoint, app);
    }
    const caller = callerOf(request, reply, endpoint);
    if (request.isBodySmall) await countCall(app, endpoint, caller);
    const role = callerRole(caller, endpoint.access);
    const body = fromWire(uploads.body, names?.body);
    checkFieldPowers(endpoint, caller.auth, body);
    // Fastify's object has a prototype of its own.
    const query = fromWire({ ...(request.query as object) }, names?.query);
    const files = fromWire(uploads.files, names?.files);
    const fieldErrors = renameErrors(uploads.fieldErrors, names, 'fromWire');
    const valid = validateRequest(endpoint, role, { params: request.params, query, body, files, fieldErrors });
    const result = await handler(valid as EndpointRequest<E, UploadedFile>, caller);
    if (endpoint.reads && role === 'admin') {
      const { id } = request.params as { id?: string };
      const reader = administratorOf(caller);
      await mayWrite(() => app.noteReading(endpoint.reads!, { id, answer: result }, reader)).catch((error) => {
        if (result instanceof FileResult) discard(result.file);
        else if (endpoint.response === fileResponse) discard(result as unknown as FileAnswer);
        throw error;
      });
    }
    if (result instanceof FileResult) return sendFile(reply, result.file);
    if (endpoint.response === fileResponse) return sendFile(reply, result as unknown as FileAnswer);
    const language = answersIn(endpoint, valid.body) ?? languageOf(request);
    if (endpoint.accepted && role === 'public') reply.code(202);
    return nameLanguage(reply, language).send(answerFor(endpoint, role, inItsLanguage(result, language)));
  } finally {
    await removeUploads(uploads.files, target);
  }
}

const neverGone = new AbortController().signal;

async function readAsVisitor<E extends AnyEndpoint>(
  { log }: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  params: Record<string, string>,
  query: Record<string, string>,
): Promise<object> {
  const network = networkOf('127.0.0.1');
  const caller: Caller = {
    auth: null,
    linkHolder: null,
    arrivedAt: clock.ms(),
    network,
    browser: '',
    language: 'en',
    answerInEnglish: () => undefined,
    log,
    gone: neverGone,
  };
  const ours = { params, query: fromWire(query, endpoint.names?.query) };
  const valid = validateRequest(endpoint, 'public', { ...ours, body: undefined, files: {}, fieldErrors: {} });
  // Pages are rendered by read-only calls, a few of which keep what they have learned.
  const read = async () => handler(valid as EndpointRequest<E, UploadedFile>, caller);
  const result = await (endpoint.writes ? mayWrite(read) : onlyReading(read));
  return answerFor(endpoint, 'public', inItsLanguage(result, 'en'));
}

/** The part of a handler's result that may leave the server. */
function answerFor(endpoint: AnyEndpoint, role: Access, result: object): object {
  const answer = (endpoint.responses?.[role] ?? endpoint.response).parse({ success: true, ...result }) as object;
  return toWire(answer, endpoint.names?.answer);
}

/** The language that somebody has chosen by this call. */
function answersIn({ choosesLanguage }: AnyEndpoint, body: unknown): Language | undefined {
  return choosesLanguage ? (body as { language: Language }).language : undefined;
}

/** What the server says about a call stands in `message`, and elsewhere in sentences; everything else was stored as it was written. */
function inItsLanguage(result: object, language: Language): object {
  const translated = sentencesIn(result, language) as { message?: string | null };
  return typeof translated.message === 'string' && language !== 'en'
    ? { ...translated, message: inLanguage(translated.message, language) }
    : translated;
}

function sentencesIn(value: unknown, language: Language): unknown {
  if (value instanceof Sentence) return inLanguage(value, language);
  if (Array.isArray(value)) return value.map((each) => sentencesIn(each, language));
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, sentencesIn(each, language)]));
}

/** The office's uploads have no quota: few people can send them, and they are known by name. */
function uploadTarget(
  { uploads: { folder, space } }: FastifyInstance,
  { auth, network }: Caller,
  onBodyBytes: FastifyRequest['onBodyBytes'],
): UploadTarget {
  if (auth?.role === 'admin') return { folder, take: () => {}, give: () => {} };
  return {
    folder,
    take(bytes) {
      onBodyBytes?.(bytes);
      const refusal = space.take(network, bytes);
      if (refusal) throw tooManyAtOnce(refusal);
    },
    give: (bytes) => space.give(network, bytes),
  };
}

/** Ends the stream of a file that is not sent after all. */
function discard({ body }: FileAnswer): void {
  if (body instanceof Readable) body.destroy();
}

function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  reply
    .header('content-type', file.type)
    .header('cache-control', file.cacheControl)
    .header('x-content-type-options', 'nosniff')
    // A file must never run as a page of this site.
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  if (file.attachment !== undefined) reply.header('content-disposition', disposition('attachment', file.attachment));
  if (file.scan !== undefined) reply.header(scanHeader, file.scan);
  if (file.length !== undefined) reply.header('content-length', file.length);
  return reply.send(file.body as Readable | Uint8Array);
}
