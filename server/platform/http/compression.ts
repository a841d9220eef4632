import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, createBrotliCompress, createGzip, gzip, constants as zlib } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Below this, compressing costs more than it saves. */
const smallest = 1024;
/** Pictures, workbooks and archives are compressed already; a person's file goes as it came. */
const compressible = /^(application\/(openapi\+)?json|text\/(csv|html))\b/;

// Fast rather than small: each answer is made for one caller.
const gzipOptions = { level: 5 };
const brotliOptions = { params: { [zlib.BROTLI_PARAM_QUALITY]: 4 } };
const inOne = { gzip: promisify(gzip), br: promisify(brotliCompress) };

/**
 * Compresses the answers to GET for callers that accept it, exports while they are written. Answers to POST stay
 * uncompressed: some carry a fresh token.
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
    // Both streams fail together: a broken export must not look finished, nor go on without a reader.
    return pipeline(payload, packer, () => {});
  }
  const isBytes = typeof payload === 'string' || payload instanceof Uint8Array;
  if (!isBytes || Buffer.byteLength(payload) < smallest) return undefined;
  return encoding === 'br' ? inOne.br(payload, brotliOptions) : inOne.gzip(payload, gzipOptions);
}

export type Encoding = 'br' | 'gzip' | 'identity';

/** The encoding to answer with; none for a client that names none. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const accepted = new Set<string>();
  for (const part of (acceptEncoding ?? '').split(',')) {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
    if (!parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))) accepted.add(name);
  }
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : 'identity';
}
