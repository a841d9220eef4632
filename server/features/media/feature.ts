import { extname } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Core } from '#server/core.ts';
import type { Feature } from '#server/feature.ts';
import { sendFailure } from '#server/platform/http/error-handler.ts';
import { publicKey } from '#server/platform/storage/public-pictures.ts';
import { notFound } from '#shared/errors.ts';

/** Public pictures. */
export const media: Feature = {
  name: 'media',
  server: mediaRoutes,
};

const types: Record<string, string> = { '.jpg': 'image/jpeg', '.webp': 'image/webp', '.avif': 'image/avif' };

/** Public pictures. An address contains a hash of its content, so browsers cache it forever. */
function mediaRoutes(app: FastifyInstance, { storage }: Core): void {
  app.get<{ Params: { hash: string; file: string } }>('/media/:hash/:file', async (request, reply) => {
    const { hash, file } = request.params;
    const key = publicKey(hash, file);
    if (!key) return sendFailure(reply, notFound('The picture'));
    const tag = `"${hash}-${file}"`;
    const isCached = request.headers['if-none-match'] === tag;
    const body = isCached ? undefined : await storage.get(key);
    if (body === null) return sendFailure(reply, notFound('The picture'));
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('etag', tag)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      // Feed readers embed pictures in their own pages.
      .header('cross-origin-resource-policy', 'cross-origin');
    if (body === undefined) return reply.code(304).send();
    return reply
      .type(types[extname(file)] ?? 'application/octet-stream')
      .header('content-length', body.bytes)
      .send(body.body);
  });
}
