import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Core, serviceOf } from '#server/core.ts';
import { disposition } from '#server/platform/file-answers.ts';
import { sendFailure } from '#server/platform/http/error-handler.ts';
import { downloadName } from '#server/platform/storage/file-names.ts';
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

/** The files of documents. Their addresses say who may open them: everybody, or who was given a signed one. */
export function documentFiles(app: FastifyInstance, core: Core): void {
  const { files } = core;
  const library = serviceOf(core, createLibraryService);

  async function send(
    {
      params,
      query,
      headers,
      method,
    }: FastifyRequest<{ Params: { id: string; key: string }; Querystring: { download?: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> {
    const missing = () => sendFailure(reply.header('cache-control', 'no-store'), notFound('This page'));
    const version = await library.fileAt(params.id, params.key);
    if (!version) return missing();
    const { bytes, isLasting } = version;
    const tag = `"${version.versionId}"`;
    const isKnown = headers['if-none-match'] === tag;
    const isWhole = headers['if-range'] !== undefined && headers['if-range'] !== tag;
    const range = isKnown || isWhole || method === 'HEAD' ? null : rangeOf(headers.range, bytes);
    const isSent = !isKnown && method !== 'HEAD' && range !== 'none';
    const file = isSent ? await files.open(version.file, range ?? undefined) : null;
    if (isSent && !file) return missing();
    reply
      .header('cache-control', isLasting ? 'public, max-age=600' : 'private, no-store')
      .header('etag', tag)
      .header('accept-ranges', 'bytes')
      .header('x-content-type-options', 'nosniff')
      // Without a sandbox, under which the viewers of browsers fail.
      .header('content-security-policy', "default-src 'none'")
      .header('referrer-policy', 'no-referrer')
      .header(
        'content-disposition',
        disposition(
          query.download === undefined ? 'inline' : 'attachment',
          downloadName(version.name, 'application/pdf'),
        ),
      )
      .type('application/pdf');
    if (!isLasting) reply.header('x-robots-tag', 'noindex');
    if (isKnown) return reply.code(304).send();
    if (range === 'none') return reply.code(416).header('content-range', `bytes */${bytes}`).send();
    if (range) reply.code(206).header('content-range', `bytes ${range.from}-${range.to}/${bytes}`);
    // For HEAD an empty stream, beside which the length stays.
    return reply
      .header('content-length', range ? range.to - range.from + 1 : bytes)
      .send(method === 'HEAD' ? Readable.from([]) : file?.body);
  }

  app.get(paths.documentFile(':id', ':key'), send);
}
