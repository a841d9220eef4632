import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { describeForLog, toAppError } from '#server/platform/http/error-handler.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import type { PageCache } from '#server/rendering/page-cache.ts';
import { errorStatus } from '#shared/error-status.ts';
import { AppError } from '#shared/errors.ts';

/** An answer of the API; frozen, so that no page can change what another gets. */
export interface Answer {
  status: number;
  body: object;
  retryAfter: number | undefined;
}

/** One rendering: its app, the cached answers, and whether a call failed on the way. */
interface Rendering {
  app: FastifyInstance;
  answers: PageCache<Answer> | undefined;
  failed: boolean;
}

interface OutgoingCall {
  method: string;
  url: string;
}

const current = new AsyncLocalStorage<Rendering>();

/**
 * How pages reach the API while they are rendered here: the same calls, without a network and without a token, so that a
 * page can hold only what everybody may read. Pages share the answers until the content changes.
 */
export async function sendInProcess({ method, url }: OutgoingCall) {
  const rendering = current.getStore();
  if (!rendering) throw new Error('The API was called outside of a rendering.');
  if (method !== 'GET') throw new Error('Pages only read while they are rendered.');
  const { app, answers } = rendering;
  const fetchAnswer = async () => {
    const value = await answerOf(app, url);
    return { value, use: value.status === 200 ? ('keep' as const) : ('once' as const) };
  };
  const { value: answer } = await (answers ? answers.get(url, fetchAnswer) : fetchAnswer());
  const { status, body, retryAfter } = answer;
  if (status >= 500 || status === 429) rendering.failed = true;
  return {
    ok: status === 200,
    status,
    headers: { get: (name: string) => (name === 'retry-after' && retryAfter ? String(retryAfter) : null) },
    json: async (): Promise<unknown> => body,
    blob: async () => new Blob([JSON.stringify(body)]),
  };
}

async function answerOf(app: FastifyInstance, url: string): Promise<Answer> {
  try {
    return { status: 200, body: frozen(await read(app, url)), retryAfter: undefined };
  } catch (error) {
    const { code, message, retryAfter } = toAppError(error);
    const status = errorStatus[code];
    if (status >= 500) app.log.error({ error: describeForLog(error) }, 'a page could not read what belongs on it');
    return { status, body: { success: false, code, message }, retryAfter };
  }
}

/** Finds the call for an address of the web app, and makes it. */
async function read({ visitorReads }: FastifyInstance, url: string): Promise<object> {
  const [address = '', search] = url.slice('/api'.length).split('?');
  const query = Object.fromEntries(new URLSearchParams(search));
  // Exact paths come before paths with a parameter in the same position.
  const exact = visitorReads.get(address);
  if (exact) return exact({}, query);
  for (const [path, visitorRead] of visitorReads) {
    const params = paramsOf(path.split('/'), address.split('/'));
    if (params) return visitorRead(params, query);
  }
  throw new AppError('NOT_FOUND', serverMessages.noSuchCall);
}

/** The path parameters in an address; undefined for another call's address. */
function paramsOf(path: readonly string[], address: readonly string[]): Record<string, string> | undefined {
  if (path.length !== address.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of path.entries()) {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name) params[name] = decodeURIComponent(address[index]!);
    else if (part !== address[index]) return undefined;
  }
  return params;
}

/** Serialized as over the network, and immutable. */
const frozen = (answer: object) => freeze(JSON.parse(JSON.stringify(answer)) as object);

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) freeze(part);
  return Object.freeze(value);
}

/**
 * Runs a rendering against this app; `failed` tells whether any of its calls met a failure of the server.
 * @param answers caches what the API answers for the next page
 */
export async function renderWith<T>(
  app: FastifyInstance,
  answers: PageCache<Answer> | undefined,
  work: () => Promise<T>,
): Promise<{ result: T; failed: boolean }> {
  const rendering: Rendering = { app, answers, failed: false };
  const result = await current.run(rendering, work);
  return { result, failed: rendering.failed };
}
