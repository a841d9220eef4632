import type { Readable } from 'node:stream';
import '@fastify/multipart';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyEndpoint, EndpointRequest, EndpointResponse } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { type FileAnswer, fileResponse } from '#shared/file-response.ts';
import { type Auth, type Authenticate, callerRole, checkAccess } from './access.ts';
import { readMultipart, removeUploads, type UploadedFile } from './multipart.ts';
import { validateRequest } from './validation.ts';

/** What a handler knows of the caller beside the validated request. */
export interface Caller {
  auth: Auth | null;
  /** The client's network address, through trusted proxies only. */
  address: string;
  log: FastifyBaseLogger;
}

export type Handler<E extends AnyEndpoint> = (
  request: EndpointRequest<E, UploadedFile>,
  caller: Caller,
) => Promise<EndpointResponse<E>>;

declare module 'fastify' {
  interface FastifyInstance {
    authenticate: Authenticate;
    /** Every call this app answers; tests generate the permission matrix from it. */
    endpoints: AnyEndpoint[];
    /** Where uploads lie until they are answered. */
    uploadFolder: string;
  }
}

/** The member that makes the call; for handlers of calls that only members may make. */
export function memberOf(caller: Caller): Extract<Auth, { role: 'member' }> {
  if (caller.auth?.role !== 'member') throw new AppError('FORBIDDEN', 'You do not have access to this.');
  return caller.auth;
}

/** The administrator that makes the call; for handlers of calls that only administrators may make. */
export function administratorOf(caller: Caller): Extract<Auth, { role: 'admin' }> {
  if (caller.auth?.role !== 'admin') throw new AppError('FORBIDDEN', 'You do not have access to this.');
  return caller.auth;
}

/**
 * Answers an endpoint: access on the headers, then the body is read and validated, then the handler runs,
 * and its answer leaves only through the response schema.
 */
export function route<E extends AnyEndpoint>(app: FastifyInstance, endpoint: E, handler: Handler<E>): void {
  if (endpoint.access.length === 0)
    throw new Error(`${endpoint.method} ${endpoint.path} does not say who may call it.`);
  app.endpoints.push(endpoint);
  app.route({
    method: endpoint.method,
    url: endpoint.path.replace(/\{(\w+)\}/g, ':$1'),
    ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
    // OpenAPI reads the declaration from here; validation is done below, for all parts of the request at once.
    config: { endpoint },
    onRequest: (request) => checkAccess(request, endpoint.access, app.authenticate),
    handler: (request, reply) => answer(app, endpoint, handler, request, reply),
  });
}

async function answer<E extends AnyEndpoint>(
  app: FastifyInstance,
  endpoint: E,
  handler: Handler<E>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const uploads =
    endpoint.files && request.isMultipart()
      ? await readMultipart(request, endpoint.files, app.uploadFolder)
      : { body: request.body, files: {}, fileErrors: {} };
  try {
    const role = callerRole(request.auth, endpoint.access);
    const valid = validateRequest(endpoint, role, { params: request.params, query: request.query, ...uploads });
    const caller: Caller = { auth: request.auth, address: request.ip, log: request.log };
    const result = await handler(valid as EndpointRequest<E, UploadedFile>, caller);
    if (endpoint.response === fileResponse) return sendFile(reply, result as FileAnswer);
    return reply.send((endpoint.responses?.[role] ?? endpoint.response).parse(result));
  } finally {
    await removeUploads(uploads.files);
  }
}

function sendFile(reply: FastifyReply, file: FileAnswer): FastifyReply {
  reply
    .header('content-type', file.type)
    .header('cache-control', file.cacheControl)
    .header('x-content-type-options', 'nosniff')
    // Whatever the file is, it must never run as a page of this site.
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  if (file.attachment !== undefined) {
    const ascii = file.attachment.replace(/[^\w. -]/g, '_');
    const encoded = encodeURIComponent(file.attachment).replace(
      /['()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16)}`,
    );
    reply.header('content-disposition', `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`);
  }
  if (file.length !== undefined) reply.header('content-length', file.length);
  return reply.send(file.body as Readable | Uint8Array);
}
