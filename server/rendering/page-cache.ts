import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

/** A finished page, ready to be sent in any encoding. */
export interface FinishedPage {
  status: number;
  headers: Readonly<Record<string, string>>;
  etag: string;
  bodies: Readonly<Record<Encoding, Buffer>>;
}

/** What was rendered; `keep` false: it shows a failure and must not be shown to the next visitor. */
export interface FreshPage {
  page: FinishedPage;
  keep: boolean;
}

interface Entry {
  fill: Promise<FinishedPage>;
  at: number;
}

/**
 * Pages as anonymous visitors see them. Everybody who asks while a page is being rendered waits for that one rendering.
 * Bounded: what was not asked for longest goes first.
 */
export class PageCache {
  readonly #entries = new Map<string, Entry>();
  readonly #capacity: number;
  readonly #maxAge: number;
  readonly #now: () => number;

  /** @param options `maxAge` in milliseconds: some pages change by the clock alone, as when a meeting is over. */
  constructor(options: { capacity: number; maxAge: number; now?: () => number }) {
    this.#capacity = options.capacity;
    this.#maxAge = options.maxAge;
    this.#now = options.now ?? Date.now;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The page of `key`, rendered by `render` unless it is there. A failing `render` leaves nothing behind. */
  async get(key: string, render: () => Promise<FreshPage>): Promise<FinishedPage> {
    const entries = this.#entries;
    const known = entries.get(key);
    if (known && this.#now() - known.at < this.#maxAge) {
      entries.delete(key);
      entries.set(key, known);
      return known.fill;
    }
    const fresh = render();
    const entry: Entry = { fill: fresh.then(({ page }) => page), at: this.#now() };
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > this.#capacity) entries.delete(entries.keys().next().value ?? key);
    // Content may have changed meanwhile and another rendering have taken this one's place.
    const forget = () => {
      if (entries.get(key) === entry) entries.delete(key);
    };
    fresh.then(({ keep }) => {
      if (!keep) forget();
    }, forget);
    return entry.fill;
  }

  /** Content has changed: nothing rendered or begun before this moment is handed out to later visitors. */
  clear() {
    this.#entries.clear();
  }
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Compresses a page once, for everybody who will ask for it. */
export async function finishPage(status: number, headers: Record<string, string>, html: string): Promise<FinishedPage> {
  const identity = Buffer.from(html);
  const [br, gz] = await Promise.all([
    compressBrotli(identity, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: 5, [zlib.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
    compressGzip(identity),
  ]);
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { status, headers, etag, bodies: { identity, br, gzip: gz } };
}

/** The encoding to answer with; a client that says nothing gets none. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const accepted = new Set<string>();
  for (const part of (acceptEncoding ?? '').split(',')) {
    const [name = '', ...parameters] = part.trim().toLowerCase().split(';');
    if (!parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))) accepted.add(name);
  }
  if (accepted.has('br')) return 'br';
  return accepted.has('gzip') ? 'gzip' : 'identity';
}
