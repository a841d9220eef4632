import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { assertDatabaseWritable } from '#server/platform/database/with-client.ts';
import { assertFolderWritable } from '#server/platform/storage/local.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import { forwardedHeader, openToken, serverChecks, wayBackPath } from './ready.ts';

/** What the operator's monitoring asks: whether the server works, and its figures. */
export const monitoring: Feature = {
  name: 'monitoring',
  checks: serverChecks,
  server: (app, core) => {
    healthRoutes(app, core);
    wayBack(app, core);
    metricsRoutes(app, core);
  },
};

/**
 * `/healthz`: the process is alive. `/readyz`: database and storage answer, and have free space. For the
 * operator's monitoring; they reveal nothing else.
 */
function healthRoutes(app: FastifyInstance, { database, storage }: Core): void {
  let looking: Promise<unknown> | undefined;
  // One check for concurrent requests, since each writes.
  const look = () =>
    (looking ??= Promise.all([
      withTimeout(3_000, assertDatabaseWritable(database)),
      withTimeout(3_000, storage.check()),
      withTimeout(3_000, assertFolderWritable(app.uploads.folder)),
    ]).finally(() => {
      looking = undefined;
    }));
  app.get('/healthz', async () => ({ success: true }));
  app.get('/readyz', async (_request, reply) => {
    try {
      await look();
      return { success: true };
    } catch {
      return reply.code(503).send({ success: false });
    }
  });
}

/** `/metrics` for the operator's Prometheus, behind a token; without one configured the address does not exist. */
function metricsRoutes(app: FastifyInstance, { config: { metricsToken: token } }: Core): void {
  if (token === undefined) return;
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'");
    if (!app.isMetricsToken(request.headers.authorization ?? '')) {
      return reply.code(401).header('www-authenticate', 'Bearer').send({ success: false });
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await app.metrics.read());
  });
}

/** Answers the site's own question from outside while it is open; it tells nothing else. */
function wayBack(app: FastifyInstance, core: Core): void {
  app.get(wayBackPath, async (request, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
    const token = await openToken(core);
    if (token === '') return reply.code(404).send('Not found');
    const isForwarded = request.headers['x-forwarded-for'] !== undefined;
    if (isForwarded && request.ip === request.socket.remoteAddress) reply.header(forwardedHeader, 'yes');
    return reply.send(token);
  });
}
