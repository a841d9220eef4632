import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { ContentCache } from '#server/rendering/content-cache.ts';

/** What the API has answered, as text, so that no page can change what another gets. */
export interface Answer {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  text: string;
}

/** One rendering: the app whose API it asks, what that has answered before, and whether it failed on the way. */
interface Rendering {
  app: FastifyInstance;
  answers: ContentCache<Answer> | undefined;
  failed: boolean;
}

interface OutgoingCall {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | FormData;
}

const current = new AsyncLocalStorage<Rendering>();

/**
 * How pages reach the API while they are rendered here: the same routes, without a network and never with a token,
 * so that a page can hold nothing but what everybody may read. Pages share what they read until the content changes.
 */
export async function sendInProcess(call: OutgoingCall) {
  const rendering = current.getStore();
  if (!rendering) throw new Error('The API was called outside of a rendering.');
  const { app, answers } = rendering;
  const fetchAnswer = async () => {
    const value = await answerOf(app, call);
    return { value, use: value.status === 200 ? ('keep' as const) : ('once' as const) };
  };
  const { value: answer } = await (answers && call.method === 'GET'
    ? answers.get(call.url, fetchAnswer)
    : fetchAnswer());
  const { status, headers, text } = answer;
  if (status >= 500 || status === 429) rendering.failed = true;
  return {
    ok: status >= 200 && status < 300,
    status,
    headers: { get: (name: string) => (headers[name] === undefined ? null : String(headers[name])) },
    json: async (): Promise<unknown> => JSON.parse(text),
    blob: async () => new Blob([text]),
  };
}

async function answerOf(app: FastifyInstance, { method, url, headers, body }: OutgoingCall): Promise<Answer> {
  if (body instanceof FormData) throw new Error('Pages do not send files while they are rendered.');
  const { authorization: _never, ...rest } = headers;
  const answer = await app.inject({ method: method as InjectOptions['method'], url, headers: rest, payload: body });
  return { status: answer.statusCode, headers: answer.headers, text: answer.payload };
}

/**
 * Runs a rendering against this app; `failed` tells whether any of its calls met a failure of the server.
 * @param answers caches what the API answers for the next page
 */
export async function renderWith<T>(
  app: FastifyInstance,
  answers: ContentCache<Answer> | undefined,
  work: () => Promise<T>,
): Promise<{ result: T; failed: boolean }> {
  const rendering: Rendering = { app, answers, failed: false };
  const result = await current.run(rendering, work);
  return { result, failed: rendering.failed };
}
