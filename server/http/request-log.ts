import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Config } from '#server/config.ts';

/** JSON lines on standard output; nothing in them names a person. */
export function loggerOptions(config: Config): FastifyServerOptions['logger'] {
  if (config.nodeEnv === 'test' && !process.env.TEST_LOG) return { level: 'silent' };
  return {
    level: config.nodeEnv === 'development' ? 'debug' : 'info',
    // Fastify's own lines carry the request; an address or a query may name a person.
    serializers: { req: (request: { id?: string }) => ({ id: request.id }), res: () => ({}) },
  };
}

/** One line per request: what was called (the pattern, not the address), how it ended, how long it took. */
export function logRequests(app: FastifyInstance, config: Config): void {
  let warned = false;
  app.addHook('onRequest', async (request) => {
    if (!warned && config.trustProxy === undefined && request.headers['x-forwarded-for'] !== undefined) {
      warned = true;
      request.log.warn('X-Forwarded-For arrives, but TRUST_PROXY is not set: all clients count as one address.');
    }
  });
  app.addHook('onResponse', async (request, reply) => {
    const call = request.routeOptions.url ?? '(none)';
    request.log.info(
      { method: request.method, call, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    );
  });
}
