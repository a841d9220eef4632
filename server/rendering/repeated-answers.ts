import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { chooseEncoding } from '#server/platform/http/compression.ts';
import { hasOneHost } from '#server/platform/http/instance.ts';
import type { FinishedPage, RawResponse } from './finished-page.ts';

export function rawResponse(headers: object, body: Buffer): RawResponse {
  const head = Object.entries({ ...headers, 'content-length': body.length }).flatMap(([name, value]) => [
    name,
    String(value),
  ]);
  return { head, body };
}

/**
 * Answers with a cached page before Fastify, which would take twice the time for the same answer.
 * Unusual requests go to Fastify: other methods, bodies, conditional requests.
 * @param find the fresh page of an address, if there is one
 * @param answered is called after each answer
 */
export function repeatAnswers(
  app: FastifyInstance,
  find: (url: string) => FinishedPage | undefined,
  answered: () => void,
): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    // From now on Fastify tells clients to close the connection.
    stopping = true;
  });
  const repeated = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { method, url, headers } = request;
    if (method !== 'GET' || stopping || headers['if-none-match'] !== undefined) return false;
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
    if (!hasOneHost(request)) return false;
    const raw = find(url!)?.rawResponses[chooseEncoding(headers['accept-encoding'])];
    if (!raw) return false;
    response.writeHead(200, raw.head).end(raw.body);
    answered();
    return true;
  };
  const { server } = app;
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (!repeated(request, response)) for (const listener of listeners) listener.call(server, request, response);
  });
}
