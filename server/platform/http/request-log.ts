import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/platform/log/log.ts';
import type { Metrics } from '#server/platform/metrics/metrics.ts';

/** The first match counts: most browsers also name others. */
const browsers: [RegExp, string][] = [
  [/\bEdgi?A?(OS)?\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/[\d.]+.*\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** A browser as its owner knows it: 'Chrome on Android'; '' when it is unknown. */
export function browserName(userAgent: string | undefined): string {
  const agent = (userAgent ?? '').slice(0, 500);
  const find = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(agent))?.[1];
  return [find(browsers), find(systems)].filter((part) => part !== undefined).join(' on ');
}

/** Where lines go instead of standard output. */
export interface LogTarget {
  write(line: string): void;
}

/** JSON lines; nothing in them names a person. */
export function loggerOptions(config: Config, target?: LogTarget): FastifyServerOptions['logger'] {
  if (config.nodeEnv === 'test' && !target && !process.env.TEST_LOG) return { level: 'silent' };
  return {
    level: config.logLevel,
    // The logger's own way to standard output tries for ever, and alone, once its reader is gone.
    stream: target ?? { write: (line: string) => void process.stdout.write(line) },
    // Fastify's own lines carry the request, whose address and query may name a person.
    serializers: { req: (request: { id?: string }) => ({ id: request.id }), res: () => ({}) },
  };
}

/** @param call the route's pattern, never an address @param ms how long it took */
export type NoteAnswer = (log: Log, method: string, call: string, status: number, ms: number) => void;

/**
 * Logs one line per request and counts it in the metrics: the call, its status, its duration.
 * @returns notes an answer that Fastify did not send
 */
export function logRequests(app: FastifyInstance, config: Config, metrics: Metrics): NoteAnswer {
  let warned = false;
  app.addHook('onRequest', async (request) => {
    if (!warned && config.trustProxy === undefined && request.headers['x-forwarded-for'] !== undefined) {
      warned = true;
      request.log.warn('X-Forwarded-For arrives, but TRUST_PROXY is not set: all clients count as one address.');
    }
  });
  const note: NoteAnswer = (log, method, call, status, ms) => {
    log.info({ method, call, status, ms: Math.round(ms) }, 'answered');
    metrics.answered(method, call, status, ms / 1_000);
  };
  app.addHook('onResponse', async ({ log, method, routeOptions }, reply) => {
    if (routeOptions.config.endpoint?.unlogged) return;
    note(log, method, routeOptions.url ?? '(none)', reply.statusCode, reply.elapsedTime);
  });
  return note;
}
