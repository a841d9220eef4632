import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const maxBytes = 32 * 1024 * 1024;
const keptMs = 60 * 60 * 1_000;

type Bytes = Uint8Array;

/** A cache of recent documents: each takes a good part of a second, and a reload asks for it again. */
export function createDocumentCache() {
  const cache = new LRUCache<string, Bytes, () => Promise<Bytes>>({
    maxSize: maxBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
    ttl: keptMs,
    fetchMethod: (_key, _stale, { context: make }) => make(),
  });
  return {
    /** The document made of exactly this, from the cache or new; concurrent requests share one. */
    async get(madeOf: object, make: () => Promise<Bytes>): Promise<Bytes> {
      const key = createHash('sha256').update(JSON.stringify(madeOf)).digest('base64url');
      return (await cache.fetch(key, { context: make })) ?? make();
    },
  };
}
