import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import { AppError } from '#shared/errors.ts';
import { apiDocsPage } from './api-docs.ts';
import { compressAnswers } from './compression.ts';
import { sendFailure } from './error-handler.ts';
import { openApiDocument } from './openapi.ts';

const answerPolicy = "default-src 'none'; frame-ancestors 'none'";

/**
 * Declares the calls of all features, and their documentation.
 * @param changed called before the answer to a change by somebody logged in
 */
export async function registerApi(
  api: FastifyInstance,
  core: Core,
  features: readonly Feature[],
  changed: () => void,
): Promise<void> {
  api.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('cache-control')) {
      reply.header('cache-control', request.auth ? 'private, no-store' : 'no-store');
    }
    // An answer opened as a page loads nothing and cannot be framed; pages set their own policy.
    if (!reply.hasHeader('content-security-policy')) reply.header('content-security-policy', answerPolicy);
    if (request.auth && request.method !== 'GET' && reply.statusCode < 400) changed();
  });
  compressAnswers(api);
  for (const feature of features) feature.routes?.(api, core);

  const unknownCall = new AppError('NOT_FOUND', serverMessages.noSuchCall);
  api.all('/', (_request, reply) => sendFailure(reply, unknownCall));
  api.all('/*', (_request, reply) => sendFailure(reply, unknownCall));
  let document: Record<string, unknown> | undefined;
  const openApi = () => (document ??= openApiDocument(api.endpoints, core.config.publicUrl));
  api.get('/openapi.json', async () => openApi());
  api.get('/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .send(apiDocsPage(openApi())),
  );
}
