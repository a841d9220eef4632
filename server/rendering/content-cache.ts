/** What was made; `keep` false: it shows a failure and must not be shown to the next visitor. */
export interface Fresh<T> {
  value: T;
  keep: boolean;
}

interface Entry<T> {
  fill: Promise<T>;
  at: number;
}

/**
 * What anonymous visitors get, for as long as the content does not change. Everybody who asks while something is being
 * made waits for that one making. Bounded: what was not asked for longest goes first.
 */
export class ContentCache<T> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #capacity: number;
  readonly #maxAge: number;
  readonly #now: () => number;

  /** @param options `maxAge` in milliseconds: some content changes by the clock alone, as when a meeting is over. */
  constructor(options: { capacity: number; maxAge: number; now?: () => number }) {
    this.#capacity = options.capacity;
    this.#maxAge = options.maxAge;
    this.#now = options.now ?? Date.now;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** What `key` stands for, if it is there. */
  peek(key: string): Promise<T> | undefined {
    const known = this.#entries.get(key);
    if (!known || this.#now() - known.at >= this.#maxAge) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, known);
    return known.fill;
  }

  /** What `key` stands for, made by `make` unless it is there. A failing `make` leaves nothing behind. */
  async get(key: string, make: () => Promise<Fresh<T>>): Promise<T> {
    const known = this.peek(key);
    if (known) return known;
    const entries = this.#entries;
    const fresh = make();
    const entry: Entry<T> = { fill: fresh.then(({ value }) => value), at: this.#now() };
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > this.#capacity) entries.delete(entries.keys().next().value ?? key);
    // Content may have changed meanwhile and another making have taken this one's place.
    const forget = () => {
      if (entries.get(key) === entry) entries.delete(key);
    };
    fresh.then(({ keep }) => {
      if (!keep) forget();
    }, forget);
    return entry.fill;
  }

  /** Content has changed: nothing made or begun before this moment is handed out to later visitors. */
  clear() {
    this.#entries.clear();
  }
}
