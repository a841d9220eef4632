import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, crc32, gzip, constants as zlib } from 'node:zlib';
import type { Encoding } from '#server/platform/http/compression.ts';

/** An answer as it was sent, with all headers that Fastify and its plugins had set. */
export interface RawResponse {
  /** Names and values in turn. */
  head: string[];
  body: Buffer;
}

/** The answers of one page that can be repeated, by encoding. */
export type RawResponses = Partial<Record<Encoding, RawResponse>>;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Of eleven: better ones cost more time than rendering. */
const brotliQuality = 5;

/**
 * A rendered page, ready to be sent. Compressed once in each encoding that is asked for.
 */
export class FinishedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  /** The answers with this page, to be repeated as they are. */
  readonly rawResponses: RawResponses = {};
  readonly #identity: Buffer;
  #gzip: Promise<Buffer> | undefined;
  #brotli: Promise<Buffer> | undefined;

  constructor(status: number, headers: Readonly<Record<string, string>>, html: string) {
    this.status = status;
    this.headers = headers;
    this.#identity = Buffer.from(html);
    // Tells one rendering from the next; it need not resist attacks, as the site wrote the whole content.
    this.etag = `W/"${this.#identity.length.toString(36)}-${crc32(this.#identity).toString(36)}"`;
  }

  /** The page's bytes in this encoding. */
  async body(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.#identity;
    if (encoding === 'gzip') {
      this.#gzip ??= compressGzip(this.#identity);
      return this.#gzip;
    }
    this.#brotli ??= compressBrotli(this.#identity, brotliOptions(this.#identity));
    return this.#brotli;
  }
}

function brotliOptions(text: Buffer): BrotliOptions {
  const params = {
    [zlib.BROTLI_PARAM_QUALITY]: brotliQuality,
    [zlib.BROTLI_PARAM_SIZE_HINT]: text.length,
    // No larger window than a page of this length can use.
    [zlib.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(text.length)))),
  };
  return { params };
}
