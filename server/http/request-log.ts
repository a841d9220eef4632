import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Config } from '#server/config.ts';

/** Where the lines go instead of standard output. */
export interface LogTarget {
  write(line: string): void;
}

/** JSON lines; nothing in them names a person. */
export function loggerOptions(config: Config, target?: LogTarget): FastifyServerOptions['logger'] {
  if (config.nodeEnv === 'test' && !target && !process.env.TEST_LOG) return { level: 'silent' };
  return {
    level: config.logLevel,
    ...(target ? { stream: target } : {}),
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
