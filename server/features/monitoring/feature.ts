import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { assertDatabaseWritable } from '#server/platform/database/with-client.ts';
import { assertFolderWritable } from '#server/platform/storage/local.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';

/** What the operator's monitoring asks: whether the server works, and its figures. */
export const monitoring: Feature = {
  name: 'monitoring',
  server: (app, core) => {
    healthRoutes(app, core);
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

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** `/metrics` for the operator's Prometheus, behind a token; without one configured the address does not exist. */
function metricsRoutes(app: FastifyInstance, { config: { metricsToken: token } }: Core): void {
  if (token === undefined) return;
  const expected = hashOf(`Bearer ${token}`);
  app.get('/metrics', async (request, reply) => {
    reply.header('cache-control', 'no-store').header('content-security-policy', "default-src 'none'");
    if (!timingSafeEqual(hashOf(request.headers.authorization ?? ''), expected)) {
      return reply.code(401).header('www-authenticate', 'Bearer').send({ success: false });
    }
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await app.metrics.read());
  });
}
