import type { FastifyInstance } from 'fastify';

/**
 * Lets a stop take no longer than the answers under way. A connection whose answer was still being sent when the stop
 * began is left open afterwards for a next request, for more than a minute; so the idle ones are closed again and again.
 */
export function closeIdleConnections(app: FastifyInstance): void {
  let timer: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    timer = setInterval(() => app.server.closeIdleConnections(), 100);
    timer.unref();
  });
  app.addHook('onClose', async () => clearInterval(timer));
}
