import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, brotliCompressSync, gzip, constants as zlib } from 'node:zlib';
import type { Encoding } from '#server/http/encoding.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Qualities of brotli: for the one reader that most renderings have, and for pages that are asked for again. */
const quick = 2;
const thorough = 5;

/**
 * A rendered page, ready to be sent. Compressed once in each encoding that somebody asks for, quickly at first: pages that
 * nobody else reads are as many as a page has addresses.
 */
export class FinishedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly #identity: Buffer;
  #gzip: Promise<Buffer> | undefined;
  #brotli: Buffer | Promise<Buffer> | undefined;
  #thorough = false;

  constructor(status: number, headers: Readonly<Record<string, string>>, html: string) {
    this.status = status;
    this.headers = headers;
    this.#identity = Buffer.from(html);
    this.etag = `W/"${createHash('sha256').update(this.#identity).digest('base64url').slice(0, 22)}"`;
  }

  /** The page's bytes in this encoding; the tag is weak, as they may differ from one time to the next. */
  async body(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.#identity;
    if (encoding === 'gzip') {
      this.#gzip ??= compressGzip(this.#identity);
      return this.#gzip;
    }
    if (!this.#brotli) {
      // A tenth of what rendering took: handing it to another thread and back costs more.
      this.#brotli = brotliCompressSync(this.#identity, brotliOptions(this.#identity, quick));
    } else if (!this.#thorough) {
      this.#thorough = true;
      this.#brotli = compressBrotli(this.#identity, brotliOptions(this.#identity, thorough));
    }
    return this.#brotli;
  }
}

function brotliOptions(text: Buffer, quality: number): BrotliOptions {
  const params = {
    [zlib.BROTLI_PARAM_QUALITY]: quality,
    [zlib.BROTLI_PARAM_SIZE_HINT]: text.length,
    // No more memory than a page of this length can use.
    [zlib.BROTLI_PARAM_LGWIN]: Math.min(22, Math.max(16, Math.ceil(Math.log2(text.length)))),
  };
  return { params };
}
