import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, createBrotliCompress, createGzip, gzip, constants as zlib } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { chooseEncoding, type Encoding } from './encoding.ts';

/** Below this, what is saved is less than what it costs. */
const smallest = 1024;
/** Pictures, workbooks and archives are packed already; a person's file goes as it came. */
const compressible = /^(application\/(openapi\+)?json|text\/(csv|html))\b/;

// Quick rather than small: answers are made for one caller each.
const gzipOptions = { level: 5 };
const brotliOptions = { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } };
const inOne = { gzip: promisify(gzip), br: promisify(brotliCompress) };

/**
 * Sends what is read (GET) compressed to callers that can unpack it, exports as they are written. What answers a POST goes
 * plain: among these are the answers with a fresh token.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    const type = String(reply.getHeader('content-type') ?? '');
    if (request.method !== 'GET' || !compressible.test(type) || reply.hasHeader('content-encoding')) return payload;
    reply.header('vary', 'Accept-Encoding');
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    if (encoding === 'identity') return payload;
    const packed = await pack(payload, encoding);
    if (packed === undefined) return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return packed;
  });
}

async function pack(payload: unknown, encoding: Exclude<Encoding, 'identity'>): Promise<unknown> {
  if (payload instanceof Readable) {
    const packer = encoding === 'br' ? createBrotliCompress(brotliOptions) : createGzip(gzipOptions);
    // Both ends fail together: an export that breaks off must not look finished, nor go on for nobody.
    return pipeline(payload, packer, () => {});
  }
  const isBytes = typeof payload === 'string' || payload instanceof Uint8Array;
  if (!isBytes || Buffer.byteLength(payload) < smallest) return undefined;
  return encoding === 'br' ? inOne.br(payload, brotliOptions) : inOne.gzip(payload, gzipOptions);
}
