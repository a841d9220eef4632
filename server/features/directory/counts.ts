import { LRUCache } from 'lru-cache';
import type { Count } from './directory.queries.ts';

/** Number of cached filters; the least recently used is dropped first. */
const remembered = 1_000;
/** Maximum age in milliseconds, in case a notice is lost. */
const longest = 60_000;

/**
 * Caches the number of entries for each filter of the directory. Counting is half of a search, and the number only
 * changes when a member does: then `drop` empties the cache, including pending counts.
 */
export function createCounts() {
  const cache = new LRUCache<string, Promise<Count>>({ max: remembered, ttl: longest });
  return {
    async get(key: string, counting: () => Promise<Count>): Promise<Count> {
      const present = cache.get(key);
      if (present) return present;
      const count = counting();
      cache.set(key, count);
      try {
        return await count;
      } catch (error) {
        if (cache.peek(key) === count) cache.delete(key);
        throw error;
      }
    },
    drop() {
      cache.clear();
    },
  };
}
