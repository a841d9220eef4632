import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import type { Encoding } from '#server/http/encoding.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** A rendered page, ready to be sent. Compressed once in each encoding that somebody asks for. */
export class FinishedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly #identity: Buffer;
  readonly #compressed: Partial<Record<Encoding, Promise<Buffer>>> = {};

  constructor(status: number, headers: Readonly<Record<string, string>>, html: string) {
    this.status = status;
    this.headers = headers;
    this.#identity = Buffer.from(html);
    this.etag = `W/"${createHash('sha256').update(this.#identity).digest('base64url').slice(0, 22)}"`;
  }

  /** The page's bytes in this encoding. */
  async body(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.#identity;
    this.#compressed[encoding] ??= encoding === 'br' ? brotli(this.#identity) : compressGzip(this.#identity);
    return this.#compressed[encoding];
  }
}

function brotli(text: Buffer): Promise<Buffer> {
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 5, [zlib.BROTLI_PARAM_SIZE_HINT]: text.length };
  return compressBrotli(text, { params });
}
