import type { z } from 'zod';
import { type Access, type AnyEndpoint, bodySchemaOf, type EndpointRequest, type FileRule } from '#shared/endpoint.ts';
import { errorStatus } from '#shared/error-status.ts';
import { AppError, type FieldErrors, failureSchema } from '#shared/errors.ts';
import { fromWire, renameErrors, toWire } from '#shared/wire-names.ts';
import { setTransport } from '#web/lib/calls/api.ts';
import { browserTransport } from '#web/lib/calls/transport.ts';
import type { TransportRequest } from '#web/lib/calls/upload.ts';
import { getSession } from '#web/lib/login/session.ts';

/** The result of a call: an answer, an error from the server, or 'lost' for a broken connection. */
type Answer<E extends AnyEndpoint> = z.input<E['response']> | AppError | 'lost';
type Handler<E extends AnyEndpoint> =
  | Answer<E>
  | ((request: EndpointRequest<E, File>) => Answer<E> | Promise<Answer<E>>);

interface Route {
  endpoint: AnyEndpoint;
  handler: Handler<AnyEndpoint>;
  calls: unknown[];
}

const routes = new Map<AnyEndpoint, Route>();
const unexpected: string[] = [];

/**
 * Answers the calls of an endpoint until the end of the test. Requests are validated by the contract and refused as by the
 * server; an answer that the contract does not allow fails the test.
 * @returns the valid calls, updated as they arrive
 */
export function answer<E extends AnyEndpoint>(endpoint: E, handler: Handler<E>): EndpointRequest<E, File>[] {
  const calls: EndpointRequest<E, File>[] = [];
  routes.set(endpoint, { endpoint, handler: handler as Handler<AnyEndpoint>, calls });
  return calls;
}

/** Starts each test without any answers. */
export function startServer() {
  routes.clear();
  unexpected.length = 0;
  setTransport(serve);
}

/** @throws Error when a component made an unexpected call, or got an answer that the contract does not allow */
export function stopServer() {
  setTransport(browserTransport);
  if (unexpected.length > 0) throw new Error(unexpected.join('\n'));
}

async function serve(request: TransportRequest) {
  // Delays the answer, so that the loading state is rendered.
  await new Promise((resolve) => setTimeout(resolve));
  const url = new URL(request.url, location.origin);
  for (const route of routes.values()) {
    const params = paramsOf(route.endpoint, request.method, url.pathname);
    if (params) return respond(await answerTo(route, params, url, request), route.endpoint);
  }
  unexpected.push(`Nothing answers ${request.method} ${request.url}.`);
  return respond(new AppError('NOT_FOUND', 'Nothing answers this call.'), {});
}

function paramsOf({ method, path }: AnyEndpoint, template: string, pathname: string) {
  if (method !== template) return undefined;
  const pattern = path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const match = new RegExp(`^/api${pattern}$`, 'i').exec(decodeURI(pathname));
  return match && { ...match.groups };
}

async function answerTo({ endpoint, handler, calls }: Route, params: object, url: URL, { body }: TransportRequest) {
  const role: Access = getSession()?.role ?? 'public';
  const { names } = endpoint;
  const parts = partsOf(body);
  const texts = fromWire(parts.texts, names?.body);
  const files = fromWire(parts.files, names?.files);
  const fields: FieldErrors = {};
  const check = (schema: z.ZodType | undefined, value: unknown) => {
    const result = schema?.safeParse(value);
    for (const issue of result?.error?.issues ?? []) fields[issue.path.join('.')] ??= issue.message;
    return result?.data;
  };
  const request = {
    params: check(endpoint.params, params),
    query: check(endpoint.query, fromWire(Object.fromEntries(url.searchParams), names?.query)),
    body: check(bodySchemaOf(endpoint, role, texts, Object.keys(files).length > 0), texts),
    files,
  };
  for (const [name, rule] of Object.entries<FileRule>(endpoint.files ?? {})) {
    if (rule.requiredFor?.includes(role) && !files[name]) fields[name] ??= rule.message;
  }
  const [first, second] = Object.values(fields);
  if (first) return new AppError('VALIDATION', second ? 'Please check the fields that are marked.' : first, { fields });
  calls.push(request);
  const answer = typeof handler === 'function' ? await handler(request) : handler;
  if (answer === 'lost' || answer instanceof AppError) return answer;
  const parsed = (endpoint.responses?.[role] ?? endpoint.response).safeParse(answer);
  if (!parsed.success)
    unexpected.push(`No server answers ${endpoint.method} ${endpoint.path} so: ${parsed.error.message}`);
  return parsed.data;
}

function partsOf(body: string | FormData | undefined) {
  const files: Record<string, File> = {};
  if (!(body instanceof FormData)) return { texts: body === undefined ? {} : JSON.parse(body), files };
  const texts: Record<string, unknown> = {};
  for (const [name, value] of body) {
    if (value instanceof File) files[name] = value;
    else if (name.endsWith('[]')) texts[name.slice(0, -2)] = body.getAll(name);
    else texts[name] = value;
  }
  return { texts, files };
}

function respond(result: unknown, { names }: Pick<AnyEndpoint, 'names'>) {
  if (result === 'lost') throw new TypeError('Failed to fetch');
  if (!(result instanceof AppError)) return Response.json(toWire(result, names?.answer));
  const { code, message, columns } = result;
  const fields = result.fields && renameErrors(result.fields, names, 'toWire');
  const status = errorStatus[code];
  return Response.json(failureSchema.parse({ success: false, code, message, fields, columns }), { status });
}
