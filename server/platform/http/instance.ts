import type { IncomingMessage } from 'node:http';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Config } from '#server/config.ts';
import { onlyReading } from '#server/platform/database/reading.ts';
import type { SecurityLog } from '#server/platform/log/security-log.ts';
import type { Metrics } from '#server/platform/metrics/metrics.ts';
import { serverMessages } from '#server/platform/server-messages.ts';
import type { AnyEndpoint } from '#shared/endpoint.ts';
import { AppError } from '#shared/errors.ts';
import { limits, underWay } from '#shared/limits.ts';
import { boundBodies, parseBodies } from './bodies.ts';
import { answerBadAddress, setErrorHandler } from './error-handler.ts';
import { plainForwardedFor } from './forwarded.ts';
import { multipartOptions } from './multipart.ts';
import { Quota } from './quota.ts';
import { type LogTarget, loggerOptions, logRequests } from './request-log.ts';

declare module 'fastify' {
  interface FastifyInstance {
    security: SecurityLog;
    metrics: Metrics;
  }
}

/** Opens Fastify with its own limits. */
export function openInstance(config: Config, logTo?: LogTarget): FastifyInstance {
  return Fastify({
    logger: loggerOptions(config, logTo),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true, maxParamLength: 300 },
    frameworkErrors: answerBadAddress,
    trustProxy: config.trustProxy ?? false,
    // The one thing that is done with every request before anything asks for its address.
    rewriteUrl(raw) {
      plainForwardedFor(raw);
      return raw.url ?? '/';
    },
    bodyLimit: limits.jsonBytes,
    // Allows 10 MB over a slow connection, but no idle ones.
    requestTimeout: 120_000,
    connectionTimeout: 150_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
}

/**
 * Adds what all requests share: their log, errors, limits of bodies and headers.
 * @param uploadFolder where uploads are kept while their request lasts
 * @returns notes an answer that was given without Fastify
 */
export async function prepareRequests(
  app: FastifyInstance,
  {
    config,
    uploadFolder,
    metrics,
    security,
  }: { config: Config; uploadFolder: string } & Pick<FastifyInstance, 'metrics' | 'security'>,
) {
  app.decorateRequest('auth', null);
  app.decorateRequest('linkHolder', null);
  app.decorateRequest('arrivedAt', 0);
  app.decorateRequest('isOfAdministrator', false);
  app.decorate('endpoints', [] as AnyEndpoint[]);
  app.decorate('visitorReads', new Map());
  app.decorate('uploads', { folder: uploadFolder, space: new Quota(underWay.uploads) });
  app.decorate('metrics', metrics);
  app.decorate('security', security);
  closeIdleConnections(app);
  demandOneHost(app);
  const noteAnswer = logRequests(app, config, metrics);
  setErrorHandler(app, security);
  boundBodies(app);
  parseBodies(app);
  await app.register(helmet, {
    // Pages and files set their own policies; an answer of the API is never a page.
    contentSecurityPolicy: false,
    hsts: strictTransport(config),
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  });
  await app.register(multipart, multipartOptions);
  // GET and HEAD change nothing, except what their declaration says.
  app.addHook('preHandler', ({ method, routeOptions }, _reply, done) => {
    const isToRead = (method === 'GET' || method === 'HEAD') && routeOptions.config.writes === undefined;
    return isToRead ? onlyReading(done) : done();
  });
  return noteAnswer;
}

/** Two years for the browsers' preload list, which asks for at least one. */
function strictTransport({ publicUrl, hsts }: Config) {
  if (!publicUrl.startsWith('https:') || hsts === 'off') return false;
  const isPreload = hsts === 'preload';
  return {
    maxAge: isPreload ? 63_072_000 : 31_536_000,
    includeSubDomains: isPreload || hsts === 'subdomains',
    preload: isPreload,
  };
}

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

/** Node.js takes the first of two `Host` headers, and a proxy perhaps the other: such a request is ambiguous. */
export function hasOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts < 2;
}

/** Refuses requests with two hosts before anything else. */
function demandOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    // Injected requests of tests may have no such list.
    if (raw.rawHeaders && !hasOneHost(raw)) throw new AppError('MALFORMED', serverMessages.unreadable);
  });
}
