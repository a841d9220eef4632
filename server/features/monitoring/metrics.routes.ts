import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** `/metrics` for the operator's Prometheus, behind a token; without one configured the address does not exist. */
export function metricsRoutes(app: FastifyInstance, { config: { metricsToken: token } }: Core): void {
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
