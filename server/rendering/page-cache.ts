import { LRUCache } from 'lru-cache';
import { clock } from '#shared/clock.ts';

/**
 * A value and how it may be used: `keep` caches it, `once` answers only the request under way, `failed` yields to an
 * older value if there is one.
 */
export interface MakeResult<T> {
  value: T;
  use: 'keep' | 'once' | 'failed';
}

export interface Cached<T> {
  value: T;
  /** Milliseconds since it expired; 0 for a fresh one. */
  staleForMs: number;
}

interface Entry<T> {
  value: T;
  at: number;
  /** No retry before this time, after a failure. */
  retryAt: number;
}

const retryPauseMs = 5_000;

/**
 * What anonymous visitors get, cached until the content changes. Concurrent requests share one rendering. Bounded: the least recently used
 * goes first.
 */
export class PageCache<T> {
  #kept: LRUCache<string, Entry<T>>;
  #underWay = new Map<string, Promise<Cached<T>>>();
  readonly #capacity: number;
  readonly #maxAge: number;
  readonly #maxStaleMs: number;
  readonly #now: () => number;

  /**
   * @param options `maxAge` in milliseconds: some content changes by the clock alone, as when a meeting is over;
   * `maxStaleMs`: how long an expired value may be used while `make` fails
   */
  constructor(options: { capacity: number; maxAge: number; maxStaleMs?: number; now?: () => number }) {
    this.#capacity = options.capacity;
    this.#kept = new LRUCache({ max: options.capacity });
    this.#maxAge = options.maxAge;
    this.#maxStaleMs = options.maxStaleMs ?? 0;
    this.#now = options.now ?? clock.ms;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** The cached value of `key`, if there is one. */
  peek(key: string): Cached<T> | undefined {
    const entry = this.#kept.get(key);
    const staleForMs = entry ? this.#now() - entry.at - this.#maxAge : 0;
    if (!entry || (staleForMs >= 0 && this.#now() >= entry.retryAt)) return undefined;
    return { value: entry.value, staleForMs: Math.max(0, staleForMs) };
  }

  /** The value of `key`, made by `make` unless it is cached. A failing `make` leaves nothing behind. */
  async get(key: string, make: () => Promise<MakeResult<T>>): Promise<Cached<T>> {
    const cached = this.peek(key) ?? this.#underWay.get(key);
    if (cached) return cached;
    const underWay = this.#underWay;
    const making = this.#make(key, make).finally(() => underWay.delete(key));
    underWay.set(key, making);
    return making;
  }

  async #make(key: string, make: () => Promise<MakeResult<T>>): Promise<Cached<T>> {
    // The content may change meanwhile: the result then goes into a cache that is no longer used.
    const kept = this.#kept;
    const older = (): Cached<T> | undefined => {
      const entry = kept.get(key);
      const staleForMs = entry ? this.#now() - entry.at - this.#maxAge : 0;
      if (!entry || staleForMs >= this.#maxStaleMs) return undefined;
      entry.retryAt = this.#now() + retryPauseMs;
      return { value: entry.value, staleForMs };
    };
    const page = await make().catch((error: unknown) => {
      const stale = older();
      if (!stale) throw error;
      return stale;
    });
    if ('staleForMs' in page) return page;
    const fallback = page.use === 'failed' ? older() : undefined;
    if (fallback) return fallback;
    if (page.use === 'keep') {
      kept.set(key, { value: page.value, at: this.#now(), retryAt: 0 });
    }
    return { value: page.value, staleForMs: 0 };
  }

  /** Content has changed: nothing made or begun before this moment is handed out to later visitors. */
  clear() {
    this.#kept = new LRUCache({ max: this.#capacity });
    this.#underWay = new Map();
  }
}
