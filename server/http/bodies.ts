import type { FastifyInstance } from 'fastify';

/** Reads JSON; an empty body counts as none, and a body that the call does not take is passed over. */
export function parseBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '' || !takesBody(request.routeOptions.config)) return done(null, undefined);
    return parseJson(request, text as string, done);
  });
  app.addContentTypeParser('*', (request, payload, done) => {
    const empty = request.headers['content-length'] === '0' || request.headers['content-length'] === undefined;
    if (empty || !takesBody(request.routeOptions.config)) {
      payload.resume();
      return done(null, undefined);
    }
    return done(Object.assign(new Error('unsupported'), { code: 'FST_ERR_CTP_INVALID_MEDIA_TYPE', statusCode: 415 }));
  });
}

function takesBody(config: unknown): boolean {
  const { endpoint } = config as { endpoint?: { body?: unknown; files?: unknown } };
  return endpoint === undefined || endpoint.body !== undefined || endpoint.files !== undefined;
}
