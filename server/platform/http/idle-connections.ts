import type { FastifyInstance } from 'fastify';

/**
 * Lets a stop take no longer than the answers under way. A connection that was still sending its answer when the stop
 * began would stay open for more than a minute, waiting for another request; so idle connections are closed repeatedly.
 */
export function closeIdleConnections(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    timer = setInterval(() => app.server.closeIdleConnections(), 100);
    timer.unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
