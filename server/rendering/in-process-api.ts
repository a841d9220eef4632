import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance, InjectOptions } from 'fastify';

/** One rendering: the app whose API it asks, and whether that API failed on the way. */
interface Rendering {
  app: FastifyInstance;
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
 * so that a page can hold nothing but what everybody may read.
 */
export async function sendInProcess({ method, url, headers, body }: OutgoingCall): Promise<Response> {
  const rendering = current.getStore();
  if (!rendering) throw new Error('The API was called outside of a rendering.');
  if (body instanceof FormData) throw new Error('Pages do not send files while they are rendered.');
  const { authorization: _never, ...rest } = headers;
  const options: InjectOptions = { method: method as InjectOptions['method'], url, headers: rest, payload: body };
  const answer = await rendering.app.inject(options);
  if (answer.statusCode >= 500 || answer.statusCode === 429) rendering.failed = true;
  const answerHeaders = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (entry !== undefined) answerHeaders.append(name, String(entry));
    }
  }
  const empty = answer.statusCode === 204 || answer.statusCode === 304;
  return new Response(empty ? null : answer.payload, { status: answer.statusCode, headers: answerHeaders });
}

/** Runs a rendering against this app; `failed` tells whether any of its calls met a failure of the server. */
export async function renderWith<T>(
  app: FastifyInstance,
  work: () => Promise<T>,
): Promise<{ result: T; failed: boolean }> {
  const rendering: Rendering = { app, failed: false };
  const result = await current.run(rendering, work);
  return { result, failed: rendering.failed };
}
