import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import { sendFailure } from '#server/http/error-handler.ts';
import { notFound } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import { createLibraryService } from './library.service.ts';

/** The part of a file that a header asks for; 'none' for one outside of it, null for the whole. Several parts are answered by the whole. */
export function rangeOf(header: string | undefined, bytes: number): { from: number; to: number } | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.replace(/\s/g, '') ?? '') ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== '' && last !== '' && Number(last) < from) return null;
  return from > to || from >= bytes ? 'none' : { from, to };
}

/** These bytes of a stream, which is ended after them. */
async function* partOf(body: Readable, { from, to }: { from: number; to: number }): AsyncGenerator<Uint8Array> {
  let at = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      const start = Math.max(0, from - at);
      const end = Math.min(chunk.length, to + 1 - at);
      if (end > start) yield chunk.subarray(start, end);
      at += chunk.length;
      if (at > to) return;
    }
  } finally {
    body.destroy();
  }
}

/** For a header: plain letters for old programs, and the name as it is. */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${name.replace(/[^\w. -]/g, '_')}"; filename*=UTF-8''${encoded}`;
}

/** The files of documents. Their addresses say who may open them: everybody, or who was given a signed one. */
export function documentFiles(app: FastifyInstance, core: Core): void {
  const library = serviceOf(core, createLibraryService);

  async function send(
    request: FastifyRequest<{ Params: { id: string; key: string }; Querystring: { download?: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const { id, key } = request.params;
    const found = await library.fileAt(id, key);
    if (!found) {
      reply.header('cache-control', 'no-store');
      return sendFailure(reply, notFound('This page'));
    }
    const { bytes, body } = found;
    const tag = `"${found.hash.slice(0, 32)}"`;
    reply
      .header('cache-control', found.isLasting ? 'public, max-age=600' : 'private, no-store')
      .header('etag', tag)
      .header('accept-ranges', 'bytes')
      .header('x-content-type-options', 'nosniff')
      // Without a sandbox, under which the viewers of browsers fail.
      .header('content-security-policy', "default-src 'none'")
      .header('referrer-policy', 'no-referrer')
      .header(
        'content-disposition',
        disposition(request.query.download === undefined ? 'inline' : 'attachment', found.name),
      )
      .type('application/pdf');
    if (!found.isLasting) reply.header('x-robots-tag', 'noindex');
    if (request.headers['if-none-match'] === tag) {
      body.destroy();
      return reply.code(304).send();
    }
    const ifRange = request.headers['if-range'];
    const range = ifRange === undefined || ifRange === tag ? rangeOf(request.headers.range, bytes) : null;
    if (range === 'none') {
      body.destroy();
      return reply.code(416).header('content-range', `bytes */${bytes}`).send();
    }
    if (request.method === 'HEAD') {
      body.destroy();
      return reply.header('content-length', bytes).send();
    }
    if (range === null) return reply.header('content-length', bytes).send(body);
    return reply
      .code(206)
      .header('content-length', range.to - range.from + 1)
      .header('content-range', `bytes ${range.from}-${range.to}/${bytes}`)
      .send(Readable.from(partOf(body, range), { objectMode: false }));
  }

  app.get(paths.documentFile(':id', ':key'), send);
}
