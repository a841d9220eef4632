import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

const mostBytes = 32 * 1024 * 1024;
const keptMs = 60 * 60 * 1_000;

type Bytes = Uint8Array;

/** Documents that were made a short while ago: each costs a good part of a second, and is asked for again by a reload. */
export function createKeptDocuments() {
  const kept = new LRUCache<string, Bytes, () => Promise<Bytes>>({
    maxSize: mostBytes,
    sizeCalculation: ({ byteLength }) => byteLength,
    ttl: keptMs,
    fetchMethod: (_key, _stale, { context: make }) => make(),
  });
  return {
    /** The document made of exactly this, or a new one; anyone who comes while it is made waits for the same. */
    async get(madeOf: object, make: () => Promise<Bytes>): Promise<Bytes> {
      const key = createHash('sha256').update(JSON.stringify(madeOf)).digest('base64url');
      return (await kept.fetch(key, { context: make })) ?? make();
    },
  };
}
